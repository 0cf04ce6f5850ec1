// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/matrix_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <sstream>
#include <vector>

#include "assay/internal/json.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/statistics.h"
#include "assay/internal/text.h"
#include "compare_words.h"
#include "html/page.h"
#include "markdown_text.h"
#include "numbers.h"
#include "table_text.h"

namespace assay {
namespace {

// Tables and sentences shared by the forms of a matrix.

std::vector<std::string> labels_of(const Matrix& matrix, std::string first) {
  std::vector<std::string> labels{std::move(first)};
  for (const MatrixRun& run : matrix.runs) labels.push_back(run.label);
  return labels;
}

std::string usage_text(const std::optional<Usage>& usage) {
  return usage ? amount(usage->sum) : std::string(kNone);
}

bool any(const Matrix& matrix, std::optional<Usage> Summary::*usage) {
  return std::ranges::any_of(matrix.runs,
                             [&](const MatrixRun& run) { return (run.summary.*usage).has_value(); });
}

std::vector<std::string> figures_row(const MatrixRun& run) {
  const Group& all = run.summary.all;
  const auto& latency = run.summary.latency;
  return {run.label,
          percent(all.accuracy),
          percent_range(all.interval),
          std::to_string(all.counts.pass),
          std::to_string(all.counts.miss),
          std::to_string(all.counts.unmeasured),
          decimals(all.score ? std::optional(all.score->value) : std::nullopt),
          latency ? milliseconds(latency->p50) : std::string(kNone),
          latency ? milliseconds(latency->p95) : std::string(kNone)};
}

std::string name_of(const Matrix& matrix, const MatrixPair& pair) {
  return matrix.runs[pair.a].label + ", " + matrix.runs[pair.b].label;
}

std::string_view mark_of(Status status) { return status == Status::unmeasured ? kNone : to_string(status); }

std::string only_text(const std::string& label, const MatrixPair::Alone& alone) {
  if (alone.count == 0) return "";
  const bool has_more = alone.count > alone.names.size();
  return fmt::format("; only {}: {}{}", label, fmt::join(alone.names, ", "), has_more ? ", …" : "");
}

std::string significant_line(const Matrix& matrix, const MatrixPair& pair) {
  const bool a_leads = pair.only_a.count > pair.only_b.count;
  const auto& leader = matrix.runs[a_leads ? pair.a : pair.b].label;
  const auto& other = matrix.runs[a_leads ? pair.b : pair.a].label;
  const auto& more = a_leads ? pair.only_a : pair.only_b;
  const auto& fewer = a_leads ? pair.only_b : pair.only_a;
  return fmt::format("{} passes more than {}: {} to {}, p {}{}{}", leader, other,
                     counted(more.count, "case", "cases"), fewer.count, p_text(pair.p_holm),
                     only_text(leader, more), only_text(other, fewer));
}

// Tools with their figures: accuracy with its interval, counts, score, latency; tokens and cost if any tool
// reports them.
Table figures_table(const Matrix& matrix) {
  Table table{
      .head = {"tool", "accuracy", "95 % interval", "pass", "miss", "unmeasured", "score", "median", "p95"},
      .rows = {}};
  const bool has_tokens = any(matrix, &Summary::tokens), has_cost = any(matrix, &Summary::cost);
  if (has_tokens) table.head.emplace_back("tokens");
  if (has_cost) table.head.emplace_back("cost");
  for (const MatrixRun& run : matrix.runs) {
    auto row = figures_row(run);
    if (has_tokens) row.push_back(usage_text(run.summary.tokens));
    if (has_cost) row.push_back(usage_text(run.summary.cost));
    table.rows.push_back(std::move(row));
  }
  return table;
}

// Accuracy by category and tool. No rows if there is only one category.
Table category_table(const Matrix& matrix) {
  std::map<std::string, std::vector<std::string>> rows;
  for (std::size_t i = 0; i < matrix.runs.size(); ++i)
    for (const Group& group : matrix.runs[i].summary.by_category) {
      auto& row = rows[group.name];
      row.resize(matrix.runs.size(), std::string(kNone));
      row[i] = percent(group.accuracy);
    }
  Table table{.head = labels_of(matrix, "category"), .rows = {}};
  if (rows.size() < 2) return table;
  for (auto& [name, row] : rows) {
    row.insert(row.begin(), name);
    table.rows.push_back(std::move(row));
  }
  return table;
}

Table pairs_table(const Matrix& matrix) {
  Table table{
      .head = {"pair", "cases", "only first", "only second", "difference", "95 % interval", "p", "p (Holm)"},
      .rows = {}};
  for (const MatrixPair& pair : matrix.pairs) {
    const auto difference = pair.difference();
    table.rows.push_back(
        {name_of(matrix, pair), std::to_string(pair.cases), std::to_string(pair.only_a.count),
         std::to_string(pair.only_b.count), difference ? points(*difference) : std::string(kNone),
         pair.interval ? fmt::format("{} to {}", points(pair.interval->low), points(pair.interval->high))
                       : std::string(kNone),
         p_text(pair.p), p_text(pair.p_holm)});
  }
  return table;
}

// The first `most` cases on which the tools differ, by tool.
Table disagreement_table(const Matrix& matrix, std::size_t most) {
  Table table{.head = labels_of(matrix, "case"), .rows = {}};
  for (const DisagreeingCase& each : matrix.disagreeing) {
    if (table.rows.size() == most) break;
    auto& row = table.rows.emplace_back(std::vector<std::string>{each.dataset + "." + each.id});
    for (const Status status : each.statuses) row.emplace_back(mark_of(status));
  }
  return table;
}

// "alpha passes more than beta: 12 cases to 2, p 0.0130; only alpha: set.a, set.b, …; only beta: set.c", one
// for each pair that differs significantly.
std::vector<std::string> significant_lines(const Matrix& matrix) {
  std::vector<std::string> lines;
  for (const MatrixPair& pair : matrix.pairs)
    if (pair.is_significant()) lines.push_back(significant_line(matrix, pair));
  return lines;
}

// What there is to say where no pair differs significantly.
std::string_view no_difference_text(const Matrix& matrix) {
  const bool is_any_compared =
      std::ranges::any_of(matrix.pairs, [](const MatrixPair& pair) { return pair.cases > 0; });
  return is_any_compared ? "no two tools differ by more than chance explains"
                         : "no two tools have a case that both measured, so nothing was compared";
}

// "llama: 4 of 4 cases not measured (assay show RUN says why)", one for each tool that has such cases.
std::vector<std::string> unmeasured_lines(const Matrix& matrix) {
  std::vector<std::string> lines;
  for (const MatrixRun& run : matrix.runs) {
    const Counts& counts = run.summary.all.counts;
    if (counts.unmeasured == 0) continue;
    lines.push_back(fmt::format("{}: {} of {} not measured (assay show {} says why)", run.label,
                                counts.unmeasured, counted(counts.total(), "case", "cases"),
                                run.info.run_id));
  }
  return lines;
}

// "96 cases: 50 passed by all tools, 10 missed by all, 36 passed by some".
std::string case_counts(const Matrix& matrix) {
  return fmt::format("{}: {} passed by all tools, {} missed by all, {} passed by some",
                     counted(matrix.cases, "case", "cases"), matrix.all_passed, matrix.all_missed,
                     matrix.disagreeing.size() + matrix.not_listed);
}

// Explains the p-values.
std::string test_text(const Matrix& matrix) {
  return fmt::format(
      "McNemar's exact test, two-sided, over the cases that both measured; adjusted over {} (Holm)",
      counted(matrix.pairs.size(), "pair", "pairs"));
}

using Out = std::back_insert_iterator<std::string>;

void put_pipe_table(Out out, const Table& table) {
  for (const std::string& name : table.head) fmt::format_to(out, "| {} ", markdown_text(name));
  fmt::format_to(out, "|\n|---|");
  for (std::size_t i = 1; i < table.head.size(); ++i) fmt::format_to(out, "--:|");
  fmt::format_to(out, "\n");
  for (const auto& row : table.rows) {
    for (const std::string& text : row) fmt::format_to(out, "| {} ", markdown_text(text));
    fmt::format_to(out, "|\n");
  }
  fmt::format_to(out, "\n");
}

void put_folded(Out out, std::string_view title, const Table& table) {
  if (table.rows.empty()) return;
  fmt::format_to(out, "{}", fold_begin(title));
  put_pipe_table(out, table);
  fmt::format_to(out, "{}", kFoldEnd);
}

void put_pairs(Out out, const Matrix& matrix) {
  if (matrix.pairs.empty()) return;
  const auto lines = significant_lines(matrix);
  fmt::format_to(out, "## Pairs\n\n");
  for (const std::string& line : lines) fmt::format_to(out, "- {}\n", markdown_text(line));
  if (lines.empty()) fmt::format_to(out, "- {}\n", no_difference_text(matrix));
  for (const std::string& line : unmeasured_lines(matrix)) fmt::format_to(out, "- {}\n", markdown_text(line));
  fmt::format_to(out, "\n{}.\n\n", test_text(matrix));
  put_folded(out, "All pairs", pairs_table(matrix));
}

void put_significant(Out out, const Matrix& matrix) {
  const auto lines = significant_lines(matrix);
  for (const std::string& line : lines) fmt::format_to(out, "  {}\n", one_line(line));
  if (lines.empty()) fmt::format_to(out, "  {}\n", no_difference_text(matrix));
  for (const std::string& line : unmeasured_lines(matrix)) fmt::format_to(out, "  {}\n", one_line(line));
}

using Json = nlohmann::ordered_json;

Json run_json(const MatrixRun& run) {
  return {{"label", run.label},
          {"run_id", run.info.run_id},
          {"suite", run.info.suite},
          {"tool", run.info.tool},
          {"summary", Json::parse(to_json(run.summary))}};
}

// Six decimals, as in docs/compare-format.md.
Json p_value(const std::optional<double>& p) {
  return or_null<Json>(p, [](double value) { return std::round(value * 1e6) / 1e6; });
}

Json alone_json(const MatrixPair::Alone& alone) { return {{"count", alone.count}, {"first", alone.names}}; }

Json pair_json(const Matrix& matrix, const MatrixPair& pair) {
  const auto difference = pair.difference();
  return {
      {"a", matrix.runs[pair.a].label},
      {"b", matrix.runs[pair.b].label},
      {"cases", pair.cases},
      {"only_a", alone_json(pair.only_a)},
      {"only_b", alone_json(pair.only_b)},
      {"difference", or_null<Json>(difference, rounded)},
      {"interval", pair.interval ? Json::array({rounded(pair.interval->low), rounded(pair.interval->high)})
                                 : Json(nullptr)},
      {"p", p_value(pair.p)},
      {"p_holm", p_value(pair.p_holm)},
      {"significant", pair.is_significant()}};
}

Json disagreement_json(const DisagreeingCase& each) {
  Json statuses = Json::array();
  for (const Status status : each.statuses) statuses.push_back(to_string(status));
  return {{"dataset", each.dataset}, {"id", each.id}, {"category", each.category}, {"statuses", statuses}};
}

constexpr std::size_t kMostListed = 2'000;  // cases on which tools differ, in the table
constexpr std::size_t kAcross = 80;         // cases in one strip of the map
constexpr int kCell = 9, kLeft = 150;

std::string class_of(const std::string& cell) {
  return cell == "pass" || cell == "miss" ? fmt::format("n {}", cell) : "n";
}

void write_html_table(std::ostream& out, const Table& table) {
  out << "<div class=\"scroll\"><table><thead><tr>";
  for (std::size_t i = 0; i < table.head.size(); ++i)
    out << (i == 0 ? "<th scope=\"col\">" : "<th class=\"n\" scope=\"col\">") << html_text(table.head[i])
        << "</th>";
  out << "</tr></thead><tbody>\n";
  for (const auto& row : table.rows) {
    out << "<tr><th scope=\"row\">" << html_text(row.front()) << "</th>";
    for (std::size_t i = 1; i < row.size(); ++i)
      out << "<td class=\"" << class_of(row[i]) << "\">" << html_text(row[i]) << "</td>";
    out << "</tr>\n";
  }
  out << "</tbody></table></div>\n";
}

// The cases in one part of the map; the cases most tools pass come first, those most tools miss last.
using Strip = std::span<const DisagreeingCase* const>;

std::vector<const DisagreeingCase*> by_passes(const Matrix& matrix) {
  std::vector<const DisagreeingCase*> cases;
  for (const DisagreeingCase& each : matrix.all) cases.push_back(&each);
  const auto passes = [](const DisagreeingCase* each) {
    return std::ranges::count(each->statuses, Status::pass);
  };
  std::ranges::stable_sort(cases, std::ranges::greater(), passes);
  return cases;
}

std::string words_for(const Matrix& matrix, const DisagreeingCase& each) {
  std::string words = each.dataset + "." + each.id;
  for (std::size_t run = 0; run < matrix.runs.size(); ++run)
    words +=
        fmt::format("{} {} {}", run == 0 ? ":" : ",", matrix.runs[run].label, to_string(each.statuses[run]));
  return words;
}

// Cells also differ by shape: filled, crossed out, or a dash.
std::string shape_of(Status status, int x, int y) {
  switch (status) {
    case Status::pass: return fmt::format("M{} {}h8v8h-8z", x, y);
    case Status::miss: return fmt::format("M{} {}l6 6M{} {}l-6 6", x + 1, y + 1, x + 7, y + 1);
    case Status::unmeasured: break;
  }
  return fmt::format("M{} {}h4", x + 2, y + 4);
}

void write_cells(std::ostream& out, const Matrix& matrix, Strip strip) {
  std::array<std::string, 3> paths;
  for (std::size_t run = 0; run < matrix.runs.size(); ++run)
    for (std::size_t i = 0; i < strip.size(); ++i) {
      const Status status = strip[i]->statuses[run];
      paths[static_cast<std::size_t>(status)] +=
          shape_of(status, kLeft + kCell * static_cast<int>(i), 12 * static_cast<int>(run) + 2);
    }
  for (const Status status : {Status::pass, Status::miss, Status::unmeasured})
    if (const auto& path = paths[static_cast<std::size_t>(status)]; !path.empty())
      out << "<path class=\"cell-" << to_string(status) << "\" d=\"" << path << "\"/>\n";
}

// The tooltip of each case.
void write_columns(std::ostream& out, const Matrix& matrix, Strip strip) {
  for (std::size_t i = 0; i < strip.size(); ++i)
    out << fmt::format(
        "<rect class=\"hit\" x=\"{}\" y=\"0\" width=\"{}\" height=\"{}\"><title>{}</title></rect>\n",
        kLeft + kCell * static_cast<int>(i), kCell, 12 * matrix.runs.size() + 2,
        html_text(words_for(matrix, *strip[i])));
}

void write_strip(std::ostream& out, const Matrix& matrix, Strip strip, std::size_t first) {
  out << fmt::format(
      "<svg class=\"map\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"Cases {} to {} by tools\">\n",
      kLeft + kCell * static_cast<int>(kAcross), 12 * matrix.runs.size() + 2, first + 1,
      first + strip.size());
  for (std::size_t run = 0; run < matrix.runs.size(); ++run)
    out << fmt::format("<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>\n", kLeft - 6, 12 * run + 10,
                       html_label(matrix.runs[run].label, 24));
  write_cells(out, matrix, strip);
  write_columns(out, matrix, strip);
  out << "</svg>\n";
}

void write_map(std::ostream& out, const Matrix& matrix) {
  const auto cases = by_passes(matrix);
  if (cases.empty()) return;
  out << "<section><h2>Cases by tools</h2>\n<p>Each column is a case, from those that most tools pass to "
         "those "
         "that most miss: <span class=\"pass\">■ pass</span>, <span class=\"miss\">× miss</span>, <span "
         "class=\"unmeasured\">– unmeasured</span>.</p>\n";
  for (std::size_t at = 0; at < cases.size(); at += kAcross)
    write_strip(out, matrix, Strip(cases).subspan(at, std::min(kAcross, cases.size() - at)), at);
  if (matrix.cases > cases.size())
    out << "<p class=\"soft\">The first " << cases.size() << " of " << matrix.cases << " cases.</p>\n";
  out << "</section>\n";
}

void write_tests(std::ostream& out, const Matrix& matrix) {
  if (matrix.pairs.empty()) return;
  out << "<section><h2>Pairs</h2>\n";
  const auto lines = significant_lines(matrix);
  if (lines.empty()) out << "<p>" << html_text(no_difference_text(matrix)) << "</p>\n";
  if (!lines.empty()) out << "<ul>\n";
  for (const std::string& line : lines) out << "<li>" << html_text(line) << "</li>\n";
  if (!lines.empty()) out << "</ul>\n";
  out << "<p class=\"soft\">" << html_text(test_text(matrix)) << ".</p>\n";
  write_html_table(out, pairs_table(matrix));
  out << "</section>\n";
}

void write_disagreements(std::ostream& out, const Matrix& matrix) {
  const auto all = matrix.disagreeing.size() + matrix.not_listed;
  if (all == 0) return;
  out << "<section><h2>Cases on which the tools differ</h2>\n";
  write_html_table(out, disagreement_table(matrix, kMostListed));
  if (all > kMostListed)
    out << "<p class=\"soft\">… and " << all - kMostListed << " more: see matrix.json.</p>\n";
  out << "</section>\n";
}

}  // namespace

std::string render_matrix_md(const Matrix& matrix, const MatrixTextOptions& options) {
  std::string text;
  const Out out(text);
  const std::string suite = matrix.runs.empty() ? "" : markdown_text(matrix.runs.front().info.suite);
  fmt::format_to(out, "# assay matrix: {}\n\n**{}**\n\n", suite, case_counts(matrix));
  put_pipe_table(out, figures_table(matrix));
  if (const Table categories = category_table(matrix); !categories.rows.empty()) {
    fmt::format_to(out, "## Accuracy by category\n\n");
    put_pipe_table(out, categories);
  }
  put_pairs(out, matrix);
  const auto all = matrix.disagreeing.size() + matrix.not_listed;
  put_folded(out, fmt::format("Cases on which the tools differ: {}", all),
             disagreement_table(matrix, options.most_cases));
  if (all > options.most_cases) fmt::format_to(out, "… and {} more.\n", all - options.most_cases);
  return text;
}

std::string render_matrix_text(const Matrix& matrix, const MatrixTextOptions& options) {
  std::string text;
  const Out out(text);
  const std::string suite = matrix.runs.empty() ? "" : one_line(matrix.runs.front().info.suite);
  fmt::format_to(out, "{}: {}\n", painted("1", "assay matrix " + suite, options.colour), case_counts(matrix));
  put_table(out, figures_table(matrix), options.colour, options.columns);
  put_table(out, category_table(matrix), options.colour, options.columns);
  put_table(out, pairs_table(matrix), options.colour, options.columns);
  if (!matrix.pairs.empty()) fmt::format_to(out, "  {}\n\n", test_text(matrix));
  if (!matrix.pairs.empty()) put_significant(out, matrix);
  put_table(out, disagreement_table(matrix, options.most_cases), options.colour, options.columns);
  if (const auto all = matrix.disagreeing.size() + matrix.not_listed; all > options.most_cases)
    fmt::format_to(out, "  … and {} more\n", all - options.most_cases);
  return text;
}

std::string to_json(const Matrix& matrix) {
  Json json = {{"runs", Json::array()}, {"pairs", Json::array()}};
  for (const MatrixRun& run : matrix.runs) json["runs"].push_back(run_json(run));
  for (const MatrixPair& pair : matrix.pairs) json["pairs"].push_back(pair_json(matrix, pair));
  json["cases"] = matrix.cases;
  json["all_passed"] = matrix.all_passed;
  json["all_missed"] = matrix.all_missed;
  json["parting"] = Json::array();
  for (const DisagreeingCase& each : matrix.disagreeing) json["parting"].push_back(disagreement_json(each));
  json["not_listed"] = matrix.not_listed;
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string render_matrix_html(const Matrix& matrix) {
  const std::string suite = matrix.runs.empty() ? "" : matrix.runs.front().info.suite;
  std::ostringstream out;
  begin_page(out, Page::matrix, "assay matrix: " + suite);
  out << "<main>\n<header>\n<h1>assay matrix: " << html_text(suite) << "</h1>\n<p class=\"gate\"><strong>"
      << html_text(case_counts(matrix)) << "</strong></p>\n</header>\n";
  write_html_table(out, figures_table(matrix));
  if (const Table categories = category_table(matrix); !categories.rows.empty()) {
    out << "<section><h2>Accuracy by category</h2>\n";
    write_html_table(out, categories);
    out << "</section>\n";
  }
  write_map(out, matrix);
  write_tests(out, matrix);
  write_disagreements(out, matrix);
  out << "</main>\n";
  end_page(out, Page::matrix);
  return out.str();
}

}  // namespace assay
