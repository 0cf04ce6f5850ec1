// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/conclusion.h"

#include <fmt/format.h>

#include <sstream>
#include <utility>

#include "assay/internal/dealing.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/junit.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/text.h"
#include "assay/tool.h"

namespace assay {
namespace {

std::size_t ended(const Summary& summary, Ending ending) {
  const auto found = summary.endings.find(std::string(to_string(ending)));
  return found == summary.endings.end() ? 0 : found->second;
}

int line_of_program(const std::filesystem::path& description) try {
  const JsonValue json = read_json(description);
  const JsonValue* program = json.at_pointer("/argv/0");
  return program == nullptr ? 0 : program->line;
} catch (const Error&) {
  return 0;
}

void write_error(const Suite& suite, const std::string& run_id, std::string why) {
  RunInfo info;
  info.suite = suite.name;
  info.run_id = run_id;
  info.gate = suite.gate;
  std::ostringstream text;
  write_junit_gate(text, info, {GateOutcome::unreadable, Light::red, std::move(why)});
  write_own_file(suite_report(suite), text.str());
}

}  // namespace

std::optional<Problem> start_fault(const std::filesystem::path& description, const RunView& view) {
  const std::size_t cases = view.summary.present;
  const bool is_absent = ended(view.summary, Ending::not_found) >= cases;
  if (cases == 0 || (!is_absent && ended(view.summary, Ending::not_executable) < cases)) return std::nullopt;
  const std::string& program = view.info.tool_path;
  Problem problem;
  if (description.empty())
    problem.where = {program, 0};
  else
    problem.where = {description.string(), line_of_program(description)}, problem.pointer = "/argv/0";
  problem.what = "the tool could not be started for any case: " + program +
                 (is_absent ? " does not exist" : " may not be executed");
  problem.next = is_absent ? "install it or fix the name: a path is relative to " +
                                 std::string(description.empty() ? "the current folder"
                                                                 : "the folder of the description") +
                                 ", and a name without a slash is looked up in PATH"
                           : "chmod +x " + program;
  return problem;
}

std::filesystem::path suite_report(const Suite& suite) { return suite.output / (suite.name + ".junit.xml"); }

void write_begun(const Suite& suite, const std::string& run_id) {
  write_error(suite, run_id,
              "run " + run_id +
                  " was begun and has no report: it still goes on, was stopped, or its last test was left out"
                  "\nnext: build the target " +
                  suite.name + "_aggregate, or run the suite again");
}

void write_broken(const Suite& suite, const std::vector<Problem>& problems) {
  std::string why = problems.empty() ? "the suite could not be run" : problems.front().what;
  for (const auto& problem : problems) why += "\n" + to_string(problem);
  write_error(suite, "", std::move(why));
}

void write_ended(const Suite& suite, const RunView& view, const RunRows& rows) {
  std::ostringstream text;
  write_junit(text, view, rows,
              {.dialect = suite.junit,
               .root = suite.project,
               .attachments = attachments_in(suite.runs() / view.info.run_id)});
  write_own_file(suite_report(suite), text.str());
}

RunView write_reports(const Suite& suite, const RunRows& rows, const std::filesystem::path& folder,
                      const ViewOptions& options, std::span<const Reporter> own) {
  Run run{rows.info, {}};
  if (!own.empty())
    for (auto next = rows.open(); const Result* each = next();) run.results.push_back(*each);
  for (const auto& reporter : own) {
    std::ostringstream text;
    reporter.write(run, text);
    write_own_file(folder / std::filesystem::path(reporter.file).filename(), text.str());
  }
  // Last: run.json says that all reports are there.
  return write_run_reports(rows, folder, {.junit = suite.junit, .root = suite.project}, options);
}

GateTerms terms_of(const Suite& suite) {
  return {suite.gate, suite.min_mean,
          suite.gate == Gate::baseline ? read_baseline(suite.baseline) : Baseline{}, suite.unmeasured,
          suite.repeat};
}

ExitStatus status_of(const GateResult& gate) {
  switch (gate.outcome) {
    case GateOutcome::held: return kPassed;
    case GateOutcome::missed: return kFailed;
    case GateOutcome::unknown:
    case GateOutcome::partial:
    case GateOutcome::unreadable: break;
  }
  return kError;
}

ExitStatus status_of_selection(const GateResult& gate, const Summary& summary) {
  const auto& counts = summary.all.counts;
  const bool has_passed = counts.miss == 0 && counts.unmeasured == 0 && counts.pass > 0;
  return gate.outcome == GateOutcome::partial && has_passed ? kPassed : status_of(gate);
}

std::optional<GateResult> gate_of_incomplete(const RunInfo& info) {
  std::string why;
  if (!missing_shards(info.shards).empty()) {
    why = missing_shards_text(info);
    why.pop_back();
  } else if (info.finished_at.empty()) {
    why = fmt::format(
        "run {0} has not ended\n  next: wait for it, or go on with it: assay run … --resume {0}; or --join "
        "{0}, if workers joined it",
        one_line(info.run_id));
  }
  if (why.empty()) return std::nullopt;
  return GateResult{.outcome = GateOutcome::unreadable, .light = Light::red, .why = std::move(why)};
}

}  // namespace assay
