// The command line of `assay`: which command, with which options.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace assay::cli {

// Exit statuses, the same for every command.
enum ExitStatus {
  kHeld = 0,           // done; equivalent; nothing to complain about
  kNot = 1,            // not equivalent; findings; a gate that did not hold
  kNotComparable = 2,  // could not be done: a file that cannot be read, runs that cannot be compared
  kUsage = 3,          // the command line is off
};

struct Explain {
  std::string a;
  std::string b;
  std::filesystem::path pairs;   // instead of a and b: one verdict a line
  std::filesystem::path tables;  // a folder with the user's own utility tables; empty: none
  bool json = false;
};

struct Lint {
  std::vector<std::filesystem::path> datasets;
  std::filesystem::path tables;
  bool json = false;
};

struct Done {  // --help and --version were answered, or the command line is off
  int status = kHeld;
};

using Command = std::variant<Done, Explain, Lint>;

// Prints help and usage errors itself.
Command read_command_line(int argc, char** argv);

int explain(const Explain& options);
int lint(const Lint& options);

}  // namespace assay::cli
