// SPDX-License-Identifier: Apache-2.0
// The prompts of a promptfoo configuration: texts, or something that stands for texts elsewhere.
#pragma once

#include <string>
#include <string_view>

namespace assay::convert {

struct FoundPrompt {
  std::string text;
  int line = 0;
  std::string obstacle = {};  // why it is not the text that the tool gets; empty: it is
};

FoundPrompt prompt_from(std::string_view text, int line);

}  // namespace assay::convert
