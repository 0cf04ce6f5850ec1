// SPDX-License-Identifier: Apache-2.0
// A request in, a command out, or nothing where no recipe fits.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cookbook.h"

namespace howto {

struct Value {
  std::string type;       // "file", "number", …: the types of the cookbook's slots
  std::string text;       // as a command has it: "10M" for "10 MB"
  std::size_t begin = 0;  // where it stands in the request
  std::size_t end = 0;
};

// Words may be several values: "example.com" is a file's name and a host's.
std::vector<Value> values_in(const std::string& request);

// Whether the request (in small letters) says the words of `phrase` in their order, in any form that begins
// alike ("sort", "sorted"), and near one another.
bool says(const std::string& request, const std::string& phrase);

struct Command {
  std::string recipe;
  std::string text;
  std::map<std::string, std::string> slots;  // what the request filled
  std::vector<Value> said;                   // what of the request is in the command, its choices too
  int stand_ins = 0;                         // slots that nothing filled
};

std::optional<Command> answer(const std::vector<Recipe>& cookbook, const std::string& request);

}  // namespace howto
