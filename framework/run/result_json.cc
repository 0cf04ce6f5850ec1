// One row format for results.jsonl, fragments and the store, read back (row_writer.cc writes it); and what a
// run was, as JSON.
#include <nlohmann/json.hpp>

#include "assay/base64.h"
#include "assay/result.h"
#include "assay/text.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
constexpr auto kReplace = Json::error_handler_t::replace;

std::string bytes_from(const Json& json) {
  if (json.is_null()) return {};
  if (json.is_string()) return json.get<std::string>();
  return from_base64(json.at("base64").get<std::string>()).value_or("");
}

template <typename T>
std::optional<T> optional_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  return json.get<T>();
}

template <typename Duration>
Duration duration_from(const Json& json) {
  if (json.is_null()) return Duration{0};
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(json.get<double>()) +
                                              std::chrono::duration<double, std::nano>(0.5));
}

Verdict verdict_from(const Json& json) {
  return {.level = json.at("level"),
          .outcome = outcome_from(json.at("outcome").get<std::string>()).value_or(Outcome::error),
          .score = json.at("score"),
          .accepted = json.at("accepted"),
          .why = json.at("why"),
          .evidence = json.at("evidence")};
}

std::optional<RetrievalExpectation> expectation_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  RetrievalExpectation expected;
  expected.expected_doc_ids = json.at("expected_doc_ids").get<std::vector<std::string>>();
  expected.expected_chunk_ids = json.at("expected_chunk_ids").get<std::vector<std::string>>();
  expected.must_contain = json.at("must_contain").get<std::vector<std::string>>();
  expected.forbidden = json.at("forbidden").get<std::vector<std::string>>();
  for (const auto& [doc_id, grade] : json.at("judgements").items())
    expected.judgements.push_back({doc_id, grade.get<int>()});
  expected.lang = json.at("lang");
  expected.difficulty = json.at("difficulty");
  expected.group = json.at("group");
  return expected;
}

std::optional<RetrievalAnswer> retrieval_from(const Json& json) {
  if (json.is_null()) return std::nullopt;
  RetrievalAnswer answer;
  for (const auto& hit : json.at("hits"))
    answer.hits.push_back({hit.at("chunk_id"), hit.at("doc_id"), optional_from<double>(hit.at("score"))});
  answer.text = optional_from<std::string>(json.at("text"));
  for (const auto& citation : json.at("citations"))
    answer.citations.push_back(
        {citation.at("doc_id"), citation.at("chunk_id"), optional_from<bool>(citation.at("exists"))});
  answer.grounded = optional_from<bool>(json.at("grounded"));
  return answer;
}

RiskLevel risk_from(const std::string& text) {
  for (auto level :
       {RiskLevel::safe, RiskLevel::low, RiskLevel::medium, RiskLevel::high, RiskLevel::critical})
    if (to_string(level) == text) return level;
  throw Error(Problem{.what = "unknown risk level " + text});
}

Case case_from(const Json& row) {
  Case asked;
  asked.id = row.at("id");
  asked.name = row.at("name");
  asked.dataset = row.at("dataset");
  asked.where = {row.at("file"), row.at("line")};
  asked.prompt = row.at("prompt");
  asked.accepted = row.at("accepted").get<std::vector<std::string>>();
  asked.expect = row.at("expect") == "refusal" ? Expectation::refusal : Expectation::command;
  asked.category = row.at("category");
  asked.tags = row.at("tags").get<std::vector<std::string>>();
  asked.risk_level = risk_from(row.at("risk_level"));
  asked.posix_compliant = row.at("posix_compliant");
  asked.world = row.value("world", std::string());
  asked.levels = row.value("case_levels", std::vector<std::string>());
  asked.min_score = optional_from<double>(row.value("case_min_score", Json()));
  asked.retrieval = expectation_from(row.value("retrieval_expected", Json()));
  return asked;
}

Grade grade_from(const Json& row) {
  Grade grade;
  grade.status = status_from(row.at("status").get<std::string>()).value_or(Status::unmeasured);
  grade.score = row.at("score").is_null() ? 0.0 : row.at("score").get<double>();
  grade.method = row.at("method");
  grade.why = row.at("why");
  grade.diff = row.at("diff");
  for (const auto& verdict : row.at("verdicts")) grade.verdicts.push_back(verdict_from(verdict));
  return grade;
}

Answer answer_from(const Json& row) {
  Answer answer;
  answer.ending = ending_from(row.at("ending").get<std::string>()).value_or(Ending::cancelled);
  if (!row.at("generated").is_null()) answer.command = row.at("generated");
  answer.retrieval = retrieval_from(row.value("retrieval", Json()));
  answer.detail = row.at("detail");
  for (const auto& word : row.at("argv")) answer.argv.push_back(bytes_from(word));
  answer.exit_code = optional_from<int>(row.at("exit_code"));
  answer.signal = optional_from<int>(row.at("signal"));
  answer.latency = duration_from<std::chrono::nanoseconds>(row.at("latency_ms"));
  answer.user_time = duration_from<std::chrono::microseconds>(row.at("user_ms"));
  answer.system_time = duration_from<std::chrono::microseconds>(row.at("system_ms"));
  answer.max_rss_kib = row.at("max_rss_kib").is_null() ? 0 : row.at("max_rss_kib").get<std::int64_t>();
  answer.truncated = row.at("truncated");
  answer.label = optional_from<bool>(row.value("label", Json()));
  answer.stdout_bytes = bytes_from(row.at("stdout"));
  answer.stderr_bytes = bytes_from(row.at("stderr"));
  return answer;
}

// What a reader of rows does about a row that is none: one place that names it.
template <typename Read>
auto read_row(std::string_view text, const SourceLine& where, const char* what, Read read) {
  try {
    return read(Json::parse(text));
  } catch (const Json::exception& error) {
    throw Error(Problem{.where = where,
                        .what = std::string("not ") + what + ": " + error.what(),
                        .next = "remove the line, or run the suite again"});
  }
}

}  // namespace

Result result_from_json(std::string_view line, const SourceLine& where) {
  return read_row(line, where, "a result row", [](const Json& row) {
    return Result{.asked = case_from(row),
                  .attempt = row.at("attempt"),
                  .answer = answer_from(row),
                  .grade = grade_from(row),
                  .min_score = row.at("min_score"),
                  .in_baseline = row.value("in_baseline", false),
                  .started_at = row.at("started_at")};
  });
}

std::string to_json(const RunInfo& info) {
  Json datasets = Json::array();
  for (const auto& set : info.datasets)
    datasets.push_back({{"name", set.name},
                        {"version", set.version},
                        {"sha256", set.sha256},
                        {"file", set.file},
                        {"cases", set.cases}});
  Json json = {{"run_id", info.run_id},
               {"parent_run_id", info.parent_run_id},
               {"suite", info.suite},
               {"tool", info.tool},
               {"tool_path", info.tool_path},
               {"tool_sha256", info.tool_sha256},
               {"description_sha256", info.description_sha256},
               {"tool_files", info.tool_files},
               {"datasets", datasets},
               {"levels", info.levels},
               {"level_versions", info.level_versions},
               {"limits", info.limits},
               {"parts", info.parts},
               {"gate", info.gate},
               {"min_score", info.min_score},
               {"min_mean", info.min_mean},
               {"host", info.host},
               {"commit", info.commit},
               {"dirty", info.dirty},
               {"assay_version", info.assay_version},
               {"started_at", info.started_at},
               {"finished_at", info.finished_at},
               {"expected", info.expected}};
  if (!info.tables_sha256.empty()) json["tables_sha256"] = info.tables_sha256;
  return json.dump(2, ' ', false, kReplace);
}

RunInfo run_info_from_json(std::string_view text, const SourceLine& where) {
  return read_row(text, where, "a run's description", [](const Json& json) {
    RunInfo info;
    info.run_id = json.at("run_id");
    info.parent_run_id = json.at("parent_run_id");
    info.suite = json.at("suite");
    info.tool = json.at("tool");
    info.tool_path = json.at("tool_path");
    info.tool_sha256 = json.at("tool_sha256");
    info.description_sha256 = json.value("description_sha256", std::string());
    info.tool_files = json.value("tool_files", std::map<std::string, std::string>());
    for (const auto& set : json.at("datasets"))
      info.datasets.push_back(
          {set.at("name"), set.at("version"), set.at("sha256"), set.at("file"), set.at("cases")});
    info.levels = json.at("levels").get<std::vector<std::string>>();
    info.tables_sha256 = json.value("tables_sha256", std::string());
    info.level_versions = json.value("level_versions", std::map<std::string, std::string>());
    info.limits = json.value("limits", std::map<std::string, std::string>());
    info.parts = json.value("parts", std::map<std::string, std::string>());
    info.gate = json.at("gate");
    info.min_score = json.at("min_score");
    info.min_mean = json.at("min_mean");
    info.host = json.value("host", std::string());
    info.commit = json.at("commit");
    info.dirty = json.at("dirty");
    info.assay_version = json.at("assay_version");
    info.started_at = json.at("started_at");
    info.finished_at = json.at("finished_at");
    info.expected = json.at("expected");
    return info;
  });
}

}  // namespace assay
