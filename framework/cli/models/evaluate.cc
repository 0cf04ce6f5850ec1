// SPDX-License-Identifier: Apache-2.0
// `assay evaluate`: grades pairs of commands, without a tool.
#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/evaluator.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/internal/text.h"
#include "assay/judge.h"
#include "models/commands.h"
#include "run/run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kExamplesBetween = 50;

std::string example_text(const JsonValue& row, const char* name, const SourceLine& where) {
  const auto* value = row.find(name);
  if (value != nullptr && value->string() != nullptr) return *value->string();
  throw Error(Problem{
      .where = where,
      .pointer = {},
      .what = value == nullptr ? fmt::format("an example has no \"{}\"", name)
                               : fmt::format("\"{}\" is not a string", name),
      .next = "write {\"instruction\": \"…\", \"expected\": \"command\", \"generated\": \"command\"}"});
}

std::vector<EvaluationExample> read_examples(const std::filesystem::path& file) {
  std::vector<EvaluationExample> examples;
  read_json_lines(file, [&](const JsonValue& row, const SourceLine& where) {
    examples.push_back({.instruction = example_text(row, "instruction", where),
                        .expected = example_text(row, "expected", where),
                        .generated = example_text(row, "generated", where)});
  });
  if (examples.empty())
    throw Error(
        Problem{.where = {file.string(), 0}, .what = "holds no examples", .next = "one JSON object a line"});
  return examples;
}

Json example_json(const EvaluationResult& result) {
  return {{"instruction", result.instruction},
          {"expected", result.expected},
          {"generated", result.generated},
          {"exact_match", result.exact_match},
          {"semantic_similarity", or_null<Json>(result.semantic_similarity)},
          {"semantic_match", or_null<Json>(result.semantic_match)},
          {"llm_judge_match", or_null<Json>(result.llm_judge_match)},
          {"similarity_threshold", result.similarity_threshold},
          {"functionally_equivalent", or_null<Json>(result.functionally_equivalent)},
          {"explanation", result.explanation}};
}

Json example_json(const JudgeUsage& usage) {
  return {{"requests", usage.requests},
          {"cached", usage.cached},
          {"input_tokens", usage.input_tokens},
          {"output_tokens", usage.output_tokens},
          {"cost", or_null<Json>(usage.cost)}};
}

Json example_json(const EvaluationMetrics& metrics, const EvaluatorOptions& options) {
  Json json = Json::parse(to_json(
      metrics,
      {.profile = options.profile, .threshold = options.threshold, .judge_from = options.judge_from}));
  if (options.backends.likeness) json["model"] = options.backends.likeness->described();
  if (const auto& judge = options.backends.judge) {
    json["judge"] = described(judge->service());
    json["judge_match_rate"] = or_null<Json>(metrics.judged.share());
    json["judge_usage"] = example_json(judge->usage());
  }
  return json;
}

std::string example_line(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

void write_results(const std::filesystem::path& folder, std::span<const EvaluationResult> results,
                   const Json& metrics) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);  // writing the first file reports any error
  std::string lines;
  for (const auto& each : results) lines += example_line(example_json(each));
  write_own_file(folder / "results.jsonl", lines);
  write_own_file(folder / "metrics.json", example_line(metrics, 2));
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
    std::cout << "Model:                 " << one_line(options.backends.likeness->described()) << "\n";
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
  const Evaluator evaluator(options);
  const auto examples = read_examples(arguments.data);
  if (!arguments.json)
    std::cout << fmt::format("Loaded {} examples; similarity threshold {:.2f}, {}\n", examples.size(),
                             terms.threshold, to_string(terms.profile))
              << std::flush;
  const auto results = evaluator.evaluate_batch(examples, [&](std::size_t done) {
    if (done % kExamplesBetween == 0 || done == examples.size())
      std::cerr << fmt::format("Progress: {}/{}\n", done, examples.size());
  });
  const auto metrics = metrics_of(results);
  const auto json = example_json(metrics, options);
  if (!arguments.output.empty()) write_results(arguments.output, results, json);
  if (arguments.json)
    print_json(json, JsonLayout::indented);
  else
    print_rates(metrics, options);
  if (!arguments.json && !arguments.output.empty())
    std::cout << "Results:               " << one_line((arguments.output / "results.jsonl").string())
              << ", metrics.json\n";
  warn_of_unmeasured(results, metrics);
  return metrics.functional.measured == metrics.total ? kPassed : kError;
}

}  // namespace assay::cli
