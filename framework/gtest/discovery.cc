// SPDX-License-Identifier: Apache-2.0
#include "discovery.h"

#include <cmath>
#include <iostream>
#include <string_view>
#include <unordered_map>

#include "assay/internal/atomic_file.h"
#include "assay/internal/fixture.h"
#include "assay/internal/http.h"
#include "assay/internal/json.h"
#include "assay/internal/plan.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "ctest_script.h"

namespace assay {
namespace {

void check_name(const BuiltSuite& suite, const Dataset& dataset) {
  if (suite.granularity != Granularity::dataset) return;
  if (dataset.name == "aggregate" || dataset.name == "setup")
    throw Error(Problem{
        .where = {dataset.file.string(), 1},
        .pointer = "/name",
        .what = "dataset name \"" + dataset.name + "\" is already the name of another test of the suite",
        .next = "give the dataset another name, or the suite another GRANULARITY"});
}

void add(const BuiltSuite& suite, Discovered& found, const std::filesystem::path& file) try {
  const auto stamp = stamp_of(file);
  auto read = read_indexed_dataset(file);
  check_name(suite, read.dataset);
  check_joins(read.dataset, infos_of(found.index), found.index.kind);
  const auto& set = read.dataset;
  found.index.files.push_back({info_of(set), stamp.value_or(FileStamp{})});
  found.index.cases += set.cases.size();
  found.index.kind = kind_of(set.cases.front());
  for (const auto& asked : set.cases) found.index.levels.add(asked);
  found.datasets.push_back(std::move(read));
} catch (const Error& error) {
  for (auto problem : error.problems()) {
    problem.what = one_line(problem.what);
    problem.next = one_line(problem.next);
    if (!std::filesystem::exists(file))
      problem.next =
          "fix DATASETS of assay_add_suite: a relative path starts at the folder of its CMakeLists.txt";
    if (problem.where.file.empty()) problem.where.file = file.string();
    found.index.problems.push_back(std::move(problem));
  }
}

// Uses a link in the suite's folder, which needs no --assay_suite: ctest keeps every test's command line in
// memory, it is shorter to type, and editors that look for programs named *test* find it. Falls back to the
// runner if the file system does not support links.
RunnerCommand command_of(const BuiltSuite& suite, const std::filesystem::path& runner) {
  const auto file = std::filesystem::absolute(suite.file), link = file.parent_path() / "test_runner";
  try {
    set_link(link, runner);
    return {.program = link};
  } catch (const Error&) {
    return {.program = runner, .argument = "--assay_suite=" + file.string()};
  }
}

// ctest --rerun-failed goes by number, so it is wrong as soon as a remaining test gets another number.
bool renumbers(const std::filesystem::path& script, const std::string& text) {
  if (!std::filesystem::exists(script)) return false;
  const std::string old = read_file(script);
  if (old == text) return false;
  const auto before = test_names(old), after = test_names(text);
  if (before == after) return false;
  std::unordered_map<std::string_view, std::size_t> places;
  for (std::size_t i = 0; i < before.size(); ++i) places.emplace(before[i], i);
  for (std::size_t i = 0; i < after.size(); ++i)
    if (const auto known = places.find(after[i]); known != places.end() && known->second != i) return true;
  return false;
}

// Constant for the lifetime of the build folder: cases may be listed again while a ctest runs that knows the
// earlier mark.
std::string skip_mark_of(const BuiltSuite& suite) try {
  return read_index(suite.index()).skip_mark;
} catch (const Error&) {
  constexpr std::size_t kClock = 18;  // characters of an id that tell the time; random ones follow
  return "skipped-" + new_run_id() + new_run_id().substr(kClock);
}

// A busy server is asked again, and a rate limit delays all requests.
void take_patience(ScriptOptions& options, const Program& program) {
  options.retry = program.retry;
  if (!program.chat) return;
  options.tries = http::kAttemptsWorth;
  const double rate = program.chat->requests_per_minute;
  if (rate > 0) options.turn = std::chrono::milliseconds(std::llround(60'000 / rate));
}

}  // namespace

Discovered discover(const BuiltSuite& suite) {
  Discovered found;
  for (const auto& file : suite.datasets) add(suite, found, file);
  return found;
}

void emit_ctest(const BuiltSuite& suite, const std::filesystem::path& runner,
                const std::filesystem::path& script, ScriptOptions options) {
  auto found = discover(suite);
  found.index.skip_mark = skip_mark_of(suite);
  const Tool tool = read_suite_tool(suite);
  if (suite.backends.tables) suite.backends.tables->get();
  write_index(suite.index(), found.index, found.datasets);
  options.command = command_of(suite, runner);
  options.timeout = timeout_of(suite, tool);
  if (const auto* program = std::get_if<Program>(&tool.how)) take_patience(options, *program);
  if (has_fixture(tool)) options.fixture = std::get<Program>(tool.how).fixture.limit;
  const auto text = ctest_script(suite, options, found.index, found.datasets);
  const bool renumbered = renumbers(script, text);
  write_own_file(script, text);
  if (renumbered) std::cout << "renumbered\n";
}

}  // namespace assay
