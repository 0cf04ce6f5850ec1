// SPDX-License-Identifier: Apache-2.0
// Pairs of commands with a label that says whether the second one is right.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// The names of the members in a line of labelled pairs.
struct PairColumns {
  std::string expected = "expected";    // a command, or a list of them
  std::string generated = "generated";  // a command
  std::string right = "right";          // true or false
  std::string task = "task";  // pairs of one task are not independent; defaults to `expected` if missing
};

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

}  // namespace assay
