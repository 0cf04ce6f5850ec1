// SPDX-License-Identifier: Apache-2.0
// A Result as a row: the only row format of results.jsonl, fragments and the store (docs/run-format.md).
// Unmeasured members are null, never absent, so that a reader need not know which version wrote the row.
#include "assay/internal/danger.h"
#include "assay/result.h"
#include "document_members.h"
#include "outcome_members.h"
#include "question_member.h"
#include "verdict_members.h"

namespace assay {

using json_members::Bytes;
using json_members::Count;
using json_members::EachBytes;
using json_members::If;
using json_members::Json;
using json_members::MemberOf;
using json_members::Milliseconds;
using json_members::NamedBy;
using json_members::Share;

template <>
struct json_members::NamedBy<Status> {
  static std::optional<Status> from(std::string_view name) { return status_from(name); }
};
template <>
struct json_members::NamedBy<Ending> {
  static std::optional<Ending> from(std::string_view name) { return ending_from(name); }
};
template <>
struct json_members::NamedBy<RiskLevel> {
  static std::optional<RiskLevel> from(std::string_view name) { return risk_level_named(name); }
};

template <>
struct json_members::NamedBy<PosixDemand> {
  static std::optional<PosixDemand> from(std::string_view name) { return posix_demand_from(name); }
};
template <>
struct json_members::NamedBy<Expectation> {
  static std::optional<Expectation> from(std::string_view name) { return expectation_from(name); }
};

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
inline void read_view(const Json& from, ByDocument<std::vector<Judgement>> view) {
  for (const auto& [document, grade] : from.items()) view.judgements.push_back({document, grade.get<int>()});
}

// Null if the suite's own applies.
template <typename D>
struct ShareOrNull {
  D& share;
};
template <typename D>
ShareOrNull(D&) -> ShareOrNull<D>;

template <typename D>
void write_view(std::string& to, const ShareOrNull<D>& view) {
  write(to, view.share);
}
inline void read_view(const Json& from, ShareOrNull<std::optional<double>> view) {
  if (!from.is_null()) read_view(from, Share{view.share.emplace()});
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
  io.added("case_min_score", json_members::ShareOrNull{asked.own->min_score});
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
void describe(Io& io, MemberOf<Io, Grade>& grade) {
  io("status", grade.status);
  io("score", If{grade.status != Status::unmeasured, Share{grade.score}});
  io("method", grade.method);
  io.added("question", grade.question);
  io("why", grade.why);
  io("diff", grade.diff);
  io("verdicts", grade.verdicts);
  io.added("partial_credit", grade.partial);
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
  io("similarity_threshold", Share{evaluation.similarity_threshold});
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
  io("min_score", Share{result.min_score});
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
  std::string row = "{";
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
