// SPDX-License-Identifier: Apache-2.0
// Stores on a PostgreSQL server: their names, and what PostgreSQL takes otherwise than SQLite does.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/store.h"
#include "database.h"

namespace assay {

// The URL as it may be shown: a password in it stands as ***.
std::string shown_url(const std::string& url);
// Throws Error where the URL has a password: command lines are seen by everybody on the machine.
void expect_no_password(const std::string& url);

// `sql` with its parameters (?, ?1) as PostgreSQL counts them ($1).
std::string server_sql(std::string_view sql);

// PostgreSQL keeps neither NUL nor what is no UTF-8 in a text. Such a text becomes SUB and its bytes in
// hexadecimal, and so does one that begins with SUB itself, so that each comes back as it was. None where the
// text may stay as it is.
std::optional<std::string> escaped_text(std::string_view text);
std::optional<std::string> unescaped_text(std::string_view text);

// As open_database() does with a file.
std::unique_ptr<Database> open_server(const StoreOptions& options);

}  // namespace assay
