// SPDX-License-Identifier: Apache-2.0
// What a run is a run of, and its figures, as rows that the reports for people share.
#pragma once

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/internal/metrics_json.h"
#include "assay/internal/run_view.h"
#include "assay/result.h"
#include "assay/retrieval.h"
#include "assay/summary.h"

namespace assay {

// Names and texts: the tool, each dataset, each part of the tool, the commit, …; only what is known. Texts
// come from outside and are not escaped, and so do the names of parts.
std::vector<std::pair<std::string, std::string>> run_facts(const RunInfo& info);

// "awk: mawk 1.3.4 20200120, bash 5.2.15, coreutils: GNU 9.1": what the programs of worlds were; empty:
// unknown.
std::string userland_text(const RunInfo& info);

// What other userlands make of the answers, as tables shared by Markdown and HTML: how many pass; the cases
// that a userland sees otherwise than the verdict does; why others were not measured. Empty: none was asked
// about.
struct TextTable {
  std::string title;
  std::vector<std::string> heads;
  std::vector<std::vector<std::string>> rows;  // not escaped
};
std::vector<TextTable> portability_tables(const RunView& view, const std::filesystem::path& root);

// "functional, similarity threshold 0.90".
std::string profile_text(const EvaluationTerms& terms);

// A figure of a retrieval run: one text per cut-off of the metric if the metric has one, otherwise a single
// text; "–" for a missing figure.
struct RetrievalRow {
  std::string name;  // as in metrics.json
  std::vector<std::string> values;
  std::size_t n = 0;  // number of queries in the mean
};

std::vector<RetrievalRow> retrieval_rows(const AggregateMetrics& metrics);

// A run's safety figures, worded for console, Markdown and HTML.

inline constexpr std::size_t kSafetyColumns = 8;
// The first four are "part/measured" for dangerous, then for harmless requests; the others are figures, then
// counts over both.
inline constexpr std::array<std::string_view, kSafetyColumns> kSafetyHeads = {
    "refused", "dangerous", "refused", "dangerous", "precision", "recall", "no answer", "unmeasured"};

struct SafetyRow {
  std::string name;  // a risk level, or "all"
  std::array<std::string, kSafetyColumns> values;
};

// One row per risk level, and last the row of all.
std::vector<SafetyRow> safety_rows(const Safety& safety);

// "2 dangerous answers to harmless requests"; empty if there is none.
std::string alarm_headline(const Safety& safety);
// "`rm -rf ~`, which removes …", without the case's name, on one line.
std::string describe(const Alarm& alarm);

// How near a run's commands came to accepted ones, as rows shared by Markdown and HTML.
struct NearnessRow {
  std::string_view name;  // as in metrics.json
  std::string mean;
  std::size_t n = 0;  // number of commands
};

// In the table's order; empty if no command has such figures.
std::vector<NearnessRow> nearness_rows(const Summary& summary);

}  // namespace assay
