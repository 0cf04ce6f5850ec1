// valijson decides whether a document is valid and where it is not; the words come from explanation.cc,
// because valijson's own speak of constraints and repeat every fault for each value around it.
#define VALIJSON_USE_EXCEPTIONS 1  // else it aborts

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "assay/internal/json.h"
#include "explanation.h"

namespace assay {
namespace {

using Adapter = valijson::adapters::NlohmannJsonAdapter;

nlohmann::json converted(const JsonValue& value);

struct Converter {
  nlohmann::json operator()(const JsonValue::Array& array) const {
    nlohmann::json result = nlohmann::json::array();
    for (const JsonValue& item : array) result.push_back(converted(item));
    return result;
  }
  nlohmann::json operator()(const JsonValue::Object& object) const {
    nlohmann::json result = nlohmann::json::object();
    for (const auto& [key, member] : object) result.emplace(key, converted(member));
    return result;
  }
  template <typename Scalar>
  nlohmann::json operator()(const Scalar& scalar) const {
    return scalar;
  }
};

nlohmann::json converted(const JsonValue& value) { return std::visit(Converter{}, value.data); }

// {"<root>", "[cases]", "[3]"} -> "/cases/3"
std::string pointer_of(const std::vector<std::string>& context) {
  std::string pointer;
  for (std::size_t i = 1; i < context.size(); ++i) {
    pointer += pointer_token(std::string_view(context[i]).substr(1, context[i].size() - 2));
  }
  return pointer;
}

// Says only that something inside is wrong, which is reported at that place.
bool repeats_inner_fault(const std::string& description) {
  constexpr std::string_view kOpenings[] = {"Failed to validate", "Object contains a property that could not",
                                            "Object contains properties that could not"};
  return std::ranges::any_of(kOpenings,
                             [&](std::string_view opening) { return description.starts_with(opening); });
}

using Pointers = std::set<std::string>;

bool holds_inside(const Pointers& pointers, const std::string& outer) {
  const std::string opening = outer + '/';
  const auto next = pointers.lower_bound(opening);
  return next != pointers.end() && next->starts_with(opening);
}

// The validator's own words, where ours found nothing to say.
std::vector<Problem> unexplained(const JsonValue& document, const Pointers& faulty, const Pointers& explained,
                                 const valijson::ValidationResults& results) {
  std::vector<Problem> problems;
  for (const auto& error : results) {
    const std::string pointer = pointer_of(error.context);
    const bool echo = repeats_inner_fault(error.description) && holds_inside(faulty, pointer);
    if (echo || explained.contains(pointer) || holds_inside(explained, pointer)) continue;
    const JsonValue* value = document.at_pointer(pointer);
    std::string what = error.description;
    if (what.ends_with('.')) what.pop_back();
    problems.push_back({{"", value ? value->line : 0}, pointer, what, ""});
  }
  return problems;
}

// In line order, each once.
void sort_unique(std::vector<Problem>& problems) {
  const auto key = [](const Problem& p) { return std::tie(p.where.line, p.pointer, p.what); };
  std::ranges::stable_sort(problems, {}, key);
  const auto rest = std::ranges::unique(problems);
  problems.erase(rest.begin(), rest.end());
}

}  // namespace

struct JsonSchema::Inner {
  JsonValue text;
  nlohmann::json document;
  valijson::Schema schema;
};

JsonSchema::JsonSchema(std::string_view schema_text) : inner_(std::make_unique<Inner>()) {
  inner_->text = parse_json(schema_text, "schema");
  inner_->document = converted(inner_->text);
  try {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7)
        .populateSchema(Adapter(inner_->document), inner_->schema);
  } catch (const std::exception& error) {
    throw Error({.where = {"schema", 0},
                 .pointer = "",
                 .what = std::string("is not a JSON Schema: ") + error.what(),
                 .next = ""});
  }
}

JsonSchema::~JsonSchema() = default;
JsonSchema::JsonSchema(JsonSchema&&) noexcept = default;
JsonSchema& JsonSchema::operator=(JsonSchema&&) noexcept = default;

std::vector<Problem> JsonSchema::check(const JsonValue& document, const std::string& file) const {
  valijson::ValidationResults results;
  try {
    const nlohmann::json copy = converted(document);
    // A validator of its own: it caches regular expressions, so sharing one would not be safe between
    // threads.
    if (valijson::Validator().validate(inner_->schema, Adapter(copy), &results)) return {};
  } catch (const std::exception& error) {
    return {{{file, document.line}, "", std::string("cannot be checked: ") + error.what(), ""}};
  }
  Pointers faulty, explained;
  for (const auto& error : results) faulty.insert(pointer_of(error.context));
  std::vector<Problem> problems;
  for (const std::string& pointer : faulty) {
    for (Problem& problem : explain(inner_->text, document, pointer)) {
      explained.insert(pointer);
      problems.push_back(std::move(problem));
    }
  }
  for (Problem& problem : unexplained(document, faulty, explained, results))
    problems.push_back(std::move(problem));
  if (problems.empty()) problems.push_back({{"", document.line}, "", "does not fit the schema", ""});
  for (Problem& problem : problems) problem.where.file = file;
  sort_unique(problems);
  return problems;
}

}  // namespace assay
