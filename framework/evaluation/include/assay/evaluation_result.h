// SPDX-License-Identifier: Apache-2.0
// The evaluation of one pair of commands, and of many: by text, by similarity, by a judge.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// Which checks decide, in order, whether the answer does what was asked for.
enum class EvaluationProfile {
  similarity,  // the same text; similarity of at least the threshold; the judge, from judge_from up to it
  text,        // exact, whitespace, canonical: equality that can be proven
  evidence,    // these, then running both in worlds, then calibrated similarity, then the judge
};
std::string_view to_string(EvaluationProfile profile);  // "exact+similarity+judge", "text", "evidence"
std::optional<EvaluationProfile> evaluation_profile_from(std::string_view text);

// A profile with its thresholds.
struct EvaluationTerms {
  EvaluationProfile profile = EvaluationProfile::similarity;
  double threshold = 0.80;   // 0.90 is strict, 0.70 lenient; what they mean depends on the model
  double judge_from = 0.70;  // below it, the judge is not asked
  bool operator==(const EvaluationTerms&) const = default;
};
// Throws Error for an invalid threshold.
void check(const EvaluationTerms& terms);

struct EvaluationResult {
  std::string instruction;
  std::string expected;
  std::string generated;
  bool exact_match = false;  // ignoring blanks at the ends
  // None: not measured. A judge is asked about few pairs, so most have none.
  std::optional<double> semantic_similarity = {};
  std::optional<bool> semantic_match = {};
  std::optional<bool> llm_judge_match = {};
  double similarity_threshold = 0.0;
  std::optional<bool> functionally_equivalent = {};
  std::string explanation = {};  // one line: what decided, or why nothing did
  bool operator==(const EvaluationResult&) const = default;
};

// Matches among the measured pairs; no share if none was measured.
struct MatchRate {
  std::size_t matches = 0;
  std::size_t measured = 0;
  std::optional<double> share() const {
    return measured == 0 ? std::nullopt
                         : std::optional(static_cast<double>(matches) / static_cast<double>(measured));
  }
};

struct EvaluationMetrics {
  std::size_t total = 0;
  MatchRate exact;
  MatchRate semantic;
  MatchRate judged;
  MatchRate functional;
  std::optional<double> avg_similarity;  // of the pairs that have one
};

}  // namespace assay
