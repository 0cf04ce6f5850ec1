// SPDX-License-Identifier: Apache-2.0
// What the commands of a script may see of it: how it is written and laid out, which processes run it, the
// status of the command before, and the text of errors.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "context.h"
#include "script/stage.h"

namespace assay::equivalence {

// Scripts that can observe how they are written.

// The construct in a script that reveals how the script is spelled, or which process runs a part of it: the
// name of a variable (LINENO, BASH_COMMAND, _ and the like), a jobs command, or /proc/self. Such a script
// equals only one with the same words. Empty if there is none. Errs on the side of finding one.
std::string_view self_reference(std::string_view script);

// Whether such a variable also reveals blanks and newlines between words.
bool shows_layout(std::string_view variable);

// Whether the script reads the exit status of an earlier command: $?, which a substitution changes.
bool reads_status(std::string_view script);

// Builtins that show how functions are written, or where they are called.

constexpr std::string_view kCaller = "caller";
constexpr std::string_view kFunctions = "declare -f";

// Whether the script runs caller, which prints the line of a call.
bool runs_caller(std::string_view script);

// Whether the script defines a function and prints or exports one: declare -f, type, export -f.
bool prints_functions(std::string_view script);

// Scripts that list processes next to those that they run.

// Whether a command of the script may see how its neighbours in a pipeline are written: ps aux | grep foo
// finds itself, ps aux | grep '[f]oo' does not. Errs on the side of yes.
bool lists_processes(std::string_view script);

// Whether a command of the script may find a background process by its number, as kill $! does.
bool signals_jobs(std::string_view script);

// Whether a utility of that name lists processes, including its own shell.
bool is_process_lister(std::string_view name);

// Commands that may read the exit status of the one before, or that tell how a script is written.

// Whether the builtin or function may read the exit status of the last command: exit without a number, eval,
// a function or program that is not known. `words` begin with its name.
bool reads_last_status(std::string_view name, std::span<const shell::Word> words, bool is_known);

// Whether it may change how words or commands are read, so that not even quotes and braces can be compared:
// alias, set -k, trap … ERR.
bool rereads_words(std::string_view name, std::span<const shell::Word> words);

// Whether it shows which programs ran before, of which the shell remembers the place: type ls.
bool shows_remembered(const shell::Command& command);

// The source of every word, in order. Two scripts with equal trees and equal words differ in layout only.
std::vector<std::string_view> written_words(const shell::List& list, std::string_view source);

// Scripts in which a line end is not a semicolon.

// Whether it may matter where the lines of a script end: the shell reads a whole line before it runs any of
// it (alias, shopt, extended globs), and after an expansion or assignment that fails it drops the rest of the
// line. Errs on the side of yes.
bool depends_on_lines(std::string_view script);

// For each command at the top of a script, whether a line begins with it.
std::vector<bool> line_starts(const shell::List& list, std::string_view source);

// Whether two scripts divide their commands into lines alike, or have a single line.
bool has_same_lines(const std::vector<bool>& a, const std::vector<bool>& b);

// The text on standard error is ignored unless the script itself sends it somewhere.

// Whether the standard error of the command, or of a command inside it, goes where somebody may read it: a
// file, a pipe, or another descriptor. /dev/null does not count.
bool shows_errors(const shell::Command& command);

// Drops 2>/dev/null, and options that only suppress text on standard error, if nobody looks at it.
void drop_unseen_errors(Context& context, Stages& stages);

}  // namespace assay::equivalence
