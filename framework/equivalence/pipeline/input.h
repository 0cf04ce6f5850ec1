// SPDX-License-Identifier: Apache-2.0
// What commands do with their standard input.
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

}  // namespace assay::equivalence
