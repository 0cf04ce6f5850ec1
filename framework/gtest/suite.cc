// SPDX-License-Identifier: Apache-2.0
#include "suite.h"

#include <fmt/format.h>

#include <cstdlib>

#include "assay/internal/json.h"

namespace assay {
namespace {

// Reads members of one object and remembers its place for messages. assay_add_suite() writes the file, so a
// fault means that it was edited or is of another version: the message says to configure again.
class Members {
 public:
  Members(const JsonValue& object, std::string file) : object_(object), file_(std::move(file)) {}

  std::string text(const char* key) const {
    const auto* value = object_.find(key);
    if (!value || !value->string()) wrong(key, value, "a string");
    return *value->string();
  }
  std::string text_or_nothing(const char* key) const { return object_.find(key) ? text(key) : ""; }
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
  std::vector<ExecLevel> exec_levels(const char* key) const {
    const auto* value = object_.find(key);
    if (!value) return {};
    if (!value->object()) wrong(key, value, "an object of arrays");
    std::vector<ExecLevel> levels;
    for (const auto& [name, argv] : *value->object()) {
      levels.push_back({.name = name, .argv = Members(*value, file_).texts(name.c_str())});
      if (levels.back().argv.empty()) wrong(key, &argv, "an object of arrays that begin with a program");
    }
    return levels;
  }
  template <typename Enum>
  Enum one_of(const char* key, std::initializer_list<std::pair<const char*, Enum>> known) const {
    const std::string text = this->text(key);
    for (const auto& [name, value] : known)
      if (text == name) return value;
    wrong(key, object_.find(key), "another word");
  }
  template <typename Enum>
  Enum one_of_or(const char* key, Enum otherwise,
                 std::initializer_list<std::pair<const char*, Enum>> known) const {
    return object_.find(key) ? one_of(key, known) : otherwise;
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

// ASSAY_STORE overrides the project's setting, as it does for the assay program.
std::filesystem::path store_of(const std::string& named) {
  const char* preferred = std::getenv("ASSAY_STORE");
  return named.empty() || preferred == nullptr || *preferred == '\0' ? named : preferred;
}

ToolSource tool_source(const std::string& file, const std::string& known) {
  using Kind = ToolSource::Kind;
  if (file.empty()) return {Kind::known, known};
  return {file.ends_with(".jsonl") ? Kind::recording : Kind::description, file};
}

// The similarity model named in `assay_add_suite`.
LikenessPlace model_of(const Members& members) {
  LikenessPlace place{.model = members.text_or_nothing("model"),
                      .profile = members.text_or_nothing("calibration")};
  auto url = members.text_or_nothing("embedder");
  if (url.empty()) return place;
  place.service = EmbeddingService{.url = std::move(url), .model = members.text_or_nothing("embedder_model")};
  if (auto variable = members.text_or_nothing("embedder_key"); !variable.empty())
    place.service->key_variable = variable;
  return place;
}

// The profile named in `assay_add_suite`; none if there is none.
std::optional<EvaluationTerms> profile_of(const Members& members) {
  if (members.text_or_nothing("profile").empty()) return std::nullopt;
  EvaluationTerms terms{.profile = members.one_of<EvaluationProfile>(
                            "profile", {{"exact+similarity+judge", EvaluationProfile::similarity},
                                        {"text", EvaluationProfile::text},
                                        {"evidence", EvaluationProfile::evidence}})};
  terms.threshold = members.number_or_none("threshold").value_or(terms.threshold);
  terms.judge_from = members.number_or_none("judge_from").value_or(terms.judge_from);
  return terms;
}

ReplyUse reply_use_of(const Members& members, const char* key, ReplyUse otherwise) {
  return members.one_of_or<ReplyUse>(
      key, otherwise, {{"use", ReplyUse::use}, {"only", ReplyUse::only}, {"off", ReplyUse::forgo}});
}

// The judge named in `assay_add_suite`; none if there is none.
std::optional<JudgeService> judge_of(const Members& members) {
  JudgeService service{.url = members.text_or_nothing("judge")};
  if (service.url.empty()) return std::nullopt;
  service.protocol = members.one_of_or<JudgeProtocol>("judge_api", JudgeProtocol::openai,
                                                      {{"openai", JudgeProtocol::openai},
                                                       {"ollama", JudgeProtocol::ollama},
                                                       {"anthropic", JudgeProtocol::anthropic}});
  service.model = members.text_or_nothing("judge_model");
  if (auto variable = members.text_or_nothing("judge_key"); !variable.empty())
    service.key_variable = variable;
  service.cache = reply_use_of(members, "judge_cache", ReplyUse::use);
  return service;
}

}  // namespace

BuiltSuite read_suite(const std::filesystem::path& file) {
  const JsonValue json = read_json(file);
  const Members members(json, file.string());
  BuiltSuite suite;
  suite.file = file;
  suite.folder = file.parent_path();
  suite.name = members.text("suite");
  suite.output = members.text("output_dir");
  suite.store = store_of(members.text("store"));
  suite.project = members.text("project_dir");
  for (const auto& path : members.texts("datasets")) suite.datasets.emplace_back(path);
  suite.tool = tool_source(members.text("tool"), members.text("tool_name"));
  suite.levels = members.texts("levels");
  suite.exec_levels = members.exec_levels("exec_levels");
  for (const auto& place : members.texts("tables")) suite.table_places.emplace_back(place);
  suite.backends = backends_at(suite.table_places, model_of(members), suite.store, judge_of(members));
  suite.tool_replies = reply_use_of(members, "tool_cache", ReplyUse::forgo);
  suite.reply_store = suite.store;
  suite.question =
      members.one_of_or<Question>("question", Question::equivalent,
                                  {{"equivalent", Question::equivalent}, {"fulfils", Question::fulfils}});
  suite.profile = profile_of(members);
  if (suite.profile) suite.question = Question::fulfils;
  suite.labels = members.texts("labels");
  suite.min_score = members.number("min_score");
  suite.min_mean = members.number("min_mean");
  suite.gate = members.one_of<Gate>(
      "gate", {{"strict", Gate::strict}, {"mean", Gate::mean}, {"baseline", Gate::baseline}});
  suite.baseline = members.text("baseline");
  suite.unmeasured = members.one_of_or<UnmeasuredCases>(
      "unmeasured", UnmeasuredCases::skip,
      {{"skip", UnmeasuredCases::skip}, {"error", UnmeasuredCases::error}});
  suite.jobs = static_cast<unsigned>(std::max(1.0, members.number("jobs")));
  suite.grading_jobs = static_cast<unsigned>(members.number_or_none("grading_jobs").value_or(0));
  suite.repeat = static_cast<int>(members.number_or_none("repeat").value_or(1));
  if (const auto seconds = members.number_or_none("timeout_s"))
    suite.timeout = std::chrono::milliseconds(static_cast<long>(*seconds * 1000));
  suite.granularity = members.one_of<Granularity>(
      "granularity",
      {{"CASE", Granularity::each_case}, {"SHARDS", Granularity::shards}, {"DATASET", Granularity::dataset}});
  suite.shards = static_cast<unsigned>(std::max(1.0, members.number("shards")));
  suite.junit = members.text("junit") == "strict" ? JUnitDialect::strict : JUnitDialect::rich;
  return suite;
}

}  // namespace assay
