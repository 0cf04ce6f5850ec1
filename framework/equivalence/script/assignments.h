// SPDX-License-Identifier: Apache-2.0
// Assignments, alone or before a command.
#pragma once

#include <span>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

const Term* assignment_term(Context& context, const shell::Assignment& assignment);

// If `export`, or the name in x=$y, is quoted, the shell does not read x=$y as an assignment and splits it.
// Such words are marked, so that they do not equal those without quotes. `words` are the terms of the
// command's words.
void mark_quoted_declaration(Context& context, const shell::SimpleCommand& command, Terms& words);

// Sorts assignments if all set different variables to fixed texts.
void settle_assignments(Context& context, Terms& assignments);

// Rewrites export, readonly and env at the front of a command as what they stand for.

// export x=1 is declare -x x=1, and readonly x=1 is declare -r x=1, if no word is an option.
void name_declaration(Context& context, Terms& words);

// Takes env and its assignments off the front of a program's words. Returns the assignments as the shell has
// them; env stays if its words may be anything else. `before`: the assignments before env.
Terms take_environment(Context& context, Terms& words, const Terms& before);

// The words of a command after brace expansion.

// As for a command's arguments: e{val,} is eval. Returns `words`, or if there are any braces the content of
// `written`, which the result then refers to.
std::span<const shell::Word> expanded_words(const std::vector<shell::Word>& words,
                                            std::vector<shell::Word>& written);

}  // namespace assay::equivalence
