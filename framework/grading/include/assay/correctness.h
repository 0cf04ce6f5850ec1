// SPDX-License-Identifier: Apache-2.0
// Whether a generated command is as good as the expected one, for code that does its own grading.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace assay {

enum class CorrectnessMethod { ExactMatch, SemanticEquivalent, NoMatch };
std::string_view to_string(CorrectnessMethod method);

struct CorrectnessResult {
  double score = 0.0;  // 1.0 same bytes, 0.95 only blanks differ, 0.90 flag order, …, 0.0 no match
  CorrectnessMethod method = CorrectnessMethod::NoMatch;
  std::optional<std::string> diff;  // if NoMatch: both commands and their differences, plain text
  std::string note;                 // if SemanticEquivalent: what differs, "flag order differs: … vs …"
};

// Pure and re-entrant; never throws. Both commands are trimmed first.
CorrectnessResult evaluate_correctness(std::string_view generated, std::string_view expected);

// The mean of the scores; 0.0 for no results.
double aggregate_scores(std::span<const CorrectnessResult> results);

}  // namespace assay
