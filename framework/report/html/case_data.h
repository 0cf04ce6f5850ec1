// SPDX-License-Identifier: Apache-2.0
// The cases of a page as its script reads them: columns over all cases, for filters; lines of text that the
// table shows and searches; and details in blocks of 256 cases. All are gzip in base64, the text of <script>
// elements of a type that no browser executes. docs/html-report.md describes them.
#pragma once

#include <cstddef>
#include <functional>
#include <iosfwd>
#include <map>
#include <string>
#include <string_view>

#include "assay/internal/html.h"
#include "assay/internal/run_rows.h"

namespace assay {

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

}  // namespace assay
