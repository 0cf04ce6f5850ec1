// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <sstream>

#include "assay/internal/matrix_text.h"
#include "html/markup.h"
#include "html/page.h"
#include "matrix_words.h"
#include "numbers.h"

namespace assay {
namespace {

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
using Strip = std::span<const PartingCase* const>;

std::vector<const PartingCase*> by_passes(const Matrix& matrix) {
  std::vector<const PartingCase*> cases;
  for (const PartingCase& each : matrix.all) cases.push_back(&each);
  const auto passes = [](const PartingCase* each) {
    return std::ranges::count(each->statuses, Status::pass);
  };
  std::ranges::stable_sort(cases, std::ranges::greater(), passes);
  return cases;
}

std::string words_for(const Matrix& matrix, const PartingCase& each) {
  std::string words = each.dataset + "." + each.id;
  for (std::size_t run = 0; run < matrix.runs.size(); ++run)
    words +=
        fmt::format("{} {} {}", run == 0 ? ":" : ",", matrix.runs[run].label, to_string(each.statuses[run]));
  return words;
}

// Cells also differ by shape: filled, crossed out, or a dash.
std::string shape_of(Status status, int x, int y) {
  switch (status) {
    case Status::pass:
      return fmt::format("M{} {}h8v8h-8z", x, y);
    case Status::miss:
      return fmt::format("M{} {}l6 6M{} {}l-6 6", x + 1, y + 1, x + 7, y + 1);
    case Status::unmeasured:
      break;
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
  if (lines.empty()) out << "<p>No two tools differ by more than chance explains.</p>\n";
  if (!lines.empty()) out << "<ul>\n";
  for (const std::string& line : lines) out << "<li>" << html_text(line) << "</li>\n";
  if (!lines.empty()) out << "</ul>\n";
  out << "<p class=\"soft\">" << html_text(test_text(matrix)) << ".</p>\n";
  write_html_table(out, pairs_table(matrix));
  out << "</section>\n";
}

void write_parting(std::ostream& out, const Matrix& matrix) {
  const auto all = matrix.parting.size() + matrix.not_listed;
  if (all == 0) return;
  out << "<section><h2>Cases on which the tools differ</h2>\n";
  write_html_table(out, parting_table(matrix, kMostListed));
  if (all > kMostListed)
    out << "<p class=\"soft\">… and " << all - kMostListed << " more: see matrix.json.</p>\n";
  out << "</section>\n";
}

}  // namespace

std::string render_matrix_html(const Matrix& matrix) {
  const std::string suite = matrix.runs.empty() ? "" : matrix.runs.front().info.suite;
  std::ostringstream out;
  begin_page(out, Page::matrix, "assay matrix: " + suite);
  out << "<main>\n<header>\n<h1>assay matrix: " << html_text(suite) << "</h1>\n<p class=\"gate\"><strong>"
      << html_text(counts_text(matrix)) << "</strong></p>\n</header>\n";
  write_html_table(out, figures_table(matrix));
  if (const Table categories = category_table(matrix); !categories.rows.empty()) {
    out << "<section><h2>Accuracy by category</h2>\n";
    write_html_table(out, categories);
    out << "</section>\n";
  }
  write_map(out, matrix);
  write_tests(out, matrix);
  write_parting(out, matrix);
  out << "</main>\n";
  end_page(out, Page::matrix);
  return out.str();
}

}  // namespace assay
