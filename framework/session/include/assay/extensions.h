// SPDX-License-Identifier: Apache-2.0
// A suite's own graders and reports.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <vector>

#include "assay/grading.h"
#include "assay/result.h"

namespace assay {

// A report of the suite: a pure function of the finished run, written to `file` in the run's folder. Only a
// runner that is built with it writes it, under GoogleTest and ctest; `assay run` does not know it.
struct Reporter {
  std::string file;  // a plain file name
  std::function<void(const Run&, std::ostream&)> write;
};

struct Extensions {
  std::vector<Level> levels;  // used if LEVELS (or a case's `levels`) names them
  std::vector<Reporter> reporters;
};

}  // namespace assay
