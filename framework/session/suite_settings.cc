// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/suite_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/internal/number_from.h"
#include "assay/internal/sandbox.h"

namespace assay {
namespace {

using std::filesystem::path;

constexpr const char* kConfigureAgain = "configure the project again: cmake writes this file";

double bounded_number(const SuiteMembers& members, const SettingFacts& setting) {
  const double number = members.number(setting.member);
  const bool is_within = number >= setting.least && (setting.most == 0 || number <= setting.most);
  if (!is_within || (setting.kind == SettingKind::count && number != std::floor(number)))
    members.wrong(setting.member, setting.must);
  return number;
}

std::string known_text(const SuiteMembers& members, const SettingFacts& setting) {
  std::string text = members.text(setting.member);
  if (setting.kind == SettingKind::word && std::ranges::count(setting_words(setting), text) == 0)
    members.wrong(setting.member, setting.must);
  if (setting.name == "userland" && !sandbox::is_userland(text))
    members.wrong(setting.member, "a userland: " + sandbox::userland_list());
  return text;
}

void read(const SuiteMembers& from, const SettingFacts& setting, std::string& to) {
  to = known_text(from, setting);
}
void read(const SuiteMembers& from, const SettingFacts& setting, path& to) { to = known_text(from, setting); }
void read(const SuiteMembers& from, const SettingFacts& setting, double& to) {
  to = bounded_number(from, setting);
}
void read(const SuiteMembers& from, const SettingFacts& setting, unsigned& to) {
  to = static_cast<unsigned>(bounded_number(from, setting));
}
void read(const SuiteMembers& from, const SettingFacts& setting, std::vector<std::string>& to) {
  to = from.texts(setting.member);
}
void read(const SuiteMembers& from, const SettingFacts& setting, std::vector<path>& to) {
  const auto texts = from.texts(setting.member);
  to.assign(texts.begin(), texts.end());
}
void read(const SuiteMembers& from, const SettingFacts& setting, std::vector<ExecLevel>& to) {
  to = from.programs(setting.member);
}
void read(const SuiteMembers& from, const SettingFacts& setting, std::shared_ptr<Budget>& to) {
  to = std::make_shared<Budget>(bounded_number(from, setting));
}

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

// None if no judge is named.
std::optional<JudgeService> judge_of(const SuiteSettings& settings) {
  if (settings.judge.empty()) return std::nullopt;
  JudgeService service{.url = settings.judge,
                       .protocol = judge_protocol_from(settings.judge_api).value(),
                       .model = settings.judge_model,
                       .key_variable = settings.judge_key,
                       .votes = settings.judge_votes,
                       .requests_per_minute = settings.judge_rate,
                       .price = price_from(settings.judge_price),
                       .budget = settings.max_cost,
                       .cache = judge_cache_from(settings.judge_cache).value()};
  check(service);
  return service;
}

}  // namespace

std::vector<std::string> setting_words(const SettingFacts& setting) {
  std::vector<std::string> words;
  std::string_view rest = setting.words;
  while (!rest.empty()) {
    words.emplace_back(rest.substr(0, rest.find(',')));
    rest.remove_prefix(std::min(rest.size(), words.back().size() + 1));
  }
  return words;
}

const JsonValue* SuiteMembers::find(std::string_view key) const {
  sought_.emplace(key);
  return object_.find(key);
}

std::string SuiteMembers::text(std::string_view key) const {
  const auto* value = find(key);
  if (!value || !value->string()) wrong(key, "a string");
  return *value->string();
}

double SuiteMembers::number(std::string_view key) const {
  const auto* value = find(key);
  if (!value || (!value->integer() && !std::holds_alternative<double>(value->data))) wrong(key, "a number");
  return value->number(0);
}

std::vector<std::string> SuiteMembers::texts(std::string_view key) const {
  const auto* value = find(key);
  if (!value || !value->array()) wrong(key, "an array of strings");
  std::vector<std::string> texts;
  for (const auto& item : *value->array()) {
    if (!item.string()) wrong(key, "an array of strings", &item);
    texts.push_back(*item.string());
  }
  return texts;
}

std::vector<ExecLevel> SuiteMembers::programs(std::string_view key) const {
  const auto* value = find(key);
  if (!value || !value->object()) wrong(key, "an object of arrays");
  std::vector<ExecLevel> levels;
  for (const auto& [name, argv] : *value->object()) {
    levels.push_back({.name = name, .argv = SuiteMembers(*value, file_).texts(name)});
    if (levels.back().argv.empty()) wrong(key, "an object of arrays that begin with a program", &argv);
  }
  return levels;
}

void SuiteMembers::wrong(std::string_view key, std::string_view expected, const JsonValue* at) const {
  if (!at) at = object_.find(key);
  throw Error(Problem{.where = {file_, at ? at->line : object_.line},
                      .pointer = fmt::format("/{}", key),
                      .what = fmt::format("a suite's \"{}\" must be {}", key, expected),
                      .next = kConfigureAgain});
}

void SuiteMembers::expect_no_others() const {
  if (!object_.object()) return;  // then what was looked for is missing
  for (const auto& [key, value] : *object_.object())
    if (!sought_.contains(key))
      throw Error(Problem{.where = {file_, value.line},
                          .pointer = fmt::format("/{}", key),
                          .what = fmt::format("a suite has no \"{}\"", key),
                          .next = kConfigureAgain});
}

SuiteSettings read_settings(const SuiteMembers& members) {
  SuiteSettings settings;
  visit_settings(settings, [&](const SettingFacts& setting, auto& value) {
    if (!setting.is_in("suite")) return;
    const JsonValue* member = members.find(setting.member);
    const bool is_empty = member && member->string() && member->string()->empty();
    if (!member || (is_empty && setting.kind != SettingKind::word)) return;
    read(members, setting, value);
    settings.given.emplace(setting.name);
  });
  return settings;
}

ExecLevel exec_level_from(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == 0 || equals == text.npos)
    throw Error(Problem{.where = {},
                        .what = "--exec-level " + text + " has no name",
                        .next = "write --exec-level NAME=PROGRAM, and name it in --levels"});
  return {.name = text.substr(0, equals), .argv = program_words(text.substr(equals + 1))};
}

EvaluationTerms terms_of(const SuiteSettings& settings) {
  return {.profile = evaluation_profile_from(settings.profile).value_or(EvaluationProfile::similarity),
          .threshold = settings.threshold,
          .judge_from = settings.judge_from};
}

LikenessPlace model_of(const SuiteSettings& settings) {
  LikenessPlace place{.model = settings.model, .profile = settings.calibration};
  if (settings.embedder.empty() && settings.model.empty() && !settings.calibration.empty())
    throw Error(Problem{.where = {},
                        .what = "--calibration needs a model, and none is named",
                        .next = "name it: --model DIR, or --embedder URL --embedder-model NAME"});
  if (settings.embedder.empty()) return place;
  place.service = EmbeddingService{
      .url = settings.embedder, .model = settings.embedder_model, .key_variable = settings.embedder_key};
  check(*place.service);
  return place;
}

// A folder is relative to the working folder.
WorldTerms worlds_of(const SuiteSettings& settings) {
  WorldTerms terms{.userland = settings.userland};
  constexpr double kLeast = 0.1;
  if (settings.given.contains("world_timeout") && settings.world_timeout < kLeast)
    throw Error(
        Problem{.where = {},
                .what = fmt::format("{} s are too little for a command in a world", settings.world_timeout),
                .next = "give it 0.1 s or more"});
  if (settings.given.contains("world_timeout"))
    terms.timeout = std::chrono::milliseconds(std::llround(settings.world_timeout * 1000));
  if (terms.userland.empty()) return terms;
  if (!sandbox::is_userland(terms.userland))
    throw Error(Problem{.where = {},
                        .what = "there is no userland " + terms.userland,
                        .next = "use " + sandbox::userland_list()});
  if (terms.userland.find('/') != std::string::npos)
    terms.userland = std::filesystem::absolute(terms.userland).lexically_normal().string();
  return terms;
}

Backends backends_of(const SuiteSettings& settings, const path& store) {
  return backends_at(settings.tables, model_of(settings), store, judge_of(settings), worlds_of(settings));
}

Suite suite_of(const SuiteSettings& settings, const path& store) {
  Suite suite{.levels = settings.levels,
              .exec_levels = settings.exec_level,
              .backends = backends_of(settings, store),
              .table_places = settings.tables,
              .tool_replies = judge_cache_from(settings.tool_cache).value(),
              .reply_store = store,
              .budget = settings.max_cost,
              .min_score = settings.min_score,
              .question = question_from(settings.question).value(),
              .gate = gate_from(settings.gate).value(),
              .min_mean = settings.min_mean,
              .baseline = settings.baseline,
              .unmeasured = unmeasured_cases_from(settings.unmeasured).value(),
              .jobs = std::max(1u, settings.jobs),
              .grading_jobs = settings.grading_jobs,
              .repeat = static_cast<int>(settings.repeat),
              .junit = settings.junit == "strict" ? JUnitDialect::strict : JUnitDialect::rich};
  if (settings.given.contains("timeout"))
    suite.timeout = std::chrono::milliseconds(static_cast<long>(settings.timeout * 1000));
  if (settings.given.contains("profile")) {
    suite.profile = terms_of(settings);
    suite.question = Question::fulfils;
  }
  return suite;
}

}  // namespace assay
