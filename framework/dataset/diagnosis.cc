#include "diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "assay/json.h"
#include "checks.h"

namespace assay {

extern const std::string_view kCommandSchema;

namespace {

const JsonSchema& schema() {
  static const JsonSchema compiled(kCommandSchema);
  return compiled;
}

void append(std::vector<Problem>& problems, std::vector<Problem> more) {
  std::ranges::move(more, std::back_inserter(problems));
}

std::string text_of(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value && value->string() ? *value->string() : "";
}

// As much of a case as the checks look at; members that are missing or of another type stay as they are.
Case tolerant_case(const JsonValue& value) {
  Case one;
  one.id = text_of(value, "id");
  one.name = test_name(one.id);
  one.prompt = text_of(value, "prompt");
  one.category = text_of(value, "category");
  one.where.line = value.line;
  one.risk_level = risk_level_from(text_of(value, "risk_level")).value_or(RiskLevel::safe);
  if (text_of(value, "expect") == "refusal") one.expect = Expectation::refusal;
  if (const JsonValue* posix = value.find("posix_compliant"); posix && posix->boolean()) {
    one.posix_compliant = *posix->boolean();
  }
  if (value.find("expected_command")) one.accepted.push_back(text_of(value, "expected_command"));
  if (const JsonValue* more = value.find("alternatives"); more && more->array()) {
    for (const JsonValue& each : *more->array()) one.accepted.push_back(each.string() ? *each.string() : "");
  }
  return one;
}

std::vector<Case> tolerant_cases(const JsonValue& document) {
  std::vector<Case> cases;
  const JsonValue* list = document.find("test_cases");
  if (list == nullptr || !list->array()) return cases;
  for (const JsonValue& each : *list->array()) cases.push_back(tolerant_case(each));
  return cases;
}

std::optional<Counts> counts_of(const JsonValue* object) {
  if (object == nullptr) return std::nullopt;
  Counts counts;
  for (const auto& [key, number] : *object->object()) counts.emplace_back(key, *number.integer());
  return counts;
}

// REQUIRES: the document is valid.
Claims claims_of(const JsonValue& document) {
  Claims claims;
  const JsonValue* metadata = document.find("metadata");
  if (metadata == nullptr) return claims;
  if (const JsonValue* total = metadata->find("total_cases")) claims.total_cases = *total->integer();
  if (const JsonValue* share = metadata->find("posix_coverage")) claims.posix_coverage = share->number(0);
  claims.categories = counts_of(metadata->find("categories"));
  claims.risk_distribution = counts_of(metadata->find("risk_distribution"));
  return claims;
}

// The index in "/test_cases/<index>/…"; none for other pointers.
std::optional<std::size_t> case_index(const std::string& pointer) {
  constexpr std::string_view kOpening = "/test_cases/";
  if (!pointer.starts_with(kOpening)) return std::nullopt;
  const char* digits = pointer.data() + kOpening.size();
  std::size_t index = 0;
  if (std::from_chars(digits, pointer.data() + pointer.size(), index).ec != std::errc{}) return std::nullopt;
  return index;
}

// The schema's validator measures text up to its first NUL, and programs could not be handed one.
void find_nul(const JsonValue& value, const std::string& pointer, std::vector<Problem>& problems) {
  const auto report = [&](std::string_view text, const JsonValue& place, const std::string& at) {
    if (text.find('\0') == std::string_view::npos) return;
    problems.push_back(
        {{"", place.line}, at, "holds a NUL character", "remove it; programs cannot be handed one"});
  };
  if (const auto* text = value.string()) report(*text, value, pointer);
  if (const auto* array = value.array()) {
    for (std::size_t i = 0; i < array->size(); ++i)
      find_nul((*array)[i], pointer + "/" + std::to_string(i), problems);
  }
  if (const auto* object = value.object()) {
    for (const auto& [key, member] : *object) {
      report(key, member, pointer);
      find_nul(member, pointer + pointer_token(key), problems);
    }
  }
}

// The rules that are worth checking given what the schema found: those of cases that it found no fault with,
// and those on counts only where the whole document is valid.
std::vector<Problem> check_document(const JsonValue& document, const std::vector<Problem>& found) {
  std::set<std::size_t> faulty;
  for (const Problem& problem : found) {
    if (const auto index = case_index(problem.pointer)) faulty.insert(*index);
  }
  const std::vector<Case> cases = tolerant_cases(document);
  std::vector<Problem> problems = check_dataset_name(text_of(document, "name"));
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (!faulty.contains(i)) append(problems, check_case(cases[i], case_pointer(i)));
  }
  append(problems, check_names(cases));
  if (found.empty()) append(problems, check_claims(claims_of(document), cases));
  return problems;
}

void keep_first(std::vector<Problem>& problems, const std::string& file) {
  constexpr std::size_t kMost = 100;
  if (problems.size() <= kMost) return;
  const std::size_t rest = problems.size() - kMost;
  problems.resize(kMost);
  problems.push_back({{file, 0}, "", fmt::format("has {} more faults like these", rest), ""});
}

}  // namespace

std::vector<Problem> diagnose(std::string_view text, const std::string& file) {
  const JsonValue document = parse_json(text, file, {.bytes = text.size()});
  std::vector<Problem> problems = schema().check(document, file);
  std::vector<Problem> ours = check_document(document, problems);
  find_nul(document, "", ours);
  for (Problem& problem : ours) {
    const JsonValue* value = document.at_pointer(problem.pointer);
    problem.where = {file, value ? value->line : problem.where.line};
    problems.push_back(std::move(problem));
  }
  std::ranges::stable_sort(problems, {}, [](const Problem& problem) { return problem.where.line; });
  keep_first(problems, file);
  return problems;
}

std::vector<Problem> check_draft(const Draft& draft) {
  const Dataset& dataset = draft.indexed.dataset;
  std::vector<Problem> problems = check_dataset_name(dataset.name);
  for (std::size_t i = 0; i < dataset.cases.size(); ++i) {
    append(problems, check_case(dataset.cases[i], case_pointer(i)));
  }
  append(problems, check_names(dataset.cases));
  append(problems, check_claims(draft.claims, dataset.cases));
  return problems;
}

}  // namespace assay
