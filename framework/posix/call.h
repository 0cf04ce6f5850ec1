// SPDX-License-Identifier: Apache-2.0
// Checks a simple command against POSIX: its name, its options and its operands.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/invocation.h"
#include "assay/internal/printed_text.h"
#include "assay/internal/shell_tree.h"
#include "findings.h"

namespace assay::posix {

// A word as far as it is known: quotes removed, expansions as "$".
struct ReadWord {
  std::string text;
  bool is_literal = true;
  shell::Span span;
};
std::vector<ReadWord> read_words(std::span<const shell::Word> words);
// The position of the first argument, after a "--".
std::size_t after_dashes(std::span<const ReadWord> words);

// A command nested in a call: the words [begin, end), or a script whose text is known.
struct Inner {
  enum class Form { argv, script } form = Form::argv;
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
  bool has_input = true;  // the call's standard input is its own, too
};

// REQUIRES: `words` are a name and its arguments; at least the name. Returns the nested commands still to be
// checked. One of them is `input`, the standard input of the call, if a shell of this machine reads it as a
// script.
std::vector<Inner> judge_call(std::span<const ReadWord> words, const shell::KnownText& input,
                              const UtilityTables& tables, Findings& findings);

// Checks what options and operands say in a utility's own language: sizes, formats, patterns, scripts.

// `words` are the name and arguments that were read as `parsed`.
void judge_operands(const ParsedInvocation& parsed, std::span<const ReadWord> words, Findings& findings);

// Shell builtins: those that POSIX lacks, and arguments that it does not allow.

// What to write instead of a command that only bash has (local, [[, declare); none if it is not one.
std::optional<std::string_view> instead_of_builtin(std::string_view name);

// Checks what no option table covers: operators of test, signals of trap, names that set -o knows …
void judge_builtin(std::span<const ReadWord> words, Findings& findings);

}  // namespace assay::posix
