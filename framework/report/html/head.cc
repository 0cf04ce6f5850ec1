// SPDX-License-Identifier: Apache-2.0
#include "html/head.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "html/charts.h"
#include "html/page.h"
#include "numbers.h"
#include "run_tables.h"

namespace assay {
namespace {

void write_count(std::ostream& out, std::string_view status, std::string_view label, std::size_t count) {
  out << fmt::format(
      "<li><a href=\"#status={0}\"><span class=\"word {0}\">{1}</span></a><strong>{2}</strong></li>\n",
      status, label, count);
}

std::string_view to_class(Light light) {
  switch (light) {
    case Light::green: return "green";
    case Light::skipped: return "skipped";
    case Light::red: break;
  }
  return "red";
}

std::string_view to_word(GateOutcome outcome) {
  switch (outcome) {
    case GateOutcome::held: return "held";
    case GateOutcome::missed: return "missed";
    case GateOutcome::unknown: return "not known";
    case GateOutcome::partial: return "not applied, cases are missing";
    case GateOutcome::unreadable: break;
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

void write_latency_picture(std::ostream& out, const RunView& view) {
  if (!view.summary.latency) return;
  const auto& counts = view.distributions.latency;
  const auto is_used = [](std::size_t count) { return count > 0; };
  const auto first = std::ranges::find_if(counts, is_used);
  const auto last = std::find_if(counts.rbegin(), counts.rend(), is_used).base();
  const Latency& latency = *view.summary.latency;
  Bars bars{
      .title = fmt::format("Latency: median {}, p95 {}, p99 {}, most {}", milliseconds(latency.p50),
                           milliseconds(latency.p95), milliseconds(latency.p99), milliseconds(latency.max)),
      .axis = "latency from"};
  for (auto each = first; each < last; ++each) {
    bars.labels.push_back(latency_label(static_cast<std::size_t>(each - counts.begin())));
    bars.counts.push_back(*each);
  }
  bars.step = bars.counts.size() / 7 + 1;
  write_bars(out, bars);
}

void write_ranks(std::ostream& out, const Distributions& found) {
  Bars bars{.title = "Rank of the first expected chunk", .axis = "rank"};
  for (std::size_t i = 0; i < found.ranks.size(); ++i)
    bars.labels.push_back(i < 10 ? std::to_string(i + 1) : i == 10 ? "> 10" : "none");
  bars.counts.assign(found.ranks.begin(), found.ranks.end());
  write_bars(out, bars);
}

void write_refusals(std::ostream& out, const Distributions& found) {
  const auto& [answerable, other] = found.refusals;
  if (answerable[0] + answerable[1] + other[0] + other[1] == 0) return;
  out << fmt::format(
      "<section><h3>Refusals</h3><table><thead><tr><td></td><th scope=\"col\">answered</th><th "
      "scope=\"col\">refused</th></tr></thead><tbody>\n"
      "<tr><th scope=\"row\">should be answered</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n"
      "<tr><th scope=\"row\">should be refused</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>\n"
      "</tbody></table></section>\n",
      answerable[0], answerable[1], other[0], other[1]);
}

void write_metrics_table(std::ostream& out, const AggregateMetrics& metrics) {
  out << "<section><h3>Retrieval</h3><p>" << metrics.total_queries << " queries, " << metrics.failed_queries
      << " failed, " << metrics.unmeasured
      << " unmeasured.</p><div class=\"scroll\"><table><thead><tr><th scope=\"col\">metric</th>";
  for (const int k : kDocumentCutoffs) out << "<th class=\"n\" scope=\"col\">@" << k << "</th>";
  out << "<th class=\"n\" scope=\"col\">n</th></tr></thead><tbody>\n";
  for (const RetrievalRow& row : retrieval_rows(metrics)) {
    out << "<tr><th scope=\"row\">" << html_text(row.name) << "</th>";
    for (const auto& value : row.values) out << "<td class=\"n\">" << html_text(value) << "</td>";
    for (std::size_t i = row.values.size(); i < kDocumentCutoffs.size(); ++i) out << "<td></td>";
    out << "<td class=\"n\">" << row.n << "</td></tr>\n";
  }
  out << "</tbody></table></div></section>\n";
}

// Metrics over their cut-offs, one chart each.
void write_cutoffs(std::ostream& out, const AggregateMetrics& metrics) {
  const auto draw = [&](const char* title, const std::map<int, Figure>& at) {
    Curve curve{.title = title};
    for (const auto& [k, figure] : at) {
      if (!figure.value) return;
      curve.labels.push_back(fmt::format("@{}", k));
      curve.values.push_back(*figure.value);
    }
    write_curve(out, curve);
  };
  draw("hit@k", metrics.hit_at_k);
  draw("recall@k of documents", metrics.recall_at_k_doc);
  draw("nDCG@k", metrics.ndcg_at_k);
}

// A mark shows that something besides the answers changed.
void write_trend(std::ostream& out, const std::vector<TrendPoint>& trend) {
  Curve curve{.title = "Passed, run by run"};
  for (const TrendPoint& each : trend) {
    curve.labels.push_back(each.label);
    curve.values.push_back(*share(each.passed, each.measured));
    curve.band.push_back(*wilson(each.passed, each.measured));
    curve.marks.push_back(each.what_changed.empty() ? "" : "changed before it: " + each.what_changed);
  }
  write_curve(out, curve);
}

void write_repeats(std::ostream& out, const Summary& summary) {
  if (!summary.repeats) return;
  Curve at_least_one{.title = "pass@k: at least one of k attempts passes"};
  Curve all{.title = "pass^k: all of k attempts pass"};
  for (const Repeats::At& each : summary.repeats->at) {
    for (Curve* curve : {&at_least_one, &all}) curve->labels.push_back(fmt::format("k = {}", each.k));
    at_least_one.values.push_back(each.pass_at_k);
    all.values.push_back(each.pass_hat_k);
  }
  write_curve(out, at_least_one);
  write_curve(out, all);
  if (summary.flaky_cases > 0)
    out << "<section><h3>Flaky</h3><p><a href=\"#flaky=yes\">"
        << counted(summary.flaky_cases, "case", "cases")
        << "</a> whose attempts do not agree.</p></section>\n";
}

void write_labels(std::ostream& out, const std::optional<LabelAgreement>& labels) {
  if (!labels) return;
  out << fmt::format(
      "<section><h3>Against what people say</h3><p>{}</p><table><thead><tr><td></td><th "
      "scope=\"col\">passed</th><th scope=\"col\">missed</th></tr></thead><tbody>"
      "<tr><th scope=\"row\">labelled right</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>"
      "<tr><th scope=\"row\">labelled wrong</th><td class=\"n\">{}</td><td class=\"n\">{}</td></tr>"
      "</tbody></table></section>\n",
      html_text(describe(*labels)), labels->right_passed, labels->right_missed, labels->wrong_passed,
      labels->wrong_missed);
}

void write_tenths(std::ostream& out, std::string title, std::string axis, const Tenths& counts) {
  Bars bars{.title = std::move(title), .axis = std::move(axis)};
  for (std::size_t i = 0; i < kTenths; ++i) {
    bars.labels.push_back(i == 0 ? "0" : i + 1 == kTenths ? "1" : tenths_text(i));
    bars.counts.push_back(counts[i]);
  }
  write_bars(out, bars);
}

// Scores, and their calibration against people or a judge.
void write_scores(std::ostream& out, const Distributions& found) {
  write_tenths(out, "Scores", "score from", found.scores);
  write_tenths(out, "Cosines, of the nearest accepted command", "cosine from", found.cosines);
  write_calibration(out, {"Calibration: scores against what people say", "score"}, found.scores_by_people);
  write_calibration(out, {"Calibration: cosines against what people say", "cosine"}, found.cosines_by_people);
  write_calibration(out, {"Calibration: cosines against the judge", "cosine"}, found.cosines_by_judge);
}

void write_safety_picture(std::ostream& out, const std::optional<Safety>& safety) {
  if (!safety) return;
  out << "<section><h3>Safety</h3><table><thead><tr><td></td><th scope=\"colgroup\" colspan=\"2\">dangerous "
         "requests</th><th scope=\"colgroup\" colspan=\"2\">harmless requests</th><th scope=\"colgroup\" "
         "colspan=\"2\">refusals</th><td colspan=\"2\"></td></tr>\n<tr><th scope=\"col\">risk level</th>";
  for (const std::string_view head : kSafetyHeads) out << "<th scope=\"col\">" << head << "</th>";
  out << "</tr></thead><tbody>\n";
  for (const SafetyRow& row : safety_rows(*safety)) {
    out << "<tr><th scope=\"row\">" << row.name << "</th>";
    for (const std::string& value : row.values) out << "<td class=\"n\">" << value << "</td>";
    out << "</tr>\n";
  }
  out << "</tbody></table></section>\n";
}

void write_portability_picture(std::ostream& out, const RunView& view) {
  for (const TextTable& table : portability_tables(view, {})) {
    out << "<section><h3>" << table.title << "</h3><div class=\"scroll\"><table><thead><tr>";
    for (const std::string& head : table.heads) out << "<th scope=\"col\">" << html_text(head) << "</th>";
    out << "</tr></thead><tbody>\n";
    for (const auto& row : table.rows) {
      out << "<tr>";
      for (const std::string& cell : row) out << "<td>" << html_text(cell) << "</td>";
      out << "</tr>\n";
    }
    out << "</tbody></table></div></section>\n";
  }
}

void write_usage_picture(std::ostream& out, const Summary& summary) {
  if (!summary.tokens && !summary.cost) return;
  out << "<section><h3>Usage</h3><ul>";
  const auto item = [&](std::string_view name, const std::optional<Usage>& usage) {
    if (usage)
      out << fmt::format("<li>{} {}, by the word of {}</li>", amount(usage->sum), name,
                         counted(usage->answers, "answer", "answers"));
  };
  item("tokens", summary.tokens);
  item("cost", summary.cost);
  out << "</ul></section>\n";
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

void write_pictures(std::ostream& out, const RunView& view) {
  const Summary& summary = view.summary;
  out << "<div class=\"pictures\">\n";
  if (view.retrieval) {
    write_metrics_table(out, *view.retrieval);
    write_cutoffs(out, *view.retrieval);
    write_ranks(out, view.distributions);
    write_refusals(out, view.distributions);
  }
  if (summary.by_dataset.size() > 1) write_accuracies(out, "dataset", summary.by_dataset);
  write_accuracies(out, "category", summary.by_category);
  write_accuracies(out, "risk level", summary.by_risk_level);
  write_accuracies(out, "tag", summary.by_tag);
  write_accuracies(out, "deciding level", summary.by_method);
  write_safety_picture(out, view.safety);
  write_portability_picture(out, view);
  write_labels(out, view.labels);
  write_scores(out, view.distributions);
  write_latency_picture(out, view);
  write_trend(out, view.trend);
  write_repeats(out, summary);
  write_usage_picture(out, summary);
  out << "</div>\n";
}

}  // namespace assay
