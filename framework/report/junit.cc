// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/junit.h"

#include <ostream>

#include "assay/internal/run_rows.h"
#include "assay/internal/text.h"
#include "junit_case.h"
#include "junit_gate.h"
#include "numbers.h"
#include "run_facts.h"

namespace assay {
namespace {

// Readers expect a time without a zone; ours are UTC.
std::string without_zone(const std::string& rfc3339) { return rfc3339.substr(0, 19); }

void write_totals(std::ostream& out, const DatasetView& totals) {
  out << " name=\"" << xml_attribute(one_line(totals.name)) << "\" tests=\"" << totals.tests
      << "\" failures=\"" << totals.failures << "\" errors=\"" << totals.errors << "\" time=\""
      << seconds(totals.time) << '"';
}

void write_suite_properties(std::ostream& out, const RunInfo& info, const std::string& dataset) {
  const auto write = [&](std::string_view name, std::string_view value) {
    out << "      <property name=\"" << name << "\" value=\"" << xml_attribute(one_line(value)) << "\"/>\n";
  };
  out << "    <properties>\n";
  write("run_id", info.run_id);
  write("tool", info.tool);
  write("gate", to_string(info.gate));
  write("question", to_string(info.question));
  if (!info.sandbox.empty()) write("sandbox", info.sandbox);
  if (!info.userland.empty()) write("userland", userland_text(info));
  if (!info.model.empty()) write("similarity", info.model);
  if (!info.judge.empty()) write("judge", info.judge);
  for (const DatasetInfo& each : info.datasets) {
    if (each.name != dataset) continue;
    write("dataset_version", each.version);
    write("dataset_sha256", each.sha256);
  }
  out << "    </properties>\n";
}

void begin_suite(std::ostream& out, const DatasetView& totals, const RunInfo& info) {
  out << "  <testsuite";
  write_totals(out, totals);
  out << " skipped=\"" << totals.skipped << '"';
  if (!info.started_at.empty()) out << " timestamp=\"" << xml_attribute(without_zone(info.started_at)) << '"';
  if (!info.host.empty()) out << " hostname=\"" << xml_attribute(one_line(info.host)) << '"';
  out << ">\n";
  write_suite_properties(out, info, totals.name);
}

void end_suite(std::ostream& out) { out << "  </testsuite>\n"; }

DatasetView totals_of(const RunView& view) {
  DatasetView all = gate_totals(view.info, view.gate);
  all.name = view.info.suite;
  for (const DatasetView& each : view.datasets) {
    all.tests += each.tests;
    all.failures += each.failures;
    all.errors += each.errors;
    all.skipped += each.skipped;
    all.time += each.time;
  }
  return all;
}

void write_datasets(std::ostream& out, const RunView& view, const RunRows& rows,
                    const JUnitOptions& options) {
  CaseRows cases(rows.open());
  for (const DatasetView& dataset : view.datasets) {
    begin_suite(out, dataset, view.info);
    for (std::size_t i = 0; i < dataset.tests && cases.next(); ++i)
      write_testcase(out, cases, view.info, options);
    end_suite(out);
  }
}

}  // namespace

void write_junit(std::ostream& out, const RunView& view, const RunRows& rows, const JUnitOptions& options) {
  const DatasetView all = totals_of(view);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites";
  write_totals(out, all);
  if (options.dialect == JUnitDialect::rich) out << " skipped=\"" << all.skipped << '"';
  out << ">\n";
  write_datasets(out, view, rows, options);
  begin_suite(out, gate_totals(view.info, view.gate), view.info);
  write_gate(out, view.info, view.gate);
  end_suite(out);
  out << "</testsuites>\n";
}

void write_junit(std::ostream& out, const Run& run, const JUnitOptions& options) {
  const RunRows rows = rows_of(run);
  write_junit(out, view_of(rows, {.gate = options.gate}), rows, options);
}

void write_junit_gate(std::ostream& out, const RunInfo& info, const GateResult& gate) {
  RunView view;
  view.info = info;
  view.gate = gate;
  const RunRows none{info, [] { return [] { return nullptr; }; }};
  write_junit(out, view, none);
}

}  // namespace assay
