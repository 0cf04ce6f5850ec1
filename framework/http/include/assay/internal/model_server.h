// SPDX-License-Identifier: Apache-2.0
// What servers of models have in common, whatever they are asked.
#pragma once

#include <string>
#include <string_view>

namespace assay::http {

// "http://localhost:11434/v1": no query, and no user or password, which would be written wherever it is.
bool is_server_address(std::string_view url);
// `path` begins with a slash.
std::string joined(std::string address, std::string_view path);

// A server's key, which is in the environment alone; empty where the variable is not set.
std::string key_in(const std::string& variable);
// A message that might repeat the key, without it.
std::string without_key(std::string text, const std::string& key);

// What a server says is wrong, one line; empty where it says nothing that can be read.
std::string complaint_in(std::string_view body);

}  // namespace assay::http
