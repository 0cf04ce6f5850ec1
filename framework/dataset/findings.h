// SPDX-License-Identifier: Apache-2.0
// Collects the problems that the checks find.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay {

class Findings {
 public:
  void add(int line, std::string pointer, std::string what, std::string next) {
    problems_.push_back({{"", line}, std::move(pointer), std::move(what), std::move(next)});
  }
  std::vector<Problem> take() { return std::move(problems_); }

 private:
  std::vector<Problem> problems_;
};

// The text in quotes, on one line and shortened to fit a message.
std::string shown(std::string_view text);
bool is_blank(std::string_view text);

}  // namespace assay
