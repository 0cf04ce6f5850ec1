// SPDX-License-Identifier: Apache-2.0
// Pairs of commands with a label that says whether the second one is right.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "command_line.h"

namespace assay::cli {

struct LabelledPair {
  std::vector<std::string> expected;  // each of them is right
  std::string generated;
  bool is_right = false;
  std::string task;
};

// Parses "expected=gold,right=label". Throws Error for a name that PairColumns does not have.
PairColumns columns_from(std::string_view text);
// JSON Lines. Throws Error naming file and line.
std::vector<LabelledPair> read_pairs(const std::filesystem::path& file, const PairColumns& columns);

}  // namespace assay::cli
