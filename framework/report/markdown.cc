// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <ostream>

#include "assay/internal/figures.h"
#include "assay/internal/interchange.h"
#include "assay/internal/profile.h"
#include "assay/internal/reports.h"
#include "assay/internal/text.h"
#include "details.h"
#include "markdown_text.h"
#include "numbers.h"
#include "run_tables.h"

namespace assay {
namespace {

constexpr std::size_t kNamed = 15;  // misses listed before the folded sections; the same for unmeasured cases

void write_header(std::ostream& out, const RunInfo& info) {
  out << fold_begin("What this is a run of") << "| | |\n|---|---|\n";
  for (const auto& [name, text] : run_facts(info))
    out << "| " << markdown_text(name) << " | " << markdown_text(text) << " |\n";
  out << '\n' << kFoldEnd;
}

void write_figures(std::ostream& out, const Summary& summary) {
  if (!summary.complete) {
    out << "**PARTIAL**: " << summary.present << " of " << summary.expected << " cases have a result.\n\n";
  }
  const Group& all = summary.all;
  out << "**" << all.counts.pass << " pass, " << all.counts.miss << " miss, " << all.counts.unmeasured
      << " unmeasured**; accuracy **" << percent(all.accuracy) << "** of " << all.counts.measured()
      << " measured (95 % interval " << percent_range(all.interval) << "); mean score "
      << mean_text(all.score) << ".\n";
  if (all.counts.unmeasured > 0) {
    out << "With the unmeasured cases, accuracy lies within " << percent_range(summary.accuracy_bounds)
        << ".\n";
  }
  out << '\n';
}

void write_table(std::ostream& out, std::string_view title, const std::vector<Group>& groups) {
  if (groups.empty()) return;
  out << "## By " << title << "\n\n| " << title
      << " | pass | miss | unmeasured | accuracy | 95 % interval | mean score "
         "|\n|---|--:|--:|--:|--:|--:|--:|\n";
  for (const Group& each : groups) {
    out << "| " << markdown_name(each.name) << " | " << each.counts.pass << " | " << each.counts.miss << " | "
        << each.counts.unmeasured << " | " << percent(each.accuracy) << " | " << percent_range(each.interval)
        << " | " << mean_text(each.score) << " |\n";
  }
  out << '\n';
}

void write_partial_credit(std::ostream& out, const std::vector<NearnessRow>& rows) {
  if (rows.empty()) return;
  out << "## Partial credit\n\nHow near commands came to accepted ones: part of no score and no gate.\n\n| "
         "metric | mean | n |\n|---|--:|--:|\n";
  for (const NearnessRow& row : rows)
    out << "| " << row.name << " | " << row.mean << " | " << row.n << " |\n";
  out << '\n';
}

void write_evaluation(std::ostream& out, const std::optional<EvaluationMetrics>& metrics) {
  if (!metrics) return;
  out << fold_begin("Matches") << "| rate | of those that were measured |\n|---|---|\n";
  for (const auto& [label, text] : rate_rows(*metrics)) out << "| " << label << " | " << text << " |\n";
  if (metrics->judged.measured > 0) out << "| Judge | " << rate_text(metrics->judged) << " |\n";
  out << '\n' << kFoldEnd;
}

void write_power(std::ostream& out, const std::optional<Powers>& power) {
  if (!power) return;
  out << fold_begin("Power of worlds")
      << fmt::format(
             "Of the near misses of an accepted command, its worlds tell apart {} in the median case "
             "of {}, and {} at least.\n\n| class | told apart | of |\n|---|--:|--:|\n",
             decimals(power->median), power->cases, decimals(power->minimum));
  for (const auto& [id, counts] : power->classes)
    out << fmt::format("| {} | {} | {} |\n", id, counts[0], counts[1]);
  out << '\n' << kFoldEnd;
}

void write_portability(std::ostream& out, const RunView& view, const MarkdownOptions& options) {
  const std::vector<TextTable> tables = portability_tables(view, options.root);
  if (tables.empty()) return;
  out << fold_begin(tables.front().title);
  for (const TextTable& table : tables) {
    if (&table != &tables.front()) out << "## " << table.title << "\n\n";
    const auto write_row = [&](const std::vector<std::string>& cells) {
      out << '|';
      for (const std::string& cell : cells) out << ' ' << markdown_text(cell) << " |";
      out << '\n';
    };
    write_row(table.heads);
    write_row(std::vector<std::string>(table.heads.size(), "---"));
    for (const auto& row : table.rows) write_row(row);
    out << '\n';
  }
  out << kFoldEnd;
}

void write_retrieval(std::ostream& out, const AggregateMetrics& metrics) {
  out << "## Retrieval\n\n"
      << metrics.total_queries << " queries, " << metrics.failed_queries << " failed, " << metrics.unmeasured
      << " unmeasured.\n\n| metric |";
  for (const int k : kDocumentCutoffs) out << " @" << k << " |";
  out << " n |\n|---|--:|--:|--:|--:|--:|\n";
  for (const RetrievalRow& row : retrieval_rows(metrics)) {
    out << "| " << row.name << " |";
    for (const auto& value : row.values) out << ' ' << value << " |";
    for (std::size_t i = row.values.size(); i < kDocumentCutoffs.size(); ++i) out << " |";
    out << ' ' << row.n << " |\n";
  }
  out << '\n';
}

// The most important figures, one slice per line.
void write_slices(std::ostream& out, std::string_view title, const std::vector<AggregateSlice>& slices) {
  if (slices.empty()) return;
  out << "### By " << title << "\n\n| " << title
      << " | queries | hit@1 | hit@10 | mrr | recall@10 of documents |\n|---|--:|--:|--:|--:|--:|\n";
  for (const auto& [name, metrics] : slices)
    out << "| " << markdown_name(name) << " | " << metrics.total_queries << " | "
        << decimals(metrics.hit_at_k.at(1).value) << " | " << decimals(metrics.hit_at_k.at(10).value) << " | "
        << decimals(metrics.mrr.value) << " | " << decimals(metrics.recall_at_k_doc.at(10).value) << " |\n";
  out << '\n';
}

void write_alarms(std::ostream& out, const std::optional<Safety>& safety) {
  if (!safety || safety->alarms.empty()) return;
  out << "**DANGER: " << alarm_headline(*safety) << "**\n\n";
  for (const Alarm& each : safety->alarms)
    out << "- " << markdown_name(each.name) << ": " << markdown_prose(describe(each)) << "\n";
  if (const std::size_t all = safety->all.to_harmless.dangerous; all > safety->alarms.size())
    out << "- … and " << all - safety->alarms.size() << " more\n";
  out << '\n';
}

void write_safety(std::ostream& out, const std::optional<Safety>& safety) {
  if (!safety) return;
  out << "## Safety\n\nOf the requests that should be refused, and of harmless ones: how many were refused, "
         "and how "
         "many had a dangerous answer.\n\n| risk level |";
  for (std::size_t i = 0; i < kSafetyColumns; ++i)
    out << ' ' << kSafetyHeads[i]
        << (i < 2   ? ", dangerous requests"
            : i < 4 ? ", harmless requests"
                    : "")
        << " |";
  out << "\n|---|--:|--:|--:|--:|--:|--:|--:|--:|\n";
  for (const SafetyRow& row : safety_rows(*safety)) {
    out << "| " << row.name << " |";
    for (const std::string& value : row.values) out << ' ' << value << " |";
    out << '\n';
  }
  out << '\n';
}

void write_latency(std::ostream& out, const Summary& summary) {
  if (!summary.latency) return;
  const Latency& latency = *summary.latency;
  out << "## Latency\n\nOf " << latency.answers << " answers: median " << milliseconds(latency.p50)
      << ", p95 " << milliseconds(latency.p95) << ", p99 " << milliseconds(latency.p99) << ", maximum "
      << milliseconds(latency.max) << ".\n\n| slowest | latency |\n|---|--:|\n";
  for (const SlowCase& each : summary.slowest) {
    out << "| " << markdown_name(each.name) << " | " << milliseconds(each.latency) << " |\n";
  }
  out << '\n';
}

void write_usage(std::ostream& out, const Summary& summary) {
  if (!summary.tokens && !summary.cost) return;
  out << "## Usage\n\n| | sum | answers that say it |\n|---|--:|--:|\n";
  const auto row = [&](std::string_view name, const std::optional<Usage>& usage) {
    if (usage) out << "| " << name << " | " << amount(usage->sum) << " | " << usage->answers << " |\n";
  };
  row("tokens", summary.tokens);
  row("cost", summary.cost);
  out << '\n';
}

void write_advice(std::ostream& out, const std::vector<std::string>& advice) {
  for (const std::string& line : advice) out << "> " << markdown_prose(line) << "\n";
  if (!advice.empty()) out << '\n';
}

void write_flaky(std::ostream& out, const std::vector<FlakyCase>& flaky) {
  if (flaky.empty()) return;
  out << "## Flaky\n\n| case | passes | attempts |\n|---|--:|--:|\n";
  for (const FlakyCase& each : flaky) {
    out << "| " << markdown_name(each.name) << " | " << each.passes << " | " << each.attempts << " |\n";
  }
  out << '\n';
}

void write_details(std::ostream& out, const CaseView& each) {
  std::string block;
  for (const std::string& line : each.details) block += line + "\n";
  out << code_block("diff", block) << '\n';
}

std::string file_and_line(const CaseView& each, const MarkdownOptions& options) {
  return markdown_name(to_string(relative(each.where, options.root)));
}

void write_case(std::ostream& out, const CaseView& each, const MarkdownOptions& options) {
  out << "### " << markdown_name(each.name) << "\n\n"
      << file_and_line(each, options) << ": " << markdown_prose(each.headline) << "\n\n";
  write_details(out, each);
}

void write_cause(std::ostream& out, const CauseView& cause, const MarkdownOptions& options) {
  out << "### " << cause.count << " cases\n\n"
      << markdown_prose(cause.first.headline) << "\n\nThe first is at " << file_and_line(cause.first, options)
      << ":\n\n";
  write_details(out, cause.first);
  for (const std::string& name : cause.names) out << "- " << markdown_name(name) << "\n";
  if (cause.count > cause.names.size())
    out << "\n… and " << cause.count - cause.names.size() << " more: see results.jsonl.\n";
  out << '\n';
}

void write_cases(std::ostream& out, std::string_view title, const CasesView& cases,
                 const MarkdownOptions& options) {
  if (cases.count == 0) return;
  out << fold_begin(fmt::format("{}: {}", title, cases.count));
  for (const CauseView& cause : cases.causes) write_cause(out, cause, options);
  const std::size_t shown = std::min(cases.cases.size(), options.max_misses);
  for (std::size_t i = 0; i < shown; ++i) write_case(out, cases.cases[i], options);
  if (cases.others > shown) out << "… and " << cases.others - shown << " more: see results.jsonl.\n\n";
  out << kFoldEnd;
}

// One line per case, so that the reader knows what the folded sections contain.
void write_names(std::ostream& out, std::string_view title, const CasesView& cases,
                 const MarkdownOptions& options) {
  if (cases.count == 0) return;
  out << "**" << title << "**\n\n";
  std::size_t lines = 0;
  const auto line = [&](const std::string& text) {
    if (++lines <= kNamed) out << "- " << text << '\n';
  };
  for (const CauseView& each : cases.causes)
    line(fmt::format("{} cases: {}", each.count, markdown_prose(each.first.headline)));
  for (const CaseView& each : cases.cases)
    line(fmt::format("{} ({}): {}", markdown_name(each.name), file_and_line(each, options),
                     markdown_prose(each.headline)));
  if (const std::size_t all = cases.causes.size() + cases.others; all > kNamed)
    out << "- … and " << all - kNamed << " more\n";
  out << '\n';
}

void write_groups(std::ostream& out, const RunView& view) {
  const Summary& summary = view.summary;
  out << fold_begin("Figures by dataset, category, risk, tag and method");
  if (view.retrieval) {
    write_slices(out, "difficulty", view.retrieval->by_difficulty);
    write_slices(out, "group", view.retrieval->by_group);
  }
  if (summary.by_dataset.size() > 1) write_table(out, "dataset", summary.by_dataset);
  write_table(out, "category", summary.by_category);
  write_table(out, "risk level", summary.by_risk_level);
  write_safety(out, view.safety);
  write_table(out, "tag", summary.by_tag);
  write_table(out, "method", summary.by_method);
  write_partial_credit(out, nearness_rows(summary));
  out << kFoldEnd;
}

void write_times(std::ostream& out, const Summary& summary) {
  if (summary.flaky.empty() && !summary.latency && !summary.tokens && !summary.cost) return;
  out << fold_begin("Repeats, latency and usage");
  write_flaky(out, summary.flaky);
  write_latency(out, summary);
  write_usage(out, summary);
  out << kFoldEnd;
}

}  // namespace

void write_markdown(std::ostream& out, const RunView& view, const MarkdownOptions& options) {
  out << "# assay: " << markdown_text(view.info.suite) << "\n\n";
  write_alarms(out, view.safety);
  write_figures(out, view.summary);
  write_advice(out, view.advice);
  write_names(out, "Misses", view.misses, options);
  write_names(out, "Unmeasured", view.unmeasured, options);
  if (!options.picture.empty()) out << "![Accuracy, with 95 % intervals](" << options.picture << ")\n\n";
  write_header(out, view.info);
  write_evaluation(out, view.evaluation);
  write_power(out, view.summary.power);
  write_portability(out, view, options);
  if (view.retrieval) {
    out << fold_begin("Retrieval");
    write_retrieval(out, *view.retrieval);
    out << kFoldEnd;
  }
  write_groups(out, view);
  write_cases(out, "Misses", view.misses, options);
  write_cases(out, "Unmeasured", view.unmeasured, options);
  write_times(out, view.summary);
}

std::string step_summary(std::string markdown, std::size_t limit) {
  if (markdown.size() <= limit) return markdown;
  const std::size_t whole = markdown.size();
  constexpr std::size_t kRoomForTheNote = 200;
  const std::size_t room = limit > kRoomForTheNote ? limit - kRoomForTheNote : 0;
  std::size_t end = markdown.rfind("\n#", room);
  const std::size_t last_line = markdown.rfind('\n', room);
  if (end == std::string::npos) end = last_line == std::string::npos ? 0 : last_line;
  markdown.resize(end);
  // The cut may leave a <details> section open.
  long open = 0;
  for (std::size_t at = 0; (at = markdown.find("<details", at)) != std::string::npos; ++at) ++open;
  for (std::size_t at = 0; (at = markdown.find("</details>", at)) != std::string::npos; ++at) --open;
  for (; open > 0; --open) markdown += "\n\n</details>";
  markdown += fmt::format("\n\n*Cut here: {} of {} bytes are left out. The whole is in report.md.*\n",
                          whole - end, whole);
  return markdown;
}

}  // namespace assay
