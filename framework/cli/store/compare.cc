// SPDX-License-Identifier: Apache-2.0
#include "assay/compare.h"

#include <fmt/format.h>

#include <iostream>

#include "assay/internal/compare_text.h"
#include "assay/internal/console.h"
#include "assay/internal/json.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "findings.h"
#include "store/commands.h"

namespace assay::cli {
namespace {

CompareOptions compare_options(const CompareRuns& arguments) {
  CompareOptions options;
  options.dataset =
      arguments.any_dataset ? CompareOptions::Dataset::may_differ : CompareOptions::Dataset::must_match;
  options.chunker =
      arguments.strict_chunker ? CompareOptions::Chunker::must_match : CompareOptions::Chunker::may_differ;
  return options;
}

std::string compare_text(const CompareReport& report, Format format, const CompareTextOptions& options) {
  switch (format) {
    case Format::json: return to_json(report, options);
    case Format::markdown: return render_report_md(report, options);
    case Format::text: break;
  }
  return render_report_text(report, options);
}

void warn_of_newer(const CompareRuns& options) {
  if (!options.a.starts_with("latest") && !options.b.starts_with("latest")) return;
  if (const auto newest = skipped_by_latest(options.place))
    std::cerr << fmt::format(
        "warning: run {0} is newer and has {1} results of {2} cases: it is not what \"latest\" names\n"
        "  next: go on with it (assay run --resume {0}), or compare it by its id\n",
        one_line(newest->run_id), newest->results, newest->expected);
}

}  // namespace

int perform(const CompareRuns& arguments) {
  const auto report = compare_named(arguments.a, arguments.b, arguments.place, compare_options(arguments));
  warn_of_newer(arguments);
  CompareTextOptions options;
  options.colour = terminal_colour();
  options.columns = terminal_columns();
  if (!arguments.fail_on.empty()) {
    CompareGate gate = compare_gate_from(arguments.fail_on);
    gate.lost = arguments.allow_missing ? CompareGate::Lost::allowed : CompareGate::Lost::counted;
    options.gate = judge_comparison(report, gate);
  }
  if (!arguments.page.empty()) write_file_atomically(arguments.page, render_report_html(report, options));
  if (arguments.findings.empty())
    std::cout << compare_text(report, arguments.format, options);
  else
    write_findings(arguments.findings, regressions_named(report, arguments.b, arguments.place));
  if (!arguments.findings.empty() && options.gate && options.gate->outcome == GateState::not_comparable)
    std::cerr << "error: the gate cannot be judged: " << one_line(options.gate->why) << "\n";
  if (!arguments.page.empty() && arguments.format == Format::text && arguments.findings.empty())
    std::cout << "page " << one_line(arguments.page.string()) << "\n";
  return options.gate ? exit_code(options.gate->outcome) : kPassed;
}

}  // namespace assay::cli
