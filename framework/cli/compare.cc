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
#include "store_commands.h"

namespace assay::cli {
namespace {

CompareOptions compare_options(const CompareRuns& asked) {
  CompareOptions options;
  options.dataset =
      asked.any_dataset ? CompareOptions::Dataset::may_differ : CompareOptions::Dataset::must_match;
  options.chunker =
      asked.strict_chunker ? CompareOptions::Chunker::must_match : CompareOptions::Chunker::may_differ;
  return options;
}

std::string compare_text(const CompareReport& report, Format format, const CompareTextOptions& options) {
  switch (format) {
    case Format::json:
      return to_json(report, options);
    case Format::markdown:
      return render_report_md(report, options);
    case Format::text:
      break;
  }
  return render_report_text(report, options);
}

// A baseline has only case names, so next to one, both sides are reduced to cases that passed or missed.
CompareReport compared(const CompareRuns& asked) {
  const auto baseline_a = find_baseline(asked.a);
  const auto baseline_b = find_baseline(asked.b);
  const auto input = [&](const std::string& name, const std::optional<Baseline>& baseline,
                         const std::string& other, const std::optional<Baseline>& other_baseline) {
    if (!baseline) {
      auto figures = find_figures(name, asked.place);
      return other_baseline ? without_ranks(std::move(figures)) : std::move(figures);
    }
    if (other_baseline)
      return compare_input_of(*baseline, {other_baseline->info, [](Figures&) { return false; }});
    return compare_input_of(*baseline, find_figures(other, asked.place));
  };
  return assay::compare(input(asked.a, baseline_a, asked.b, baseline_b),
                        input(asked.b, baseline_b, asked.a, baseline_a), compare_options(asked));
}

// "latest" skips incomplete runs, so that a case run alone does not count; without this warning, a killed run
// that was meant to be the latest would be skipped silently.
void warn_of_newer(const CompareRuns& asked) {
  if (!asked.a.starts_with("latest") && !asked.b.starts_with("latest")) return;
  const auto place = place_of("latest", asked.place);
  const Store store = open_store(place, StoreOptions::Access::read);
  const auto newest = store.resolve("latest", place.suite, Latest::any);
  if (newest == store.resolve("latest", place.suite)) return;
  std::cerr << fmt::format(
      "warning: run {} is newer and has {} results of {} cases: it is not what \"latest\" names\n"
      "  next: go on with it (assay run --resume {}), or compare it by its id\n",
      one_line(newest), store.count_results(newest), store.load_info(newest).expected, one_line(newest));
}

// A baseline has only names, no lines, so its findings are at its own file.
std::vector<CodeFinding> regressions_of(const CompareRuns& asked, const CompareReport& report) {
  if (find_baseline(asked.b)) return placed_at(asked.b, regressions(report, nullptr));
  const RunRows b = find_rows(asked.b, asked.place);
  return regressions(report, &b);
}

}  // namespace

int perform(const CompareRuns& asked) {
  const auto report = compared(asked);
  warn_of_newer(asked);
  CompareTextOptions options;
  options.colour = terminal_colour();
  options.columns = terminal_columns();
  if (!asked.fail_on.empty()) {
    CompareGate gate = compare_gate_from(asked.fail_on);
    gate.lost = asked.allow_missing ? CompareGate::Lost::allowed : CompareGate::Lost::counted;
    options.gate = judge_comparison(report, gate);
  }
  if (!asked.page.empty()) write_file_atomically(asked.page, render_report_html(report, options));
  if (asked.findings.empty())
    std::cout << compare_text(report, asked.format, options);
  else
    write_findings(asked.findings, regressions_of(asked, report));
  if (!asked.findings.empty() && options.gate &&
      options.gate->outcome == GateVerdict::Outcome::not_comparable)
    std::cerr << "error: the gate cannot be judged: " << one_line(options.gate->why) << "\n";
  if (!asked.page.empty() && asked.format == Format::text && asked.findings.empty())
    std::cout << "page " << one_line(asked.page.string()) << "\n";
  return options.gate ? exit_code(options.gate->outcome) : kPassed;
}

}  // namespace assay::cli
