// SPDX-License-Identifier: Apache-2.0
#include "draft.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <unordered_map>

#include "assay/internal/text.h"
#include "dataset_text.h"

namespace assay::convert {
namespace {

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

std::string numbered_id(std::size_t number) { return fmt::format("t{:04}", number); }

Draft::Draft(const std::string& file, const Options& options, const UtilityTables& tables)
    : file_(file), options_(options), tables_(tables) {}

void Draft::count_test(int line) {
  if (++tests_ > kMostTests)
    throw Error(Problem{.where = {file_, line},
                        .what = fmt::format("there are more than {} tests", kMostTests),
                        .next = "split the file into smaller ones"});
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
void Draft::write(std::vector<Test>& tests, Write text_of) {
  while (!tests.empty()) {
    result_.text = text_of();
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
    throw Error(Problem{.where = {file_, tests_line_},
                        .what = "there are no tests in it",
                        .next = "name the file that holds them (docs/convert.md)"});
  for (DraftCase& each : cases_) settle(each, options_, tables_);
  if (!cases_.empty()) write(cases_, [&] { return dataset_text(cases_, file_, source, options_); });
  if (!queries_.empty()) write(queries_, [&] { return dataset_text(queries_, file_, source, options_); });
  result_.supplement = supplement_of(cases_);
  std::ranges::stable_sort(result_.remarks, {}, [](const Remark& each) { return each.where.line; });
  return std::move(result_);
}

}  // namespace assay::convert
