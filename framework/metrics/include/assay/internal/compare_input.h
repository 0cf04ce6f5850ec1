// SPDX-License-Identifier: Apache-2.0
// Comparison of runs (assay/compare.h) whose figures are streamed: neither is held in memory.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "assay/compare.h"
#include "assay/internal/figures.h"

namespace assay {

// The question and the answer, for display.
struct CaseText {
  std::string prompt;
  std::string answer;  // the command, the text or the hits; if the tool did not answer, how it ended
  std::string danger;  // Danger::reason; empty: none
  std::optional<std::string> command;  // whole, if the tool answered with one; `answer` may be cut
};
CaseText case_text_of(const Result& result);

struct CompareInput {
  RunInfo info;
  FigureSource figures;
  // The text of a case's last attempt, if known; may be empty. Called only for changed cases.
  std::function<std::optional<CaseText>(const Figures&)> text;
};

// For a run in memory, which must outlive it.
CompareInput compare_input_of(const Run& run);

// Like compare() for runs in memory.
CompareReport compare(CompareInput a, CompareInput b, const CompareOptions& options = {});

}  // namespace assay
