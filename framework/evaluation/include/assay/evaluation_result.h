// SPDX-License-Identifier: Apache-2.0
// What an evaluation says of one pair of commands, and of many: by their text, by similarity, by a judge.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace assay {

// What decides, in this order. All answer whether the answer does what was asked for.
enum class EvaluationProfile {
  similarity,  // the same text; a similarity at or above the threshold; the judge, between judge_from and it
  text,        // exact, whitespace, canonical: what can be proven
  evidence,    // these, then worlds in which both are run, then calibrated similarity, then the judge
};
std::string_view to_string(EvaluationProfile profile);  // "exact+similarity+judge", "text", "evidence"
std::optional<EvaluationProfile> evaluation_profile_from(std::string_view text);

// A profile with its thresholds.
struct EvaluationTerms {
  EvaluationProfile profile = EvaluationProfile::similarity;
  double threshold = 0.80;   // 0.90 is strict, 0.70 lenient; what they mean depends on the model
  double judge_from = 0.70;  // where less alike, the judge is not asked
  bool operator==(const EvaluationTerms&) const = default;
};
// Throws Error for a threshold that is none.
void check(const EvaluationTerms& terms);

struct EvaluationResult {
  std::string instruction;
  std::string expected;
  std::string generated;
  bool exact_match = false;  // but for blanks at the ends
  // None: not measured. A judge is asked of few, so most have no judge's match.
  std::optional<double> semantic_similarity = {};
  std::optional<bool> semantic_match = {};
  std::optional<bool> llm_judge_match = {};
  double similarity_threshold = 0.0;
  std::optional<bool> functionally_equivalent = {};
  std::string explanation = {};  // one line: what decided, or why nothing did
  bool operator==(const EvaluationResult&) const = default;
};

// So many of those that were measured; no share of none.
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
  std::optional<double> avg_similarity;  // of those that have one
};

}  // namespace assay
