// SPDX-License-Identifier: Apache-2.0
// Scripts that can tell how they are written.
#pragma once

#include <string_view>

namespace assay::equivalence {

// What in a script shows how the script itself is spelled, or which process runs a part of it: a variable by
// its name (LINENO, BASH_COMMAND, _ and the like), jobs, or /proc/self. Such a script is the same as the same
// words alone. Empty where there is none. Errs on the side of finding one.
std::string_view self_reference(std::string_view script);

// Whether such a variable shows the blanks and lines between the words, too.
bool shows_layout(std::string_view variable);

// Whether the script reads the exit status of what ran before: $?, which a substitution changes.
bool reads_status(std::string_view script);

}  // namespace assay::equivalence
