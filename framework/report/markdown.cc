#include "assay/internal/markdown.h"

#include <fmt/format.h>

#include <ostream>

#include "assay/internal/gate.h"
#include "assay/internal/text.h"
#include "details.h"
#include "markdown_text.h"
#include "retrieval_table.h"

namespace assay {
namespace {

std::string percent(std::optional<double> share) {
  return share ? fmt::format("{:.1f} %", *share * 100) : "–";
}

std::string percent(const std::optional<Interval>& interval) {
  return interval ? fmt::format("{:.1f}–{:.1f} %", interval->low * 100, interval->high * 100) : "–";
}

std::string milliseconds(std::chrono::nanoseconds time) {
  return fmt::format("{:.1f} ms", std::chrono::duration<double, std::milli>(time).count());
}

std::string score_of(const Group& group) {
  if (!group.score) return "–";
  const std::string value = fmt::format("{:.4f}", group.score->value);
  return group.score->standard_error ? fmt::format("{} ± {:.4f}", value, *group.score->standard_error)
                                     : value;
}

std::string short_hash(const std::string& hash) { return hash.empty() ? "" : fmt::format(" ({:.12})", hash); }

void write_header(std::ostream& out, const RunInfo& info) {
  out << "# assay: " << markdown_text(info.suite) << "\n\n| | |\n|---|---|\n";
  const auto row = [&](std::string_view name, const std::string& value) {
    if (!value.empty()) out << "| " << name << " | " << markdown_text(value) << " |\n";
  };
  row("tool", info.tool + short_hash(info.tool_sha256));
  for (const DatasetInfo& each : info.datasets) {
    row("dataset",
        fmt::format("{} {}{}, {} cases", each.name, each.version, short_hash(each.sha256), each.cases));
  }
  row("commit", info.commit + (info.dirty ? " with local changes" : ""));
  row("run", info.run_id);
  row("repeats", info.parent_run_id);
  row("started", info.started_at);
  row("gate", std::string(to_string(info.gate)));
  row("assay", info.assay_version);
  out << '\n';
}

void write_figures(std::ostream& out, const Summary& summary) {
  if (!summary.complete) {
    out << "**PARTIAL**: " << summary.present << " of " << summary.expected << " cases have a result.\n\n";
  }
  const Group& all = summary.all;
  out << "**" << all.counts.pass << " pass, " << all.counts.miss << " miss, " << all.counts.unmeasured
      << " unmeasured**; accuracy **" << percent(all.accuracy) << "** of " << all.counts.measured()
      << " measured (95 % interval " << percent(all.interval) << "); mean score " << score_of(all) << ".\n";
  if (all.counts.unmeasured > 0) {
    out << "With the unmeasured cases, accuracy lies within " << percent(summary.accuracy_bounds) << ".\n";
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
        << each.counts.unmeasured << " | " << percent(each.accuracy) << " | " << percent(each.interval)
        << " | " << score_of(each) << " |\n";
  }
  out << '\n';
}

void write_retrieval(std::ostream& out, const AggregateMetrics& metrics) {
  out << "## Retrieval\n\n"
      << metrics.total_queries << " queries, " << metrics.failed_queries << " failed, " << metrics.unmeasured
      << " unmeasured.\n\n| metric |";
  for (const int k : kCutoffs) out << " @" << k << " |";
  out << " n |\n|---|--:|--:|--:|--:|--:|\n";
  for (const RetrievalRow& row : retrieval_rows(metrics)) {
    out << "| " << row.name << " |";
    for (const auto& value : row.values) out << ' ' << value << " |";
    for (std::size_t i = row.values.size(); i < kCutoffs.size(); ++i) out << " |";
    out << ' ' << row.n << " |\n";
  }
  out << '\n';
}

// The figures that one looks at first, a slice a line.
void write_slices(std::ostream& out, std::string_view title, const std::vector<AggregateSlice>& slices) {
  if (slices.empty()) return;
  const auto text = [](const Figure& figure) {
    return figure.value ? fmt::format("{:.4f}", *figure.value) : std::string("–");
  };
  out << "### By " << title << "\n\n| " << title
      << " | queries | hit@1 | hit@10 | mrr | recall@10 of documents |\n|---|--:|--:|--:|--:|--:|\n";
  for (const auto& [name, metrics] : slices)
    out << "| " << markdown_name(name) << " | " << metrics.total_queries << " | "
        << text(metrics.hit_at_k.at(1)) << " | " << text(metrics.hit_at_k.at(10)) << " | "
        << text(metrics.mrr) << " | " << text(metrics.recall_at_k_doc.at(10)) << " |\n";
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

void write_flaky(std::ostream& out, const std::vector<FlakyCase>& flaky) {
  if (flaky.empty()) return;
  out << "## Flaky\n\n| case | passes | attempts |\n|---|--:|--:|\n";
  for (const FlakyCase& each : flaky) {
    out << "| " << markdown_name(each.name) << " | " << each.passes << " | " << each.attempts << " |\n";
  }
  out << '\n';
}

void write_case(std::ostream& out, const Result& result, Gate gate, const MarkdownOptions& options) {
  out << "### " << markdown_name(full_name_of(result.asked)) << "\n\n"
      << markdown_name(to_string(relative(result.asked.where, options.root))) << ": "
      << markdown_text(headline(gate, result)) << "\n\n";
  std::string block;
  for (const std::string& line : details(result)) block += line + "\n";
  out << code_block("diff", block) << '\n';
}

void write_cases(std::ostream& out, std::string_view title, Status status, const Run& run,
                 const MarkdownOptions& options) {
  std::size_t count = 0;
  for (const Result* each : last_attempts(run)) {
    if (each->grade.status != status) continue;
    if (count == 0) out << "## " << title << "\n\n";
    if (++count <= options.max_misses) write_case(out, *each, run.info.gate, options);
  }
  if (count > options.max_misses)
    out << "… and " << count - options.max_misses << " more: see results.jsonl.\n\n";
}

}  // namespace

void write_markdown(std::ostream& out, const Run& run, const Summary& summary,
                    const MarkdownOptions& options) {
  write_header(out, run.info);
  write_figures(out, summary);
  if (const auto retrieval = retrieval_of(run)) {
    write_retrieval(out, *retrieval);
    write_slices(out, "difficulty", retrieval->by_difficulty);
    write_slices(out, "group", retrieval->by_group);
  }
  if (summary.by_dataset.size() > 1) write_table(out, "dataset", summary.by_dataset);
  write_table(out, "category", summary.by_category);
  write_table(out, "risk level", summary.by_risk_level);
  write_table(out, "tag", summary.by_tag);
  write_table(out, "method", summary.by_method);
  write_cases(out, "Misses", Status::miss, run, options);
  write_cases(out, "Unmeasured", Status::unmeasured, run, options);
  write_flaky(out, summary.flaky);
  write_latency(out, summary);
}

}  // namespace assay
