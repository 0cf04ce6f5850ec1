#include "assay/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <mutex>
#include <set>
#include <thread>

#include "assay/error.h"
#include "assay/internal/likeness.h"
#include "assay/internal/text.h"
#include "semantics.h"

namespace assay {
namespace {

constexpr unsigned kMostAtOnce = 8;

std::vector<Level> levels_of(EvaluationProfile profile, const Backends& backends) {
  std::vector<Level> levels = {find_level("exact"), find_level("whitespace"), find_level("canonical")};
  if (profile == EvaluationProfile::text) return levels;
  levels.push_back(find_level("behavioural"));
  if (backends.likeness) levels.push_back(find_level("similarity"));
  if (backends.judge) levels.push_back(find_level("judge"));
  return levels;
}

std::optional<bool> judges_match(const std::vector<Verdict>& verdicts) {
  for (const auto& each : verdicts) {
    if (!std::holds_alternative<Votes>(each.evidence)) continue;
    if (each.outcome == Outcome::match) return true;
    if (each.outcome == Outcome::mismatch) return false;
  }
  return std::nullopt;
}

void judge_by_levels(EvaluationResult& result, const EvaluatorOptions& options) {
  Case asked;
  asked.prompt = result.instruction;
  asked.accepted = {result.expected};
  Answer answer;
  answer.ending = Ending::answered;
  answer.command = std::string(trimmed(result.generated));
  const auto grade = assay::grade(asked, answer, levels_of(options.profile, options.backends),
                                  {.backends = options.backends, .question = Question::fulfils});
  if (options.backends.likeness) measure_similarity(result, options);
  result.llm_judge_match = judges_match(grade.verdicts);
  if (grade.status != Status::unmeasured) result.functionally_equivalent = grade.status == Status::pass;
  result.explanation = one_line(grade.method == "none" ? grade.why : grade.method + ": " + grade.why);
}

std::vector<std::string> texts_of(std::span<const EvaluationExample> examples) {
  std::set<std::string_view> seen;
  std::vector<std::string> texts;
  for (const auto& example : examples)
    for (const auto text : {trimmed(example.expected), trimmed(example.generated)})
      if (seen.insert(text).second) texts.emplace_back(text);
  return texts;
}

void count(MatchRate& rate, std::optional<bool> match) {
  if (!match) return;
  ++rate.measured;
  rate.matches += *match;
}

}  // namespace

std::string_view to_string(EvaluationProfile profile) {
  switch (profile) {
    case EvaluationProfile::similarity:
      return "exact+similarity+judge";
    case EvaluationProfile::text:
      return "text";
    case EvaluationProfile::evidence:
      return "evidence";
  }
  return "?";
}

std::optional<EvaluationProfile> evaluation_profile_from(std::string_view text) {
  for (const auto each :
       {EvaluationProfile::similarity, EvaluationProfile::text, EvaluationProfile::evidence})
    if (text == to_string(each)) return each;
  return std::nullopt;
}

std::shared_ptr<Likeness> likeness_of(std::unique_ptr<Embedder> model) {
  return std::make_shared<Likeness>(std::move(model), std::nullopt);
}

Evaluator::Evaluator(EvaluatorOptions options) : options_(std::move(options)) {
  for (const double share : {options_.threshold, options_.judge_from})
    if (!(share >= 0 && share <= 1))
      throw Error(Problem{.where = {},
                          .pointer = {},
                          .what = fmt::format("{} is no threshold", share),
                          .next = "name one from 0 to 1: 0.90 is strict, 0.80 the default, 0.70 lenient"});
}

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
      std::exception_ptr fault;
      try {
        results[at] = evaluate(examples[at]);
      } catch (...) {
        fault = std::current_exception();
        next = examples.size();
      }
      const std::lock_guard lock(mutex);
      if (fault) broken = fault;
      if (progress && !broken) progress(++done);
    }
  };
  {
    if (options_.backends.likeness) options_.backends.likeness->prepare(texts_of(examples));
    // A judge is waited for; everything else takes a core.
    const unsigned cores = std::max(1u, std::thread::hardware_concurrency());
    const auto at_once =
        std::min<std::size_t>(options_.backends.judge ? kMostAtOnce : cores, examples.size());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < at_once; ++i) threads.emplace_back(work);
  }
  if (broken) std::rethrow_exception(broken);
  return results;
}

EvaluationMetrics metrics_of(std::span<const EvaluationResult> results) {
  EvaluationMetrics metrics{.total = results.size()};
  double similarity = 0;
  std::size_t similarities = 0;
  for (const auto& each : results) {
    count(metrics.exact, each.exact_match);
    count(metrics.semantic, each.semantic_match);
    count(metrics.judged, each.llm_judge_match);
    count(metrics.functional, each.functionally_equivalent);
    if (!each.semantic_similarity) continue;
    similarity += *each.semantic_similarity;
    ++similarities;
  }
  if (similarities > 0) metrics.avg_similarity = similarity / static_cast<double>(similarities);
  return metrics;
}

}  // namespace assay
