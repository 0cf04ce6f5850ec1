// SPDX-License-Identifier: Apache-2.0
// How far an action of find reaches, and what find hands to the command that it runs, or that xargs runs
// after it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/commands_run.h"
#include "call.h"

namespace assay::risk {

// Whether `action` in find's expression reaches (nearly) everything below its folders, because no test before
// it excludes most files. A negated test excludes little, and words after the action are not tests of it.
// `action` is -delete, -exec …; empty: the end of the expression.
bool reaches_all(const std::vector<std::string>& expression, std::string_view action);

// The word with that word_text() text: a leading tilde is active.
shell::Word word_of_text(const std::string& text);

// If find hands rm everything in its folders, that is as if rm removed the folders recursively.
void hand_roots(const Call& find, std::vector<shell::Word>& inner);

// The words of a command that find runs, as `inner` of its call. The first is called with the folders
// themselves if no test before it excludes most files; for the others, the first is such a test.
std::vector<shell::Word> executed_command(const Call& find, const std::vector<shell::Word>& words,
                                          const CommandRun& inner, bool is_first);

}  // namespace assay::risk
