// SPDX-License-Identifier: Apache-2.0
#include "case_test.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string_view>

#include "assay/internal/console.h"
#include "assay/internal/gate.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "assay/summary.h"
#include "case_index.h"

namespace assay {
namespace {

std::vector<std::string> parents_arguments() {
  std::ifstream file(fmt::format("/proc/{}/cmdline", ::getppid()), std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string each; std::getline(file, each, '\0');) arguments.push_back(each);
  return arguments;
}

// CMake's expressions are nearly those of Regex. One that is not might match.
bool may_match(const std::string& expression, const std::string& name) try {
  return Regex(expression).search(name).has_value();
} catch (const RegexFault&) {
  return true;
}

// Like GTEST_SKIP and ADD_FAILURE, but located at a line of the dataset.
void report_at(const SourceLine& where, testing::TestPartResult::Type type, const std::string& text) {
  testing::internal::AssertHelper(type, where.file.c_str(), where.line, "") = testing::Message() << text;
}

// Editors and CI match the first line, "file:line: error: …"; GoogleTest's own, "file:line: Failure", would
// hide the reason. So our line has the reason, and GoogleTest's has the explanation.
void fail_at(const SourceLine& where, const std::string& reason, const std::string& explanation) {
  std::cout << to_string(where) << ": error: " << reason << "\n";
  report_at(where, testing::TestPartResult::kNonFatalFailure, explanation);
}

// A missing tool is missing in every case, so the same hint serves all of them.
std::string hint_of(const Answer& answer) {
  if (answer.ending != Ending::not_found || answer.argv.empty()) return "";
  const bool is_bare = answer.argv.front().find('/') == std::string::npos;
  return is_bare ? " (a bare name is looked up in PATH; write ./name for a file beside CMakeLists.txt)"
                 : " (build the tool first, or fix TOOL in assay_add_suite)";
}

class CaseTest : public testing::Test {
 public:
  CaseTest(SuiteRun& run, std::size_t index) : run_(run), index_(index) {}

 private:
  void TestBody() override {
    const Case& asked = run_.cases()[index_];
    try {
      Result result = run_.wait(index_);
      result.in_baseline = run_.baseline().passed.contains(full_name_of(asked));
      judge(result);
    } catch (const Error& error) {
      fail_at(asked.where, "UNMEASURED: " + one_line(error.problems().front().what), error.what());
    }
  }

  void judge(const Result& result) {
    RecordProperty("assay_id", one_line(result.asked.id));
    RecordProperty("assay_status", std::string(to_string(result.grade.status)));
    RecordProperty("assay_method", result.grade.method);
    RecordProperty("assay_why", one_line(result.grade.why));
    RecordProperty("assay_score", testing::PrintToString(result.grade.score));
    const auto& where = result.asked.where;
    const auto reason = headline(run_.suite().gate, result) + hint_of(result.answer);
    if (is_left_to_nobody(result))
      return fail_at(where,
                     reason + "; " + run_.suite().name + ".aggregate, which judges such misses, is left out",
                     describe(result));
    switch (light_of(run_.suite().gate, result, run_.suite().unmeasured)) {
      case Light::green: return;
      case Light::skipped:
        report_at(where, testing::TestPartResult::kSkip, reason + "\n" + describe(result));
        return;
      case Light::red: return fail_at(where, reason, describe(result));
    }
  }

  // Whether nobody will judge a miss that this test tolerates.
  bool is_left_to_nobody(const Result& result) const {
    return run_.is_under_ctest() && result.grade.status == Status::miss &&
           light_of(run_.suite().gate, result) == Light::skipped && excludes_aggregate(run_.suite().name);
  }

  SuiteRun& run_;
  std::size_t index_;
};

class ProblemTest : public testing::Test {
 public:
  explicit ProblemTest(Problem problem) : problem_(std::move(problem)) {}

 private:
  void TestBody() override {
    const auto pointer = problem_.pointer.empty() ? "" : " (at " + one_line(problem_.pointer) + ")";
    fail_at(problem_.where, problem_.what + pointer, problem_.next.empty() ? "" : "  next: " + problem_.next);
  }
  Problem problem_;
};

class Listener : public testing::EmptyTestEventListener {
 public:
  explicit Listener(SuiteRun& run) : run_(run) {}

 private:
  // Not Environment::SetUp, which repeated iterations skip. should_run() already takes filter and shard into
  // account, and the order is the shuffled one.
  void OnTestIterationStart(const testing::UnitTest& unit, int) override {
    for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE"})
      ::unsetenv(name);
    std::vector<std::string> names;
    for (int s = 0; s < unit.total_test_suite_count(); ++s)
      for (int t = 0; t < unit.GetTestSuite(s)->total_test_count(); ++t) {
        const auto& test = *unit.GetTestSuite(s)->GetTestInfo(t);
        if (test.should_run()) names.push_back(std::string(test.test_suite_name()) + "." + test.name());
      }
    run_.start(names);
  }
  void OnTestEnd(const testing::TestInfo& test) override {
    if (test.result()->Failed() && testing::GTEST_FLAG(fail_fast)) run_.cancel();
  }
  void OnTestIterationEnd(const testing::UnitTest&, int) override { run_.finish(); }

  SuiteRun& run_;
};

}  // namespace

bool reruns_failed() { return std::ranges::count(parents_arguments(), "--rerun-failed") > 0; }

bool excludes_aggregate(const std::string& suite) {
  const auto arguments = parents_arguments();
  for (std::size_t at = 1; at + 1 < arguments.size(); ++at) {
    const std::string_view option = arguments[at];
    const bool is_of_names = option == "-E" || option == "--exclude-regex";
    const bool is_of_fixtures = option == "-FA" || option == "--fixture-exclude-any" || option == "-FC" ||
                                option == "--fixture-exclude-cleanup";
    if (!is_of_names && !is_of_fixtures) continue;
    if (may_match(arguments[at + 1], is_of_names ? suite + ".aggregate" : "assay." + suite)) return true;
  }
  return false;
}

void register_cases(SuiteRun& run) {
  for (std::size_t i = 0; i < run.cases().size(); ++i) {
    const Case& asked = run.cases()[i];
    testing::RegisterTest(asked.dataset.c_str(), asked.name.c_str(), nullptr, one_line(asked.prompt).c_str(),
                          asked.where.file.c_str(), asked.where.line,
                          [&run, i]() -> testing::Test* { return new CaseTest(run, i); });
  }
}

void register_problems(const BuiltSuite& suite, const std::vector<Problem>& problems) {
  for (std::size_t i = 0; i < problems.size(); ++i) {
    const auto name = "DATASET_INVALID_" + std::to_string(i + 1);
    testing::RegisterTest(suite.name.c_str(), name.c_str(), nullptr, nullptr, problems[i].where.file.c_str(),
                          problems[i].where.line,
                          [problem = problems[i]]() -> testing::Test* { return new ProblemTest(problem); });
  }
}

void listen(SuiteRun& run) { testing::UnitTest::GetInstance()->listeners().Append(new Listener(run)); }

}  // namespace assay
