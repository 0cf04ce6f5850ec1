// SPDX-License-Identifier: Apache-2.0
// A utility's call as the risk rules see it, and how a simple command is read as one.
#pragma once

#include <cstddef>
#include <span>
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
  std::vector<std::size_t> operand_at;  // the words that they are; 0 is the name
  std::vector<std::string> expression;  // of find, from its first primary on
  shell::Span span;
  bool only_informs = false;  // --help: it does nothing else

  bool has(std::string_view option) const;
  // Whether an option is present by its letter, alone or in a cluster if no table reads it ("-fdx"), or by
  // its long name ("--force", with or without a value, or abbreviated: "--forc").
  bool says(char letter, std::string_view name) const;
  bool mentions(std::string_view operand) const;
};

// A word as the rules see it: quotes removed, an active tilde and $HOME as "~", other expansions as "$". A
// quoted tilde becomes "./~".
std::string word_text(const shell::Word& word);

// The text of a word that a shell reads a second time: like word_text(), but a quoted tilde is active then.
std::string reread_text(const shell::Word& word);

// A simple command as a call.
struct ReadCall {
  Call call;
  std::vector<std::string> texts;  // the words as word_text()
};

// REQUIRES: `words` are a name and its arguments, after brace expansion.
ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span);

}  // namespace assay::risk
