// SPDX-License-Identifier: Apache-2.0
#include "subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "assay/internal/atomic_file.h"
#include "assay/internal/json.h"
#include "assay/internal/plan.h"
#include "assay/internal/subject.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

fs::path pin_in(const fs::path& run_folder) { return run_folder / "fragments" / ".subject"; }

}  // namespace

std::string subject_digest(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                           const CaseIndex& index) {
  std::string all = stamp_text(suite.file);
  const auto sketch = sketch_run(suite, tool, options, {infos_of(index), index.levels});
  for (const auto& [part, name, value] : subject_of(sketch))
    all += fmt::format("\n{} {} {}", static_cast<int>(part), name, value);
  return fmt::format("{:016x}", std::hash<std::string>{}(all));
}

RunInfo describe_run(const BuiltSuite& suite, const Tool& tool, const EvaluateOptions& options,
                     const CaseIndex& index, const std::string& run_id) {
  auto info =
      describe_run(suite, tool, options, {infos_of(index), index.levels}, suite.folder / "tool.sha256");
  info.run_id = run_id;
  info.repeat = suite.repeat;
  return info;
}

void pin_subject(const fs::path& run_folder, const std::string& subject) {
  if (!stamp_of(pin_in(run_folder))) write_own_file(pin_in(run_folder), subject);
}

bool is_pinned(const fs::path& run_folder, const std::string& subject) {
  const auto pin = pin_in(run_folder);
  std::error_code error;
  return !subject.empty() && fs::exists(pin, error) && read_file(pin) == subject;
}

std::string pinned_subject(const fs::path& run_folder) {
  std::error_code error;
  return fs::exists(pin_in(run_folder), error) ? read_file(pin_in(run_folder)) : "";
}

void check_subject(const fs::path& run_folder, const std::string& subject) {
  std::error_code error;
  if (fs::exists(run_folder / "run.json", error)) return;  // which records its subject
  if (is_pinned(run_folder, subject)) return;
  throw Error(Problem{.where = {run_folder.string(), 0},
                      .what =
                          "this run is not of the datasets, the tool, the tables and the options that the "
                          "suite has now: its results stay in fragments/, and no report is made of them",
                      .next = "run ctest again"});
}

void check_current(const BuiltSuite& suite, const CaseIndex& index) {
  const auto is_listed = [&](const fs::path& file) {
    const auto is_known = [&](const IndexedFile& known) {
      return known.info.file == file && stamp_of(file) == known.stamp;
    };
    const auto is_fault = [&](const Problem& problem) { return problem.where.file == file; };
    return std::ranges::any_of(index.files, is_known) || std::ranges::any_of(index.problems, is_fault);
  };
  const auto changed = std::ranges::find_if_not(suite.datasets, is_listed);
  if (changed == suite.datasets.end()) return;
  throw Error(Problem{.where = {changed->string(), 0},
                      .what = "this dataset has changed since its cases were listed",
                      .next = "run ctest again"});
}

}  // namespace assay
