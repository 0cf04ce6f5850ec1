// SPDX-License-Identifier: Apache-2.0
#include "store/report_formats.h"

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

void print_trec_run(const RunRows& rows, const ReportRun&) { write_trec_run(std::cout, rows); }
void print_trec_qrels(const RunRows& rows, const ReportRun&) { write_trec_qrels(std::cout, rows); }

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
    ReportFormat{"trec-run", print_trec_run},
    ReportFormat{"trec-qrels", print_trec_qrels},
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
