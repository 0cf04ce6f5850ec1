// SPDX-License-Identifier: Apache-2.0
// Rules about a command and its standard input. Each returns whether it changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Whether a command that xargs or -exec runs may look at its standard input, which they give it in different
// ways.
bool may_read_input(const Context& context, std::span<const Term* const> words);

// Whether the command, as it stands, has nothing to do but to say that an operand is missing; rm -f says
// nothing.
bool lacks_operand(const Context& context, std::span<const Term* const> words);

// cat f | x is x < f.
bool drop_useless_cat(Context& context, Stages& stages);
// x f is x < f.
bool read_operand_as_input(Context& context, Stages& stages, std::size_t at);
// sed 3q is head -n 3, where nobody reads what they leave of their input: they read ahead differently.
bool read_first_lines(Context& context, Stages& stages, std::size_t at);
// xargs -a f is xargs < f, where its command only looks; tar -f - < f is tar -f f.
bool read_input_option(Context& context, Stage& stage);
// dd if=a of=b is cat < a > b.
bool read_copy(Context& context, Stage& stage);
// truncate -s 0 f and cp /dev/null f are true > f.
bool read_emptying(Context& context, Stage& stage);
// diff a - < b is diff a b, where names do not show.
bool read_dash_operand(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
