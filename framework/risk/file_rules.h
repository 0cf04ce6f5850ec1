// SPDX-License-Identifier: Apache-2.0
// The files that a call writes or removes, whichever utility does it, and what a mode of chmod grants and
// takes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "call.h"
#include "call_rules.h"

namespace assay::risk {

struct WrittenFile {
  std::string path;
  Writing writing = Writing::replaces;
};

// What a redirection could write as well: the targets of cp, mv, ln, install, tee, dd, sort -o …
std::vector<WrittenFile> written_files(const Call& call);
std::vector<std::string> removed_files(const Call& call);  // those of mv are gone from there, too
std::vector<std::string> edited_files(const Call& call);   // changed in place

// What a mode of chmod, octal or symbolic, grants and takes.

// Whether everybody may write then. Not where only the owner of a file may remove it (1777), nor where the
// umask decides (+w).
bool lets_others_write(std::string_view mode);
bool sets_id(std::string_view mode);              // the file runs as its owner or group
bool locks_everybody_out(std::string_view mode);  // nobody may do anything any more

}  // namespace assay::risk
