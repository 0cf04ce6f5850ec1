// SPDX-License-Identifier: Apache-2.0
// The description of a run, for run.json, the store and the member `run` of metrics.json, and the rows of its
// results, as JSON.
#include "assay/dataset.h"
#include "assay/internal/digest.h"
#include "assay/internal/grade_case.h"
#include "assay/result.h"
#include "json_members.h"
#include "row_members.h"

namespace assay {

using json_members::Count;
using json_members::Fraction;
using json_members::MemberOf;

template <typename Io>
void describe(Io& io, MemberOf<Io, EvaluationTerms>& terms) {
  io("name", terms.profile);
  io("threshold", Fraction{terms.threshold});
  io("judge_from", Fraction{terms.judge_from});
}

constexpr std::int64_t kMostCases = 1'000'000'000;

template <typename Io>
void describe(Io& io, MemberOf<Io, DatasetInfo>& dataset) {
  io("name", dataset.name);
  io("version", dataset.version);
  io("sha256", dataset.sha256);
  io("file", dataset.file);
  io("cases", Count{dataset.cases, 0, kMostCases});
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Shards>& shards) {
  io("count", Count{shards.count, 1, kMostCases});
  io("cases", Count{shards.cases, 0, kMostCases});
  io("dealt_sha256", shards.dealt_sha256);
  io.added("repeat", Count{shards.repeat, 1});
  io("asked", shards.asked);
  io("command", shards.command);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, RunInfo>& info) {
  io("run_id", info.run_id);
  if (!Io::kWrites || !info.name.empty()) io.added("name", info.name);
  io("parent_run_id", info.parent_run_id);
  io("suite", info.suite);
  io("tool", info.tool);
  io("tool_path", info.tool_path);
  io("tool_sha256", info.tool_sha256);
  io.added("description_sha256", info.description_sha256);
  io.added("tool_files", info.tool_files);
  io("datasets", info.datasets);
  if (!Io::kWrites || !info.worlds.empty()) io.added("worlds", info.worlds);
  io("levels", info.levels);
  io.added("level_versions", info.level_versions);
  if (!Io::kWrites || !info.sandbox.empty()) io.added("sandbox", info.sandbox);
  if (!Io::kWrites || !info.userland.empty()) io.added("userland", info.userland);
  if (!Io::kWrites || !info.named_userlands.empty()) io.added("named_userlands", info.named_userlands);
  if (!Io::kWrites || !info.other_userlands.empty()) io.added("other_userlands", info.other_userlands);
  if (!Io::kWrites || !info.model.empty()) io.added("model", info.model);
  if (!Io::kWrites || !info.judge.empty()) io.added("judge", info.judge);
  io.added("limits", info.limits);
  io.added("parts", info.parts);
  io("gate", info.gate);
  io("min_score", Fraction{info.min_score});
  io.added("question", info.question);
  if (!Io::kWrites || info.profile) io.added("profile", info.profile);
  io("min_mean", Fraction{info.min_mean});
  if (!Io::kWrites || info.unmeasured != UnmeasuredCases::skip) io.added("unmeasured", info.unmeasured);
  if (!Io::kWrites || info.repeat > 0) io.added("repeat", Count{info.repeat, 0});
  io.added("host", info.host);
  io("commit", info.commit);
  io("dirty", info.dirty);
  io("assay_version", info.assay_version);
  io("started_at", info.started_at);
  io("finished_at", info.finished_at);
  io("expected", Count{info.expected, 0, kMostCases});
  if (!Io::kWrites || info.shards.count > 0) io.added("shards", info.shards);
  if (!Io::kWrites || !info.tables_sha256.empty()) io.added("tables_sha256", info.tables_sha256);
  if (!Io::kWrites || !info.results_sha256.empty()) io.added("results_sha256", info.results_sha256);
}

std::string to_json(const RunInfo& info) {
  std::string text;
  json_members::write(text, info);
  return json_members::Json::parse(text).dump(2);
}

RunInfo run_info_from_json(std::string_view text, const SourceLine& where) {
  expect_unchanged(text, where);
  RunInfo info;
  json_members::read_document(text, {where, "a run's description", "remove the line, or run the suite again"},
                              [&](json_members::Reader& reader) { describe(reader, info); });
  return info;
}

// A Result as a row: the only row format of results.jsonl, fragments and the store (docs/run-format.md).
// Unmeasured members are null, never absent, so that a reader need not know which version wrote the row.

using json_members::Bytes;
using json_members::EachBytes;
using json_members::If;
using json_members::Milliseconds;
using json_members::Parsed;

namespace json_members {

// An object that maps documents to grades.
template <typename J>
struct ByDocument {
  J& judgements;
};
template <typename J>
ByDocument(J&) -> ByDocument<J>;

template <typename J>
void write_view(std::string& to, const ByDocument<J>& view) {
  to += '{';
  for (const auto& [document, grade] : view.judgements) Writer{to}(document, grade);
  to += '}';
}
inline void read_view(const Parsed& from, ByDocument<std::vector<Judgement>> view) {
  if (!from.IsObject()) throw OtherType{};
  for (const auto& [document, grade] : from.GetObject())
    read(grade, view.judgements.emplace_back(Judgement{std::string(text_in(document)), 0}).grade);
  expect_distinct_members(from);
}

}  // namespace json_members

template <typename Io>
void describe(Io& io, MemberOf<Io, RetrievalExpectation>& expected) {
  io("expected_doc_ids", expected.expected_doc_ids);
  io("expected_chunk_ids", expected.expected_chunk_ids);
  io("must_contain", expected.must_contain);
  io("forbidden", expected.forbidden);
  io("judgements", json_members::ByDocument{expected.judgements});
  io("lang", expected.lang);
  io("difficulty", expected.difficulty);
  io("group", expected.group);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Hit>& hit) {
  io("chunk_id", hit.chunk_id);
  io("doc_id", hit.doc_id);
  io("score", hit.score);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Citation>& citation) {
  io("doc_id", citation.doc_id);
  io("chunk_id", citation.chunk_id);
  io("exists", citation.exists);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, RetrievalAnswer>& answer) {
  io("hits", answer.hits);
  io("text", answer.text);
  io("citations", answer.citations);
  io("grounded", answer.grounded);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Case>& asked) {
  io("id", asked.id);
  io("name", asked.name);
  io("dataset", asked.dataset);
  io("file", asked.where.file);
  io("line", Count{asked.where.line});
  io("prompt", asked.prompt);
  io("accepted", asked.accepted);
  io("expect", asked.expect);
  io("category", asked.category);
  io("tags", asked.tags);
  io("risk_level", asked.risk_level);
  io("posix_compliant", asked.posix_compliant);
  io.added("world", asked.world);
  io.added("case_question", asked.own->question);
  io.added("case_posix", asked.own->posix);
  io.added("accept_patterns", asked.own->accept_patterns);
  io.added("reject_patterns", asked.own->reject_patterns);
  io.added("case_levels", asked.own->levels);
  io.added("case_min_score", json_members::or_null<Fraction>(asked.own->min_score));
  if (!Io::kWrites || !asked.own->userland.empty()) io.added("case_userland", asked.own->userland);
  if (!Io::kWrites || asked.own->world_timeout.count() > 0)
    io.added("case_world_timeout_ms", Milliseconds{asked.own->world_timeout});
  io.added("outcome_expected", asked.own->outcome);
  io.added("retrieval_expected", asked.retrieval);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, PartialCredit>& credit) {
  io("overlap", credit.overlap);
  io("token_f1", credit.token_f1);
  io("template_match", credit.template_match);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, UserlandGrade>& grade) {
  io("userland", grade.userland);
  io("status", grade.status);
  io("why", grade.why);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Grade>& grade) {
  io("status", grade.status);
  io("score", If{grade.status != Status::unmeasured, Fraction{grade.score}});
  io("method", grade.method);
  io.added("question", grade.question);
  io("why", grade.why);
  io("diff", grade.diff);
  io("verdicts", grade.verdicts);
  io.added("partial_credit", grade.partial);
  if (!Io::kWrites || !grade.userlands.empty()) io.added("userlands", grade.userlands);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, EarlierTry>& earlier) {
  io("detail", earlier.detail);
  io("latency_ms", Milliseconds{earlier.latency});
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Answer>& answer) {
  io("ending", answer.ending);
  io("generated", If<std::conditional_t<Io::kWrites, const std::string&, std::string&>>{
                      Io::kWrites && answer.ending == Ending::answered && !answer.retrieval, answer.command});
  io.added("retrieval", answer.retrieval);
  io("detail", answer.detail);
  io.added("blocked", answer.blocked);
  io("argv", EachBytes{answer.argv});
  io("exit_code", answer.exit_code);
  io("signal", answer.signal);
  const bool timed = answer.latency.count() > 0;
  io("latency_ms", If{timed, Milliseconds{answer.latency}});
  io("user_ms", If{timed, Milliseconds{answer.user_time}});
  io("system_ms", If{timed, Milliseconds{answer.system_time}});
  io("max_rss_kib", If{timed, Count{answer.max_rss_kib, 0, std::numeric_limits<std::int64_t>::max()}});
  io("truncated", answer.truncated);
  io.added("earlier_tries", answer.earlier_tries);
  io.added("label", answer.label);
  io.added("tokens", answer.tokens);
  io.added("cost", answer.cost);
}

// `generated` is the answer's command. If the tool could not be asked, the matches are unknown.
template <typename Io>
void describe_evaluation(Io& io, MemberOf<Io, Result>& result) {
  if constexpr (Io::kWrites) {
    if (!result.evaluation) return;
  } else {
    if (!io.has("functionally_equivalent")) return;
    result.evaluation.emplace();
  }
  auto& evaluation = *result.evaluation;
  io("instruction", evaluation.instruction);
  io("expected", evaluation.expected);
  io("exact_match", If<std::conditional_t<Io::kWrites, const bool&, bool&>>{is_measured(result.answer.ending),
                                                                            evaluation.exact_match});
  io("semantic_similarity", evaluation.semantic_similarity);
  io("semantic_match", evaluation.semantic_match);
  io("llm_judge_match", evaluation.llm_judge_match);
  io("similarity_threshold", Fraction{evaluation.similarity_threshold});
  io("functionally_equivalent", evaluation.functionally_equivalent);
  io("explanation", evaluation.explanation);
  if constexpr (!Io::kWrites) evaluation.generated = result.answer.command;
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Danger>& danger) {
  io("level", danger.level);
  io("reason", danger.reason);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Result>& result) {
  describe(io, result.asked);
  io("attempt", Count{result.attempt, 1});
  io("min_score", Fraction{result.min_score});
  io.added("in_baseline", result.in_baseline);
  io("started_at", result.started_at);
  io.added("dataset_sha256", result.dataset_sha256);
  io.added("tool_sha256", result.tool_sha256);
  describe(io, result.grade);
  describe(io, result.answer);
  describe_evaluation(io, result);
  io.added("danger", result.danger);
}

namespace {

// The tool's output; null if it is stored elsewhere or forgotten.
template <typename Io, typename AnswerOf>
void describe_outputs(Io& io, AnswerOf& answer, bool is_inside) {
  io("stdout", If{is_inside, Bytes{answer.stdout_bytes}});
  io("stderr", If{is_inside, Bytes{answer.stderr_bytes}});
}

}  // namespace

std::string to_json_line(const Result& result, Outputs outputs) {
  std::string row;
  row.reserve(2048);  // more than most rows need
  row = "{";
  json_members::Writer writer(row);
  describe(writer, result);
  describe_outputs(writer, result.answer, outputs == Outputs::inside && !result.outputs_forgotten);
  row += '}';
  return row;
}

Result result_from_json(std::string_view line, const SourceLine& where) {
  Result result;
  json_members::read_document(line, {where, "a result row", "remove the line, or run the suite again"},
                              [&](json_members::Reader& reader) {
                                describe(reader, result);
                                describe_outputs(reader, result.answer, false);
                                result.outputs_forgotten = reader.is_null("stdout");
                              });
  return result;
}

}  // namespace assay
