// SPDX-License-Identifier: Apache-2.0
// Patterns for file names.
#pragma once

#include "context.h"

namespace assay::equivalence {

// [ba] and [a-b] are [ab], and [^a] is [!a]: single characters, each once, in order. Ranges are in ASCII
// order, bash's default. If nothing matches, the shell passes on the pattern as written.
std::string_view glob_text(Context& context, std::string_view pattern);

}  // namespace assay::equivalence
