// SPDX-License-Identifier: Apache-2.0
// Calls of a utility, made from its table, and spellings of them.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/utilities.h"
#include "grammar.h"

namespace assay::refute {

struct Setting {
  OptionId option = no_option;
  std::string value;  // as typed; empty if there is none
};

// The content of a call, whatever its spelling.
struct MadeCall {
  const Utility* utility = nullptr;
  std::vector<Setting> settings;
  std::vector<std::string> operands;
  std::string inner;  // the command after a wrapper's operands, or find's expression
};

MadeCall make_call(const Utility& utility, const Grammar& grammar, Random& random);
// The call in a spelling that usually, but not always, means the same: options reordered or among the
// operands, clustered, by other names, abbreviated or repeated; values attached or not; defaults written out.
// The point is to expose errors in the table, so the table is not asked whether a change is harmless.
std::string spelled(const MadeCall& call, Random& random);

}  // namespace assay::refute
