// SPDX-License-Identifier: Apache-2.0
// A simple command as a call.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "assay/internal/utilities.h"
#include "call.h"

namespace assay::risk {

struct ReadCall {
  Call call;
  std::vector<std::string> texts;  // the words as shown()
};

// REQUIRES: `words` are a name and its arguments, after brace expansion.
ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span);

}  // namespace assay::risk
