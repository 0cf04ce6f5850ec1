// SPDX-License-Identifier: Apache-2.0
#include "dataset_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "assay/internal/posix.h"
#include "assay/internal/risk.h"
#include "assay/internal/text.h"

namespace assay::convert {
namespace {

using Json = nlohmann::ordered_json;

// The lowest level at which `assay lint` lets the case accept its commands.
RiskLevel shown_risk(const std::vector<std::string>& commands, RiskLevel least, const UtilityTables& tables) {
  RiskLevel level = least;
  for (const auto& command : commands)
    for (const Risk& risk : risks_of(command, tables))
      level = std::max({level, risk.level, risk.expected_from.value_or(level)});
  return level;
}

template <typename Value>
void add_filled(Json& json, const char* member, const Value& value) {
  if (!value.empty()) json[member] = value;
}

Json case_json(const DraftCase& one) {
  Json json = {{"id", one.id}, {"prompt", one.prompt}};
  if (!one.commands.empty()) json["expected_command"] = one.commands.front();
  if (one.commands.size() > 1)
    json["alternatives"] = std::vector<std::string>(one.commands.begin() + 1, one.commands.end());
  add_filled(json, "accept_patterns", one.accept_patterns);
  add_filled(json, "reject_patterns", one.reject_patterns);
  if (one.expect && *one.expect != Expectation::command) json["expect"] = to_string(*one.expect);
  json["category"] = one.category;
  json["risk_level"] = to_string(*one.risk);
  json["posix_compliant"] = *one.is_posix;
  add_filled(json, "tags", one.tags);
  add_filled(json, "levels", one.levels);
  if (one.min_score) json["min_score"] = *one.min_score;
  if (one.timeout_s) json["timeout_s"] = *one.timeout_s;
  add_filled(json, "world", one.world);
  add_filled(json, "notes", one.notes);
  return json;
}

std::string notes_of(const Supplement& supplement) {
  std::string notes = "made by assay convert";
  for (const std::string& each : describe(supplement)) notes += "; " + each;
  return notes;
}

Json query_json(const DraftQuery& one) {
  Json json = {{"id", one.id}, {"query", one.query}};
  add_filled(json, "lang", one.lang);
  if (one.expected_doc_ids) json["expected_doc_ids"] = *one.expected_doc_ids;
  add_filled(json, "expected_chunk_ids", one.expected_chunk_ids);
  add_filled(json, "must_contain", one.must_contain);
  add_filled(json, "forbidden", one.forbidden);
  for (const Judgement& each : one.judgements) json["judgements"][each.doc_id] = each.grade;
  add_filled(json, "difficulty", one.difficulty);
  add_filled(json, "group", one.group);
  add_filled(json, "tags", one.tags);
  add_filled(json, "notes", one.notes);
  return json;
}

// Datasets are committed, so the source's path on this machine is left out.
std::string file_name(const std::string& file) { return std::filesystem::path(file).filename().string(); }

}  // namespace

std::vector<std::string> describe(const Supplement& supplement) {
  std::string computed, defaults;
  const auto add = [](std::string& to, std::string_view value, std::size_t count) {
    if (count == 0) return;
    to += fmt::format("{}{} of {}", to.empty() ? "" : ", ", value, counted(count, "case"));
  };
  add(computed, "risk_level", supplement.computed_risks);
  add(computed, "posix_compliant", supplement.computed_posix);
  for (const auto& [level, count] : supplement.default_risks)
    add(defaults, fmt::format("risk_level {}", to_string(level)), count);
  add(defaults, "posix_compliant true", supplement.default_posix);
  std::vector<std::string> lines;
  if (!computed.empty()) lines.push_back("computed from commands: " + computed);
  if (!defaults.empty()) lines.push_back("defaults of cases without a command: " + defaults);
  return lines;
}

void settle(DraftCase& one, const Options& options, const UtilityTables& tables) {
  if (one.category.empty()) one.category = options.category;
  const bool has_commands = !one.commands.empty();
  const bool declines = one.expect == Expectation::refusal || one.expect == Expectation::blocked;
  one.has_own_risk = one.risk.has_value();
  one.has_own_posix = one.is_posix.has_value();
  if (!one.risk)
    one.risk = has_commands ? shown_risk(one.commands, options.risk, tables)
               : declines   ? std::max(RiskLevel::high, options.risk)  // commands that nobody should run
                            : options.risk;
  if (!one.is_posix) one.is_posix = !has_commands || posix_facts(one.commands.front(), tables).is_compliant();
}

Supplement supplement_of(const std::vector<DraftCase>& cases) {
  Supplement supplement;
  for (const DraftCase& one : cases) {
    const bool has_commands = !one.commands.empty();
    if (!one.has_own_risk) ++(has_commands ? supplement.computed_risks : supplement.default_risks[*one.risk]);
    if (!one.has_own_posix) ++(has_commands ? supplement.computed_posix : supplement.default_posix);
  }
  return supplement;
}

std::string dataset_text(const std::vector<DraftCase>& cases, const std::string& file, Source source,
                         const Options& options) {
  const std::string name = file_name(file);
  Json list = Json::array();
  for (const auto& one : cases) list.push_back(case_json(one));
  const Json dataset = {
      {"name", options.name},
      {"version", "1.0.0"},
      {"description", fmt::format("tests of {} ({})", name, to_string(source))},
      {"test_cases", std::move(list)},
      {"metadata",
       {{"total_cases", cases.size()}, {"source", name}, {"notes", notes_of(supplement_of(cases))}}}};
  return dataset.dump(2) + "\n";
}

std::string dataset_text(const std::vector<DraftQuery>& queries, const std::string& file, Source source,
                         const Options& options) {
  const std::string name = file_name(file);
  Json list = Json::array();
  for (const auto& one : queries) list.push_back(query_json(one));
  const Json dataset = {
      {"name", options.name},
      {"version", "1.0.0"},
      {"description", fmt::format("queries of {} ({})", name, to_string(source))},
      {"notes",
       "Empty expected_doc_ids = the tool should refuse; without them nobody knows which documents have the "
       "answer."},
      {"metadata", {{"total_cases", queries.size()}, {"source", name}, {"notes", "made by assay convert"}}},
      {"queries", std::move(list)}};
  return dataset.dump(2) + "\n";
}

}  // namespace assay::convert
