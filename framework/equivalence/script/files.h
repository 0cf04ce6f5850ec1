// SPDX-License-Identifier: Apache-2.0
// Whether a script sends output to a file, and whether it may see when, or in what order, it made files:
// folders and times show it.
#pragma once

#include <span>
#include <string_view>

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// Whether a script may see when, or in what order, it made files: folders and times show it.

// Notes whether the command, whose first word is `first` (? if that is not known), makes files, and whether
// it may see how an earlier one did. In a loop, or in the background, any may be earlier; find looks again
// behind -exec.
void survey_files(Context& context, std::span<const shell::Word> words, std::string_view first);

// The same for substitutions, and for tests that compare times.
bool may_show_making(std::string_view script);

// Whether a script sends output to a file.

// Whether the script, judging by its text, may redirect anything to a file but /dev/null. Errs on the side of
// yes.
bool may_write_files(std::string_view script);

}  // namespace assay::equivalence
