#include "suite.h"

#include <fmt/format.h>

#include <cstdlib>

#include "assay/internal/json.h"

namespace assay {
namespace {

// Reads members of one object and remembers where it is for messages. The file is written by
// assay_add_suite(), so a fault means that it was edited or is of another version: the message says to
// configure again.
class Members {
 public:
  Members(const JsonValue& object, std::string file) : object_(object), file_(std::move(file)) {}

  std::string text(const char* key) const {
    const auto* value = object_.find(key);
    if (!value || !value->string()) wrong(key, value, "a string");
    return *value->string();
  }
  double number(const char* key) const {
    const auto* value = object_.find(key);
    if (!value || (!value->integer() && !std::holds_alternative<double>(value->data)))
      wrong(key, value, "a number");
    return value->number(0);
  }
  std::optional<double> number_or_none(const char* key) const {
    return object_.find(key) ? std::optional(number(key)) : std::nullopt;
  }
  std::vector<std::string> texts(const char* key) const {
    const auto* value = object_.find(key);
    if (!value || !value->array()) wrong(key, value, "an array of strings");
    std::vector<std::string> texts;
    for (const auto& item : *value->array()) {
      if (!item.string()) wrong(key, &item, "an array of strings");
      texts.push_back(*item.string());
    }
    return texts;
  }
  template <typename Enum>
  Enum one_of(const char* key, std::initializer_list<std::pair<const char*, Enum>> known) const {
    const std::string text = this->text(key);
    for (const auto& [name, value] : known)
      if (text == name) return value;
    wrong(key, object_.find(key), "another word");
  }

 private:
  [[noreturn]] void wrong(const char* key, const JsonValue* value, const char* expected) const {
    throw Error(Problem{.where = {file_, value ? value->line : object_.line},
                        .pointer = fmt::format("/{}", key),
                        .what = fmt::format("a suite's \"{}\" must be {}", key, expected),
                        .next = "configure the project again: cmake writes this file"});
  }

  const JsonValue& object_;
  std::string file_;
};

// What ASSAY_STORE names goes before what the project says, as it does for the assay program.
std::filesystem::path store_of(const std::string& named) {
  const char* preferred = std::getenv("ASSAY_STORE");
  return named.empty() || preferred == nullptr || *preferred == '\0' ? named : preferred;
}

}  // namespace

Suite read_suite(const std::filesystem::path& file) {
  const JsonValue json = read_json(file);
  const Members members(json, file.string());
  Suite suite;
  suite.file = file;
  suite.folder = file.parent_path();
  suite.name = members.text("suite");
  suite.output = members.text("output_dir");
  suite.store = store_of(members.text("store"));
  suite.project = members.text("project_dir");
  for (const auto& path : members.texts("datasets")) suite.datasets.emplace_back(path);
  suite.tool = members.text("tool");
  suite.tool_name = members.text("tool_name");
  suite.levels = members.texts("levels");
  if (const auto tables = members.texts("tables"); !tables.empty()) {
    suite.table_places.assign(tables.begin(), tables.end());
    suite.tables = std::make_shared<const DeferredTables>(suite.table_places);
  }
  suite.labels = members.texts("labels");
  suite.min_score = members.number("min_score");
  suite.min_mean = members.number("min_mean");
  suite.gate = members.one_of<Gate>(
      "gate", {{"strict", Gate::strict}, {"mean", Gate::mean}, {"baseline", Gate::baseline}});
  suite.baseline = members.text("baseline");
  suite.jobs = static_cast<unsigned>(std::max(1.0, members.number("jobs")));
  if (const auto seconds = members.number_or_none("timeout_s"))
    suite.timeout = std::chrono::milliseconds(static_cast<long>(*seconds * 1000));
  suite.granularity = members.one_of<Granularity>(
      "granularity",
      {{"CASE", Granularity::each_case}, {"SHARDS", Granularity::shards}, {"DATASET", Granularity::dataset}});
  suite.shards = static_cast<unsigned>(std::max(1.0, members.number("shards")));
  suite.strict_junit = members.text("junit") == "strict";
  return suite;
}

Tool read_suite_tool(const Suite& suite, Trust trust) {
  Tool tool = [&] {
    if (suite.tool.extension() == ".jsonl") return read_recording(suite.tool);
    if (suite.tool_name.empty())
      return trust == Trust::checked_before ? read_checked_tool(suite.tool) : read_tool(suite.tool);
    if (auto known = known_tool(suite.tool_name)) return *known;
    throw Error(Problem{.where = {suite.file.string(), 0},
                        .what = "no ready description of the tool \"" + suite.tool_name + "\"",
                        .next = "name another TOOL_NAME, or describe the tool with TOOL or TOOL_FILE"});
  }();
  auto* program = std::get_if<Program>(&tool.how);
  if (program && suite.timeout) program->limits.timeout = *suite.timeout;
  return tool;
}

std::chrono::milliseconds timeout_of(const Suite& suite, const Tool& tool) {
  const auto* program = std::get_if<Program>(&tool.how);
  return program ? program->limits.timeout : suite.timeout.value_or(ProcessLimits{}.timeout);
}

namespace {

Level level_of(const Suite& suite, const Extensions& extensions, const std::string& name) try {
  return find_level(name, extensions.levels, suite.tables);
} catch (const Error& error) {
  Problem problem = error.problems().front();
  problem.where = {suite.file.string(), 0};
  problem.pointer = "/levels";
  problem.what += " in LEVELS of suite " + suite.name;
  throw Error(std::move(problem));
}

}  // namespace

EvaluateOptions evaluate_options(const Suite& suite, const Extensions& extensions) {
  EvaluateOptions options{
      .jobs = suite.jobs, .min_score = suite.min_score, .levels = {}, .tables = suite.tables};
  for (const auto& name : suite.levels) options.levels.push_back(level_of(suite, extensions, name));
  return options;
}

}  // namespace assay
