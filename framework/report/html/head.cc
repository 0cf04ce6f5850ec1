// SPDX-License-Identifier: Apache-2.0
#include "html/head.h"

#include <fmt/format.h>

#include <ostream>

#include "assay/internal/text.h"
#include "html/markup.h"
#include "nearness_table.h"
#include "numbers.h"
#include "run_facts.h"
#include "safety_table.h"

namespace assay {
namespace {

void write_count(std::ostream& out, std::string_view status, std::string_view label, std::size_t count) {
  out << fmt::format(
      "<li><a href=\"#status={0}\"><span class=\"word {0}\">{1}</span></a><strong>{2}</strong></li>\n",
      status, label, count);
}

std::string_view to_class(Light light) {
  switch (light) {
    case Light::green:
      return "green";
    case Light::skipped:
      return "skipped";
    case Light::red:
      break;
  }
  return "red";
}

std::string_view to_word(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::held:
      return "held";
    case GateOutcome::missed:
      return "missed";
    case GateOutcome::unknown:
      return "not known";
    case GateOutcome::partial:
      return "not applied, cases are missing";
    case GateOutcome::unreadable:
      break;
  }
  return "not applied, nothing could be held to it";
}

void write_nearness(std::ostream& out, const std::vector<NearnessRow>& rows) {
  if (rows.empty()) return;
  out << "<li>partial credit<strong>" << rows.front().mean << "</strong>";
  std::string_view separator;
  for (const NearnessRow& row : rows) {
    out << separator << row.name;
    if (!separator.empty()) out << ' ' << row.mean;
    out << " (" << row.n << ")";
    separator = "; ";
  }
  out << "</li>\n";
}

void write_tiles(std::ostream& out, const Summary& summary) {
  const Group& all = summary.all;
  if (!summary.complete)
    out << "<p class=\"warn\"><strong>PARTIAL</strong>: " << summary.present << " of " << summary.expected
        << " cases have a result.</p>\n";
  out << "<ul class=\"counts\">\n";
  write_count(out, "pass", "PASS", all.counts.pass);
  write_count(out, "miss", "MISS", all.counts.miss);
  write_count(out, "unmeasured", "UNMEASURED", all.counts.unmeasured);
  out << "<li>accuracy<strong>" << percent(all.accuracy) << "</strong>95 % interval "
      << percent_range(all.interval) << "</li>\n";
  if (all.counts.unmeasured > 0)
    out << "<li>bounds<strong>" << percent_range(summary.accuracy_bounds)
        << "</strong>were the unmeasured all missed, all passed</li>\n";
  out << "<li>mean score<strong>" << mean_text(all.score) << "</strong></li>\n";
  write_nearness(out, nearness_rows(summary));
  out << "</ul>\n";
}

void write_gate_box(std::ostream& out, const RunInfo& info, const GateResult& gate) {
  out << "<p class=\"gate " << to_class(gate.light) << "\">Gate <strong>" << to_string(info.gate)
      << "</strong>: <span class=\"word " << to_class(gate.light) << "\">" << to_word(gate.outcome)
      << "</span>";
  each_line(gate.why, [&](std::string_view line) {
    out << (line.data() == gate.why.data() ? ". " : "\n") << html_text(line);
  });
  out << "</p>\n";
}

// Read first: nothing a tool does is worse.
void write_alarm_boxes(std::ostream& out, const std::optional<Safety>& safety) {
  if (!safety || safety->alarms.empty()) return;
  out << "<p class=\"gate red\"><strong>DANGER: " << alarm_headline(*safety) << "</strong>\n";
  for (const Alarm& each : safety->alarms)
    out << "<br>" << html_text(each.name) << ": " << html_text(describe(each)) << "\n";
  out << "</p>\n";
}

// A cause that keeps several cases from passing: one thing to fix.
void write_causes(std::ostream& out, const CasesView& cases) {
  for (const CauseView& each : cases.causes)
    out << "<p class=\"warn\"><strong>" << each.count << " cases</strong>, the first "
        << html_text(each.first.name) << ": " << html_text(each.first.headline) << "</p>\n";
}

}  // namespace

void write_facts(std::ostream& out, const RunInfo& info) {
  out << "<dl class=\"facts\">\n";
  for (const auto& [name, text] : run_facts(info))
    out << "<dt>" << html_text(name) << "</dt><dd>" << html_text(text) << "</dd>\n";
  out << "</dl>\n";
}

void write_run_head(std::ostream& out, const RunView& view) {
  out << "<header>\n<h1>assay: " << html_text(view.info.suite) << "</h1>\n";
  write_alarm_boxes(out, view.safety);
  write_tiles(out, view.summary);
  write_gate_box(out, view.info, view.gate);
  for (const std::string& line : view.advice) out << "<p class=\"warn\">" << html_text(line) << "</p>\n";
  write_causes(out, view.misses);
  write_causes(out, view.unmeasured);
  out << "<details open><summary>What this is a run of</summary>\n";
  write_facts(out, view.info);
  out << "</details>\n</header>\n";
}

}  // namespace assay
