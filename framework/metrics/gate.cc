#include "assay/internal/gate.h"

#include <fmt/format.h>

#include "assay/internal/text.h"
#include "assay/summary.h"

namespace assay {
namespace {

// What the harness is to blame for is red under every gate.
Light unmeasured_light(const Result& result) {
  return is_measured(result.answer.ending) ? Light::skipped : Light::red;
}

std::string_view mark_of(Gate gate, const Result& result) {
  if (result.grade.status != Status::miss) return "";
  if (light_of(gate, result) == Light::skipped) return "MISS ";
  return gate == Gate::baseline ? "REGRESSION " : "";
}

struct Tally {
  std::size_t passed = 0;
  std::size_t missed = 0;
  std::size_t unmeasured = 0;
  bool unasked = false;  // a case that the tool could not be asked

  void add(const Result& result) {
    passed += result.grade.status == Status::pass;
    missed += result.grade.status == Status::miss;
    if (result.grade.status != Status::unmeasured) return;
    ++unmeasured;
    unasked |= unmeasured_light(result) == Light::red;
  }
};

Tally tally_of(const Run& run) {
  Tally tally;
  for (const Result* result : last_attempts(run)) tally.add(*result);
  return tally;
}

GateResult nothing_measured(std::string said) {
  return {GateOutcome::unreadable, Light::red, std::move(said) + ": nothing was measured"};
}

// Green says that every case passed: where one was not measured nobody knows, and where none was, something
// is wrong with the suite.
GateResult judge_strict(const Run& run) {
  const Tally tally = tally_of(run);
  auto said = fmt::format("{} of {} cases passed", tally.passed, run.info.expected);
  if (tally.unmeasured == run.info.expected) return nothing_measured(std::move(said));
  if (tally.unmeasured > 0) said += fmt::format(", {} were not measured", tally.unmeasured);
  if (tally.missed > 0) return {GateOutcome::missed, Light::red, said};
  if (tally.unmeasured == 0) return {GateOutcome::held, Light::green, said};
  return {GateOutcome::unknown, tally.unasked ? Light::red : Light::skipped, said};
}

GateResult judge_mean(const Run& run, double least) {
  const auto summary = summarise(run);
  const auto unmeasured = summary.all.counts.unmeasured;
  const auto [low, high] = summary.score_bounds.value_or(Interval{});
  const auto range = unmeasured == 0 ? fmt::format("mean score {:.4f}", low)
                                     : fmt::format("mean score between {:.4f} and {:.4f}: {} unmeasured;",
                                                   low, high, unmeasured);
  switch (judge_mean(summary, least)) {
    case MeanGate::held:
      return {GateOutcome::held, Light::green,
              fmt::format("{} {}>= {:.2f}", range, unmeasured ? "even so " : "", least)};
    case MeanGate::missed:
      return {GateOutcome::missed, Light::red,
              fmt::format("{} {}< {:.2f}", range, unmeasured ? "at best " : "", least)};
    case MeanGate::unknown:
      break;
  }
  return {GateOutcome::unknown, Light::red,
          fmt::format("{} whether it reaches {:.2f} is not known", range, least)};
}

// How a run stands to what the baseline has as passed.
struct Changes {
  std::size_t regressions = 0, unmeasured = 0, gained = 0, gone = 0;
  std::string lines;

  void note(std::size_t& count, const char* word, const std::string& name) {
    ++count;
    lines += fmt::format("\n  {}: {}", word, one_line(name));
  }
};

// A case that is gone cannot be seen to pass: were it not red, deleting a case would hide its regression.
Changes changes_of(const Run& run, const Baseline& baseline) {
  Changes changes;
  CaseNames seen;
  for (const Result* result : last_attempts(run)) {
    const std::string name = full_name_of(result->asked);
    seen.insert(name);
    const bool was = baseline.passed.contains(name);
    const Status is = result->grade.status;
    if (was && is == Status::miss) changes.note(changes.regressions, "regression", name);
    if (was && is == Status::unmeasured) changes.note(changes.unmeasured, "not measured", name);
    if (!was && is == Status::pass) changes.note(changes.gained, "new pass", name);
  }
  for (const auto& name : baseline.passed)
    if (!seen.contains(name)) changes.note(changes.gone, "gone", name);
  return changes;
}

GateResult judge_baseline(const Run& run, const Baseline& baseline) {
  const Changes changes = changes_of(run, baseline);
  std::string why = fmt::format("against the baseline: {} regressions, {} new passes, {} gone",
                                changes.regressions, changes.gained, changes.gone);
  if (changes.unmeasured > 0) why += fmt::format(", {} not measured", changes.unmeasured);
  if (tally_of(run).unmeasured == run.info.expected) return nothing_measured(std::move(why));
  why += changes.lines;
  if (changes.gained + changes.gone > 0)
    why += fmt::format(
        "\n  next: {}build the target {}_accept_baseline and commit {}",
        changes.gone ? "if these cases were removed or renamed on purpose, " : "to keep the new passes, ",
        run.info.suite, baseline.file.filename().string());
  if (changes.regressions + changes.gone > 0) return {GateOutcome::missed, Light::red, why};
  if (changes.unmeasured > 0) return {GateOutcome::unknown, Light::red, why};
  return {GateOutcome::held, Light::green, why};
}

}  // namespace

Light light_of(Gate gate, const Result& result) {
  switch (result.grade.status) {
    case Status::pass:
      return Light::green;
    case Status::unmeasured:
      return unmeasured_light(result);
    case Status::miss:
      break;
  }
  switch (gate) {
    case Gate::strict:
      return Light::red;
    case Gate::mean:
      return Light::skipped;
    case Gate::baseline:
      return result.in_baseline ? Light::red : Light::skipped;
  }
  return Light::red;
}

std::string headline(const Result& result) {
  const Grade& grade = result.grade;
  if (grade.status == Status::unmeasured)
    return fmt::format("UNMEASURED {}: {}", one_line(grade.method), one_line(grade.why));
  return fmt::format("score {:.2f} {} {:.2f} ({}): {}", grade.score,
                     grade.score < result.min_score ? "<" : ">=", result.min_score, one_line(grade.method),
                     one_line(grade.why));
}

std::string headline(Gate gate, const Result& result) {
  return std::string(mark_of(gate, result)) + headline(result);
}

GateTerms terms_of(const Run& run) {
  GateTerms terms{run.info.gate, run.info.min_mean, {}};
  for (const Result* result : last_attempts(run))
    if (result->in_baseline) terms.baseline.passed.insert(full_name_of(result->asked));
  return terms;
}

GateResult judge_run(const Run& run, const GateTerms& terms) {
  if (run.info.expected == 0)
    return {GateOutcome::unreadable, Light::red, "no case could be read: there is nothing to grade"};
  if (!run.complete()) {
    const bool missed = terms.gate == Gate::strict && tally_of(run).missed > 0;
    return {missed ? GateOutcome::missed : GateOutcome::partial, Light::skipped,
            fmt::format("PARTIAL {} of {} cases present: the gate \"{}\" is not applied", run.present(),
                        run.info.expected, to_string(terms.gate))};
  }
  switch (terms.gate) {
    case Gate::strict:
      return judge_strict(run);
    case Gate::mean:
      return judge_mean(run, terms.min_mean);
    case Gate::baseline:
      return judge_baseline(run, terms.baseline);
  }
  return {};
}

}  // namespace assay
