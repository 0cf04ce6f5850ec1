// SPDX-License-Identifier: Apache-2.0
// Turns a request into a command, or into nothing if no recipe fits.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cookbook.h"

namespace howto {

struct Value {
  std::string type;       // "file", "number", …: the slot types of the cookbook
  std::string text;       // as written in a command: "10M" for "10 MB"
  std::size_t begin = 0;  // its place in the request
  std::size_t end = 0;
};

// The same words may be several values: "example.com" is both a file name and a host name.
std::vector<Value> values_in(const std::string& request);

// Whether the request (in lower case) has the words of `phrase`, in order and near one another. Words match
// if they begin alike ("sort", "sorted").
bool says(const std::string& request, const std::string& phrase);

struct Command {
  std::string recipe;
  std::string text;
  std::map<std::string, std::string> slots;  // those that the request filled
  std::vector<Value> said;                   // what the command takes from the request, its choices too
  int stand_ins = 0;                         // slots left unfilled
};

std::optional<Command> answer(const std::vector<Recipe>& cookbook, const std::string& request);

}  // namespace howto
