// SPDX-License-Identifier: Apache-2.0
// Other shells' opinions: programs that are run over many
// commands at once. For tests that skip where they are missing.
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

// `program` is a shell command line without redirections; none where its first word is not installed.
std::optional<Ran> run(const std::string& program, std::string_view input);

// The lines it printed.
std::optional<std::vector<std::string>> run_lines(const std::string& program, std::string_view input);

// The commands of the corpus, one a line; empty where it is missing.
const std::vector<std::string>& corpus();

// The number of commands between two that are tried: `usual`, or 1 where ASSAY_FULL_CORPUS is set.
std::size_t stride(std::size_t usual);

inline bool mentions(const std::string& text, std::string_view wanted) {
  return text.find(wanted) != std::string::npos;
}

}  // namespace assay::shell

#define SKIP_WITHOUT_CORPUS() \
  if (corpus().empty()) GTEST_SKIP() << "no corpus at " ASSAY_SHARED_DATA
