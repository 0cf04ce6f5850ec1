// One case as a <testcase> element.
#pragma once

#include <iosfwd>
#include <vector>

#include "assay/internal/junit.h"

namespace assay {

// What a case counts as in its suite's attributes.
enum class JUnitKind { passed, failure, error, skipped };

JUnitKind kind_of(const Result& result, const RunInfo& info);

// `attempts`: all of the case, in order of their numbers; the last one decides. REQUIRES: not empty.
void write_testcase(std::ostream& out, const std::vector<const Result*>& attempts, const RunInfo& info,
                    const JUnitOptions& options);

// Seconds with six decimals: never an exponent, which schemas reject.
std::string seconds_of(std::chrono::nanoseconds time);

}  // namespace assay
