// SPDX-License-Identifier: Apache-2.0
// What other programs read: dashboards of tests, code hosts, evaluation tools of retrieval.
//
// Pure functions of what they are given: the same run gives the same bytes, which are valid UTF-8 whatever a
// dataset or a tool wrote. docs/interchange.md says what becomes of what.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/compare.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"

namespace assay {

// Something to mend, at a line of a dataset.
struct CodeFinding {
  SourceLine where;  // relative to the root of the checkout, for hosts to find it; line 0: the whole file
  std::string rule;  // "duplicate", "miss", "regression", …
  bool is_error = true;
  std::string title;  // the case, as dataset.case; may be empty
  std::string what;   // one line
};

// SARIF 2.1.0 (OASIS, 27 March 2020): code scanning and editors. Errors first: readers have limits.
void write_sarif(std::ostream& out, std::vector<CodeFinding> findings);

// GitLab's code quality report. A fingerprint does not hold the line, so that it lasts where lines move.
void write_code_quality(std::ostream& out, std::span<const CodeFinding> findings);

// GitHub's workflow commands `::error` and `::warning`, ten of each kind, as many as it shows of a step; the
// others are counted in a `::notice`.
inline constexpr std::size_t kMostAnnotations = 10;
void write_annotations(std::ostream& out, std::span<const CodeFinding> findings);

// The cases of a run that are red, as findings.
std::vector<CodeFinding> red_cases(const RunRows& rows);
// The cases of a comparison that regressed or are newly answered dangerously, at their places in run b; null:
// its rows are not known. Those that a long comparison does not list are counted in a finding without a
// place.
std::vector<CodeFinding> regressions(const CompareReport& report, const RunRows* b);
// Files inside `root` are named from there, as hosts of code know them; relative names are from there
// already.
std::vector<CodeFinding> seen_from(std::vector<CodeFinding> findings, const std::filesystem::path& root);

// Markdown that fits GitHub's step summary, which refuses more than 1 MiB: cut in front of a heading, and
// said so. `limit` in bytes.
inline constexpr std::size_t kSummaryBytes = 900u << 10;
std::string step_summary(std::string markdown, std::size_t limit = kSummaryBytes);

// CTRF 0.0: a test a case, and the gate as a test of its own. A miss that the gate tolerates is `other`, what
// was not measured `skipped`. The rows are read once.
void write_ctrf(std::ostream& out, const RunView& view, const RunRows& rows,
                const std::filesystem::path& root);

// TREC's run: "query Q0 document rank score tag" a line, by document, of queries that were asked. The score
// falls with the rank, so that readers that sort by it keep the tool's order. Ids with blanks have none of
// them: they are escaped as %XX. Throws Error where the run has no query.
void write_trec_run(std::ostream& out, const RunRows& rows);
// TREC's relevance judgements: "query 0 document grade". Of the same queries.
void write_trec_qrels(std::ostream& out, const RunRows& rows);

}  // namespace assay
