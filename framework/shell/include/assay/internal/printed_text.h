// SPDX-License-Identifier: Apache-2.0
// Text that commands hand to each other, as far as it can be read off: here-documents, and what echo, printf
// and cat print. Pure; functions and aliases of these names are not considered.
#pragma once

#include <concepts>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// The text of a word; none if it is known only at run time.
using TextOf = std::function<std::optional<std::string>(const Word&)>;
using KnownText =
    std::shared_ptr<const std::string>;  // null: not known. Shared, as many commands may get it.

// Where texts come from. What is not given is not known.
struct TextSources {
  template <std::convertible_to<TextOf> Function>
  TextSources(Function of_words) : text_of(std::move(of_words)) {}  // NOLINT: words alone are enough

  TextOf text_of;
  // The content of a file.
  std::function<KnownText(const std::string& path)> file_text;
  // What a command that is not read here prints, with its name, arguments and standard input.
  std::function<KnownText(std::span<const Word>, const KnownText&)> printed_by;
};

// The last redirection of its standard input; null if there is none.
const Redirect* input_redirect(const Command& command);

// The standard input of a command, which is `outer` unless it is redirected.
KnownText input_text(const Command& command, const KnownText& outer, const TextSources& sources);

// What it prints on standard output, with `outer` as in input_text(). Within brackets and `for`, parts that
// are not known are left out; a loop is read once.
KnownText printed_text(const Command& command, const KnownText& outer, const TextSources& sources);
// The same of a list without an input; and what it would print if it were not redirected.
KnownText printed_text(const List& list, const TextSources& sources);
KnownText produced_text(const Command& command, const KnownText& outer, const TextSources& sources);

// What a word that is a single <(…) provides; null for others.
KnownText provided_text(const Word& word, const TextSources& sources);

}  // namespace assay::shell
