// SPDX-License-Identifier: Apache-2.0
// A utility's call as the risk rules see it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"

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
std::string shown(const shell::Word& word);

// The text of a word that a shell reads a second time: like shown(), but a quoted tilde is active then.
std::string text_of(const shell::Word& word);

}  // namespace assay::risk
