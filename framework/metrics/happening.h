// SPDX-License-Identifier: Apache-2.0
// The tool's answer, as the beginning of a headline.
#pragma once

#include <string>

#include "assay/result.h"

namespace assay {

// "got `wc -l notes.txt`, want `wc -l < notes.txt`", long commands shortened to the part that differs;
// "timed_out: no answer within 30 s, want `ls`"; empty for a golden query, whose grade says it. One printable
// line.
std::string what_happened(const Result& result);

}  // namespace assay
