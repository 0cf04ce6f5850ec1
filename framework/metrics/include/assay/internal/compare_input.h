// SPDX-License-Identifier: Apache-2.0
// Runs to be compared (assay/compare.h) whose figures come one by one: neither is held in memory.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "assay/compare.h"
#include "assay/internal/figures.h"

namespace assay {

// What was asked and what came back, for people.
struct CaseText {
  std::string prompt;
  std::string answer;  // the command, the words or the hits; how the tool ended where it did not answer
  std::string danger;  // Danger::reason; empty: none
};
CaseText case_text_of(const Result& result);

struct CompareInput {
  RunInfo info;
  FigureSource figures;
  // Of a case's last attempt, where it is known; may be empty. Asked for cases that changed alone.
  std::function<std::optional<CaseText>(const Figures&)> text;
};

// Of a run in memory, which must outlive it.
CompareInput compare_input_of(const Run& run);

// As compare() of runs in memory.
CompareReport compare(CompareInput a, CompareInput b, const CompareOptions& options = {});

}  // namespace assay
