// SPDX-License-Identifier: Apache-2.0
// Scripts that can observe how they are written.
#pragma once

#include <string_view>

namespace assay::equivalence {

// The construct in a script that reveals how the script is spelled, or which process runs a part of it: the
// name of a variable (LINENO, BASH_COMMAND, _ and the like), a jobs command, or /proc/self. Such a script
// equals only one with the same words. Empty if there is none. Errs on the side of finding one.
std::string_view self_reference(std::string_view script);

// Whether such a variable also reveals blanks and newlines between words.
bool shows_layout(std::string_view variable);

// Whether the script reads the exit status of an earlier command: $?, which a substitution changes.
bool reads_status(std::string_view script);

}  // namespace assay::equivalence
