// SPDX-License-Identifier: Apache-2.0
#include "html/case_data.h"

#include <fmt/format.h>

#include <cmath>
#include <ostream>

#include "assay/internal/figures.h"
#include "assay/internal/text.h"
#include "attachments.h"
#include "html/markup.h"
#include "html/page.h"

namespace assay {
namespace {

constexpr std::size_t kInBlock = 256;
constexpr std::size_t kStream = 4u << 10;  // of standard output and error, each
constexpr std::size_t kRow = 64u << 10;    // where a row is longer, its longest texts are cut
constexpr std::size_t kText = 8u << 10;    // to so much
constexpr std::size_t kInTable = 240;      // of a prompt or an answer
constexpr std::size_t kHitsInTable = 3;

std::string js_number(double value) { return std::isfinite(value) ? fmt::format("{:.5g}", value) : "null"; }

void put(std::string& column, std::string_view value) {
  if (!column.empty()) column += ',';
  column += value;
}

void cut(std::string& text, std::size_t most) {
  if (text.size() > most) text = both_ends(text, most);
}

void cut_texts(Result& result) {
  for (std::string* each : {&result.asked.prompt, &result.answer.command, &result.answer.detail,
                            &result.grade.diff, &result.grade.why})
    cut(*each, kText);
  for (std::string& each : result.asked.accepted) cut(each, kText);
  for (std::string& each : result.answer.argv) cut(each, kText);
  if (result.answer.retrieval && result.answer.retrieval->text) cut(*result.answer.retrieval->text, kText);
}

// A row of results.jsonl whose long texts are cut.
std::string case_row(const Result& result) {
  const Answer& answer = result.answer;
  const bool has_long = answer.stdout_bytes.size() > kStream || answer.stderr_bytes.size() > kStream;
  if (!has_long) {
    std::string row = to_json_line(result);
    if (row.size() <= kRow) return row;
  }
  Result shorter = result;
  cut(shorter.answer.stdout_bytes, kStream);
  cut(shorter.answer.stderr_bytes, kStream);
  std::string row = to_json_line(shorter);
  if (row.size() <= kRow) return row;
  cut_texts(shorter);
  return to_json_line(shorter);
}

std::string details_of(const CaseRows& rows) {
  std::string attempts;
  for (const Result& each : rows.earlier()) put(attempts, case_row(each));
  put(attempts, case_row(rows.last()));
  std::string files;
  for (const Attachment& each : attachments_of(rows.last(), "outputs"))
    put(files,
        json_text(each.file.extension().string().substr(1)) + ':' + json_text(each.file.generic_string()));
  return fmt::format("{{\"attempts\":[{}],\"files\":{{{}}}}}", attempts, files);
}

std::string answer_of(const Result& result) {
  const auto& retrieval = result.answer.retrieval;
  if (!retrieval)
    return result.answer.ending == Ending::answered ? result.answer.command : result.answer.detail;
  if (retrieval->text) return *retrieval->text;
  std::string documents;
  for (std::size_t i = 0; i < std::min(retrieval->hits.size(), kHitsInTable); ++i)
    documents += (i > 0 ? ", " : "") + retrieval->hits[i].doc_id;
  return documents;
}

}  // namespace

void CodedColumn::add(const std::string& name) {
  const auto [place, is_new] = codes_.try_emplace(name, codes_.size());
  if (is_new) put(names_, name);
  put(text_, std::to_string(place->second));
}

std::string CodedColumn::json() const {
  return fmt::format("{{\"names\":[{}],\"codes\":[{}]}}", names_, text_);
}

CaseData::CaseData(std::ostream& out, std::size_t cases, const PageLimits& limits)
    : out_(out), limits_(limits), is_too_long_(cases > limits.cases) {}

bool CaseData::has_room(const Result& last) const {
  return written_ < (last.grade.status == Status::pass ? limits_.passed : limits_.all);
}

void CaseData::add(const CaseRows& rows) {
  const Result& last = rows.last();
  if (is_too_long_ && last.grade.status == Status::pass) {
    ++left_out_;
    return;
  }
  const bool has_details = has_room(last);
  add_columns(rows, has_details);
  if (!has_details) return;
  put(block_, details_of(rows));
  if (++in_block_ == kInBlock) write_block();
}

void CaseData::write_block() {
  const std::string text = data_element(fmt::format("block-{}", blocks_++), '[' + block_ + ']');
  out_ << text;
  written_ += text.size();
  block_.clear();
  in_block_ = 0;
}

void CaseData::add_columns(const CaseRows& rows, bool has_details) {
  const Result& last = rows.last();
  const Figures figures = figures_of(last);
  std::size_t attempts = 1, passes = last.grade.status == Status::pass;
  std::size_t measured = last.grade.status != Status::unmeasured;
  for (const Result& each : rows.earlier()) {
    ++attempts;
    passes += each.grade.status == Status::pass;
    measured += each.grade.status != Status::unmeasured;
  }
  ++count_;
  has_repeats_ |= attempts > 1;
  has_queries_ |= figures.retrieval.has_value();
  status_ += to_string(last.grade.status).front();
  details_ += has_details ? '1' : '0';
  put(id_, json_text(last.asked.id));
  put(prompt_, json_text(beginning_of(last.asked.prompt, kInTable)));
  put(answer_, json_text(beginning_of(answer_of(last), kInTable)));
  put(score_, figures.score ? js_number(*figures.score) : "null");
  put(latency_, figures.latency
                    ? js_number(std::chrono::duration<double, std::milli>(*figures.latency).count())
                    : "null");
  put(attempts_, std::to_string(attempts));
  put(passes_, std::to_string(passes));
  put(measured_, std::to_string(measured));
  const bool is_found = figures.retrieval && figures.retrieval->chunk_rank;
  put(rank_, is_found ? std::to_string(*figures.retrieval->chunk_rank) : "null");
  dataset_.add(json_text(last.asked.dataset));
  category_.add(json_text(figures.category));
  method_.add(json_text(figures.method));
  ending_.add(json_text(figures.ending));
  risk_.add(json_text(figures.risk_level));
  tags_.add(figures.tags);
}

void CaseData::finish(const std::string& title, const std::string& run_id) {
  if (in_block_ > 0) write_block();
  std::string json = fmt::format(
      "{{\"title\":{},\"run\":{},\"count\":{},\"leftOut\":{},\"inBlock\":{},\"status\":\"{}\",\"details\":\"{"
      "}\"",
      json_text(title), json_text(run_id), count_, left_out_, kInBlock, status_, details_);
  const auto put_list = [&](std::string_view name, std::string& column) {
    json.append(",\"").append(name).append("\":[").append(column).append("]");
    std::string().swap(column);
  };
  const auto put_coded = [&](std::string_view name, const CodedColumn& column) {
    json.append(",\"").append(name).append("\":").append(column.json());
  };
  put_list("id", id_);
  put_list("prompt", prompt_);
  put_list("answer", answer_);
  put_list("score", score_);
  put_list("latency", latency_);
  if (has_repeats_) {
    put_list("attempts", attempts_);
    put_list("passes", passes_);
    put_list("measured", measured_);
  }
  if (has_queries_) put_list("rank", rank_);
  put_coded("dataset", dataset_);
  put_coded("category", category_);
  put_coded("method", method_);
  put_coded("ending", ending_);
  put_coded("risk", risk_);
  put_coded("tags", tags_);
  json += '}';
  out_ << data_element("index", json);
}

}  // namespace assay
