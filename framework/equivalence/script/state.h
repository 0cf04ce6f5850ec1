// SPDX-License-Identifier: Apache-2.0
// What a command may change of the shell that runs it.
#pragma once

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// Whether running this in the shell itself changes nothing of it: a subshell around it is then idle.
bool keeps_state(const Term& command);

// Looks through a script for functions, and for what changes how the rest is read.
void survey(Context& context, const shell::List& list);

// While it lives, the context reads the list of a substitution: a shell of its own, in which what the list
// changes holds as well as what the script around it changes.
class OwnShell {
 public:
  OwnShell(Context& context, const shell::List& list);
  ~OwnShell();
  OwnShell(const OwnShell&) = delete;
  OwnShell& operator=(const OwnShell&) = delete;

 private:
  Context& context_;
  bool changed_shell_;
  bool shows_errors_;
  bool declares_;
  bool defaults_hold_;
  std::size_t functions_;
};

// Takes into account that the variable is set for a command. `name` may end in "=" or "+=".
void note_environment(Context& context, std::string_view name);

}  // namespace assay::equivalence
