// What is doubtful in one command: for the author of a dataset, who wants references that can be graded.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"

namespace assay::cli {

struct Doubt {
  enum class Kind { syntax, unknown_utility, unknown_option } kind = Kind::syntax;
  std::string what;  // one line
};

// A syntax error alone, or every utility and option that the tables do not know, wrapped commands included.
// Words that are only known when the command runs are passed over.
std::vector<Doubt> doubts(std::string_view command, const UtilityTables& tables);

}  // namespace assay::cli
