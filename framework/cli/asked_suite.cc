// SPDX-License-Identifier: Apache-2.0
#include "asked_suite.h"

#include <algorithm>
#include <array>

#include "assay/internal/number_from.h"

namespace assay::cli {
namespace {

// Parses "0.15,0.60"; none for empty text.
std::optional<TokenPrice> price_from(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto comma = text.find(',');
  const auto input = number_from<double>(text.substr(0, comma));
  const auto output = comma == text.npos ? std::nullopt : number_from<double>(text.substr(comma + 1));
  if (input && output) return TokenPrice{*input, *output};
  throw Error(Problem{.where = {},
                      .what = "--judge-price " + text + " is not a price",
                      .next = "write the price of a million tokens, read and written: 0.15,0.60"});
}

}  // namespace

std::vector<ExecLevel> exec_levels_of(const std::vector<std::string>& texts) {
  std::vector<ExecLevel> levels;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == text.npos)
      throw Error(Problem{.where = {},
                          .what = "--exec-level " + text + " has no name",
                          .next = "write --exec-level NAME=PROGRAM, and name it in --levels"});
    levels.push_back({.name = text.substr(0, equals), .argv = program_words(text.substr(equals + 1))});
  }
  return levels;
}

LikenessPlace place_of(const ModelChoice& model) {
  LikenessPlace place{.model = model.folder, .profile = model.calibration};
  if (model.url.empty() && model.folder.empty() && !model.calibration.empty())
    throw Error(Problem{.where = {},
                        .what = "--calibration needs a model, and none is named",
                        .next = "name it: --model DIR, or --embedder URL --embedder-model NAME"});
  if (model.url.empty()) return place;
  place.service = EmbeddingService{.url = model.url, .model = model.name, .key_variable = model.key_variable};
  check(*place.service);
  return place;
}

std::optional<JudgeService> service_of(const JudgeChoice& judge) {
  if (judge.url.empty()) return std::nullopt;
  JudgeService service{.url = judge.url,
                       .protocol = judge_protocol_from(judge.protocol).value(),
                       .model = judge.model,
                       .key_variable = judge.key_variable,
                       .votes = judge.votes,
                       .requests_per_minute = judge.requests_per_minute,
                       .price = price_from(judge.price),
                       .budget = judge.budget,
                       .cache = judge_cache_from(judge.cache).value()};
  check(service);
  return service;
}

Suite suite_of(const RunDatasets& asked) {
  return {.name = asked.place.suite,
          .datasets = asked.datasets,
          .tool = asked.recorded.empty() ? tool_source(asked.tool)
                                         : ToolSource{ToolSource::Kind::recording, asked.recorded.string()},
          .levels = asked.levels,
          .profile = asked.profile,
          .exec_levels = exec_levels_of(asked.exec_levels),
          .backends = backends_at(asked.tables, place_of(asked.model), store_of(asked.place),
                                  service_of(asked.judge)),
          .table_places = asked.tables,
          .tool_replies = judge_cache_from(asked.tool_cache).value(),
          .reply_store = store_of(asked.place),
          .budget = asked.judge.budget,
          .min_score = asked.min_score,
          .question = asked.question,
          .gate = asked.min_mean ? Gate::mean : Gate::strict,
          .min_mean = asked.min_mean.value_or(Suite{}.min_mean),
          .unmeasured = unmeasured_cases_from(asked.unmeasured).value(),
          .jobs = asked.jobs,
          .grading_jobs = asked.grading_jobs,
          .project = ".",
          .output = asked.output};
}

void check_servers(const RunDatasets& asked, std::span<const Tool> tools) {
  for (const Tool& tool : tools) check_cost(tool, asked.judge.budget);
  const auto is_model = [](const Tool& tool) {
    const auto* program = std::get_if<Program>(&tool.how);
    return program && program->chat;
  };
  if (std::ranges::any_of(tools, is_model)) return;
  const bool limits_nothing = asked.judge.budget && asked.judge.url.empty();
  if (!limits_nothing && asked.tool_cache == "off") return;
  throw Error(Problem{.where = {},
                      .what = limits_nothing ? "--max-cost limits nothing: no server is asked"
                                             : "--tool-cache keeps nothing: no tool is a model on a server",
                      .next = "name such a tool (docs/tool-contract.md), or leave the option out"});
}

void check_servers(const RunDatasets& asked) {
  if (asked.judge.budget || asked.tool_cache != "off")
    check_servers(asked, std::array{read_suite_tool(suite_of(asked))});
}

}  // namespace assay::cli
