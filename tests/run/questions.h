// SPDX-License-Identifier: Apache-2.0
// Cases, and tools that answer them.
#pragma once

#include <string>

#include "answers.h"
#include "assay/evaluate.h"

namespace assay {

inline Case asking(const std::string& id, const std::string& prompt, const std::string& expected) {
  Case asked = a_case(id, {expected});
  asked.prompt = prompt;
  return asked;
}

// A tool that is a script; $1 is the prompt.
inline Tool shell(const std::string& script) {
  return {.name = "sh", .how = Program{.argv = {"/bin/sh", "-c", script, "sh", "{prompt}"}}};
}

}  // namespace assay
