// SPDX-License-Identifier: Apache-2.0
// Functions shared by all kinds of model servers.
#pragma once

#include <string>
#include <string_view>

namespace assay::http {

// "http://localhost:11434/v1": no query, and no user or password, which would be written wherever the URL is.
bool is_server_address(std::string_view url);
// `path` begins with a slash.
std::string joined(std::string address, std::string_view path);

// A server's key, which is kept in the environment only; empty if the variable is not set.
std::string key_in(const std::string& variable);
// Removes the key from a message that might repeat it.
std::string without_key(std::string text, const std::string& key);

// The error message in a server's reply, on one line; empty if there is none that can be read.
std::string complaint_in(std::string_view body);

}  // namespace assay::http
