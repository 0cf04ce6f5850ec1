// SPDX-License-Identifier: Apache-2.0
// Stores on a PostgreSQL server: their URLs, and the differences between PostgreSQL and SQLite.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "assay/store.h"
#include "database.h"

namespace assay {

// The URL for display: each password is shown as ***.
std::string shown_url(const std::string& url);
// Throws Error if the URL names a server of another kind.
void expect_postgres(const std::string& url);
// Throws Error if the URL contains a password: everyone on the machine can see command lines.
void expect_no_password(const std::string& url);

// Translates the parameters of `sql` (?, ?1) to PostgreSQL's ($1).
std::string server_sql(std::string_view sql);

// PostgreSQL cannot store NUL or invalid UTF-8 in a text. Such a text, and any text that begins with SUB, is
// stored as SUB followed by its bytes in hexadecimal, so that every text is read back unchanged. Empty if the
// text needs no escaping.
std::optional<std::string> escaped_text(std::string_view text);
std::optional<std::string> unescaped_text(std::string_view text);

// The counterpart of open_database() for a server.
std::unique_ptr<Database> open_server(const StoreOptions& options);

}  // namespace assay
