// SPDX-License-Identifier: Apache-2.0
// What many answers of a tool have around them, although its description does not strip it.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "assay/tool.h"

namespace assay {

class AnswerShapes {
 public:
  void add(const Answer& answer);

  // A sentence for each setting that would mend a fifth of the answers, and three at least: how many it is,
  // and what to write into the tool's description.
  std::vector<std::string> advice() const;

 private:
  std::size_t answers_ = 0;                 // with or without a command in them
  std::array<std::size_t, 5> strips_ = {};  // that a Strip would change, by its order
  std::size_t last_json_ = 0;               // that broke the contract, and have JSON below other text
};

}  // namespace assay
