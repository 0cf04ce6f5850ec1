// SPDX-License-Identifier: Apache-2.0
#include "assay/compare.h"

#include <fmt/format.h>

#include <iostream>

#include "assay/internal/compare_input.h"
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

// A baseline has only case names, so next to one, both sides are reduced to cases that passed or missed.
CompareReport compared(const CompareRuns& options) {
  const auto baseline_a = find_baseline(options.a);
  const auto baseline_b = find_baseline(options.b);
  const auto input = [&](const std::string& name, const std::optional<Baseline>& baseline,
                         const std::string& other, const std::optional<Baseline>& other_baseline) {
    if (!baseline) {
      auto figures = find_figures(name, options.place);
      return other_baseline ? without_ranks(std::move(figures)) : std::move(figures);
    }
    if (other_baseline)
      return compare_input_of(*baseline, {other_baseline->info, [](Figures&) { return false; }});
    return compare_input_of(*baseline, find_figures(other, options.place));
  };
  return assay::compare(input(options.a, baseline_a, options.b, baseline_b),
                        input(options.b, baseline_b, options.a, baseline_a), compare_options(options));
}

// "latest" skips incomplete runs, so that a case run alone does not count; without this warning, a killed run
// that was meant to be the latest would be skipped silently.
void warn_of_newer(const CompareRuns& options) {
  if (!options.a.starts_with("latest") && !options.b.starts_with("latest")) return;
  const auto place = place_of("latest", options.place);
  const Store store = open_store(place, StoreOptions::Access::read);
  const auto newest = store.resolve("latest", place.suite, Latest::any);
  if (newest == store.resolve("latest", place.suite)) return;
  std::cerr << fmt::format(
      "warning: run {} is newer and has {} results of {} cases: it is not what \"latest\" names\n"
      "  next: go on with it (assay run --resume {}), or compare it by its id\n",
      one_line(newest), store.count_results(newest), store.load_info(newest).expected, one_line(newest));
}

// A baseline has only names, no lines, so its findings are at its own file.
std::vector<CodeFinding> regressions_of(const CompareRuns& options, const CompareReport& report) {
  if (find_baseline(options.b)) return placed_at(options.b, regressions(report, nullptr));
  const RunRows b = find_rows(options.b, options.place);
  return regressions(report, &b);
}

}  // namespace

int perform(const CompareRuns& arguments) {
  const auto report = compared(arguments);
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
    write_findings(arguments.findings, regressions_of(arguments, report));
  if (!arguments.findings.empty() && options.gate && options.gate->outcome == GateState::not_comparable)
    std::cerr << "error: the gate cannot be judged: " << one_line(options.gate->why) << "\n";
  if (!arguments.page.empty() && arguments.format == Format::text && arguments.findings.empty())
    std::cout << "page " << one_line(arguments.page.string()) << "\n";
  return options.gate ? exit_code(options.gate->outcome) : kPassed;
}

}  // namespace assay::cli
