// SPDX-License-Identifier: Apache-2.0
// Verdicts that changed although the answer did not.
#pragma once

#include <optional>
#include <string>

#include "assay/compare.h"
#include "assay/internal/subject.h"
#include "case_figures.h"

namespace assay {

// A line for what two runs differ in: "awk of worlds differs (mawk 1.3.4 -> gawk 5.2.1)".
std::string difference_text(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference);

// What differs between two runs that can change the verdict on one and the same command.
class Circumstances {
 public:
  Circumstances(const RunInfo& a, const RunInfo& b);

  bool is_same() const { return machine_.empty() && grader_.empty(); }
  // Of a case whose verdict differs, with the same text in both runs: Change::machine if only worlds spoke
  // and the userland or the sandbox differs, Change::grader if another version judged. None: neither explains
  // it.
  std::optional<Change> changed(const CaseFigures& a, const CaseFigures& b) const;
  // "the same answer: awk of worlds differs (mawk 1.3.4 -> gawk 5.2.1)"
  std::string note(Change change) const;
  // What differs, for the reason of a gate.
  const std::string& differs(Change change) const { return change == Change::machine ? machine_ : grader_; }

 private:
  std::string machine_;  // empty: nothing that is known
  std::string grader_;
};

}  // namespace assay
