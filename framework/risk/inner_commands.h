// SPDX-License-Identifier: Apache-2.0
// The commands that a call runs, found by the tables of its program.
#pragma once

#include <string>
#include <vector>

#include "assay/internal/printed_text.h"
#include "assay/internal/shell_tree.h"
#include "assay/internal/utilities.h"
#include "container.h"

namespace assay::risk {

// What comes before a call and may become part of the commands that it runs.
struct Fed {
  shell::KnownText input;      // its standard input
  const Call* find = nullptr;  // the find that feeds it, if that finds nearly everything in its folders
};

struct InnerCommand {
  std::vector<shell::Word> words;  // a name and its arguments; empty for a script
  std::string script;              // a shell command line
  bool is_script = false;
  bool is_default = false;  // it is not written: the shell that ssh starts
  bool has_input = true;    // the standard input of the call is its own, too
  InnerPlace place = InnerPlace::here;
  Container container;  // if that is the place
};

struct InnerCommands {
  std::vector<InnerCommand> all;
  bool runs_input = false;  // the standard input is commands itself (crontab -)
};

// REQUIRES: `words` are a name and its arguments.
InnerCommands inner_commands(const std::string& name, const std::vector<shell::Word>& words,
                             const UtilityTables& tables, const Fed& fed);

}  // namespace assay::risk
