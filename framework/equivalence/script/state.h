// SPDX-License-Identifier: Apache-2.0
// How a command may change the shell that runs it and the files that it makes, and what two commands of one
// form still have to presume: differences that programs may show and forms leave out.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// Whether running this in the shell itself leaves the shell unchanged, so that a subshell around it has no
// effect.
bool keeps_state(const Term& command);

// The facts that the text of a script shows. survey() adds those that need its tree.
ScriptFacts facts_of(std::string_view script);

// Looks through a script for functions, and for commands that change how the rest is read.
void survey(Context& context, const shell::List& list);

// During its lifetime the context reads the list of a substitution: a separate shell, in which the list's own
// changes apply as well as those of the surrounding script.
class OwnShell {
 public:
  OwnShell(Context& context, const shell::List& list);
  ~OwnShell();
  OwnShell(const OwnShell&) = delete;
  OwnShell& operator=(const OwnShell&) = delete;

 private:
  Context& context_;
  const ScriptFacts outer_;
  std::size_t functions_;
};

// Records that the variable is set for a command. `name` may end in "=" or "+=".
void note_environment(Context& context, std::string_view name);

// Variables that change how a shell reads and finds commands, and where a script may set them.

// PATH, IFS and the like.
bool is_reserved(std::string_view name);

// Whether the text begins with a variable that makes utilities read their arguments by another standard.
bool names_standard(std::string_view text);

// Whether the text may set one of them other than by an assignment before a command: in arithmetic (PATH=1,
// ++IFS), as an attached value (printf -vPATH), for a descriptor ({PATH}>), through env or sudo, or as an
// exported function. Reading them ($PATH) does not count. Errs on the side of yes.
bool may_set_reserved(std::string_view script);

// Whether the name occurs anywhere except after a dollar: as a separate word, in arithmetic, in an
// assignment.
bool names_variable(std::string_view script, std::string_view name);

// The assumptions under which a form that both scripts have means that they do the same; empty if there is
// nothing to assume. `tables` may be null: the compiled-in ones.
//
// Programs show their environment, and with it how a shell started them: SHLVL counts the shells around them,
// which a shell that becomes its last program takes off again; _ names what was started, and the order of
// variables is that of the assignments. $'\u00e9' is a letter only in some locales.
std::vector<Applied> presumptions(std::string_view a, const shell::List& tree_a, std::string_view b,
                                  const shell::List& tree_b, const UtilityTables* tables);

// What in the script reads how it is written, found by its tree: "0" where a program may read the file that
// $0 names, "_" where arithmetic reads the last argument. Empty if nothing does.
std::string_view tree_reference(std::string_view script, const shell::List& tree);

// Whether a script may see when, or in what order, it made files: folders and times show it.

// Notes whether the command, whose first word is `first` (? if that is not known), makes files, and whether
// it may see how an earlier one did. In a loop, or in the background, any may be earlier; find looks again
// behind -exec.
void survey_files(Context& context, std::span<const shell::Word> words, std::string_view first);

// The same for substitutions, and for tests that compare times.
bool may_show_making(std::string_view script);

// Whether the script, judging by its text, may redirect anything to a file but /dev/null. Errs on the side of
// yes.
bool may_write_files(std::string_view script);

}  // namespace assay::equivalence
