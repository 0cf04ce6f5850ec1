// Where what a run graded came from: the program's file, the project's commit.
#pragma once

#include <filesystem>
#include <map>
#include <span>
#include <string>

#include "assay/verdict.h"

namespace assay {

// As execvp finds it; the name itself where it is nowhere.
std::filesystem::path program_file(const std::string& name);

struct Checkout {
  std::string commit;  // empty: no git checkout, or no git
  bool dirty = false;  // files that git knows were changed
};
Checkout checkout_of(const std::filesystem::path& folder);

// What a tool runs under, by name; nothing for recorded answers.
std::map<std::string, std::string> limits_of(const Tool& tool);
// The versions of the levels that state one, by name.
std::map<std::string, std::string> versions_of(std::span<const Level> levels);

}  // namespace assay
