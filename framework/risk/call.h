// SPDX-License-Identifier: Apache-2.0
// A utility's call as the risk rules see it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "assay/internal/utilities.h"

namespace assay::risk {

struct CalledOption {
  std::string name;  // canonical, "-r"; as written if no table reads it
  std::string value;
};

struct Call {
  std::string name;  // without a folder
  std::vector<CalledOption> options;
  std::vector<std::string> operands;
  std::vector<std::string> expression;  // of find, from its first primary on
  shell::Span span;

  bool has(std::string_view option) const;
  // Whether an option is present by its letter, alone or in a cluster if no table reads it ("-fdx"), or by
  // its long name ("--force", with or without a value).
  bool says(char letter, std::string_view name) const;
  bool mentions(std::string_view operand) const;
};

// A word as the rules see it: quotes removed, an active tilde and $HOME as "~", other expansions as "$". A
// quoted tilde becomes "./~".
std::string shown(const shell::Word& word);

// The text of a word that a shell reads a second time: like shown(), but a quoted tilde is active then.
std::string text_of(const shell::Word& word);

struct ReadCall {
  Call call;
  std::optional<std::size_t> command_at;  // the position, among the words, of the command that it runs
  std::vector<std::string> scripts;       // the shell command lines that it runs
};

// REQUIRES: `words` are a name and its arguments, after brace expansion.
ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span);

}  // namespace assay::risk
