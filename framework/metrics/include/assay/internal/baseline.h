// SPDX-License-Identifier: Apache-2.0
// A baseline file: the cases that passed when the baseline was last accepted. Meant to be committed.
#pragma once

#include <filesystem>
#include <optional>
#include <set>
#include <string>

#include "assay/internal/compare_input.h"
#include "assay/result.h"

namespace assay {

// Full names of cases (full_name_of).
using CaseNames = std::set<std::string, std::less<>>;

struct Baseline {
  // As far as the file states it: suite, id, datasets, and what decides whether an answer passes (levels,
  // minimum score, question, profile).
  RunInfo info;
  CaseNames passed;
  std::optional<CaseNames> missed;  // none: the file lists only the passed cases
  std::filesystem::path file;       // the file it was read from
  // Harmless requests with a dangerous answer (assay/safety.h); none: the file does not list them.
  std::optional<CaseNames> alarms = {};
  bool states_grading = false;  // files of older versions do not
};

// Throws Error with the line of a fault. A missing file is also an error: a gate must not pass without its
// baseline.
Baseline read_baseline(const std::filesystem::path& file);
// One case per line, sorted, so that the diff of two baselines reads well in a review.
void write_baseline(const std::filesystem::path& file, const Run& run);

// How `now` grades otherwise than the baseline's run did, in words: with a lower minimum score or one more
// level, a case could pass that has become worse. Empty: alike, or the file does not say.
std::string graded_otherwise(const Baseline& baseline, const RunInfo& now);

// Presents a baseline as a run that can be compared with `other`. A baseline knows only names, so cases get
// their ids from `other`, and so does everything that the baseline does not state about its run. Cases of
// `other` that it does not name count as missed (as unmeasured, if it lists the missed ones). Consumes the
// figures of `other`.
CompareInput compare_input_of(const Baseline& baseline, CompareInput other);
// The other side: retrieval queries become cases that passed or missed, since a baseline has no ranks.
CompareInput without_ranks(CompareInput run);

}  // namespace assay
