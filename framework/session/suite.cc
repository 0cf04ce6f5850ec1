// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/suite.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "assay/internal/behaviour.h"
#include "assay/internal/kept_effects.h"
#include "assay/internal/sandbox.h"
#include "assay/internal/shell.h"
#include "assay/internal/stored_caches.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

using std::filesystem::path;

constexpr const char* kConfigureAgain = "configure the project again: cmake writes this file";

double bounded_number(const SuiteMembers& members, const SettingFacts& setting) {
  const double number = members.number(setting.member);
  const bool is_within = number >= setting.least && (setting.most <= 0 || number <= setting.most);
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
  for (std::size_t i = 0; setting.name == "other_userlands" && i < to.size(); ++i)
    if (!sandbox::is_userland(to[i]))
      from.wrong(setting.member, "userlands: " + sandbox::userland_list(),
                 &(*from.find(setting.member)->array())[i]);
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
  throw Error({}, "--judge-price " + text + " is not a price",
              "write the price of a million tokens, read and written: 0.15,0.60");
}

// A folder is relative to the working folder.
std::string known_userland(const std::string& name) {
  if (!name.empty() && !sandbox::is_userland(name))
    throw Error({}, "there is no userland " + name, "use " + sandbox::userland_list());
  return name.find('/') == name.npos ? name : std::filesystem::absolute(name).lexically_normal().string();
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

Tool read_known(const Suite& suite) {
  if (auto known = known_tool(suite.tool.place)) return *std::move(known);
  throw Error({suite.file.string(), 0}, "no ready description of the tool \"" + suite.tool.place + "\"",
              "name another one, or describe the tool in a file (docs/tool-contract.md)");
}

Tool command_tool(const std::string& command) {
  Program program{.argv = program_words(command)};
  const auto has_prompt = [](const std::string& word) { return word.find("{prompt}") != word.npos; };
  if (std::ranges::none_of(program.argv, has_prompt)) program.argv.push_back("{prompt}");
  return {.name = std::filesystem::path(program.argv.front()).filename().string(), .how = std::move(program)};
}

Tool read_source(const Suite& suite) {
  switch (suite.tool.kind) {
    case ToolSource::Kind::description: return read_tool(std::filesystem::path(suite.tool.place));
    case ToolSource::Kind::recording: return read_recording(suite.tool.place);
    case ToolSource::Kind::known: return read_known(suite);
    case ToolSource::Kind::command: break;
  }
  return command_tool(suite.tool.place);
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
    throw Error({}, "--exec-level " + text + " has no name",
                "write --exec-level NAME=PROGRAM, and name it in --levels");
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
    throw Error({}, "--calibration needs a model, and none is named",
                "name it: --model DIR, or --embedder URL --embedder-model NAME");
  if (settings.embedder.empty()) return place;
  place.service = EmbeddingService{
      .url = settings.embedder, .model = settings.embedder_model, .key_variable = settings.embedder_key};
  check(*place.service);
  return place;
}

WorldTerms worlds_of(const SuiteSettings& settings) {
  WorldTerms terms{.userland = known_userland(settings.userland)};
  for (const std::string& each : settings.other_userlands) {
    const std::string userland = known_userland(each);
    if (std::ranges::count(terms.other_userlands, userland) == 0) terms.other_userlands.push_back(userland);
  }
  if (settings.given.contains("world_timeout"))
    terms.timeout = std::chrono::milliseconds(std::llround(settings.world_timeout * 1000));
  if (settings.given.contains("minimum_power")) terms.minimum_power = settings.minimum_power;
  return terms;
}

std::shared_ptr<sandbox::EffectCache> kept_effects(Trusts trusts) {
  const path file = kept_effects_file();
  if (file.empty()) return nullptr;
  if (trusts == Trusts::itself) return std::make_shared<KeptEffects>(file);
  if (is_in_reach(file.parent_path())) return nullptr;
  return std::make_shared<KeptEffects>(file, KeptEffects::Access::read);
}

std::string effects_line() {
  const auto [all, known] = sandbox::effect_counts();
  return all == 0 ? "" : fmt::format("{} of {} effects known\n", known, all);
}

Backends backends_of(const SuiteSettings& settings, const path& store, Trusts trusts) {
  WorldTerms worlds = worlds_of(settings);
  if (!settings.given.contains("no_cache")) worlds.effects = kept_effects(trusts);
  return backends_at(settings.tables, model_of(settings), store, judge_of(settings), worlds);
}

Suite suite_of(const SuiteSettings& settings, const path& store, Trusts trusts) {
  Suite suite{.levels = settings.levels,
              .exec_levels = settings.exec_level,
              .backends = backends_of(settings, store, trusts),
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

ToolSource tool_source(const std::string& words) {
  using Kind = ToolSource::Kind;
  std::error_code unknown;
  if (is_program(words)) {
    const bool has_folder = std::filesystem::path(words).has_parent_path();
    return {Kind::command, shell::print(shell::literal_word(has_folder ? words : "./" + words))};
  }
  if (std::filesystem::status(words, unknown).type() != std::filesystem::file_type::not_found)
    return {Kind::description, words};
  if (known_tool(words)) return {Kind::known, words};
  if (words.find(' ') != words.npos || words.find("{prompt}") != words.npos) return {Kind::command, words};
  throw Error({words, 0}, "is neither a file nor the name of a known tool",
              "name a tool description (docs/tool-contract.md), write a command line "
              "(--tool '" +
                  words + " {prompt}'), or use --recorded FILE");
}

bool is_program(const std::filesystem::path& file) {
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(file, unknown)) return false;  // a pipe can be read only once
  std::string start(4, '\0');
  std::ifstream(file).read(start.data(), 4);
  const bool may_run = ::access(file.c_str(), X_OK) == 0;
  return start.starts_with("#!") || start == "\177ELF" || (may_run && start.find('{') == start.npos);
}

// Accepts literal words only: the program is started without a shell.
std::vector<std::string> program_words(const std::string& text) {
  const auto parsed = shell::parse(text);
  const auto* command = shell::only_command(parsed.tree);
  const auto* simple = command ? std::get_if<shell::SimpleCommand>(&command->node) : nullptr;
  std::vector<std::string> words;
  if (simple && simple->assignments.empty() && command->redirects.empty())
    for (const auto& word : simple->words)
      if (auto literal = shell::literal_value(word)) words.push_back(*std::move(literal));
  if (!words.empty() && words.size() == simple->words.size()) return words;
  throw Error({}, "\"" + text + "\" is more than a program and its arguments",
              "put it into sh -c '…' (with sh {prompt} behind it where it is a tool), or describe "
              "the tool in a file (docs/tool-contract.md)");
}

Tool read_suite_tool(const Suite& suite) {
  Tool tool = read_source(suite);
  if (auto* program = std::get_if<Program>(&tool.how); program && suite.timeout)
    program->limits.timeout = *suite.timeout;
  return tool;
}

std::chrono::milliseconds timeout_of(const Suite& suite, const Tool& tool) {
  const auto* program = std::get_if<Program>(&tool.how);
  return program ? program->limits.timeout : suite.timeout.value_or(ProcessLimits{}.timeout);
}

Backends backends_at(const std::vector<std::filesystem::path>& table_places, LikenessPlace model,
                     const std::filesystem::path& store, std::optional<JudgeService> judge,
                     const WorldTerms& worlds) {
  Backends backends{
      .lab = std::make_shared<behaviour::Lab>(behaviour::LabOptions{.userland = worlds.userland,
                                                                    .other_userlands = worlds.other_userlands,
                                                                    .time = worlds.timeout,
                                                                    .minimum_power = worlds.minimum_power,
                                                                    .effects = worlds.effects})};
  if (!table_places.empty()) backends.tables = std::make_shared<const DeferredTables>(table_places);
  if (judge)
    backends.judge = std::make_shared<Judge>(
        *std::move(judge), store.empty() ? nullptr : std::make_shared<StoredReplies>(store));
  if (!model.names_model()) return backends;
  if (!store.empty()) model.vectors = std::make_shared<StoredVectors>(store);
  backends.likeness = std::make_shared<Likeness>(std::move(model));
  return backends;
}

}  // namespace assay
