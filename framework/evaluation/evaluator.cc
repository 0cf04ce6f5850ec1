// SPDX-License-Identifier: Apache-2.0
#include "assay/evaluator.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <set>
#include <system_error>
#include <thread>

#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "semantics.h"

namespace assay {
namespace {

constexpr unsigned kMostAtOnce = 8;

EvaluationTerms terms_of(const EvaluatorOptions& options) {
  return {.profile = options.profile, .threshold = options.threshold, .judge_from = options.judge_from};
}

void judge_by_levels(EvaluationResult& result, const EvaluatorOptions& options) {
  Case asked;
  asked.prompt = result.instruction;
  asked.accepted = {result.expected};
  Answer answer;
  answer.ending = Ending::answered;
  answer.command = std::string(trimmed(result.generated));
  const auto grade = assay::grade(asked, answer, levels_of(terms_of(options), options.backends),
                                  {.backends = options.backends, .question = Question::fulfils});
  if (options.backends.likeness) measure_similarity(result, options, result.expected);
  result.llm_judge_match = judges_match(grade.verdicts);
  if (grade.status != Status::unmeasured) result.functionally_equivalent = grade.status == Status::pass;
  result.explanation = explanation_of(grade);
}

std::vector<std::string> texts_of(std::span<const EvaluationExample> examples) {
  std::set<std::string_view> seen;
  std::vector<std::string> texts;
  for (const auto& example : examples)
    for (const auto text : {trimmed(example.expected), trimmed(example.generated)})
      if (seen.insert(text).second) texts.emplace_back(text);
  return texts;
}

}  // namespace

std::shared_ptr<Likeness> likeness_of(std::unique_ptr<Embedder> model) {
  return std::make_shared<Likeness>(std::move(model), std::nullopt);
}

Evaluator::Evaluator(EvaluatorOptions options) : options_(std::move(options)) { check(terms_of(options_)); }

EvaluationResult Evaluator::evaluate(const EvaluationExample& example) const {
  EvaluationResult result{.instruction = example.instruction,
                          .expected = example.expected,
                          .generated = example.generated,
                          .exact_match = trimmed(example.expected) == trimmed(example.generated),
                          .similarity_threshold = options_.threshold};
  switch (options_.profile) {
    case EvaluationProfile::similarity:
      judge_by_similarity(result, options_);
      break;
    case EvaluationProfile::text:
    case EvaluationProfile::evidence:
      judge_by_levels(result, options_);
      break;
  }
  return result;
}

std::vector<EvaluationResult> Evaluator::evaluate_batch(
    std::span<const EvaluationExample> examples, const std::function<void(std::size_t)>& progress) const {
  std::vector<EvaluationResult> results(examples.size());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::size_t done = 0;
  std::exception_ptr broken;
  const auto work = [&] {
    for (std::size_t at = next++; at < examples.size(); at = next++) {
      try {
        results[at] = evaluate(examples[at]);
        const std::lock_guard lock(mutex);
        if (progress && !broken) progress(++done);
      } catch (...) {
        next = examples.size();
        const std::lock_guard lock(mutex);
        if (!broken) broken = std::current_exception();
      }
    }
  };
  {
    if (options_.backends.likeness) options_.backends.likeness->prepare(texts_of(examples));
    // Waiting for a judge needs no core; everything else does.
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const auto at_once =
        std::min<std::size_t>(options_.backends.judge ? kMostAtOnce : cores, examples.size());
    std::vector<std::jthread> others;
    try {
      while (others.size() + 1 < at_once) others.emplace_back(work);
    } catch (const std::system_error&) {  // those that there are do the work
    }
    work();
  }
  if (broken) std::rethrow_exception(broken);
  return results;
}

EvaluationMetrics metrics_of(std::span<const EvaluationResult> results) {
  EvaluationTotals totals;
  for (const auto& each : results) totals.add(each);
  return totals.finish();
}

}  // namespace assay
