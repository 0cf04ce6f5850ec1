// SPDX-License-Identifier: Apache-2.0
// What a mode of chmod, octal or symbolic, grants and takes.
#pragma once

#include <string_view>

namespace assay::risk {

// Whether everybody may write then. Not where only the owner of a file may remove it (1777), nor where the
// umask decides (+w).
bool lets_others_write(std::string_view mode);
bool sets_id(std::string_view mode);              // the file runs as its owner or group
bool locks_everybody_out(std::string_view mode);  // nobody may do anything any more

}  // namespace assay::risk
