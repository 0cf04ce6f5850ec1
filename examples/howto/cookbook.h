// SPDX-License-Identifier: Apache-2.0
// The cookbook: commands, and how people ask for them. README.md describes the file.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace howto {

struct Choice {
  std::string text;                   // with slots: "-n {number}"
  std::vector<std::string> triggers;  // one must be in the request; empty: if no other fits
};

struct Piece {
  std::vector<Choice> choices;  // one of them is written
  bool optional = false;        // if so, nothing is written when the request does not fill the slots
};

struct Slot {
  std::string type;
  std::string fallback;  // used if the request has no value for it
};

struct Recipe {
  std::string id;
  std::vector<std::string> phrases;
  std::vector<Piece> pieces;
  std::map<std::string, Slot> slots;
};

// Throws if the file is not a cookbook.
std::vector<Recipe> read_cookbook(const std::string& path);

}  // namespace howto
