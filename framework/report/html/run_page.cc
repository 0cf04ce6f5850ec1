// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <ostream>
#include <string>
#include <string_view>

#include "assay/internal/figures.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/text.h"
#include "details.h"
#include "html/head.h"
#include "html/page.h"

namespace assay {
namespace {

// The cases of a page as its script reads them: columns over all cases, for filters; lines of text that the
// table shows and searches; and details in blocks of 256 cases. All are gzip in base64, the text of <script>
// elements of a type that no browser executes. docs/html-report.md describes them.

// A column with few distinct values, as JSON: names, and for each case the number of its name.
class CodedColumn {
 public:
  enum class Name { text, json };  // how to write a name
  void add(std::string_view name, Name is = Name::text);
  std::string json() const;

 private:
  std::map<std::string, std::size_t, std::less<>> codes_;
  std::string names_;
  std::string text_;
};

// Takes cases one by one. Memory: one block, the lines of 4,096 cases, and some tens of bytes per case for
// the columns.
class CaseData {
 public:
  // `cases` is the number of cases of the run.
  CaseData(std::ostream& out, std::size_t cases, const PageLimits& limits);
  void add(const CaseRows& rows);
  // Writes the pending block and lines, and the columns; `title` is the page's.
  void finish(const std::string& title, const std::string& run_id);

 private:
  bool is_listed(const Result& last);
  bool has_room(const Result& last) const;
  void write_block();
  void add_lines(const Result& last);
  void write_lines();
  void add_columns(const CaseRows& rows, bool has_details);

  std::ostream& out_;
  PageLimits limits_;
  bool is_too_long_;
  std::string block_;  // details of the block's cases: a JSON array without its end
  std::size_t in_block_ = 0;
  std::size_t blocks_ = 0;
  std::size_t written_ = 0;
  std::string lines_;  // id, prompt and answer of each case
  std::size_t in_lines_ = 0;
  std::size_t texts_ = 0;

  std::size_t count_ = 0;
  std::size_t left_out_ = 0;    // passes
  std::size_t not_listed_ = 0;  // cases other than passes
  bool has_repeats_ = false;
  bool has_queries_ = false;
  std::string id_, status_, details_, score_, latency_, attempts_, passes_, measured_, rank_;
  CodedColumn dataset_, category_, method_, ending_, risk_, tags_;
};

constexpr std::size_t kInBlock = 256;
constexpr std::size_t kInTexts = 4096;
constexpr std::size_t kStream = 4u << 10;  // for standard output and standard error, each
constexpr std::size_t kRow = 64u << 10;    // in longer rows, the longest texts are cut
constexpr std::size_t kText = 8u << 10;    // length of a cut text
constexpr std::size_t kInTable = 240;      // length of a prompt or an answer
constexpr std::size_t kHitsInTable = 3;

std::string js_number(double value) { return std::isfinite(value) ? fmt::format("{:.5g}", value) : "null"; }

void put(std::string& column, std::string_view value) {
  if (!column.empty()) column += ',';
  column += value;
}

// Written as one line: no cell may begin a new line of the table.
void put_line(std::string& lines, std::string_view value) {
  std::string line = to_utf8(value);
  std::ranges::replace(line, '\n', ' ');
  lines += line;
  lines += '\n';
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

// A row of results.jsonl with its long texts cut.
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

void put_details(std::string& block, const CaseRows& rows) {
  block += R"({"attempts":[)";
  for (const Result& each : rows.earlier()) block.append(case_row(each)).append(",");
  block.append(case_row(rows.last())).append(R"(],"files":{)");
  std::string files;
  for (const Attachment& each : attachments_of(rows.last(), "outputs"))
    put(files,
        json_text(each.file.extension().string().substr(1)) + ':' + json_text(each.file.generic_string()));
  block.append(files).append("}}");
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

void CodedColumn::add(std::string_view name, Name is) {
  auto place = codes_.find(name);
  if (place == codes_.end()) {
    place = codes_.try_emplace(std::string(name), codes_.size()).first;
    put(names_, is == Name::json ? std::string(name) : json_text(name));
  }
  put(text_, std::to_string(place->second));
}

std::string CodedColumn::json() const {
  return fmt::format("{{\"names\":[{}],\"codes\":[{}]}}", names_, text_);
}

CaseData::CaseData(std::ostream& out, std::size_t cases, const PageLimits& limits)
    : out_(out), limits_(limits), is_too_long_(cases > limits.cases) {}

bool CaseData::has_room(const Result& last) const {
  return written_ < (last.grade.status == Status::pass ? limits_.passed_detail_bytes : limits_.detail_bytes);
}

bool CaseData::is_listed(const Result& last) {
  if (is_too_long_ && last.grade.status == Status::pass) {
    ++left_out_;
    return false;
  }
  if (count_ < limits_.listed) return true;
  ++(last.grade.status == Status::pass ? left_out_ : not_listed_);
  return false;
}

void CaseData::add(const CaseRows& rows) {
  const Result& last = rows.last();
  if (!is_listed(last)) return;
  const bool has_details = has_room(last);
  add_columns(rows, has_details);
  add_lines(last);
  if (!has_details) return;
  block_ += in_block_ == 0 ? '[' : ',';
  put_details(block_, rows);
  if (++in_block_ == kInBlock) write_block();
}

void CaseData::write_block() {
  block_ += ']';
  const std::string text = data_element(fmt::format("block-{}", blocks_++), block_);
  out_ << text;
  written_ += text.size();
  block_.clear();
  in_block_ = 0;
}

void CaseData::add_lines(const Result& last) {
  put_line(lines_, last.asked.id);
  put_line(lines_, shortened(last.asked.prompt, kInTable));
  put_line(lines_, shortened(answer_of(last), kInTable));
  if (++in_lines_ == kInTexts) write_lines();
}

void CaseData::write_lines() {
  out_ << data_element(fmt::format("texts-{}", texts_++), lines_);
  lines_.clear();
  in_lines_ = 0;
}

void CaseData::add_columns(const CaseRows& rows, bool has_details) {
  const Result& last = rows.last();
  const bool is_query = last.asked.retrieval.has_value();
  std::size_t attempts = 1, passes = last.grade.status == Status::pass;
  std::size_t measured = last.grade.status != Status::unmeasured;
  for (const Result& each : rows.earlier()) {
    ++attempts;
    passes += each.grade.status == Status::pass;
    measured += each.grade.status != Status::unmeasured;
  }
  ++count_;
  has_repeats_ |= attempts > 1;
  has_queries_ |= is_query;
  status_ += to_string(last.grade.status).front();
  details_ += has_details ? '1' : '0';
  put(id_, json_text(last.asked.id));
  const auto score = score_of(last);
  const auto latency = latency_of(last.answer);
  put(score_, score ? js_number(*score) : "null");
  put(latency_, latency ? js_number(std::chrono::duration<double, std::milli>(*latency).count()) : "null");
  put(attempts_, std::to_string(attempts));
  put(passes_, std::to_string(passes));
  put(measured_, std::to_string(measured));
  const auto chunk = is_query ? retrieval_figures_of(last.asked, last.answer).chunk_rank : std::nullopt;
  put(rank_, chunk ? std::to_string(*chunk) : "null");
  dataset_.add(last.asked.dataset);
  category_.add(last.asked.category);
  method_.add(last.grade.method);
  ending_.add(to_string(last.answer.ending));
  risk_.add(is_query ? "" : to_string(last.asked.risk_level));
  tags_.add(tags_text(last.asked.tags), CodedColumn::Name::json);
}

void CaseData::finish(const std::string& title, const std::string& run_id) {
  if (in_block_ > 0) write_block();
  if (in_lines_ > 0) write_lines();
  std::string json = fmt::format(
      R"({{"title":{},"run":{},"count":{},"leftOut":{},"notListed":{},"inBlock":{},"inTexts":{},"status":"{}","details":"{}")",
      json_text(title), json_text(run_id), count_, left_out_, not_listed_, kInBlock, kInTexts, status_,
      details_);
  const auto put_list = [&](std::string_view name, std::string& column) {
    json.append(",\"").append(name).append("\":[").append(column).append("]");
    std::string().swap(column);
  };
  const auto put_coded = [&](std::string_view name, const CodedColumn& column) {
    json.append(",\"").append(name).append("\":").append(column.json());
  };
  put_list("id", id_);
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

}  // namespace

void write_html(std::ostream& out, const RunView& view, const RunRows& rows, const PageLimits& limits) {
  const std::string title = "assay: " + view.info.suite;
  begin_page(out, Page::run, title);
  out << "<main>\n<div id=\"overview\">\n";
  write_run_head(out, view);
  out << "<section aria-label=\"Cases\" id=\"cases\">\n<h2>Cases</h2>\n<noscript><p class=\"warn\">The cases "
         "are "
         "listed by a script, which this browser does not run: report.md beside this page shows what did not "
         "pass.</p></noscript>\n</section>\n<h2>Pictures</h2>\n";
  write_pictures(out, view);
  out << "</div>\n<div id=\"case\" hidden></div>\n</main>\n";
  CaseData cases(out, view.summary.present, limits);
  for (CaseRows each(rows.open()); each.next();) cases.add(each);
  cases.finish(title, view.info.run_id);
  end_page(out, Page::run);
}

}  // namespace assay
