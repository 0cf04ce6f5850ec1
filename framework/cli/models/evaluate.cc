// SPDX-License-Identifier: Apache-2.0
// `assay evaluate`: grades pairs of commands, without a tool.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/evaluator.h"
#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/internal/progress.h"
#include "assay/internal/text.h"
#include "assay/judge.h"
#include "models/commands.h"
#include "run/run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

std::vector<EvaluationResult> evaluated(std::span<const EvaluationExample> examples,
                                        const EvaluatorOptions& options) {
  const Evaluator evaluator(options);
  Progress progress(examples.size());
  const ProgressLine line(progress);
  return evaluator.evaluate_batch(examples, [&](std::size_t) { progress.add(Status::pass); });
}

void print_rates(const EvaluationMetrics& metrics, const EvaluatorOptions& options) {
  const auto print = [](const std::string& label, const std::string& text) {
    std::cout << fmt::format("{:<23}{}\n", label + ":", text);
  };
  print("Examples", std::to_string(metrics.total));
  for (const auto& [label, text] : rate_rows(metrics)) print(label, text);
  if (const auto& judge = options.backends.judge) {
    const auto usage = judge->usage();
    std::cout << "Judge:                 " << rate_text(metrics.judged)
              << fmt::format("; {} requests, {} from the cache, {} tokens read, {} written{}\n",
                             usage.requests, usage.cached, usage.input_tokens, usage.output_tokens,
                             usage.cost ? fmt::format(", cost {:.4f}", *usage.cost) : "");
  }
  if (options.backends.likeness)
    std::cout << "Model:                 " << one_line(options.backends.likeness->description()) << "\n";
}

// Reports the first reason for a missing verdict; usually it is the same for all.
void warn_of_unmeasured(std::span<const EvaluationResult> results, const EvaluationMetrics& metrics) {
  const auto missing = metrics.total - metrics.functional.measured;
  if (missing == 0) return;
  for (const auto& each : results)
    if (!each.functionally_equivalent) {
      std::cerr << fmt::format("{} of {} examples have no verdict; of the first: {}\n", missing,
                               metrics.total, each.explanation);
      return;
    }
}

}  // namespace

int perform(const EvaluateExamples& arguments) {
  const EvaluationTerms terms = terms_of(arguments.settings);
  const EvaluatorOptions options{.profile = terms.profile,
                                 .threshold = terms.threshold,
                                 .judge_from = terms.judge_from,
                                 .backends = backends_of(arguments.settings, store_of(arguments.place))};
  const auto examples = read_examples(arguments.data);
  if (!arguments.json)
    std::cout << fmt::format("Loaded {} examples; similarity threshold {:.2f}, {}\n", examples.size(),
                             terms.threshold, to_string(terms.profile))
              << std::flush;
  const auto results = evaluated(examples, options);
  const auto metrics = metrics_of(results);
  if (!arguments.output.empty()) write_evaluation(arguments.output, results, metrics, options);
  if (arguments.json)
    print_json(nlohmann::ordered_json::parse(to_json(metrics, options)), JsonLayout::indented);
  else
    print_rates(metrics, options);
  if (!arguments.json && !arguments.output.empty())
    std::cout << "Results:               " << one_line((arguments.output / "results.jsonl").string())
              << ", metrics.json\n";
  if (!arguments.json) std::cout << effects_line();
  warn_of_unmeasured(results, metrics);
  return metrics.functional.measured == metrics.total ? kPassed : kError;
}

}  // namespace assay::cli
