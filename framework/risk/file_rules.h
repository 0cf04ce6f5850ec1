// SPDX-License-Identifier: Apache-2.0
// The files that a call writes or removes, whichever utility does it.
#pragma once

#include <string>
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

}  // namespace assay::risk
