// SPDX-License-Identifier: Apache-2.0
// The opinions of other shells: programs run over many commands at once, for tests that skip if they are
// missing.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::shell {

struct Ran {
  int status = 0;
  std::string output;
  std::string errors;
};

// `program` is a shell command line without redirections; empty if its first word is not installed.
std::optional<Ran> run(const std::string& program, std::string_view input);

// The lines of its standard output.
std::optional<std::vector<std::string>> run_lines(const std::string& program, std::string_view input);

// The commands of the corpus, one per element; empty if the corpus is missing.
const std::vector<std::string>& corpus();

// Every how many commands of the corpus one is tried: `usual`, or 1 if ASSAY_FULL_CORPUS is set.
std::size_t stride(std::size_t usual);

inline bool mentions(const std::string& text, std::string_view wanted) {
  return text.find(wanted) != std::string::npos;
}

}  // namespace assay::shell

#define SKIP_WITHOUT_CORPUS() \
  if (corpus().empty()) GTEST_SKIP() << "no corpus at " ASSAY_SHARED_DATA
