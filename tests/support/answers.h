// SPDX-License-Identifier: Apache-2.0
// Cases, and what tools answer. A test changes the members that it is about.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "assay/tool.h"

namespace assay {

// A case that accepts these commands.
inline Case a_case(const std::string& id = "c", std::vector<std::string> accepted = {"ls -la"}) {
  return {.id = id,
          .name = id,
          .prompt = "list files",
          .accepted = std::move(accepted),
          .where = {"set.json", 3},
          .dataset = "set"};
}

inline Answer answered(std::string command) {
  Answer answer;
  answer.ending = Ending::answered;
  answer.command = std::move(command);
  return answer;
}

// There is no command.
inline Answer ended(Ending ending, std::string detail = "") {
  Answer answer;
  answer.ending = ending;
  answer.detail = std::move(detail);
  return answer;
}

}  // namespace assay
