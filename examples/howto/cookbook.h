// SPDX-License-Identifier: Apache-2.0
// The cookbook: commands, and how people ask for them. README.md describes the file.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace howto {

struct Choice {
  std::string text;                   // with slots: "-n {number}"
  std::vector<std::string> triggers;  // the request says one of them; none: no other choice fits
};

struct Piece {
  std::vector<Choice> choices;  // one of them is written
  bool optional = false;        // nothing is, where the request does not fill the slots
};

struct Slot {
  std::string type;
  std::string fallback;  // where the request has no value for it
};

struct Recipe {
  std::string id;
  std::vector<std::string> phrases;
  std::vector<Piece> pieces;
  std::map<std::string, Slot> slots;
};

// Throws where the file is no cookbook.
std::vector<Recipe> read_cookbook(const std::string& path);

}  // namespace howto
