// SPDX-License-Identifier: Apache-2.0
// A simple command as a call, with the commands that it runs.
#pragma once

#include <vector>

#include "assay/internal/utilities.h"
#include "call.h"
#include "inner_commands.h"

namespace assay::risk {

struct ReadCall {
  Call call;
  InnerCommands inner;
};

// REQUIRES: `words` are a name and its arguments, after brace expansion.
ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span,
                   const Fed& fed = {});

}  // namespace assay::risk
