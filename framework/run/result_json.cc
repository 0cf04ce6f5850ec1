// One row format for results.jsonl, fragments and the store, read back (row_writer.cc writes it); and what a
// run was, as JSON.
#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "assay/internal/base64.h"
#include "assay/internal/text.h"
#include "assay/result.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;
constexpr auto kReplace = Json::error_handler_t::replace;

// What is wrong with a member that is there; the reader adds where.
struct Fault {
  std::string member;
  std::string what;
};

constexpr std::int64_t kMostCases = 1'000'000'000;

std::int64_t integer_from(const Json& object, const char* member, std::int64_t least, std::int64_t most) {
  const Json& value = object.at(member);
  const bool is_small = value.is_number_integer() &&
                        (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t(most));
  if (is_small && value.get<std::int64_t>() >= least && value.get<std::int64_t>() <= most)
    return value.get<std::int64_t>();
  throw Fault{member, fmt::format("{} is not an integer from {} to {}", value.dump(), least, most)};
}

int small_integer_from(const Json& object, const char* member, int least = 0) {
  return static_cast<int>(integer_from(object, member, least, std::numeric_limits<int>::max()));
}

std::size_t cases_from(const Json& object, const char* member) {
  return static_cast<std::size_t>(integer_from(object, member, 0, kMostCases));
}

double share_from(const Json& object, const char* member) {
  const Json& value = object.at(member);
  if (value.is_number() && value.get<double>() >= 0.0 && value.get<double>() <= 1.0) return value;
  throw Fault{member, value.dump() + " is not a number from 0 to 1"};
}

// One of a closed set, by its name.
template <typename Read>
auto named_from(const Json& object, const char* member, Read read) {
  const auto name = object.at(member).get<std::string>();
  if (const auto known = read(name)) return *known;
  throw Fault{member, "\"" + one_line(name) + "\" is not known to this version of assay"};
}

std::optional<Gate> gate_from(std::string_view name) {
  for (const Gate gate : {Gate::strict, Gate::mean, Gate::baseline})
    if (name == to_string(gate)) return gate;
  return std::nullopt;
}

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
Duration duration_from(const Json& object, const char* member) {
  constexpr double kMost = 1e12;  // more than thirty years
  const Json& json = object.at(member);
  if (json.is_null()) return Duration{0};
  const double milliseconds = json.get<double>();
  if (!(milliseconds >= 0 && milliseconds < kMost))
    throw Fault{member, json.dump() + " is not a number of milliseconds"};
  return std::chrono::duration_cast<Duration>(std::chrono::duration<double, std::milli>(milliseconds) +
                                              std::chrono::duration<double, std::nano>(0.5));
}

Verdict verdict_from(const Json& json) {
  return {.level = json.at("level"),
          .outcome = named_from(json, "outcome", outcome_from),
          .score = share_from(json, "score"),
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

std::optional<RiskLevel> risk_from(std::string_view text) {
  for (auto level :
       {RiskLevel::safe, RiskLevel::low, RiskLevel::medium, RiskLevel::high, RiskLevel::critical})
    if (to_string(level) == text) return level;
  return std::nullopt;
}

Case case_from(const Json& row) {
  Case asked;
  asked.id = row.at("id");
  asked.name = row.at("name");
  asked.dataset = row.at("dataset");
  asked.where = {row.at("file"), small_integer_from(row, "line")};
  asked.prompt = row.at("prompt");
  asked.accepted = row.at("accepted").get<std::vector<std::string>>();
  asked.expect = row.at("expect") == "refusal" ? Expectation::refusal : Expectation::command;
  asked.category = row.at("category");
  asked.tags = row.at("tags").get<std::vector<std::string>>();
  asked.risk_level = named_from(row, "risk_level", risk_from);
  asked.posix_compliant = row.at("posix_compliant");
  asked.world = row.value("world", std::string());
  asked.levels = row.value("case_levels", std::vector<std::string>());
  if (!row.value("case_min_score", Json()).is_null()) asked.min_score = share_from(row, "case_min_score");
  asked.retrieval = expectation_from(row.value("retrieval_expected", Json()));
  return asked;
}

Grade grade_from(const Json& row) {
  Grade grade;
  grade.status = named_from(row, "status", status_from);
  if (grade.status != Status::unmeasured || !row.at("score").is_null())
    grade.score = share_from(row, "score");
  grade.method = row.at("method");
  grade.why = row.at("why");
  grade.diff = row.at("diff");
  for (const auto& verdict : row.at("verdicts")) grade.verdicts.push_back(verdict_from(verdict));
  return grade;
}

Answer answer_from(const Json& row) {
  Answer answer;
  answer.ending = named_from(row, "ending", ending_from);
  if (!row.at("generated").is_null()) answer.command = row.at("generated");
  answer.retrieval = retrieval_from(row.value("retrieval", Json()));
  answer.detail = row.at("detail");
  for (const auto& word : row.at("argv")) answer.argv.push_back(bytes_from(word));
  answer.exit_code = optional_from<int>(row.at("exit_code"));
  answer.signal = optional_from<int>(row.at("signal"));
  answer.latency = duration_from<std::chrono::nanoseconds>(row, "latency_ms");
  answer.user_time = duration_from<std::chrono::microseconds>(row, "user_ms");
  answer.system_time = duration_from<std::chrono::microseconds>(row, "system_ms");
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
  } catch (const Fault& fault) {
    throw Error(Problem{.where = where,
                        .pointer = "/" + fault.member,
                        .what = std::string("not ") + what + ": " + fault.what,
                        .next = "mend or remove it, or run the suite again"});
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
                  .attempt = small_integer_from(row, "attempt", 1),
                  .answer = answer_from(row),
                  .grade = grade_from(row),
                  .min_score = share_from(row, "min_score"),
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
               {"gate", to_string(info.gate)},
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
          {set.at("name"), set.at("version"), set.at("sha256"), set.at("file"), cases_from(set, "cases")});
    info.levels = json.at("levels").get<std::vector<std::string>>();
    info.tables_sha256 = json.value("tables_sha256", std::string());
    info.level_versions = json.value("level_versions", std::map<std::string, std::string>());
    info.limits = json.value("limits", std::map<std::string, std::string>());
    info.parts = json.value("parts", std::map<std::string, std::string>());
    info.gate = named_from(json, "gate", gate_from);
    info.min_score = share_from(json, "min_score");
    info.min_mean = share_from(json, "min_mean");
    info.host = json.value("host", std::string());
    info.commit = json.at("commit");
    info.dirty = json.at("dirty");
    info.assay_version = json.at("assay_version");
    info.started_at = json.at("started_at");
    info.finished_at = json.at("finished_at");
    info.expected = cases_from(json, "expected");
    return info;
  });
}

}  // namespace assay
