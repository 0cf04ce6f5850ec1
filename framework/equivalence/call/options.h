// SPDX-License-Identifier: Apache-2.0
// Options and operands of a call according to its table: their order, names, forms and defaults.
#pragma once

#include "assay/internal/invocation.h"
#include "call/call.h"

namespace assay::equivalence {

// Fills the call from the parsed arguments. From the first argument that may be an option or several
// arguments, they are kept as written.
void read_arguments(Context& context, Call& call, const ParsedInvocation& parsed,
                    std::span<const Term* const> arguments);

// As far as the rung allows: canonical order, names and values, no defaults.
void settle_options(Context& context, Call& call, std::span<const Term* const> arguments);

const Term* setting_term(Context& context, const Utility& utility, const Setting& setting);

// git add …: the subcommand with its own options. `words` begins with its name.
const Term* subcommand_term(Context& context, const Utility& subcommand, std::span<const Term* const> words);

}  // namespace assay::equivalence
