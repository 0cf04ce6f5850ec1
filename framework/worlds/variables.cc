// SPDX-License-Identifier: Apache-2.0
#include "variables.h"

#include <algorithm>

namespace assay::worlds {
namespace {

// "left.right.0", with a separator from the commands, and twice what a pattern of theirs matches; two words
// for a loop.
std::string parted(const Clues& clues, const Lines& lines, std::size_t number) {
  std::string separator = ".", often;
  for (const std::string& each : clues.separators)
    if (each.find_first_of(" \t\n/") == std::string::npos) separator = each;
  if (std::ranges::find(clues.looped, clues.variables[number]) != clues.looped.end()) separator = " ";
  for (const std::string& word : lines.words())
    if (often.empty() && word.size() <= 8 && word.find_first_of(" \t/*?[-") == std::string::npos)
      often = word;
  return "left" + often + separator + "right" + separator + std::to_string(number) + often;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> variables_in(const Setting& setting, const Clues& clues,
                                                              const Lines& lines) {
  std::vector<std::pair<std::string, std::string>> all;
  if (setting.plan == Plan::other && std::ranges::find(clues.variables, "TZ") == clues.variables.end())
    all.emplace_back("TZ", "XYZ-5:30");
  // Started by another shell, and where every byte is a character.
  if (setting.plan == Plan::other && setting.manner == Manner::searching) {
    all.emplace_back("SHLVL", "1");
    if (std::ranges::find(clues.variables, "LC_ALL") == clues.variables.end())
      all.emplace_back("LC_ALL", "C");
  }
  if (setting.plan == Plan::missing || setting.plan == Plan::other) {
    for (const char* name : {"USER", "LOGNAME"}) all.emplace_back(name, "other");
    all.emplace_back("HOME", kOtherHome);
    all.emplace_back("SHELL", "/bin/sh");
  }
  for (std::size_t i = 0; i < clues.variables.size(); ++i) {
    std::string value = variable_value(clues.variables[i]);
    switch (setting.plan) {
      case Plan::plain: break;
      case Plan::bare:
        if (setting.manner == Manner::searching) value = "-en";
        break;
      case Plan::single: value = kBelow + value; break;
      case Plan::other:
        value = setting.manner == Manner::searching ? "two  words " + std::to_string(i) + " *"
                                                    : parted(clues, lines, i);
        break;
      case Plan::turned: value = lines.excerpt(i); break;
      case Plan::odd: value = "a  dir/ÄRGER.c." + std::to_string(i) + "/"; break;
      case Plan::missing: continue;
    }
    all.emplace_back(clues.variables[i], std::move(value));
  }
  return all;
}

}  // namespace assay::worlds
