// SPDX-License-Identifier: Apache-2.0
// One command of a pipeline while rules still examine it.
#pragma once

#include "assay/internal/shell_tree.h"
#include "call/call.h"
#include "context.h"

namespace assay::equivalence {

struct Redirection {
  shell::RedirectOperator operation = shell::RedirectOperator::output;
  int fd = 1;
  std::string_view fd_variable;
  const Term* target = nullptr;
  shell::Span span;

  bool opens(int number, shell::RedirectOperator how) const {
    return fd == number && fd_variable.empty() && operation == how;
  }
  bool reads_file() const { return opens(0, shell::RedirectOperator::input); }    // < f
  bool writes_file() const { return opens(1, shell::RedirectOperator::output); }  // > f
};

using Redirections = std::pmr::vector<Redirection>;

struct Stage {
  Terms assignments;
  Call* call = nullptr;         // a simple command with a name
  const Term* other = nullptr;  // any other command; null if there are only assignments and redirections
  Redirections redirects;
  shell::Span span;

  explicit Stage(Arena& arena) : assignments(arena.memory()), redirects(arena.memory()) {}
};

using Stages = std::pmr::vector<Stage>;

// Syntax only: &> becomes > and 2>&1.
Redirections redirections_of(Context& context, const shell::Command& command);
// Sorts redirections that may change places.
void settle_redirections(Context& context, Redirections& redirects);

// The command that gets the redirections of a compound command. A group around a single command is kept if
// its expansions could observe that they come after the redirections: { echo *; } > o creates o before it
// looks for files, echo * > o creates it after.
const Term* redirected_term(Context& context, const Redirections& redirects, const Term* command);

// Whether expanding its words looks for files or runs something.
bool looks_around(const Term& term);

const Term* stage_term(Context& context, const Stage& stage);

}  // namespace assay::equivalence
