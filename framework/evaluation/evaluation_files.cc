// SPDX-License-Identifier: Apache-2.0
// The pairs that an evaluation reads, and its results as files (docs/evaluate.md).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "assay/internal/profile.h"
#include "assay/judge.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string example_text(const JsonValue& row, const char* name, const SourceLine& where) {
  const auto* value = row.find(name);
  if (value != nullptr && value->string() != nullptr) return *value->string();
  throw Error(where,
              value == nullptr ? fmt::format("an example has no \"{}\"", name)
                               : fmt::format("\"{}\" is not a string", name),
              "write {\"instruction\": \"…\", \"expected\": \"command\", \"generated\": \"command\"}");
}

Json usage_json(const JudgeUsage& usage) {
  return {{"requests", usage.requests},
          {"cached", usage.cached},
          {"input_tokens", usage.input_tokens},
          {"output_tokens", usage.output_tokens},
          {"cost", or_null<Json>(usage.cost)}};
}

std::string dumped_evaluation(const Json& json, int indent = -1) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json metrics_json(const EvaluationMetrics& metrics, const EvaluatorOptions& options) {
  Json json = Json::parse(to_json(metrics, EvaluationTerms{.profile = options.profile,
                                                           .threshold = options.threshold,
                                                           .judge_from = options.judge_from}));
  if (options.backends.likeness) json["model"] = options.backends.likeness->description();
  if (const auto& judge = options.backends.judge) {
    json["judge"] = description_of(judge->service());
    json["judge_match_rate"] = or_null<Json>(metrics.judged.share());
    json["judge_usage"] = usage_json(judge->usage());
  }
  return json;
}

}  // namespace

std::vector<EvaluationExample> read_examples(const std::filesystem::path& file) {
  std::vector<EvaluationExample> examples;
  read_json_lines(file, [&](const JsonValue& row, const SourceLine& where) {
    examples.push_back({.instruction = example_text(row, "instruction", where),
                        .expected = example_text(row, "expected", where),
                        .generated = example_text(row, "generated", where)});
  });
  if (examples.empty()) throw Error({file.string(), 0}, "holds no examples", "one JSON object a line");
  return examples;
}

std::string to_json(const EvaluationResult& result) {
  return dumped_evaluation({{"instruction", result.instruction},
                            {"expected", result.expected},
                            {"generated", result.generated},
                            {"exact_match", result.exact_match},
                            {"semantic_similarity", or_null<Json>(result.semantic_similarity)},
                            {"semantic_match", or_null<Json>(result.semantic_match)},
                            {"llm_judge_match", or_null<Json>(result.llm_judge_match)},
                            {"similarity_threshold", result.similarity_threshold},
                            {"functionally_equivalent", or_null<Json>(result.functionally_equivalent)},
                            {"explanation", result.explanation}});
}

std::string to_json(const EvaluationMetrics& metrics, const EvaluatorOptions& options) {
  return dumped_evaluation(metrics_json(metrics, options));
}

void write_evaluation(const std::filesystem::path& folder, std::span<const EvaluationResult> results,
                      const EvaluationMetrics& metrics, const EvaluatorOptions& options) {
  std::error_code fault;
  std::filesystem::create_directories(folder, fault);  // writing the first file reports any error
  std::string lines;
  for (const auto& each : results) lines += to_json(each) + "\n";
  write_own_file(folder / "results.jsonl", lines);
  write_own_file(folder / "metrics.json", dumped_evaluation(metrics_json(metrics, options), 2) + "\n");
}

}  // namespace assay
