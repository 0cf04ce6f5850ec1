// A Result as a row: the inverse of result_from_json. Members that were not measured are null, never absent,
// so that a reader need not know which version wrote them.
#include <cmath>

#include "assay/internal/base64.h"
#include "assay/internal/text.h"
#include "assay/result.h"
#include "json_text.h"

namespace assay {
namespace {

// Bytes as a string where they are text, otherwise {"base64": …}: rows stay valid UTF-8 and lose nothing.
void put_bytes(JsonText& row, const std::string& bytes) {
  if (is_utf8(bytes)) return row.value(bytes);
  row.open('{');
  row.key("base64").value(to_base64(bytes));
  row.close('}');
}

double milliseconds(auto duration) { return std::chrono::duration<double, std::milli>(duration).count(); }

void put_expectation(JsonText& row, const std::optional<RetrievalExpectation>& expected) {
  if (!expected) return row.null();
  row.open('{');
  row.key("expected_doc_ids").value(expected->expected_doc_ids);
  row.key("expected_chunk_ids").value(expected->expected_chunk_ids);
  row.key("must_contain").value(expected->must_contain);
  row.key("forbidden").value(expected->forbidden);
  row.key("judgements").open('{');
  for (const auto& judgement : expected->judgements) row.name(judgement.doc_id).value(judgement.grade);
  row.close('}');
  row.key("lang").value(expected->lang);
  row.key("difficulty").value(expected->difficulty);
  row.key("group").value(expected->group);
  row.close('}');
}

void put_hit(JsonText& row, const Hit& hit) {
  row.open('{');
  row.key("chunk_id").value(hit.chunk_id);
  row.key("doc_id").value(hit.doc_id);
  row.key("score").value(hit.score);
  row.close('}');
}

void put_citation(JsonText& row, const Citation& citation) {
  row.open('{');
  row.key("doc_id").value(citation.doc_id);
  row.key("chunk_id").value(citation.chunk_id);
  row.key("exists").value(citation.exists);
  row.close('}');
}

void put_retrieval(JsonText& row, const std::optional<RetrievalAnswer>& answer) {
  if (!answer) return row.null();
  row.open('{');
  row.key("hits").open('[');
  for (const auto& hit : answer->hits) put_hit(row, hit);
  row.close(']');
  row.key("text").value(answer->text);
  row.key("citations").open('[');
  for (const auto& citation : answer->citations) put_citation(row, citation);
  row.close(']');
  row.key("grounded").value(answer->grounded);
  row.close('}');
}

void put_case(JsonText& row, const Case& asked) {
  row.key("id").value(asked.id);
  row.key("name").value(asked.name);
  row.key("dataset").value(asked.dataset);
  row.key("file").value(asked.where.file);
  row.key("line").value(asked.where.line);
  row.key("prompt").value(asked.prompt);
  row.key("accepted").value(asked.accepted);
  row.key("expect").value(asked.expect == Expectation::refusal ? "refusal" : "command");
  row.key("category").value(asked.category);
  row.key("tags").value(asked.tags);
  row.key("risk_level").value(to_string(asked.risk_level));
  row.key("posix_compliant").value(asked.posix_compliant);
  row.key("world").value(asked.world);
  row.key("case_levels").value(asked.levels);
  row.key("case_min_score").value(asked.min_score);
  put_expectation(row.key("retrieval_expected"), asked.retrieval);
}

void put_verdict(JsonText& row, const Verdict& verdict) {
  row.open('{');
  row.key("level").value(verdict.level);
  row.key("outcome").value(to_string(verdict.outcome));
  row.key("score").value(verdict.score);
  row.key("accepted").value(verdict.accepted);
  row.key("why").value(verdict.why);
  row.key("evidence").value(verdict.evidence);
  row.close('}');
}

void put_grade(JsonText& row, const Grade& grade) {
  const bool is_scored = grade.status != Status::unmeasured;
  row.key("status").value(to_string(grade.status));
  row.key("score").value(is_scored ? std::optional(grade.score) : std::nullopt);
  row.key("method").value(grade.method);
  row.key("why").value(grade.why);
  row.key("diff").value(grade.diff);
  row.key("verdicts").open('[');
  for (const auto& verdict : grade.verdicts) put_verdict(row, verdict);
  row.close(']');
}

void put_usage(JsonText& row, const Answer& answer) {
  if (answer.latency.count() <= 0) {
    for (const char* name : {"latency_ms", "user_ms", "system_ms", "max_rss_kib"}) row.key(name).null();
    return;
  }
  row.key("latency_ms").value(milliseconds(answer.latency));
  row.key("user_ms").value(milliseconds(answer.user_time));
  row.key("system_ms").value(milliseconds(answer.system_time));
  row.key("max_rss_kib").value(answer.max_rss_kib);
}

void put_outputs(JsonText& row, const Answer& answer, Outputs outputs) {
  switch (outputs) {
    case Outputs::inside:
      put_bytes(row.key("stdout"), answer.stdout_bytes);
      put_bytes(row.key("stderr"), answer.stderr_bytes);
      return;
    case Outputs::apart:
      row.key("stdout").null();
      row.key("stderr").null();
      return;
  }
}

void put_answer(JsonText& row, const Answer& answer, Outputs outputs) {
  row.key("ending").value(to_string(answer.ending));
  const bool has_command = answer.ending == Ending::answered && !answer.retrieval;
  has_command ? row.key("generated").value(answer.command) : row.key("generated").null();
  put_retrieval(row.key("retrieval"), answer.retrieval);
  row.key("detail").value(answer.detail);
  row.key("argv").open('[');
  for (const auto& word : answer.argv) put_bytes(row, word);
  row.close(']');
  row.key("exit_code").value(answer.exit_code);
  row.key("signal").value(answer.signal);
  put_usage(row, answer);
  row.key("truncated").value(answer.truncated);
  row.key("label").value(answer.label);
  put_outputs(row, answer, outputs);
}

}  // namespace

std::string to_json_line(const Result& result, Outputs outputs) {
  JsonText row(1024);
  row.open('{');
  put_case(row, result.asked);
  row.key("attempt").value(result.attempt);
  row.key("min_score").value(result.min_score);
  row.key("in_baseline").value(result.in_baseline);
  row.key("started_at").value(result.started_at);
  put_grade(row, result.grade);
  put_answer(row, result.answer, outputs);
  row.close('}');
  return std::move(row).finish();
}

}  // namespace assay
