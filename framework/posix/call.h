// SPDX-License-Identifier: Apache-2.0
// A simple command as POSIX has it or has not: its name, its options, what its operands say.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "findings.h"

namespace assay::posix {

// A word as far as it is known: quotes gone, what expands as "$".
struct ReadWord {
  std::string text;
  bool is_literal = true;
  shell::Span span;
};
std::vector<ReadWord> read_words(std::span<const shell::Word> words);

// Where a call holds another: the words [begin, end), or a script whose text is known.
struct Inner {
  enum class Form { argv, script } form = Form::argv;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

// `words` are a name and its arguments, at least the name. Returns what is still to be looked at.
std::vector<Inner> judge_call(std::span<const ReadWord> words, const UtilityTables& tables,
                              Findings& findings);

}  // namespace assay::posix
