// SPDX-License-Identifier: Apache-2.0
// How a command may change the shell that runs it.
#pragma once

#include <string_view>

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

}  // namespace assay::equivalence
