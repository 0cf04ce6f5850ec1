// SPDX-License-Identifier: Apache-2.0
// The command that another one runs: inner commands of wrappers (env, nice, timeout), xargs and shells.
#pragma once

#include <span>

#include "call/call.h"

namespace assay::equivalence {

// Adds to `call` the inner command that its options leave.
void read_inner(Context& context, Call& call, const ParsedInvocation& parsed,
                std::span<const Term* const> arguments);

// Adds the command that runs if none is given (xargs: echo).
void add_default_command(Context& context, Call& call);

}  // namespace assay::equivalence
