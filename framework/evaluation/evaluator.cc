// SPDX-License-Identifier: Apache-2.0
#include "assay/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <mutex>
#include <nlohmann/json.hpp>
#include <set>
#include <system_error>
#include <thread>

#include "assay/error.h"
#include "assay/internal/command_grade.h"
#include "assay/internal/difference.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "assay/judge.h"

namespace assay {
namespace {

// The judges' opinion over all pairs: a match if any is; none if no judge decided.
std::optional<bool> judges_match(const std::vector<Verdict>& verdicts) {
  std::optional<bool> match;
  for (const auto& each : verdicts) {
    // A proof by assay's own rules is not a judge's opinion.
    if (!std::holds_alternative<Votes>(each.evidence) || each.why.starts_with("quick_check")) continue;
    if (each.outcome == VerdictKind::match) return true;
    if (each.outcome == VerdictKind::mismatch) match = false;
  }
  return match;
}

// The reason for a grade, on one line.
std::string explanation_of(const Grade& grade) {
  return one_line(grade.method == "none" ? grade.why : grade.method + ": " + grade.why);
}

// Measures only the similarity to that accepted command; returns why it could not, or an empty string.
std::string measure_similarity(EvaluationResult& result, const EvaluatorOptions& options,
                               std::string_view expected) try {
  const auto& likeness = options.backends.likeness;
  if (!likeness) return "no similarity model was named";
  const auto found = likeness->compare(trimmed(expected), trimmed(result.generated));
  if (!found.flaw().empty()) return std::string(found.flaw());
  result.semantic_similarity = found.cosine;
  result.semantic_match = found.cosine >= options.threshold;
  return {};
} catch (const Error& error) {
  return one_line(to_string(error.problems().front().where) + ": " + error.problems().front().what);
}

std::string explained(const Ruling& ruling) {
  switch (ruling.by) {
    case Ruling::By::votes: return fmt::format("judge: {}: {}", to_string(ruling.verdict), ruling.why);
    case Ruling::By::quick_check: return ruling.why;
    case Ruling::By::nobody: return "not measured: " + ruling.why;
  }
  return ruling.why;
}

void take_ruling(EvaluationResult& result, const Ruling& ruling) {
  result.explanation = explained(ruling);
  switch (ruling.verdict) {
    case JudgeVerdict::equivalent:
    case JudgeVerdict::not_equivalent:
      result.functionally_equivalent = ruling.verdict == JudgeVerdict::equivalent;
      // A proof by assay's own rules is not a judge's opinion.
      if (ruling.by == Ruling::By::votes) result.llm_judge_match = result.functionally_equivalent;
      return;
    case JudgeVerdict::unsure:
      // The judge was asked and did not overrule the similarity; without a similarity, nothing is known.
      if (result.semantic_match) result.functionally_equivalent = false;
      return;
    case JudgeVerdict::judge_error: return;
  }
}

bool is_better(const EvaluationResult& a, const EvaluationResult& b) {
  if (a.exact_match != b.exact_match) return a.exact_match;
  return a.semantic_similarity.value_or(-1) > b.semantic_similarity.value_or(-1);
}

// Compares with the accepted command that best supports the answer.
void compare_with_accepted(EvaluationResult& result, const Case& test, const EvaluatorOptions& options) {
  result.expected = test.accepted[nearest(test.accepted, result.generated)];
  std::optional<EvaluationResult> best;
  for (const auto& accepted : test.accepted) {
    EvaluationResult tried = result;
    tried.exact_match = trimmed(accepted) == trimmed(result.generated);
    measure_similarity(tried, options, accepted);
    if (tried.exact_match || tried.semantic_similarity) tried.expected = accepted;
    if (!best || is_better(tried, *best)) best = std::move(tried);
  }
  result = std::move(*best);
}

void count_match(MatchRate& rate, std::optional<bool> match) {
  if (!match) return;
  ++rate.measured;
  rate.matches += *match;
}

constexpr unsigned kMostAtOnce = 8;

EvaluationTerms terms_of(const EvaluatorOptions& options) {
  return {.profile = options.profile, .threshold = options.threshold, .judge_from = options.judge_from};
}

void judge_by_levels(EvaluationResult& result, const EvaluatorOptions& options) {
  Case test;
  test.prompt = result.instruction;
  test.accepted = {result.expected};
  Answer answer;
  answer.ending = Ending::answered;
  answer.command = std::string(trimmed(result.generated));
  const auto grade = assay::grade(test, answer, levels_of(terms_of(options), options.backends),
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

// Fills in the results of the profile `similarity`.
void judge_by_similarity(EvaluationResult& result, const EvaluatorOptions& options) {
  const auto lacking = measure_similarity(result, options, result.expected);
  if (result.exact_match || result.semantic_match == true) {
    result.functionally_equivalent = true;
    result.explanation = result.exact_match ? "the same text"
                                            : fmt::format("similarity {:.4f} reaches {:.2f}",
                                                          *result.semantic_similarity, options.threshold);
    return;
  }
  const bool is_far = result.semantic_similarity && *result.semantic_similarity < options.judge_from;
  if (is_far || (result.semantic_match && !options.backends.judge)) {
    result.functionally_equivalent = false;
    result.explanation =
        fmt::format("similarity {:.4f} is below {:.2f}", *result.semantic_similarity, options.threshold);
    return;
  }
  if (!options.backends.judge) {
    result.explanation = "not measured: " + lacking;
    return;
  }
  take_ruling(result, options.backends.judge->judge(result.instruction, result.expected, result.generated));
}

}  // namespace

std::string_view to_string(EvaluationProfile profile) {
  return profile == EvaluationProfile::similarity ? "exact+similarity+judge" : word_of(profile);
}

std::optional<EvaluationProfile> evaluation_profile_from(std::string_view text) {
  return told_as<EvaluationProfile>(text);
}

void check(const EvaluationTerms& terms) {
  for (const double share : {terms.threshold, terms.judge_from})
    if (!(share >= 0 && share <= 1))
      throw Error({}, fmt::format("{} is not a threshold", share),
                  "name one from 0 to 1: 0.90 is strict, 0.80 the default, 0.70 lenient");
}

std::vector<Level> levels_of(const EvaluationTerms& terms, const Backends& backends) {
  if (terms.profile == EvaluationProfile::similarity) {
    std::vector<Level> levels = {find_level("exact"), similarity_level_from(terms.threshold)};
    if (backends.judge) levels.push_back(judge_level_from(terms.judge_from));
    return levels;
  }
  std::vector<Level> levels = {find_level("exact"), find_level("whitespace"), find_level("canonical")};
  if (terms.profile == EvaluationProfile::text) return levels;
  levels.push_back(find_level("behavioural"));
  if (backends.likeness) levels.push_back(find_level("similarity"));
  if (backends.judge) levels.push_back(find_level("judge"));
  return levels;
}

EvaluationResult evaluation_of(const Case& test, const Answer& answer, const Grade& grade,
                               const EvaluationTerms& terms, const Backends& backends) {
  EvaluationResult result{.instruction = test.prompt,
                          .expected = test.accepted.empty() ? std::string() : test.accepted.front(),
                          .generated = answer.command,
                          .similarity_threshold = terms.threshold};
  if (answer.ending == Ending::answered && !test.accepted.empty())
    compare_with_accepted(result, test,
                          {.profile = terms.profile,
                           .threshold = terms.threshold,
                           .judge_from = terms.judge_from,
                           .backends = backends});
  result.llm_judge_match = judges_match(grade.verdicts);
  if (grade.status != Status::unmeasured) result.functionally_equivalent = grade.status == Status::pass;
  result.explanation = explanation_of(grade);
  return result;
}

void EvaluationTotals::add(const EvaluationResult& result, bool is_answer) {
  ++metrics_.total;
  if (is_answer) count_match(metrics_.exact, result.exact_match);
  count_match(metrics_.semantic, result.semantic_match);
  count_match(metrics_.judged, result.llm_judge_match);
  count_match(metrics_.functional, result.functionally_equivalent);
  if (!result.semantic_similarity) return;
  similarity_.add(*result.semantic_similarity);
  ++similarities_;
}

EvaluationMetrics EvaluationTotals::finish() const {
  EvaluationMetrics metrics = metrics_;
  if (similarities_ > 0)
    metrics.avg_similarity =
        static_cast<double>(similarity_.value() / static_cast<long double>(similarities_));
  return metrics;
}

std::string rate_text(const MatchRate& rate) {
  if (!rate.share()) return "not measured";
  return fmt::format("{}/{} = {:.1f} %", rate.matches, rate.measured, 100 * *rate.share());
}

std::vector<std::pair<std::string, std::string>> rate_rows(const EvaluationMetrics& metrics) {
  const auto& average = metrics.avg_similarity;
  return {{"Exact match rate", rate_text(metrics.exact)},
          {"Semantic match rate", rate_text(metrics.semantic)},
          {"Functional match rate", rate_text(metrics.functional)},
          {"Average similarity", average ? fmt::format("{:.4f}", *average) : "not measured"}};
}

std::string to_json(const EvaluationMetrics& metrics, const EvaluationTerms& terms) {
  const nlohmann::ordered_json json = {
      {"total", metrics.total},
      {"exact_match_rate", or_null<nlohmann::ordered_json>(metrics.exact.share())},
      {"semantic_match_rate", or_null<nlohmann::ordered_json>(metrics.semantic.share())},
      {"functional_match_rate", or_null<nlohmann::ordered_json>(metrics.functional.share())},
      {"avg_similarity", or_null<nlohmann::ordered_json>(metrics.avg_similarity)},
      {"threshold", terms.threshold},
      {"measured",
       {{"exact", metrics.exact.measured},
        {"semantic", metrics.semantic.measured},
        {"judge", metrics.judged.measured},
        {"functional", metrics.functional.measured}}},
      {"profile", to_string(terms.profile)}};
  return json.dump();
}

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
    case EvaluationProfile::similarity: judge_by_similarity(result, options_); break;
    case EvaluationProfile::text:
    case EvaluationProfile::evidence: judge_by_levels(result, options_); break;
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
