// Pairs of commands, without a tool and its datasets: is what was generated functionally equivalent to what
// was expected? By text, then by similarity, then by a judge (docs/evaluate.md).
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/embedder.h"
#include "assay/grading.h"

namespace assay {

struct EvaluationExample {
  std::string instruction;  // what was asked for
  std::string expected;     // a command that does it
  std::string generated;    // what a model answered
};

// What decides, in this order. All answer whether the answer does what was asked for.
enum class EvaluationProfile {
  similarity,  // the same text; a similarity at or above the threshold; the judge, between judge_from and it
  text,        // exact, whitespace, canonical: what can be proven
  evidence,    // these, then worlds in which both are run, then calibrated similarity, then the judge
};
std::string_view to_string(EvaluationProfile profile);  // "exact+similarity+judge", "text", "evidence"
std::optional<EvaluationProfile> evaluation_profile_from(std::string_view text);

struct EvaluationResult {
  std::string instruction;
  std::string expected;
  std::string generated;
  bool exact_match = false;  // but for blanks at the ends
  // None: not measured. A judge is asked of few, so most have no judge's match.
  std::optional<double> semantic_similarity;
  std::optional<bool> semantic_match;
  std::optional<bool> llm_judge_match;
  double similarity_threshold = 0.0;
  std::optional<bool> functionally_equivalent;
  std::string explanation;  // one line: what decided, or why nothing did
};

struct EvaluatorOptions {
  EvaluationProfile profile = EvaluationProfile::similarity;
  double threshold = 0.80;   // 0.90 is strict, 0.70 lenient; what they mean depends on the model
  double judge_from = 0.70;  // where less alike, the judge is not asked
  Backends backends = {};    // the similarity model and the judge among them
};

// A similarity model for `backends`, without a profile.
std::shared_ptr<Likeness> likeness_of(std::unique_ptr<Embedder> model);

// Safe to use from several threads. Throws nothing for what a model or a judge does: that is not measured.
class Evaluator {
 public:
  // Throws Error for a threshold that is none.
  explicit Evaluator(EvaluatorOptions options);

  EvaluationResult evaluate(const EvaluationExample& example) const;
  // Several at once; in their order. `progress` is told how many are done, one call at a time.
  std::vector<EvaluationResult> evaluate_batch(std::span<const EvaluationExample> examples,
                                               const std::function<void(std::size_t)>& progress = {}) const;

 private:
  EvaluatorOptions options_;
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
EvaluationMetrics metrics_of(std::span<const EvaluationResult> results);

}  // namespace assay
