// SPDX-License-Identifier: Apache-2.0
// Failures outside the tool under test: a dataset that does not parse, a folder that cannot be written, a
// table that contradicts itself. The tool's own failures are never errors; they are values (assay/tool.h).
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace assay {

// A place in a text file. `line` is 1-based; 0 means the file as a whole.
struct SourceLine {
  std::string file;
  int line = 0;
  bool operator==(const SourceLine&) const = default;
};

// "file:line", or "file" if the line is 0.
std::string to_string(const SourceLine& where);

// One fault. `pointer` is an RFC 6901 JSON pointer; empty if the file is not JSON or no place in it is meant.
struct Problem {
  SourceLine where;
  std::string pointer;
  std::string what;  // one sentence, no full stop, no newline
  std::string next;  // what the user can do about it; may be empty
  bool operator==(const Problem&) const = default;
};

// "file:line: error: what (at /pointer)\n  next: …", without the empty parts. Safe to print on a terminal.
std::string to_string(const Problem& problem);

// A broken harness. If nothing handles it, GoogleTest's main or the command line's main reports it. Carries
// all problems that were found, not just the first; what() is the text of each, one below the other.
class Error : public std::runtime_error {
 public:
  explicit Error(Problem problem);
  explicit Error(std::vector<Problem> problems);  // REQUIRES: not empty
  // A Problem without a pointer.
  Error(SourceLine where, std::string what, std::string next = {});
  const std::vector<Problem>& problems() const { return problems_; }

 private:
  std::vector<Problem> problems_;
};

}  // namespace assay
