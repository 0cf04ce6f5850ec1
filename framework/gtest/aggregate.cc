#include "aggregate.h"

#include <algorithm>
#include <set>
#include <sstream>

#include "assay/json.h"
#include "assay/run_folder.h"
#include "assay/run_reports.h"
#include "baseline.h"
#include "provenance.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

void take_times(Run& run) {
  for (const auto& result : run.results)
    if (run.info.started_at.empty() || result.started_at < run.info.started_at)
      run.info.started_at = result.started_at;
  run.info.finished_at = timestamp(std::chrono::system_clock::now());
}

void write_own_reports(const Extensions& extensions, const Run& run, const fs::path& folder) {
  for (const auto& reporter : extensions.reporters) {
    std::ostringstream text;
    reporter.write(run, text);
    write_file_atomically(folder / fs::path(reporter.file).filename(), text.str());
  }
}

// A run id is a UUIDv7: names sort by time.
std::string newest_run(const fs::path& runs) {
  std::string newest;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(runs, error)) {
    const auto name = entry.path().filename().string();
    if (entry.is_directory() && !entry.is_symlink() && name.front() != '.' && name > newest) newest = name;
  }
  return newest;
}

[[noreturn]] void no_run(const Suite& suite) {
  throw Error(Problem{.where = {suite.runs().string(), 0},
                      .what = "suite " + suite.name + " has no run yet",
                      .next = "run its cases first: ctest -L '^" + suite.name + "$'"});
}

}  // namespace

Aggregated aggregate(const Suite& suite, const Extensions& extensions, const CaseIndex& index,
                     const std::string& run_id) {
  Aggregated done;
  done.folder = make_run_folder(suite.runs(), run_id);
  auto fragments = read_fragments(done.folder);
  done.problems = index.problems;
  done.problems.insert(done.problems.end(), fragments.problems.begin(), fragments.problems.end());
  done.run = {describe_run(suite, read_suite_tool(suite), index, run_id), std::move(fragments.results)};
  take_times(done.run);
  const auto latest = latest_run(suite.runs());
  if (!done.run.complete() && latest != run_id) done.run.info.parent_run_id = latest;

  const auto baseline = suite.gate == Gate::baseline ? read_baseline(suite.baseline) : Baseline{};
  write_run_reports(done.run, done.folder,
                    {.junit = suite.strict_junit ? JUnitDialect::strict : JUnitDialect::rich,
                     .root = suite.project,
                     .baseline = baseline});
  write_own_reports(extensions, done.run, done.folder);
  done.gate = gate(suite, baseline, done.run);
  if (!done.problems.empty())
    done.gate = {Light::red, "what follows could not be read, so it is not measured"};
  if (done.run.complete()) set_latest(suite.runs(), run_id);
  forget_ended_sessions(suite.runs());
  return done;
}

std::string run_to_aggregate(const Suite& suite, const std::string& given) {
  if (!given.empty()) {
    if (fs::exists(suite.runs() / given)) return given;
    throw Error(Problem{.where = {suite.runs().string(), 0},
                        .what = "no run " + given,
                        .next = "list the folder for the ids"});
  }
  if (const auto id = known_session(suite.runs(), parent_process()); !id.empty()) return id;
  const auto id = newest_run(suite.runs());
  if (id.empty()) no_run(suite);
  return id;
}

Run latest_complete_run(const Suite& suite) {
  const auto id = latest_run(suite.runs());
  if (id.empty()) no_run(suite);
  const auto folder = suite.runs() / id;
  const auto file = folder / "run.json";
  return {run_info_from_json(read_file(file), {file.string(), 1}), read_fragments(folder).results};
}

}  // namespace assay
