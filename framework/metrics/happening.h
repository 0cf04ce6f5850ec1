// SPDX-License-Identifier: Apache-2.0
// What an answer did, as the beginning of a headline.
#pragma once

#include <string>

#include "assay/result.h"

namespace assay {

// "got `wc -l notes.txt`, want `wc -l < notes.txt`", long commands shortened to where they differ;
// "timed_out: no answer within 30 s, want `ls`"; empty of a golden query, whose grade says it. One printable
// line.
std::string what_happened(const Result& result);

}  // namespace assay
