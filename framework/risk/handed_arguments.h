// SPDX-License-Identifier: Apache-2.0
// The commands of programs that add arguments to the one that they are given: xargs, parallel.
#pragma once

#include <span>
#include <vector>

#include "assay/internal/invocation.h"
#include "assay/internal/printed_text.h"
#include "call.h"

namespace assay::risk {

// What comes before a call and may become part of the commands that it runs.
struct Fed {
  shell::KnownText input;      // its standard input
  const Call* find = nullptr;  // the find that feeds it, if that finds nearly everything in its folders
};

// The words of each command that `words` become with the arguments that are known: those written after it,
// and those in the input. Arguments of a command that a shell reads are quoted for it. If only the arguments
// are written, each is a command.
std::vector<std::vector<shell::Word>> with_arguments(const ParsedInvocation& parsed,
                                                     std::span<const shell::Word> words, const Fed& fed,
                                                     bool by_shell);

}  // namespace assay::risk
