// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <ostream>

#include "assay/internal/gate.h"
#include "assay/internal/interchange.h"
#include "assay/internal/text.h"
#include "details.h"
#include "junit_case.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

struct Totals {
  std::size_t passed = 0;
  std::size_t failed = 0;
  std::size_t skipped = 0;
  std::size_t other = 0;
  void count(std::string_view status) {
    ++(status == "passed" ? passed : status == "failed" ? failed : status == "skipped" ? skipped : other);
  }
  std::size_t all() const { return passed + failed + skipped + other; }
};

// For a time in the form of timestamp(); 0 for anything else.
std::int64_t milliseconds_since_epoch(const std::string& rfc3339) {
  namespace chrono = std::chrono;
  int year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, millisecond = 0;
  if (std::sscanf(rfc3339.c_str(), "%4d-%2d-%2dT%2d:%2d:%2d.%3d", &year, &month, &day, &hour, &minute,
                  &second, &millisecond) < 6)
    return 0;
  const chrono::sys_days date = chrono::year(year) / month / day;
  return chrono::duration_cast<chrono::milliseconds>(date.time_since_epoch() + chrono::hours(hour) +
                                                     chrono::minutes(minute) + chrono::seconds(second) +
                                                     chrono::milliseconds(millisecond))
      .count();
}

std::int64_t milliseconds_of(std::chrono::nanoseconds time) {
  return std::chrono::duration_cast<std::chrono::milliseconds>(time).count();
}

// An unmeasured case neither failed nor passed, whatever its colour, unless the suite says that it is an
// error; the gate decides what that means.
std::string_view status_of(const Result& result, const RunInfo& info) {
  switch (result.grade.status) {
    case Status::pass: return "passed";
    case Status::unmeasured: return info.unmeasured == UnmeasuredCases::error ? "failed" : "skipped";
    case Status::miss: break;
  }
  return light_of(info.gate, result) == Light::red ? "failed" : "other";
}

Json verdicts_of(const Result& result) {
  Json verdicts = Json::array();
  for (const Verdict& each : result.grade.verdicts)
    verdicts.push_back(
        {{"level", each.level}, {"outcome", to_string(each.outcome)}, {"why", one_line(each.why)}});
  return verdicts;
}

std::string trace_of(const Result& result) {
  std::string text;
  for (const std::string& line : details(result)) text += line + "\n";
  return text;
}

void put_attempts(Json& test, const CaseRows& cases) {
  if (cases.earlier().empty()) return;
  bool missed = false;
  for (const Result& each : cases.earlier()) missed = missed || each.grade.status != Status::pass;
  test["retries"] = cases.earlier().size();
  test["flaky"] = missed && cases.last().grade.status == Status::pass;
}

Json test_of(const CaseRows& cases, const RunInfo& info, const std::filesystem::path& root) {
  const Result& result = cases.last();
  const SourceLine where = relative(result.asked.where, root);
  const std::string_view status = status_of(result, info);
  Json test = {{"name", result.asked.name},
               {"status", status},
               {"duration", milliseconds_of(result.answer.latency)},
               {"suite", {info.suite, result.asked.dataset}},
               {"rawStatus", to_string(result.grade.status)},
               {"tags", result.asked.tags}};
  if (status != "passed") {
    test["message"] = headline(info.gate, result);
    test["trace"] = trace_of(result);
  }
  if (!where.file.empty()) {
    test["filePath"] = where.file;
    test["line"] = where.line;
  }
  put_attempts(test, cases);
  test["extra"] = {
      {"id", result.asked.id},
      {"category", result.asked.category},
      {"method", result.grade.method},
      {"ending", to_string(result.answer.ending)},
      {"score", result.grade.status == Status::unmeasured ? Json(nullptr) : Json(result.grade.score)},
      {"verdicts", verdicts_of(result)}};
  return test;
}

Json gate_test(const RunInfo& info, const GateResult& gate) {
  const std::string_view status = gate.light == Light::green ? "passed"
                                  : gate.light == Light::red ? "failed"
                                                             : "skipped";
  return {{"name", "gate"},
          {"status", status},
          {"duration", 0},
          {"suite", Json::array({info.suite})},
          {"rawStatus", to_string(info.gate)},
          {"message", first_line(gate.why)}};
}

}  // namespace

void write_ctrf(std::ostream& out, const RunView& view, const RunRows& rows,
                const std::filesystem::path& root) {
  Totals totals;
  Json tests = Json::array();
  const auto add = [&](Json test) {
    totals.count(test["status"].get<std::string>());
    tests.push_back(std::move(test));
  };
  for (CaseRows cases(rows.open()); cases.next();) add(test_of(cases, view.info, root));
  add(gate_test(view.info, view.gate));
  const std::int64_t started = milliseconds_since_epoch(view.info.started_at);
  Json results;
  results["tool"] = {{"name", "assay"}, {"version", view.info.assay_version}};
  results["summary"] = {{"tests", totals.all()},
                        {"passed", totals.passed},
                        {"failed", totals.failed},
                        {"skipped", totals.skipped},
                        {"pending", 0},
                        {"other", totals.other},
                        {"start", started},
                        {"stop", std::max(started, milliseconds_since_epoch(view.info.finished_at))}};
  results["tests"] = std::move(tests);
  results["extra"] = {{"run_id", view.info.run_id}, {"suite", view.info.suite}, {"tool", view.info.tool}};
  Json report;
  report["reportFormat"] = "CTRF";
  report["specVersion"] = "0.0.0";
  report["results"] = std::move(results);
  out << report.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
}

}  // namespace assay
