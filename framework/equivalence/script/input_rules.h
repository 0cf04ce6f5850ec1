// SPDX-License-Identifier: Apache-2.0
// Rules about a command and its standard input. Each function returns whether it changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Whether a command run by xargs or -exec may examine its standard input, which differs between the two.
bool may_read_input(const Context& context, std::span<const Term* const> words);

// Whether the command as it stands could only report a missing operand (or, like rm -f, do nothing).
bool lacks_operand(const Context& context, std::span<const Term* const> words);

// Whether a call of sed or awk reads its only file, or the target of its input redirection, and no other
// command shares that file's position: then it does not matter how far it is read.
bool reads_own_file(const Stage& stage);

// cat f | x is x < f.
bool drop_useless_cat(Context& context, Stages& stages);
// x f is x < f.
bool read_operand_as_input(Context& context, Stages& stages, std::size_t at);
// sed 3q is head -n 3, if nobody reads the rest of their input: they read ahead differently.
bool read_first_lines(Context& context, Stages& stages, std::size_t at);
// xargs -a f is xargs < f, if its command only examines.
bool read_input_option(Context& context, Stage& stage);
// dd if=a of=b is cat < a > b.
bool read_copy(Context& context, Stage& stage);
// truncate -s 0 f and cp /dev/null f are true > f.
bool read_emptying(Context& context, Stage& stage);
// diff a - < b is diff a b, if names do not show.
bool read_dash_operand(Context& context, Stages& stages, std::size_t at);

}  // namespace assay::equivalence
