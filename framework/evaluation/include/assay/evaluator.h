// SPDX-License-Identifier: Apache-2.0
// Evaluates pairs of commands without a tool and its datasets: is the generated command functionally
// equivalent to the expected one? By text, then by similarity, then by a judge (docs/evaluate.md).
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
#include "assay/evaluation_result.h"
#include "assay/grading.h"

namespace assay {

struct EvaluationExample {
  std::string instruction;  // the request
  std::string expected;     // a command that does it
  std::string generated;    // what a model answered
};

struct EvaluatorOptions {
  EvaluationProfile profile = EvaluationProfile::similarity;
  double threshold = 0.80;   // 0.90 is strict, 0.70 lenient; what they mean depends on the model
  double judge_from = 0.70;  // below it, the judge is not asked
  Backends backends = {};    // including the similarity model and the judge
};

// A similarity model for `backends`, without a calibration.
std::shared_ptr<Likeness> likeness_of(std::unique_ptr<Embedder> model);

// Thread-safe. A failing model or judge does not throw: the pair counts as unmeasured.
class Evaluator {
 public:
  // Throws Error for an invalid threshold.
  explicit Evaluator(EvaluatorOptions options);

  EvaluationResult evaluate(const EvaluationExample& example) const;
  // Evaluates several pairs concurrently; the results keep their order. Calls to `progress`, with the number
  // of finished pairs, are serialised; an exception from one ends the batch and is thrown again here.
  std::vector<EvaluationResult> evaluate_batch(std::span<const EvaluationExample> examples,
                                               const std::function<void(std::size_t)>& progress = {}) const;

 private:
  EvaluatorOptions options_;
};

EvaluationMetrics metrics_of(std::span<const EvaluationResult> results);

}  // namespace assay
