// SPDX-License-Identifier: Apache-2.0
#include "draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <unordered_map>

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

// Fills in what the source does not state: a case's category, its risk and whether it is POSIX. The last two
// are computed from its commands; a case without a command gets defaults.
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

// What settle() filled in.
Supplement supplement_of(const std::vector<DraftCase>& cases) {
  Supplement supplement;
  for (const DraftCase& one : cases) {
    const bool has_commands = !one.commands.empty();
    if (!one.has_own_risk) ++(has_commands ? supplement.computed_risks : supplement.default_risks[*one.risk]);
    if (!one.has_own_posix) ++(has_commands ? supplement.computed_posix : supplement.default_posix);
  }
  return supplement;
}

// The text of a dataset. REQUIRES: settled cases.
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

constexpr std::size_t kMostProblems = 100;
constexpr std::size_t kMostTests =
    1'000'000;  // more than the dataset reader accepts, and gigabytes of memory

bool has_nul(std::string_view text) { return text.find('\0') != text.npos; }

bool has_nul(const std::vector<std::string>& texts) {
  return std::ranges::any_of(texts, [](const std::string& each) { return has_nul(each); });
}

// "/test_cases/12/prompt" concerns the thirteenth; none for other pointers.
std::optional<std::size_t> case_index(std::string_view pointer) {
  for (const std::string_view list : {"/test_cases/", "/queries/"}) {
    if (!pointer.starts_with(list)) continue;
    std::size_t index = 0;
    const auto digits = pointer.substr(list.size());
    if (std::from_chars(digits.data(), digits.data() + digits.size(), index).ec == std::errc()) return index;
  }
  return std::nullopt;
}

struct Fault {
  std::string what;
  std::string next;
};

// Why this cannot be a case.
std::optional<Fault> fault_of(const DraftCase& one) {
  const bool names_answers = !one.commands.empty() || !one.accept_patterns.empty();
  const bool declines = one.expect == Expectation::refusal || one.expect == Expectation::blocked;
  if (trimmed(one.prompt).empty()) return Fault{"there is no prompt", "write one, or remove the test"};
  if (has_nul(one.prompt) || has_nul(one.commands) || has_nul(one.accept_patterns) ||
      has_nul(one.reject_patterns) || has_nul(one.id) || has_nul(one.category) || has_nul(one.tags) ||
      has_nul(one.world) || has_nul(one.notes))
    return Fault{"holds a NUL character", "remove it; programs cannot be handed one"};
  if (std::ranges::any_of(one.commands, [](const auto& each) { return trimmed(each).empty(); }))
    return Fault{"an accepted command is blank", "write it, or remove it"};
  if (declines && names_answers)
    return Fault{"expects a refusal, and has an expected command", "remove one of the two"};
  if (!names_answers && !declines && one.expect != Expectation::unblocked)
    return Fault{"there is no expected answer", "write the expected command"};
  return std::nullopt;
}

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

std::string numbered_id(std::size_t number) { return fmt::format("t{:04}", number); }

Draft::Draft(const std::string& file, const Options& options, const UtilityTables& tables)
    : file_(file), options_(options), tables_(tables) {}

void Draft::count_test(int line) {
  if (++tests_ > kMostTests)
    throw Error({file_, line}, fmt::format("there are more than {} tests", kMostTests),
                "split the file into smaller ones");
}

void Draft::take(DraftCase one) {
  count_test(one.line);
  if (one.id.empty()) one.id = numbered_id(tests_);
  if (const auto fault = fault_of(one)) return refuse({file_, one.line}, fault->what, fault->next);
  keep_each_once(one);
  cases_.push_back(std::move(one));
}

void Draft::take(DraftQuery one) {
  count_test(one.line);
  if (one.id.empty()) one.id = numbered_id(tests_);
  const auto lists = {one.expected_doc_ids.value_or(std::vector<std::string>{}),
                      one.expected_chunk_ids,
                      one.must_contain,
                      one.forbidden,
                      one.tags,
                      std::vector<std::string>{one.id, one.query, one.notes}};
  if (std::ranges::any_of(lists, [](const auto& list) { return has_nul(list); }))
    return refuse({file_, one.line}, "holds a NUL character", "remove it; programs cannot be handed one");
  if (trimmed(one.query).empty())
    return refuse({file_, one.line}, "there is no query", "write one, or remove it");
  queries_.push_back(std::move(one));
}

void Draft::leave_out(int line, std::string what, std::string next) {
  leave_out(SourceLine{file_, line}, std::move(what), std::move(next));
}

void Draft::leave_out(SourceLine where, std::string what, std::string next) {
  count_test(where.line);
  refuse(std::move(where), std::move(what), std::move(next));
}

std::function<void(Remark::Kind, int, std::string)> Draft::tell_of_row() {
  return [this](Remark::Kind kind, int line, std::string what) {
    if (kind == Remark::Kind::left_out) return leave_out(line, std::move(what));
    remark(kind, line, std::move(what));
  };
}

void Draft::refuse(SourceLine where, std::string what, std::string next) {
  ++result_.left_out;
  remark(Remark::Kind::left_out, std::move(where), std::move(what), std::move(next));
}

void Draft::remark(Remark::Kind kind, int line, std::string what, std::string next) {
  remark(kind, SourceLine{file_, line}, std::move(what), std::move(next));
}

void Draft::remark(Remark::Kind kind, SourceLine where, std::string what, std::string next) {
  result_.remarks.push_back({kind, std::move(where), std::move(what), std::move(next)});
}

void Draft::complain(int line, std::string what, std::string next) {
  if (problems_.size() < kMostProblems)
    problems_.push_back({.where = {file_, line}, .what = std::move(what), .next = std::move(next)});
}

void Draft::keep_each_once(DraftCase& one) {
  std::vector<std::string> kept;
  for (auto& command : one.commands) {
    if (std::ranges::find(kept, command) == kept.end())
      kept.push_back(std::move(command));
    else
      remark(Remark::Kind::dropped, one.line,
             fmt::format("\"{}\" is accepted twice; once is kept", one_line(command)));
  }
  one.commands = std::move(kept);
  std::vector<std::string> tags;
  for (auto& tag : one.tags)
    if (!tag.empty() && std::ranges::find(tags, tag) == tags.end()) tags.push_back(std::move(tag));
  one.tags = std::move(tags);
}

// Reports what the dataset reader would reject, with the lines of the source.
template <typename Test>
void Draft::check_names(const std::vector<Test>& tests) {
  std::unordered_map<std::string, const Test*> first;
  for (const Test& one : tests) {
    const auto [known, is_new] = first.emplace(test_name(one.id), &one);
    if (is_new) continue;
    const Test& other = *known->second;
    complain(one.line,
             other.id == one.id
                 ? fmt::format("id \"{}\" is already used in line {}", one_line(one.id), other.line)
                 : fmt::format("id \"{}\" makes the test name {}, as does \"{}\" in line {}",
                               one_line(one.id), test_name(one.id), one_line(other.id), other.line),
             "make the two differ in letters or digits");
  }
}

template <typename Test>
bool Draft::leave_out_faulty(const Error& error, std::vector<Test>& tests) {
  std::map<std::size_t, const Problem*> faulty;
  for (const Problem& each : error.problems())
    if (const auto index = case_index(each.pointer); index && *index < tests.size())
      faulty.emplace(*index, &each);
  for (auto each = faulty.rbegin(); each != faulty.rend(); ++each) {
    const auto place = tests.begin() + static_cast<std::ptrdiff_t>(each->first);
    refuse({file_, place->line}, "it cannot become a case: " + each->second->what, each->second->next);
    tests.erase(place);
  }
  return !faulty.empty();
}

template <typename Test, typename Write>
void Draft::write(std::vector<Test>& tests, Write render) {
  while (!tests.empty()) {
    result_.text = render();
    try {
      result_.dataset = parse_dataset(result_.text, options_.name + ".json").dataset;
      result_.cases = tests.size();
      return;
    } catch (const Error& error) {
      if (!leave_out_faulty(error, tests)) throw;
    }
  }
  result_.text.clear();
}

Conversion Draft::finish(Source source) && {
  check_names(cases_);
  check_names(queries_);
  if (!problems_.empty()) throw Error(std::move(problems_));
  if (tests_ == 0)
    throw Error({file_, tests_line_}, "there are no tests in it",
                "name the file that holds them (docs/convert.md)");
  for (DraftCase& each : cases_) settle(each, options_, tables_);
  if (!cases_.empty()) write(cases_, [&] { return dataset_text(cases_, file_, source, options_); });
  if (!queries_.empty()) write(queries_, [&] { return dataset_text(queries_, file_, source, options_); });
  result_.supplement = supplement_of(cases_);
  std::ranges::stable_sort(result_.remarks, {}, [](const Remark& each) { return each.where.line; });
  return std::move(result_);
}

}  // namespace assay::convert
