// SPDX-License-Identifier: Apache-2.0
// Calls of a utility as its table describes them, and their spellings.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/utilities.h"
#include "grammar.h"

namespace assay::refute {

struct Setting {
  OptionId option = no_option;
  std::string value;  // as it is typed; empty where there is none
};

// What is called, however it is written.
struct MadeCall {
  const Utility* utility = nullptr;
  std::vector<Setting> settings;
  std::vector<std::string> operands;
  std::string inner;  // the command behind a wrapper's operands, or find's expression
};

MadeCall make_call(const Utility& utility, const Grammar& grammar, Random& random);
// The call in a spelling that is often, but not always, the same: options in another order or among the
// operands, in clusters, by other names, abbreviated, given again; values attached or not; defaults written
// out. What a table says wrongly shows here, so nothing is asked of it whether a change is harmless.
std::string spelled(const MadeCall& call, Random& random);

}  // namespace assay::refute
