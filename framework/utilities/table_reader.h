// SPDX-License-Identifier: Apache-2.0
// Reads a table as written by people (docs/utility-tables.md): JSON to Utility; every contradiction is
// reported with its line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/utilities.h"

namespace assay {

// Looks up the table that another table is `same_as`.
using FindTable = std::function<const Utility*(std::string_view name)>;

struct ReadTable {
  Utility utility;  // indexed; complete only if `problems` is empty
  std::vector<Problem> problems;
};

// REQUIRES: the document conforms to the schema of tables.
ReadTable read_table(const JsonValue& document, const std::string& file, const FindTable& find_table);

// The same for any document: if it violates the schema, those are the problems, and only its name is read.
ReadTable checked_table(const JsonValue& document, const std::string& file, const JsonSchema& schema,
                        const FindTable& find_table);

// The utility that the table is `same_as`; empty if it has no such member.
std::string base_of(const JsonValue& document);

}  // namespace assay
