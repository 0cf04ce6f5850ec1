// SPDX-License-Identifier: Apache-2.0
// The command that another one runs: of wrappers (env, nice, timeout), of xargs, of shells.
#pragma once

#include <span>

#include "call/call.h"

namespace assay::equivalence {

// Puts the inner command that the options of `call` leave into it.
void read_inner(Context& context, Call& call, const ParsedInvocation& parsed,
                std::span<const Term* const> arguments);

// What is run where nothing is said (xargs: echo).
void add_default_command(Context& context, Call& call);

}  // namespace assay::equivalence
