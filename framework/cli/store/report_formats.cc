// SPDX-License-Identifier: Apache-2.0
#include "store/report_formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <iostream>
#include <sstream>
#include <string_view>

#include "assay/internal/conclusion.h"
#include "assay/internal/interchange.h"
#include "assay/internal/reports.h"
#include "findings.h"

namespace assay::cli {
namespace {

RunView report_view(const RunRows& rows) { return view_of(rows, report_options(rows.info)); }

void print_markdown(const RunRows& rows, const ReportRun&) { std::cout << markdown_of(rows); }

void print_junit(const RunRows& rows, const ReportRun& options) {
  write_junit(std::cout, report_view(rows), rows,
              {.dialect = dialect_of(options), .root = std::filesystem::current_path()});
}

void print_ctrf(const RunRows& rows, const ReportRun&) {
  write_ctrf(std::cout, report_view(rows), rows, std::filesystem::current_path());
}

void print_step_summary(const RunRows& rows, const ReportRun&) {
  std::cout << step_summary(markdown_of(rows));
}

template <FindingsFormat format>
void print_red_cases(const RunRows& rows, const ReportRun&) {
  write_findings(format, red_cases(rows));
}

// Says beside a run how others get the same figures from it.
template <void (*write)(std::ostream&, const RunRows&)>
void print_ranked_run(const RunRows& rows, const ReportRun&) {
  write(std::cout, rows);
  const auto level = relevance_level(rows);
  std::cerr << (level ? fmt::format("assay's figures: trec_eval -c{} QRELS RUN; assay import --from …\n",
                                    *level > 1 ? fmt::format(" -l {}", *level) : "")
                      : "assay's figures differ from trec_eval's: no grade separates the relevant documents "
                        "(expected_doc_ids) from the others\n");
}

template <void (*write)(std::ostream&, const RunRows&)>
void print_rows(const RunRows& rows, const ReportRun&) {
  write(std::cout, rows);
}

struct ReportFormat {
  std::string_view word;
  void (*print)(const RunRows& rows, const ReportRun& options);
};

constexpr std::array kReportFormats = {
    ReportFormat{"markdown", print_markdown},
    ReportFormat{"junit", print_junit},
    ReportFormat{"ctrf", print_ctrf},
    ReportFormat{"step-summary", print_step_summary},
    ReportFormat{"annotations", print_red_cases<FindingsFormat::annotations>},
    ReportFormat{"sarif", print_red_cases<FindingsFormat::sarif>},
    ReportFormat{"code-quality", print_red_cases<FindingsFormat::code_quality>},
    ReportFormat{"trec-run", print_ranked_run<write_trec_run>},
    ReportFormat{"trec-qrels", print_rows<write_trec_qrels>},
    ReportFormat{"trec-topics", print_rows<write_trec_topics>},
    ReportFormat{"beir-run", print_ranked_run<write_beir_run>},
    ReportFormat{"beir-qrels", print_rows<write_beir_qrels>},
    ReportFormat{"beir-queries", print_rows<write_beir_queries>},
};

}  // namespace

std::vector<std::string> report_formats() {
  std::vector<std::string> words;
  for (const ReportFormat& each : kReportFormats) words.emplace_back(each.word);
  return words;
}

void print_report(const RunRows& rows, const ReportRun& options) {
  const std::string_view word = options.format.empty() ? kReportFormats.front().word : options.format;
  const auto* const format = std::ranges::find(kReportFormats, word, &ReportFormat::word);
  if (format == kReportFormats.end())
    throw Error({}, "no report is called " + options.format, "assay report --help lists them");
  format->print(rows, options);
}

std::string markdown_of(const RunRows& rows) {
  std::ostringstream text;
  write_markdown(text, report_view(rows), {.root = std::filesystem::current_path()});
  return text.str();
}

ViewOptions report_options(const RunInfo& info) { return {.gate = gate_of_incomplete(info)}; }

JUnitDialect dialect_of(const ReportRun& options) {
  return options.strict_junit ? JUnitDialect::strict : JUnitDialect::rich;
}

}  // namespace assay::cli
