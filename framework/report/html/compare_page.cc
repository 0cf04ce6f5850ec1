// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cmath>
#include <sstream>

#include "assay/internal/compare_text.h"
#include "compare_words.h"
#include "html/charts.h"
#include "html/head.h"
#include "html/page.h"
#include "numbers.h"

namespace assay {
namespace {

void write_sides(std::ostream& out, const CompareReport& report) {
  out << "<details><summary>What the two are runs of</summary>\n<div class=\"sides\">\n";
  for (const auto& [name, side] : {std::pair{"a", &report.a}, {"b", &report.b}}) {
    out << "<div><h2>" << name << "</h2>\n";
    write_facts(out, side->info);
    out << "</div>\n";
  }
  out << "</div>\n</details>\n";
}

void write_compare_head(std::ostream& out, const CompareReport& report,
                        const std::optional<GateVerdict>& gate) {
  out << "<header>\n<h1>assay compare: " << html_text(report.a.info.suite) << "</h1>\n";
  if (const std::string danger = danger_text(report); !danger.empty())
    out << "<p class=\"gate red\"><strong>" << danger << "</strong></p>\n";
  if (const std::string danger = unknown_danger_text(report); !danger.empty())
    out << "<p class=\"warn\">" << danger << "</p>\n";
  out << "<p class=\"gate\"><strong>" << html_text(counts_text(report)) << "</strong></p>\n";
  if (gate)
    out << "<p class=\"gate " << (gate->outcome == GateState::held ? "green" : "red")
        << "\">Gate: <span class=\"word\">" << to_string(gate->outcome) << "</span>. " << html_text(gate->why)
        << "</p>\n";
  if (!report.causes.empty()) {
    out << "<p>What differs besides the answers:</p>\n<ul>\n";
    for (const std::string& cause : report.causes) out << "<li>" << html_text(cause) << "</li>\n";
    out << "</ul>\n";
  }
  write_sides(out, report);
  out << "</header>\n";
}

void write_pairs(std::ostream& out, const CompareReport& report) {
  const auto& passes = report.passes;
  if (passes[0][0] + passes[0][1] + passes[1][0] + passes[1][1] == 0) return;
  out << "<section><h3>Passes in both runs</h3><table><thead><tr><td></td><th scope=\"col\">passes in "
         "b</th><th "
         "scope=\"col\">does not</th></tr></thead><tbody>\n";
  for (const int in_a : {1, 0})
    out << fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n{}\">{}</td><td class=\"n{}\">{}</td></tr>\n",
        in_a ? "passes in a" : "does not", in_a ? "" : " came", passes[in_a][1], in_a ? " gone" : "",
        passes[in_a][0]);
  out << "</tbody></table>";
  for (const MetricComparison& metric : report.metrics)
    if (metric.test == PairedTest::mcnemar && metric.pairs > 0) {
      out << fmt::format("<p>McNemar: {} gained, {} lost, p {} (with Holm's adjustment {}).</p>",
                         metric.gained, metric.lost, html_text(p_text(metric.p)),
                         html_text(p_text(metric.p_holm)));
      break;
    }
  if (const std::string power = power_text(report); !power.empty())
    out << "<p class=\"soft\">" << html_text(power) << "</p>";
  out << "</section>\n";
}

void write_categories(std::ostream& out, const CompareReport& report) {
  if (report.by_category.empty()) return;
  out << "<section><h3>By category</h3><div class=\"scroll\"><table><thead><tr><th "
         "scope=\"col\">category</th>";
  const bool has_same_answers = report.by_machine + report.by_grader > 0;
  for (const char* name : {"wins", "losses", "regressions", "draws", "missing", "same answer"})
    if (has_same_answers || std::string_view(name) != "same answer")
      out << "<th class=\"n\" scope=\"col\">" << name << "</th>";
  out << "</tr></thead><tbody>\n";
  for (const auto& [category, changes] : report.by_category) {
    out << "<tr><th scope=\"row\">" << (category.empty() ? "–" : html_text(category)) << "</th>";
    const auto cell = [&](std::size_t count, std::string_view kind) {
      out << "<td class=\"n" << (count > 0 ? kind : " soft") << "\">" << count << "</td>";
    };
    cell(changes.wins, " came");
    cell(changes.losses, " most");
    cell(changes.regressions, " gone");
    cell(changes.draws, "");
    cell(changes.missing, " most");
    if (has_same_answers) cell(changes.same_answers, " most");
    out << "</tr>\n";
  }
  out << "</tbody></table></div></section>\n";
}

// Only the metrics that fit on one axis.
void write_differences(std::ostream& out, const CompareReport& report) {
  std::vector<Delta> deltas;
  for (const MetricComparison& metric : report.metrics)
    if (metric.interval && metric.mean_difference && std::abs(*metric.mean_difference) <= 1 &&
        std::abs(metric.interval->low) <= 1 && std::abs(metric.interval->high) <= 1)
      deltas.push_back({metric_label(metric), *metric.mean_difference, *metric.interval,
                        delta_text(metric, metric.mean_difference)});
  write_deltas(out, "b less a, case by case", deltas);
}

void write_metric_deltas(std::ostream& out, const CompareReport& report) {
  out << "<h2>Metrics</h2>\n";
  if (const std::string shared = shared_text(report); !shared.empty())
    out << "<p>Figures are " << html_text(shared) << ".</p>\n";
  out << "<div class=\"scroll\"><table><thead><tr><th scope=\"col\">metric</th>";
  for (const char* name : {"a", "n", "b", "n", "delta", "95 % interval", "p", "p (Holm)"})
    out << "<th class=\"n\" scope=\"col\">" << name << "</th>";
  out << "</tr></thead><tbody>\n";
  for (const MetricComparison& metric : report.metrics) {
    out << "<tr><th scope=\"row\">" << html_text(metric_label(metric)) << "</th>";
    for (const std::string& cell :
         {figure_text(metric, metric.a.value), std::to_string(metric.a.n),
          figure_text(metric, metric.b.value), std::to_string(metric.b.n), delta_text(metric, metric.delta),
          interval_text(metric), p_text(metric.p), p_text(metric.p_holm)})
      out << "<td class=\"n\">" << html_text(cell) << "</td>";
    out << "</tr>\n";
  }
  out << "</tbody></table></div>\n";
}

std::string case_json(const QueryComparison& query) {
  const auto word = [](const std::optional<Status>& status) {
    return json_text(status ? to_string(*status) : "");
  };
  return fmt::format(
      R"({{"name":{},"category":{},"a":{},"b":{},"statusA":{},"statusB":{},"note":{},"prompt":{},"answerA":{},"answerB":{}}})",
      json_text(query.dataset + "/" + query.query_id), json_text(query.category),
      json_text(place_text(query, query.a_hit_rank, query.a_score)),
      json_text(place_text(query, query.b_hit_rank, query.b_score)), word(query.a_status),
      word(query.b_status), json_text(query.note), json_text(query.prompt), json_text(query.a_answer),
      json_text(query.b_answer));
}

std::string cases_json(const std::vector<const QueryComparison*>& cases) {
  std::string json;
  for (const QueryComparison* each : cases) json += (json.empty() ? "" : ",") + case_json(*each);
  return '[' + json + ']';
}

std::string groups_json(const CompareReport& report) {
  std::string json;
  for (const ChangeGroup& group : groups_of(report)) {
    std::string shared;
    for (const SharedChange& each : group.shared)
      shared += (shared.empty() ? "" : ",") +
                fmt::format(R"({{"cause":{},"cases":{}}})", json_text(each.cause), cases_json(each.cases));
    json += (json.empty() ? "" : ",") + fmt::format(R"({{"word":{},"title":{},"shared":[{}],"cases":{}}})",
                                                    json_text(group.word), json_text(group.title), shared,
                                                    cases_json(group.cases));
  }
  return fmt::format(R"({{"groups":[{}],"notListed":{}}})", json, report.not_listed);
}

}  // namespace

std::string render_report_html(const CompareReport& report, const CompareTextOptions& options) {
  std::ostringstream out;
  begin_page(out, Page::comparison, "assay compare: " + report.a.info.suite);
  out << "<main>\n";
  write_compare_head(out, report, options.gate);
  out << "<h2>What changed</h2>\n<div class=\"pictures\">\n";
  write_pairs(out, report);
  write_categories(out, report);
  write_differences(out, report);
  out << "</div>\n";
  write_metric_deltas(out, report);
  out << "<section aria-label=\"Cases that changed\" id=\"cases\">\n<h2>Cases that "
         "changed</h2>\n<noscript><p "
         "class=\"warn\">The cases are listed by a script, which this browser does not run: assay compare "
         "--markdown lists them too.</p></noscript>\n</section>\n</main>\n"
      << data_element("changes", groups_json(report));
  end_page(out, Page::comparison);
  return out.str();
}

}  // namespace assay
