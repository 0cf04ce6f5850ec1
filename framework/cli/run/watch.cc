// SPDX-License-Identifier: Apache-2.0
// `assay watch`: asks and grades cases again whenever one of their inputs changes.
#include "assay/internal/watch.h"

#include <fmt/format.h>

#include <iostream>
#include <optional>

#include "assay/internal/case_part.h"
#include "assay/internal/fixture.h"
#include "assay/internal/interruption.h"
#include "assay/internal/subject.h"
#include "assay/internal/text.h"
#include "run/run.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

Backends with_tables(Backends backends, OwnTables tables) {
  backends.tables = std::move(tables);
  return backends;
}

// The files of worlds that cases name; for folders, with all subfolders.
void add_worlds(std::vector<fs::path>& files, const CaseStore& cases) {
  CaseLevels named;
  for (const Case& each : cases.all()) named.add(each);
  for (const auto& [name, place] : named.worlds) {
    std::error_code unknown;
    files.push_back(place);
    for (const auto& entry : fs::recursive_directory_iterator(place, unknown))
      if (entry.is_directory(unknown)) files.push_back(entry.path());
  }
}

// Keeps backends that are expensive to open: the sandbox, the model, the judge.
class Plans {
 public:
  explicit Plans(const WatchDatasets& options) : options_(options.run) {}

  // The plan for the current files. Throws Error if one is invalid.
  Plan read() {
    Suite suite = suite_of(options_);
    if (kept_) suite.backends = with_tables(*kept_, suite.backends.tables);
    Plan plan = plan_run(suite);
    select_part(plan.cases, options_.part, options_.place, plan.info.suite,
                [](const std::string& text) { std::cerr << text; });
    kept_ = suite.backends;
    return plan;
  }

  // The files named on the command line and those of the tool.
  std::vector<fs::path> files_of(const Plan& plan) const {
    std::vector<fs::path> files(options_.datasets);
    files.insert(files.end(), options_.settings.tables.begin(), options_.settings.tables.end());
    if (!plan.tool.description.empty()) files.push_back(plan.tool.description);
    std::error_code unknown;
    if (fs::exists(plan.info.tool_path, unknown)) files.emplace_back(plan.info.tool_path);
    const auto* program = std::get_if<Program>(&plan.tool.how);
    for (const auto& [name, digest] : plan.info.tool_files) files.push_back(fs::path(program->cwd) / name);
    add_worlds(files, plan.cases);
    return files;
  }

 private:
  RunDatasets options_;
  std::optional<Backends> kept_;
};

// The differences, such as "dataset set, tool".
std::string changes_between(const RunInfo& before, const RunInfo& now) {
  std::string text;
  for (const auto& difference : differences(before, now))
    text += (text.empty() ? "" : ", ") + one_line(described(difference));
  return text.empty() ? "times or rights of files" : text;
}

void print_first(const Plan& plan, const WatchedCases::Round& round) {
  std::cout << fmt::format("assay watch {}: tool {}, {}\n", one_line(plan.info.suite),
                           one_line(plan.info.tool), counted(round.asked, "case"));
  for (const auto& change : round.changes)
    if (change.now->grade.status != Status::pass) std::cout << "  " << to_string(change) << "\n";
}

void print_next(const std::string& what, const WatchedCases::Round& round) {
  std::cout << fmt::format("\nchanged: {}; {} asked again, {} graded again\n", what, round.asked,
                           round.graded);
  for (const auto& change : round.changes) std::cout << "  " << to_string(change) << "\n";
  if (round.changes.empty()) std::cout << "  all came out as before\n";
}

void print_counts(const Counts& counts) {
  std::cout << fmt::format("  {} pass, {} miss, {} unmeasured\n", counts.pass, counts.miss, counts.unmeasured)
            << std::flush;
}

// One watched suite.
class Session {
 public:
  explicit Session(const WatchDatasets& arguments) : plans_(arguments) {}
  ~Session() { end_fixture(); }
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  // Runs until `stop`. Throws Error if the suite is invalid at first; later, that is reported and waited out.
  void run(const std::stop_token& stop) {
    files_.add(plans_.files_of(plans_.read()));
    do {
      if (auto plan = read()) follow(*std::move(plan), stop);
    } while (files_.wait(stop));
  }

 private:
  std::optional<Plan> read() {
    try {
      Plan plan = plans_.read();
      while (files_.add(plans_.files_of(plan))) plan = plans_.read();  // they may have changed unwatched
      return plan;
    } catch (const Error& error) {
      std::cerr << error.what() << "\n";
      return std::nullopt;
    }
  }

  void follow(Plan plan, const std::stop_token& stop) {
    if (!fixture_ || asks_otherwise(*last_, plan.info)) {
      end_fixture();
      fixture_.emplace(plan.tool, fs::path());
    }
    fixture_->take_part(plan.options);
    const auto round = cases_.follow(plan, stop);
    if (!stop.stop_requested()) print(plan, round);
    last_ = plan.info;
  }

  void print(const Plan& plan, const WatchedCases::Round& round) const {
    if (!last_)
      print_first(plan, round);
    else if (round.asked + round.graded == 0 && round.changes.empty())
      return;
    else
      print_next(changes_between(*last_, plan.info), round);
    print_counts(cases_.counts());
  }

  void end_fixture() {
    if (!fixture_) return;
    for (const auto& problem : fixture_->end()) std::cerr << to_string(problem) << "\n";
    fixture_.reset();
  }

  Plans plans_;
  FileWatch files_;
  WatchedCases cases_;
  std::optional<RunInfo> last_;
  std::optional<RunningFixture> fixture_;
};

}  // namespace

int perform(const WatchDatasets& options) {
  check_servers(options.run);
  const Interruption interruption("\n");
  {
    Session session(options);
    session.run(interruption.token());
  }
  interruption.end_if_stopped();
  return kPassed;
}

}  // namespace assay::cli
