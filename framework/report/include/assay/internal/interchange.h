// SPDX-License-Identifier: Apache-2.0
// Formats for other programs: test dashboards, code hosts, retrieval evaluation tools.
//
// Pure functions: the same run gives the same bytes, which are valid UTF-8 whatever a dataset or a tool
// wrote. docs/interchange.md defines the mappings.
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/compare.h"
#include "assay/internal/run_rows.h"
#include "assay/internal/run_view.h"

namespace assay {

// A finding at a line of a dataset.
struct CodeFinding {
  SourceLine where;  // relative to the root of the checkout, as hosts expect; line 0: the whole file
  std::string rule;  // "duplicate", "miss", "regression", …
  bool is_error = true;
  std::string title;          // the case, as dataset.case; may be empty
  std::string what;           // one line
  bool tells_answer = false;  // `what` changes with the tool's answer, the finding does not
};

// SARIF 2.1.0 (OASIS, 27 March 2020), for code scanning and editors. Errors come first, because readers have
// limits.
void write_sarif(std::ostream& out, std::vector<CodeFinding> findings);

// GitLab's code quality report. Fingerprints exclude the line, so that they survive moved lines.
void write_code_quality(std::ostream& out, std::span<const CodeFinding> findings);

// GitHub's workflow commands `::error` and `::warning`: ten of each kind, as many as it shows per step; the
// rest are counted in a `::notice`.
inline constexpr std::size_t kMostAnnotations = 10;
void write_annotations(std::ostream& out, std::span<const CodeFinding> findings);

// The red cases of a run, as findings.
std::vector<CodeFinding> red_cases(const RunRows& rows);
// The cases of a comparison that regressed or have new dangerous answers, at their places in run b; `b` is
// null if its rows are not known, and then no finding has a place. Cases that a long comparison does not list
// are counted in a finding at run b's first dataset.
std::vector<CodeFinding> regressions(const CompareReport& report, const RunRows* b);
// Gives the findings without a place that file as their place: GitLab needs one of each.
std::vector<CodeFinding> placed_at(const std::filesystem::path& file, std::vector<CodeFinding> findings);
// Makes files inside `root` relative to it, as code hosts expect; relative names are left as they are.
std::vector<CodeFinding> seen_from(std::vector<CodeFinding> findings, const std::filesystem::path& root);

// Fits Markdown into GitHub's step summary, which refuses more than 1 MiB: cut before a heading, with a
// notice. `limit` is in bytes.
inline constexpr std::size_t kSummaryBytes = 900u << 10;
std::string step_summary(std::string markdown, std::size_t limit = kSummaryBytes);

// CTRF 0.0: one test per case, plus one for the gate. A miss that the gate tolerates is `other`, an
// unmeasured case `skipped`. The rows are read once.
void write_ctrf(std::ostream& out, const RunView& view, const RunRows& rows,
                const std::filesystem::path& root);

// TREC's run format: "query Q0 document rank score tag" per line, by document, for queries that were asked.
// Scores are such that readers that sort by them keep the tool's order: the tool's own, or else they fall
// with the rank. A query that found nothing has no line. Blanks in ids are escaped as %XX. This and the
// functions below throw Error if the run has no query.
void write_trec_run(std::ostream& out, const RunRows& rows);
// TREC's relevance judgements, "query 0 document grade", for the same queries but those to be refused.
void write_trec_qrels(std::ostream& out, const RunRows& rows);
// "query<tab>text".
void write_trec_topics(std::ostream& out, const RunRows& rows);
// The same in BEIR's formats: {query: {document: score}}, a table with a header, and an object per line.
void write_beir_run(std::ostream& out, const RunRows& rows);
void write_beir_qrels(std::ostream& out, const RunRows& rows);
void write_beir_queries(std::ostream& out, const RunRows& rows);
// The level (trec_eval's -l) at which exactly the relevant documents are relevant; none: there is no such
// level.
std::optional<int> relevance_level(const RunRows& rows);

}  // namespace assay
