#include "assay/internal/junit.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <unordered_map>
#include <vector>

#include "assay/internal/text.h"
#include "assay/summary.h"
#include "junit_case.h"

namespace assay {
namespace {

using Attempts = std::vector<const Result*>;

struct Totals {
  std::size_t tests = 0;
  std::size_t failures = 0;
  std::size_t errors = 0;
  std::size_t skipped = 0;
  std::chrono::nanoseconds time{0};

  void add(JUnitKind kind, std::chrono::nanoseconds latency) {
    ++tests;
    failures += kind == JUnitKind::failure;
    errors += kind == JUnitKind::error;
    skipped += kind == JUnitKind::skipped;
    time += latency;
  }
  void add(const Totals& other) {
    tests += other.tests;
    failures += other.failures;
    errors += other.errors;
    skipped += other.skipped;
    time += other.time;
  }
};

struct Suite {
  std::string name;
  std::vector<Attempts> cases;
  Totals totals;
};

std::vector<Attempts> attempts_by_case(const Run& run) {
  std::vector<Attempts> cases;
  std::unordered_map<std::string, std::size_t> places;
  for (const Result& each : run.results) {
    const auto [place, is_new] = places.try_emplace(full_name_of(each.asked), cases.size());
    if (is_new) cases.emplace_back();
    cases[place->second].push_back(&each);
  }
  for (Attempts& each : cases) {
    std::stable_sort(each.begin(), each.end(),
                     [](const Result* a, const Result* b) { return a->attempt < b->attempt; });
  }
  return cases;
}

std::vector<Suite> suites_of(const Run& run) {
  std::vector<Suite> suites;
  std::unordered_map<std::string, std::size_t> places;
  for (Attempts& attempts : attempts_by_case(run)) {
    const Result& last = *attempts.back();
    const auto [place, is_new] = places.try_emplace(last.asked.dataset, suites.size());
    if (is_new) suites.push_back({last.asked.dataset, {}, {}});
    Suite& suite = suites[place->second];
    suite.totals.add(kind_of(last, run.info), last.answer.latency);
    suite.cases.push_back(std::move(attempts));
  }
  return suites;
}

// Readers expect seconds without a zone; ours are UTC.
std::string without_zone(const std::string& rfc3339) { return rfc3339.substr(0, 19); }

void write_totals(std::ostream& out, std::string_view name, const Totals& totals) {
  out << " name=\"" << xml_attribute(one_line(name)) << "\" tests=\"" << totals.tests << "\" failures=\""
      << totals.failures << "\" errors=\"" << totals.errors << "\" time=\"" << seconds_of(totals.time) << '"';
}

void write_suite_properties(std::ostream& out, const RunInfo& info, const std::string& dataset) {
  const auto write = [&](std::string_view name, std::string_view value) {
    out << "      <property name=\"" << name << "\" value=\"" << xml_attribute(one_line(value)) << "\"/>\n";
  };
  out << "    <properties>\n";
  write("run_id", info.run_id);
  write("tool", info.tool);
  write("gate", to_string(info.gate));
  for (const DatasetInfo& each : info.datasets) {
    if (each.name != dataset) continue;
    write("dataset_version", each.version);
    write("dataset_sha256", each.sha256);
  }
  out << "    </properties>\n";
}

void write_suite(std::ostream& out, const Suite& suite, const RunInfo& info, const JUnitOptions& options) {
  out << "  <testsuite";
  write_totals(out, suite.name, suite.totals);
  out << " skipped=\"" << suite.totals.skipped << '"';
  if (!info.started_at.empty()) out << " timestamp=\"" << xml_attribute(without_zone(info.started_at)) << '"';
  if (!info.host.empty()) out << " hostname=\"" << xml_attribute(one_line(info.host)) << '"';
  out << ">\n";
  write_suite_properties(out, info, suite.name);
  for (const Attempts& each : suite.cases) write_testcase(out, each, info, options);
  out << "  </testsuite>\n";
}

}  // namespace

void write_junit(std::ostream& out, const Run& run, const JUnitOptions& options) {
  const std::vector<Suite> suites = suites_of(run);
  Totals all;
  for (const Suite& each : suites) all.add(each.totals);
  out << "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites";
  write_totals(out, run.info.suite, all);
  if (options.dialect == JUnitDialect::rich) out << " skipped=\"" << all.skipped << '"';
  out << ">\n";
  for (const Suite& each : suites) write_suite(out, each, run.info, options);
  out << "</testsuites>\n";
}

}  // namespace assay
