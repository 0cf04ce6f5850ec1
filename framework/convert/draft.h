// SPDX-License-Identifier: Apache-2.0
// A dataset under construction: cases as the source states them, and the differences from the source.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/convert.h"

namespace assay::convert {

struct DraftCase {
  int line = 0;    // in the source
  std::string id;  // empty: numbered by its position in the source
  std::string prompt;
  std::vector<std::string> commands;  // the expected one first
  std::vector<std::string> accept_patterns = {};
  std::vector<std::string> reject_patterns = {};
  std::optional<Expectation> expect = {};
  std::string category = {};           // empty: the default one
  std::optional<RiskLevel> risk = {};  // none: computed from its commands, or the default one
  std::optional<bool> is_posix = {};   // none: computed from its commands
  std::vector<std::string> tags = {};
  std::vector<std::string> levels = {};
  std::string world = {};
  std::string notes = {};
  std::optional<double> min_score = {};
  std::optional<double> timeout_s = {};
  bool has_own_risk = true;  // these two are stated, not filled in
  bool has_own_posix = true;
};

// A golden query, for tools that answer from documents.
struct DraftQuery {
  int line = 0;
  std::string id;
  std::string query;
  // None: unknown; empty: the tool should refuse.
  std::optional<std::vector<std::string>> expected_doc_ids = {};
  std::vector<std::string> expected_chunk_ids = {};
  std::vector<std::string> must_contain = {};
  std::vector<std::string> forbidden = {};
  std::vector<Judgement> judgements = {};
  std::string lang = {};
  std::string difficulty = {};
  std::string group = {};
  std::vector<std::string> tags = {};
  std::string notes = {};
};

// The id of the test at that position, from 1. At least four digits, so that ids keep their order as a source
// grows.
std::string numbered_id(std::size_t number);

class Draft {
 public:
  // All three must outlive this object.
  Draft(const std::string& file, const Options& options, const UtilityTables& tables);

  // Every test of the source is passed to one of these, in order, so that tests without an id get the same
  // one whatever is left out.
  void take(DraftCase one);
  void take(DraftQuery one);
  void leave_out(int line, std::string what, std::string next = "");
  // For a fault in another file of the source.
  void leave_out(SourceLine where, std::string what, std::string next = "");

  void remark(Remark::Kind kind, int line, std::string what, std::string next = "");
  void remark(Remark::Kind kind, SourceLine where, std::string what, std::string next = "");
  // Leaves such rows out, and remarks on the others. Valid as long as this object.
  std::function<void(Remark::Kind kind, int line, std::string what)> tell_of_row();
  // The line where the tests would be, for the message that there are none.
  void expect_tests_at(int line) { tests_line_ = line; }
  // Reports a fault of the source as a whole: there will be no dataset.
  void complain(int line, std::string what, std::string next);

  // Throws Error with all complaints.
  Conversion finish(Source source) &&;

 private:
  const std::string& file_;
  const Options& options_;
  const UtilityTables& tables_;
  std::vector<DraftCase> cases_;  // only one of the two is used per source
  std::vector<DraftQuery> queries_;
  std::size_t tests_ = 0;  // in the source, including those left out
  int tests_line_ = 0;     // none in particular
  Conversion result_;
  std::vector<Problem> problems_;

  void count_test(int line);
  void refuse(SourceLine where, std::string what, std::string next);
  void keep_each_once(DraftCase& one);
  // Writes the tests' text, without those in which the dataset reader finds a fault.
  template <typename Test, typename Write>
  void write(std::vector<Test>& tests, Write render);
  template <typename Test>
  bool leave_out_faulty(const Error& error, std::vector<Test>& tests);
  template <typename Test>
  void check_names(const std::vector<Test>& tests);
};

}  // namespace assay::convert
