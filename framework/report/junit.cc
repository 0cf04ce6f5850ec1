// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/junit.h"

#include <fmt/format.h>

#include <ostream>
#include <utility>

#include "assay/internal/gate.h"
#include "assay/internal/text.h"
#include "details.h"
#include "junit_case.h"
#include "numbers.h"
#include "run_tables.h"

namespace assay {
namespace {

using Properties = std::vector<std::pair<std::string, std::string>>;

// Six at most, as some readers limit the number of XML objects; one more where a power was asked for, and one
// for other userlands.
Properties properties_of(const Result& result) {
  Properties all = {{"id", result.asked.id},
                    {"status", std::string(to_string(result.grade.status))},
                    {"method", result.grade.method}};
  if (result.grade.status != Status::unmeasured) all.emplace_back("score", score_text(result.grade.score));
  all.emplace_back("category", result.asked.category);
  if (!result.asked.retrieval) all.emplace_back("risk_level", to_string(result.asked.risk_level));
  for (const Verdict& each : result.grade.verdicts)
    if (each.power && all.back().first != "power")
      all.emplace_back("power", fmt::format("{} of {}", told_by(*each.power), near_misses_in(*each.power)));
  if (!result.grade.userlands.empty()) all.emplace_back("userlands", under_text(result.grade.userlands));
  return all;
}

void write_properties(std::ostream& out, const Properties& properties) {
  out << "      <properties>\n";
  for (const auto& [key, value] : properties) {
    out << "        <property name=\"" << key << "\" value=\"" << junit_attribute(value) << "\"/>\n";
  }
  out << "      </properties>\n";
}

// Some readers show an element's text and not its message, so its first line is the headline.
std::string element_text(const Result& result, const std::string& message) {
  std::string text = one_line(message) + "\n";
  for (const std::string& line : details(result)) text += line + "\n";
  return xml_text(text);
}

std::string_view element_of(JUnitKind kind) {
  switch (kind) {
    case JUnitKind::passed: return "";
    case JUnitKind::failure: return "failure";
    case JUnitKind::error: return "error";
    case JUnitKind::skipped: return "skipped";
  }
  return "";
}

std::string type_of(const Result& result) {
  if (result.grade.status == Status::miss) return "miss";
  return is_measured(result.answer.ending) ? "unavailable" : std::string(to_string(result.answer.ending));
}

void write_element(std::ostream& out, std::string_view element, const Result& result,
                   const std::string& message) {
  out << "      <" << element << " message=\"" << junit_attribute(message) << "\" type=\"" << type_of(result)
      << "\">" << element_text(result, message) << "</" << element << ">\n";
}

// Surefire's names: flaky if the case passed in the end, rerun if it did not.
void write_earlier(std::ostream& out, const CaseRows& attempts) {
  const bool passed = attempts.last().grade.status == Status::pass;
  for (const Result& each : attempts.earlier()) {
    if (each.grade.status == Status::pass) continue;
    const bool missed = each.grade.status == Status::miss;
    const std::string element = fmt::format("{}{}", passed ? "flaky" : "rerun", missed ? "Failure" : "Error");
    write_element(out, element, each, fmt::format("attempt {}: {}", each.attempt, headline(each)));
  }
}

// A property as a line of text; readers end it at "]]".
std::string bracket_line(std::string_view kind, std::string text) {
  for (std::size_t at; (at = text.find("]]")) != std::string::npos;) text.replace(at, 2, "] ]");
  return fmt::format("[[{}|{}]]\n", kind, text);
}

std::string output_of(const Result& result, const JUnitOptions& options) {
  std::string text;
  if (options.dialect == JUnitDialect::strict) {
    const SourceLine where = relative(result.asked.where, options.root);
    Properties all = properties_of(result);
    all.emplace_back("file", where.file);
    all.emplace_back("line", std::to_string(where.line));
    for (const auto& [key, value] : all) text += bracket_line("PROPERTY", key + "=" + one_line(value));
  }
  if (!options.attachments.empty())
    for (const Attachment& each : attachments_of(result, options.attachments))
      text += bracket_line("ATTACHMENT", one_line(each.file.string()));
  return text;
}

std::string_view gate_element(const GateResult& gate) {
  switch (gate.light) {
    case Light::green: return "";
    case Light::skipped: return "skipped";
    case Light::red: break;
  }
  return gate.outcome == GateOutcome::unreadable ? "error" : "failure";
}

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

std::string junit_attribute(std::string_view text) { return xml_attribute(one_line(text)); }

JUnitKind kind_of(const Result& result, const RunInfo& info) {
  switch (light_of(info.gate, result, info.unmeasured)) {
    case Light::green: return JUnitKind::passed;
    case Light::skipped: return JUnitKind::skipped;
    case Light::red: break;
  }
  return result.grade.status == Status::miss ? JUnitKind::failure : JUnitKind::error;
}

void write_testcase(std::ostream& out, const CaseRows& attempts, const RunInfo& info,
                    const JUnitOptions& options) {
  const Result& result = attempts.last();
  const bool rich = options.dialect == JUnitDialect::rich;
  out << "    <testcase name=\"" << junit_attribute(result.asked.name) << "\" classname=\""
      << junit_attribute(info.suite + "." + result.asked.dataset) << "\" time=\""
      << seconds(result.answer.latency) << '"';
  if (rich && !result.asked.where.file.empty()) {
    const SourceLine where = relative(result.asked.where, options.root);
    out << " file=\"" << junit_attribute(where.file) << "\" line=\"" << where.line << '"';
  }
  out << ">\n";
  if (rich) write_properties(out, properties_of(result));
  const JUnitKind kind = kind_of(result, info);
  if (kind != JUnitKind::passed) write_element(out, element_of(kind), result, headline(info.gate, result));
  write_earlier(out, attempts);
  const std::string output = output_of(result, options);
  if (!output.empty()) out << "      <system-out>" << xml_text(output) << "</system-out>\n";
  out << "    </testcase>\n";
}

DatasetView gate_totals(const RunInfo& info, const GateResult& gate) {
  DatasetView totals{.name = info.suite, .tests = 1};
  const auto element = gate_element(gate);
  totals.skipped = element == "skipped";
  totals.errors = element == "error";
  totals.failures = element == "failure";
  return totals;
}

void write_gate(std::ostream& out, const RunInfo& info, const GateResult& gate) {
  out << "    <testcase name=\"gate\" classname=\"" << junit_attribute(info.suite) << "\" time=\"0.000000\"";
  const auto element = gate_element(gate);
  if (element.empty()) {
    out << "/>\n";
    return;
  }
  out << ">\n      <" << element << " message=\"" << junit_attribute(first_line(gate.why))
      << "\" type=\"gate\">" << xml_text(gate.why + "\n") << "</" << element << ">\n    </testcase>\n";
}

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

void write_junit_gate(std::ostream& out, const RunInfo& info, const GateResult& gate) {
  RunView view;
  view.info = info;
  view.gate = gate;
  const RunRows none{info, [] { return [] { return nullptr; }; }};
  write_junit(out, view, none);
}

}  // namespace assay
