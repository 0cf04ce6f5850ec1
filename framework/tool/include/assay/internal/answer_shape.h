// SPDX-License-Identifier: Apache-2.0
// Recognises what many answers of a tool have around them although its description does not strip it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "assay/tool.h"

namespace assay {

class AnswerShapes {
 public:
  void add(const Answer& answer);

  // One sentence for each setting that would fix at least a fifth of the answers, and at least three: how
  // many answers, and what to write into the tool's description.
  std::vector<std::string> advice() const;

 private:
  std::size_t answers_ = 0;                 // answered, or broke the contract
  std::array<std::size_t, 5> strips_ = {};  // answers that each Strip would change, in its order
  std::size_t last_json_ = 0;               // answers that broke the contract and have JSON below other text
};

}  // namespace assay
