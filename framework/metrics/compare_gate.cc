#include <charconv>
#include <cmath>

#include "assay/compare.h"

namespace assay {
namespace {

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
  if (failures.empty()) return {GateVerdict::Outcome::held, held};
  return {GateVerdict::Outcome::regressed, std::move(failures)};
}

void append(std::string& list, const std::string& item) { list += (list.empty() ? "" : "; ") + item; }

GateVerdict judge_regressions(const CompareReport& report) {
  if (report.regressions == 0) return {GateVerdict::Outcome::held, "no case regressed"};
  std::string why =
      std::to_string(report.regressions) + " of " + std::to_string(report.paired()) + " cases regressed";
  return {GateVerdict::Outcome::regressed, std::move(why)};
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
    if (!metric.delta) continue;
    const double change = metric.lower_is_better ? -*metric.delta : *metric.delta;
    if (change < limit - 1e-9) append(failures, label(metric) + " changed by " + decimals(*metric.delta));
  }
  return verdict(std::move(failures), "no metric changed by more than " + decimals(limit));
}

bool same_datasets(const RunInfo& a, const RunInfo& b) {
  CompareOptions options;
  return obstacles(a, b, options).empty();
}

}  // namespace

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
    const std::string_view number = text.substr(kDelta.size());
    gate.rule = Rule::delta;
    const auto end = std::from_chars(number.data(), number.data() + number.size(), gate.delta);
    if (end.ec == std::errc{} && end.ptr == number.data() + number.size() && std::isfinite(gate.delta))
      return gate;
  }
  throw Error(
      Problem{{},
              "",
              "unknown gate \"" + std::string(text) + "\"",
              "use regression, significant, or delta:-0.02 with the largest change that is tolerated"});
}

GateVerdict judge_comparison(const CompareReport& report, const CompareGate& gate) {
  using Outcome = GateVerdict::Outcome;
  if (report.paired() == 0) return {Outcome::not_comparable, "no case was measured in both runs"};
  if (report.missing_in_b > 0 && same_datasets(report.a.info, report.b.info))
    return {Outcome::not_comparable,
            "b lacks " + std::to_string(report.missing_in_b) + " cases of a: finish it first"};
  switch (gate.rule) {
    case CompareGate::Rule::regression:
      return judge_regressions(report);
    case CompareGate::Rule::significant:
      return judge_significance(report, gate.level);
    case CompareGate::Rule::delta:
      return judge_deltas(report, gate.delta);
  }
  return {};
}

int exit_code(GateVerdict::Outcome outcome) {
  switch (outcome) {
    case GateVerdict::Outcome::held:
      return 0;
    case GateVerdict::Outcome::regressed:
      return 1;
    case GateVerdict::Outcome::not_comparable:
      return 2;
  }
  return 2;
}

}  // namespace assay
