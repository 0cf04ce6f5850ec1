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

}  // namespace assay::equivalence
