// SPDX-License-Identifier: Apache-2.0
// A table as people write it (docs/utility-tables.md): JSON to Utility, with every contradiction named by its
// line.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/utilities.h"

namespace assay {

// How a table finds the one that it is `same_as`.
using FindTable = std::function<const Utility*(std::string_view name)>;

struct ReadTable {
  Utility utility;  // indexed; whole only where `problems` is empty
  std::vector<Problem> problems;
};

// REQUIRES: the schema of tables finds no fault with the document.
ReadTable read_table(const JsonValue& document, const std::string& file, const FindTable& find_table);

// The same for any document: where it breaks the schema, that is what is wrong, and no more is read than its
// name.
ReadTable checked_table(const JsonValue& document, const std::string& file, const JsonSchema& schema,
                        const FindTable& find_table);

// The name of the utility that the table says it is the same as; empty where it says no such thing.
std::string base_of(const JsonValue& document);

}  // namespace assay
