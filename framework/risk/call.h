// SPDX-License-Identifier: Apache-2.0
// A utility's call as rules of risk see it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "assay/internal/utilities.h"

namespace assay::risk {

struct CalledOption {
  std::string name;  // canonical, "-r"; as written where no table reads it
  std::string value;
};

struct Call {
  std::string name;  // without a folder
  std::vector<CalledOption> options;
  std::vector<std::string> operands;
  std::vector<std::string> expression;  // find's, from its first primary on
  shell::Span span;

  bool has(std::string_view option) const;
  // Whether an option is there by its letter, alone or among others where no table reads it ("-fdx"), or by
  // its long name ("--force", with a value too).
  bool says(char letter, std::string_view name) const;
  bool mentions(std::string_view operand) const;
};

// A word as rules look at it: quotes gone, a living tilde and $HOME as "~", other expansions as "$".
// A quoted tilde becomes "./~".
std::string shown(const shell::Word& word);

// Where the command that a call runs stands among its words.
struct Inner {
  enum class Form { argv, script } form = Form::argv;
  std::size_t at = 0;
};

struct ReadCall {
  Call call;
  std::optional<Inner> inner;
};

// `words` are a name and its arguments, brace expansion done.
ReadCall read_call(const std::vector<shell::Word>& words, const UtilityTables& tables, shell::Span span);

}  // namespace assay::risk
