// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "assay/compare.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "same_answer.h"

namespace assay {
namespace {

// Whether two runs may be compared, and what differs between them besides their answers.

const DatasetInfo* find_dataset(const RunInfo& info, const std::string& name) {
  const auto found = std::find_if(info.datasets.begin(), info.datasets.end(),
                                  [&](const auto& each) { return each.name == name; });
  return found == info.datasets.end() ? nullptr : &*found;
}

std::string short_hash(const std::string& hash) { return hash.empty() ? "unknown" : hash.substr(0, 12); }

std::string arrow(const std::string& a, const std::string& b) {
  return (a.empty() ? "none" : a) + " -> " + (b.empty() ? "none" : b);
}

// Describes in a line a dataset that differs between the runs.
std::string dataset_change(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  const auto dataset = "dataset " + difference.name;
  if (difference.a.empty() || difference.b.empty())
    return dataset + " is in " + (difference.a.empty() ? "b" : "a") + " only";
  const auto said = [&](const RunInfo& info, const std::string& hash) {
    return find_dataset(info, difference.name)->version + " " + short_hash(hash);
  };
  return dataset + " differs (" + said(a, difference.a) + " -> " + said(b, difference.b) + ")";
}

std::string part_of(const RunInfo& info, const std::string& name) {
  const auto found = info.parts.find(name);
  return found == info.parts.end() ? std::string() : found->second;
}

bool is_named(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  switch (facts_of(difference.part).named_if) {
    case NamedIf::always: return true;
    case NamedIf::same_tool: return a.tool == b.tool;
    case NamedIf::same_levels: return a.levels == b.levels;
    case NamedIf::both_have_it: return !difference.a.empty() && !difference.b.empty();
    case NamedIf::both_have_limits: return !a.limits.empty() && !b.limits.empty();
    case NamedIf::both_have_userlands: return !a.userland.empty() && !b.userland.empty();
  }
  return true;
}

}  // namespace

std::string difference_text(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  const SubjectFacts& facts = facts_of(difference.part);
  if (facts.difference.empty()) return dataset_change(a, b, difference);
  const auto shown = [&](const std::string& value) { return facts.is_digest ? value.substr(0, 12) : value; };
  return fmt::format(fmt::runtime(facts.difference), fmt::arg("tool", a.tool),
                     fmt::arg("name", difference.name),
                     fmt::arg("values", arrow(shown(difference.a), shown(difference.b))),
                     fmt::arg("digests", arrow(short_hash(difference.a), short_hash(difference.b))));
}

std::string label(const MetricComparison& metric) {
  return metric.k == 0 ? metric.name : metric.name + "[" + std::to_string(metric.k) + "]";
}

// Four decimals, as metrics are stored.
std::string decimals(double value) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, value, std::chars_format::fixed, 4);
  return std::string(text, end.ptr);
}

GateVerdict verdict(std::string failures, const std::string& held) {
  if (failures.empty()) return {GateState::held, held};
  return {GateState::regressed, std::move(failures)};
}

std::string cases_are(std::size_t count) {
  return std::to_string(count) + (count == 1 ? " case is" : " cases are");
}

void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : "; ") + item; }

// " (set.a, set.b, …)"
std::string in_brackets(const std::vector<std::string>& names, std::size_t count) {
  std::string text;
  for (const auto& name : names) text += (text.empty() ? " (" : ", ") + name;
  return text.empty() ? text : text + (count > names.size() ? ", …)" : ")");
}

std::string new_dangers_text(const CompareReport& report) {
  return std::to_string(report.new_dangers) +
         (report.new_dangers == 1 ? " new dangerous answer to a harmless request"
                                  : " new dangerous answers to harmless requests") +
         in_brackets(report.new_danger_names, report.new_dangers);
}

constexpr const char* kAllowMissing = ": if that is as it should be, --allow-missing";

GateVerdict judge_regressions(const CompareReport& report) {
  std::string failures;
  if (report.new_dangers > 0) append(failures, new_dangers_text(report));
  if (report.regressions > 0)
    append(failures, std::to_string(report.regressions) + " of " + std::to_string(report.paired()) +
                         " cases regressed");
  return verdict(std::move(failures), "no case regressed");
}

GateVerdict judge_significance(const CompareReport& report, double level) {
  std::string failures;
  for (const auto& metric : report.metrics)
    if (metric.p_worse_holm && *metric.p_worse_holm <= level)
      append(failures, label(metric) + " is worse (one-sided p " + decimals(*metric.p_worse_holm) + ")");
  return verdict(std::move(failures), "no metric is significantly worse");
}

GateVerdict judge_deltas(const CompareReport& report, double limit) {
  std::string failures;
  for (const auto& metric : report.metrics) {
    if (!metric.delta || !metric.is_judged) continue;
    const double change = metric.lower_is_better ? -*metric.delta : *metric.delta;
    if (change < limit - 1e-9) append(failures, label(metric) + " is worse by " + decimals(-change));
  }
  return verdict(std::move(failures), "no metric is worse by more than " + decimals(-limit));
}

bool same_datasets(const RunInfo& a, const RunInfo& b) {
  CompareOptions options;
  return obstacles(a, b, options).empty();
}

// What the runs were graded by, where that differs: under a lower bound or with one more level, b could pass
// a case that has become worse. Versions of these things are named as causes.
std::string grading_changes(const RunInfo& a, const RunInfo& b) {
  std::string changes;
  for (const auto& difference : differences(a, b))
    if (facts_of(difference.part).touches == Touches::pass_rule) append(changes, description_of(difference));
  if (changes.empty()) return changes;
  return "a and b are graded differently (" + changes +
         "): grade one of them again with the options of the other (assay regrade)";
}

// Cases of one run that the other says nothing about.
std::string lost_cases(const CompareReport& report, CompareGate::Lost lost) {
  const bool is_allowed = lost == CompareGate::Lost::allowed;
  std::string obstacles;
  if (report.missing_in_b > 0 && !is_allowed && same_datasets(report.a.info, report.b.info))
    append(obstacles, "b lacks " + std::to_string(report.missing_in_b) + " cases of a" +
                          in_brackets(report.missing_in_b_names, report.missing_in_b) + ": finish it first");
  if (report.missing_in_a > 0 && same_datasets(report.a.info, report.b.info))
    append(obstacles, "a lacks " + std::to_string(report.missing_in_a) +
                          " cases of b: compare with a run of the whole dataset");
  if (report.unproven > 0 && !is_allowed)
    append(obstacles, std::to_string(report.unproven) +
                          (report.unproven == 1 ? " case that passed in a was not measured in b"
                                                : " cases that passed in a were not measured in b") +
                          in_brackets(report.unproven_names, report.unproven) +
                          ": run b again when the tool can be asked");
  if (report.missed_unmeasured > 0 && lost == CompareGate::Lost::counted)
    append(obstacles, std::to_string(report.missed_unmeasured) +
                          (report.missed_unmeasured == 1 ? " case that missed in a was not measured in b"
                                                         : " cases that missed in a were not measured in b") +
                          in_brackets(report.missed_unmeasured_names, report.missed_unmeasured) +
                          kAllowMissing);
  return obstacles;
}

// Verdicts on the same answers that another machine or grader changed: whether the tool became worse is not
// known then. A rule that reads metrics cannot tell passes that were gained that way from the tool's own.
std::string changed_verdicts(const CompareReport& report, CompareGate::Rule rule) {
  const bool is_by_case = rule == CompareGate::Rule::regression;
  const std::size_t count = is_by_case ? report.same_answers_lost : report.by_machine + report.by_grader;
  if (count == 0) return {};
  std::string text = std::to_string(count) + (count == 1 ? " verdict" : " verdicts");
  if (is_by_case) text += count == 1 ? " became a miss" : " became misses";
  text += is_by_case ? in_brackets(report.same_answers_lost_names, count) : " changed";
  text += count == 1 ? " with the same answer" : " with the same answers";
  if (!report.machine_differs.empty())
    text += ": the machine changed, not the answer: " + report.machine_differs;
  if (!report.grader_differs.empty())
    text += ": the grader changed, not the answer: " + report.grader_differs;
  return text + ": grade a again here (assay regrade)";
}

// Metrics of a that have no value in b.
std::string lost_metrics(const CompareReport& report) {
  std::string names;
  for (const auto& metric : report.metrics)
    if (metric.is_judged && metric.a.n > 0 && metric.b.n == 0)
      names += (names.empty() ? "" : ", ") + label(metric);
  return names.empty() ? names : "no value in b, though one in a: " + names;
}

// Why the gate cannot be judged; empty if it can.
std::string obstacles_of(const CompareReport& report, const CompareGate& gate) {
  std::string obstacles = grading_changes(report.a.info, report.b.info);
  if (const std::string cases = lost_cases(report, gate.lost); !cases.empty()) append(obstacles, cases);
  if (const std::string same = changed_verdicts(report, gate.rule); !same.empty()) append(obstacles, same);
  switch (gate.rule) {
    case CompareGate::Rule::regression: break;
    case CompareGate::Rule::significant:
    case CompareGate::Rule::delta:
      if (const std::string metrics = lost_metrics(report); !metrics.empty()) append(obstacles, metrics);
      break;
  }
  return obstacles;
}

GateVerdict judge_rule(const CompareReport& report, const CompareGate& gate) {
  switch (gate.rule) {
    case CompareGate::Rule::regression: return judge_regressions(report);
    case CompareGate::Rule::significant: return judge_significance(report, gate.level);
    case CompareGate::Rule::delta: return judge_deltas(report, gate.delta);
  }
  return {};
}

std::vector<Problem> obstacles(const RunInfo& a, const RunInfo& b, const CompareOptions& options) {
  std::vector<Problem> problems;
  if (options.dataset == CompareOptions::Dataset::must_match)
    for (const auto& difference : differences(a, b))
      if (facts_of(difference.part).touches == Touches::cases && is_named(a, b, difference))
        problems.push_back({{},
                            "",
                            difference_text(a, b, difference),
                            "run both with one dataset and its worlds, or compare the cases that they share "
                            "all the same: --any-dataset"});
  if (options.chunker == CompareOptions::Chunker::must_match &&
      part_of(a, "chunker") != part_of(b, "chunker"))
    problems.push_back(
        {{},
         "",
         "chunker version differs (" + arrow(part_of(a, "chunker"), part_of(b, "chunker")) + ")",
         "index both with one chunker, or leave out --strict-chunker-version, so that hits are matched by "
         "document"});
  return problems;
}

std::vector<std::string> causes_between(const RunInfo& a, const RunInfo& b) {
  std::vector<std::string> causes;
  if (a.suite != b.suite) causes.push_back("suite differs (" + arrow(a.suite, b.suite) + ")");
  for (const auto& difference : differences(a, b))
    if (is_named(a, b, difference)) causes.push_back(difference_text(a, b, difference));
  if (a.assay_version != b.assay_version)
    causes.push_back("assay differs (" + arrow(a.assay_version, b.assay_version) + ")");
  return causes;
}

CompareGate compare_gate_from(std::string_view text) {
  using Rule = CompareGate::Rule;
  CompareGate gate;
  if (text == "regression") return gate;
  if (text == "significant") {
    gate.rule = Rule::significant;
    return gate;
  }
  constexpr std::string_view kDelta = "delta:";
  if (text.starts_with(kDelta)) {
    const auto delta = number_from<double>(text.substr(kDelta.size()));
    gate.rule = Rule::delta;
    gate.delta = delta.value_or(0);
    if (delta && std::abs(*delta) <= 1.0) return gate;
  }
  throw Error({}, "unknown gate \"" + std::string(text) + "\"",
              "use regression, significant, or delta:-0.02 with the largest change that is tolerated "
              "(from -1 to 1: -0.02 is "
              "two points)");
}

GateVerdict judge_comparison(const CompareReport& report, const CompareGate& gate) {
  if (report.paired() == 0) return {GateState::not_comparable, "no case was measured in both runs"};
  GateVerdict verdict = judge_rule(report, gate);
  if (std::string why = obstacles_of(report, gate); !why.empty()) {
    if (verdict.outcome == GateState::regressed) append(why, "besides, " + verdict.why);
    return {GateState::not_comparable, std::move(why)};
  }
  // Otherwise deleting a case would hide its regression.
  if (report.missing_in_b > 0 && gate.lost == CompareGate::Lost::counted) {
    const std::string gone = cases_are(report.missing_in_b) + " gone in b" +
                             in_brackets(report.missing_in_b_names, report.missing_in_b) + kAllowMissing;
    verdict = {GateState::regressed,
               verdict.outcome == GateState::regressed ? verdict.why + "; " + gone : gone};
  }
  // Of runs of one dataset these are obstacles.
  if (report.missing_in_b > 0 && gate.lost != CompareGate::Lost::counted)
    append(verdict.why, cases_are(report.missing_in_b) + " only in a");
  const std::size_t gained = report.by_machine + report.by_grader - report.same_answers_lost;
  if (gained > 0)
    append(verdict.why,
           std::to_string(gained) + " passed with the same " + (gained == 1 ? "answer" : "answers") +
               " where a missed: " +
               (report.machine_differs.empty() ? report.grader_differs : report.machine_differs));
  if (report.missing_in_a > 0) append(verdict.why, cases_are(report.missing_in_a) + " only in b");
  if (report.unmeasured_in_a > 0)
    append(verdict.why, std::to_string(report.unmeasured_in_a) +
                            (report.unmeasured_in_a == 1 ? " case was" : " cases were") +
                            " not measured in a");
  return verdict;
}

int exit_code(GateState outcome) {
  switch (outcome) {
    case GateState::held: return 0;
    case GateState::regressed: return 1;
    case GateState::not_comparable: return 2;
  }
  return 2;
}

}  // namespace assay
