// Where what a run graded came from: the program's file, the project's commit.
#pragma once

#include <filesystem>
#include <string>

namespace assay {

// As execvp finds it; the name itself where it is nowhere.
std::filesystem::path program_file(const std::string& name);

struct Checkout {
  std::string commit;  // empty: no git checkout, or no git
  bool dirty = false;  // files that git knows were changed
};
Checkout checkout_of(const std::filesystem::path& folder);

}  // namespace assay
