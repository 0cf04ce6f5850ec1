#include "assay/compare.h"

#include <iostream>

#include "assay/compare_text.h"
#include "command_line.h"
#include "stored_run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

CompareOptions options_of(const CompareRuns& asked) {
  CompareOptions options;
  options.dataset =
      asked.any_dataset ? CompareOptions::Dataset::may_differ : CompareOptions::Dataset::must_match;
  options.chunker =
      asked.strict_chunker ? CompareOptions::Chunker::must_match : CompareOptions::Chunker::may_differ;
  return options;
}

std::string text_of(const CompareReport& report, Format format, const CompareTextOptions& options) {
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

}  // namespace

int perform(const CompareRuns& asked) {
  const auto report = assay::compare(find_figures(asked.a, asked.place), find_figures(asked.b, asked.place),
                                     options_of(asked));
  CompareTextOptions options;
  options.colour = terminal_colour();
  if (!asked.fail_on.empty()) options.gate = judge_comparison(report, compare_gate_from(asked.fail_on));
  std::cout << text_of(report, asked.format, options);
  return options.gate ? exit_code(options.gate->outcome) : kHeld;
}

}  // namespace assay::cli
