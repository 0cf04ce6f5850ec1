// SPDX-License-Identifier: Apache-2.0
// What a suite brings of its own: graders and reports.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "assay/grading.h"
#include "assay/result.h"

namespace assay {

// A report of the suite's own: a pure function of the finished run, written to `file` in the run's folder.
struct Reporter {
  std::string file;  // a plain file name
  std::function<void(const Run&, std::ostream&)> write;
};

struct Extensions {
  std::vector<Level> levels;  // used where LEVELS (or a case's `levels`) names them
  std::vector<Reporter> reporters;
};

}  // namespace assay
