// SPDX-License-Identifier: Apache-2.0
// Cases, and tools that answer them.
#pragma once

#include <string>

#include "assay/evaluate.h"

namespace assay {

inline Case asking(const std::string& id, const std::string& prompt, const std::string& expected) {
  return {.id = id,
          .name = id,
          .prompt = prompt,
          .accepted = {expected},
          .where = {"set.json", 3},
          .dataset = "set"};
}

// A tool that is a script; $1 is the prompt.
inline Tool shell(const std::string& script) {
  return {.name = "sh", .how = Program{.argv = {"/bin/sh", "-c", script, "sh", "{prompt}"}}};
}

}  // namespace assay
