// SPDX-License-Identifier: Apache-2.0
// Text that commands hand to each other, as far as it can be read off: here-documents, and what echo, printf
// and cat print. Pure; functions and aliases of these names are not considered.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "assay/internal/shell_tree.h"

namespace assay::shell {

// The text of a word; none if it is known only at run time.
using TextOf = std::function<std::optional<std::string>(const Word&)>;
using KnownText =
    std::shared_ptr<const std::string>;  // null: not known. Shared, as many commands may get it.

// The last redirection of its standard input; null if there is none.
const Redirect* input_redirect(const Command& command);

// The standard input of a command, which is `outer` unless it is redirected.
KnownText input_text(const Command& command, const KnownText& outer, const TextOf& text_of);

// What it prints on standard output, with `outer` as in input_text(). Within brackets and `for`, parts that
// are not known are left out; a loop is read once.
KnownText printed_text(const Command& command, const KnownText& outer, const TextOf& text_of);

}  // namespace assay::shell
