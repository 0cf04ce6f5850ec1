// SPDX-License-Identifier: Apache-2.0
// Faults as the checks collect them.
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

// The text in quotes, on one line and not longer than a message can bear.
std::string shown(std::string_view text);
bool is_blank(std::string_view text);

}  // namespace assay
