// SPDX-License-Identifier: Apache-2.0
// Patterns for the names of files.
#pragma once

#include "context.h"

namespace assay::equivalence {

// [ba] and [a-b] are [ab], and [^a] is [!a]: single characters, each once and in order. Ranges are those of
// ASCII, as bash has them unless it is told otherwise. Where nothing matches, the shell hands on the pattern
// as it is written.
std::string_view glob_text(Context& context, std::string_view pattern);

}  // namespace assay::equivalence
