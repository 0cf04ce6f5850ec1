#include "diagnosis.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <set>

#include "assay/internal/json.h"
#include "checks.h"

namespace assay {

extern const std::string_view kCommandSchema;
extern const std::string_view kRetrievalSchema;

namespace {

const JsonSchema& schema(DatasetKind kind) {
  static const JsonSchema commands(kCommandSchema);
  static const JsonSchema queries(kRetrievalSchema);
  return kind == DatasetKind::queries ? queries : commands;
}

// What the document seems meant to be.
DatasetKind kind_of(const JsonValue& document) {
  return document.find("queries") && !document.find("test_cases") ? DatasetKind::queries
                                                                  : DatasetKind::commands;
}

std::string_view list_name(DatasetKind kind) {
  return kind == DatasetKind::queries ? "queries" : "test_cases";
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

std::vector<std::string> texts_of(const JsonValue& object, std::string_view key) {
  std::vector<std::string> texts;
  if (const JsonValue* list = object.find(key); list && list->array()) {
    for (const JsonValue& each : *list->array()) texts.push_back(each.string() ? *each.string() : "");
  }
  return texts;
}

Case tolerant_query(const JsonValue& value) {
  Case query;
  query.id = text_of(value, "id");
  query.name = test_name(query.id);
  query.prompt = text_of(value, "query");
  query.where.line = value.line;
  RetrievalExpectation& expected = query.retrieval.emplace();
  expected.expected_doc_ids = texts_of(value, "expected_doc_ids");
  expected.expected_chunk_ids = texts_of(value, "expected_chunk_ids");
  expected.must_contain = texts_of(value, "must_contain");
  expected.forbidden = texts_of(value, "forbidden");
  expected.group = text_of(value, "group");
  if (const JsonValue* grades = value.find("judgements"); grades && grades->object()) {
    for (const auto& [doc_id, grade] : *grades->object())
      expected.judgements.push_back({doc_id, static_cast<int>(grade.number(0))});
  }
  return query;
}

std::vector<Case> tolerant_cases(const JsonValue& document, DatasetKind kind) {
  std::vector<Case> cases;
  const JsonValue* list = document.find(list_name(kind));
  if (list == nullptr || !list->array()) return cases;
  for (const JsonValue& each : *list->array())
    cases.push_back(kind == DatasetKind::queries ? tolerant_query(each) : tolerant_case(each));
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

// The index in "/test_cases/<index>/…" or "/queries/<index>/…"; none for other pointers.
std::optional<std::size_t> case_index(const std::string& pointer, DatasetKind kind) {
  const std::string opening = fmt::format("/{}/", list_name(kind));
  if (!pointer.starts_with(opening)) return std::nullopt;
  const char* digits = pointer.data() + opening.size();
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

// The notes of golden queries say how those are to be read, and so stand in front of them.
void check_place_of_notes(const JsonValue& document, std::vector<Problem>& problems) {
  bool queries_came = false;
  for (const auto& [key, value] : *document.object()) {
    queries_came |= key == "queries";
    if (key == "notes" && queries_came)
      problems.push_back({{"", value.line},
                          "/notes",
                          "stands behind the queries, which it explains",
                          "move it in front of \"queries\""});
  }
}

std::vector<Problem> check_head(const JsonValue& document, DatasetKind kind) {
  std::vector<Problem> problems = check_dataset_name(text_of(document, "name"));
  if (kind == DatasetKind::commands) return problems;
  check_place_of_notes(document, problems);
  if (const JsonValue* notes = document.find("notes"); notes && notes->string())
    append(problems, check_notes(*notes->string()));
  return problems;
}

// The rules that are worth checking given what the schema found: those of cases that it found no fault with,
// and those on counts only where the whole document is valid.
std::vector<Problem> check_document(const JsonValue& document, DatasetKind kind,
                                    const std::vector<Problem>& found) {
  std::set<std::size_t> faulty;
  for (const Problem& problem : found) {
    if (const auto index = case_index(problem.pointer, kind)) faulty.insert(*index);
  }
  const std::vector<Case> cases = tolerant_cases(document, kind);
  const bool queries = kind == DatasetKind::queries;
  std::vector<Problem> problems = check_head(document, kind);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    if (faulty.contains(i)) continue;
    append(problems, (queries ? check_query : check_case)(cases[i], case_pointer(kind, i)));
  }
  append(problems, check_names(cases));
  if (queries && faulty.empty()) append(problems, check_groups(cases));
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
  const DatasetKind kind = kind_of(document);
  std::vector<Problem> problems = schema(kind).check(document, file);
  std::vector<Problem> ours =
      document.object() ? check_document(document, kind, problems) : std::vector<Problem>();
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
  const bool queries = draft.kind == DatasetKind::queries;
  std::vector<Problem> problems = check_dataset_name(dataset.name);
  if (queries) append(problems, check_notes(draft.notes));
  for (std::size_t i = 0; i < dataset.cases.size(); ++i) {
    append(problems, (queries ? check_query : check_case)(dataset.cases[i], case_pointer(draft.kind, i)));
  }
  if (queries) append(problems, check_groups(dataset.cases));
  append(problems, check_names(dataset.cases));
  append(problems, check_claims(draft.claims, dataset.cases));
  return problems;
}

}  // namespace assay
