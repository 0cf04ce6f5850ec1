#include "subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <set>

#include "assay/internal/json.h"
#include "assay/internal/origin.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

void add_stamp(std::string& all, const fs::path& file) {
  const auto stamp = stamp_of(file).value_or(FileStamp{});
  all += fmt::format("\n{} {} {}", file.string(), stamp.size, stamp.modified_ns);
}

// A table, or a folder of them; what else an editor leaves in there is none.
void add_tables(std::string& all, const fs::path& place) {
  std::error_code error;
  if (!fs::is_directory(place, error)) return add_stamp(all, place);
  std::set<fs::path> files;
  for (const auto& entry : fs::directory_iterator(place, error))
    if (entry.path().extension() == ".json") files.insert(entry.path());
  for (const auto& file : files) add_stamp(all, file);
}

fs::path pin_in(const fs::path& run_folder) { return run_folder / "fragments" / ".subject"; }

}  // namespace

std::string subject_of(const Suite& suite, const Tool& tool, const CaseIndex& index) {
  std::string all = suite.tool_name;
  for (const auto& file : index.files) all += "\n" + file.info.file + " " + file.info.sha256;
  add_stamp(all, suite.file);
  if (!suite.tool.empty()) add_stamp(all, suite.tool);
  for (const auto& place : suite.table_places) add_tables(all, place);
  if (const auto* program = std::get_if<Program>(&tool.how)) {
    add_stamp(all, program_file(program->argv.front()));
    if (program->argv.size() > 1) add_stamp(all, fs::path(program->cwd) / program->argv[1]);
  }
  return fmt::format("{:016x}", std::hash<std::string>{}(all));
}

void pin_subject(const fs::path& run_folder, const std::string& subject) {
  if (!stamp_of(pin_in(run_folder))) write_file_atomically(pin_in(run_folder), subject);
}

void check_subject(const fs::path& run_folder, const std::string& subject) {
  std::error_code error;
  if (fs::exists(run_folder / "run.json", error)) return;  // that says what it was of
  const auto pin = pin_in(run_folder);
  if (fs::exists(pin, error) && read_file(pin) == subject) return;
  throw Error(Problem{.where = {run_folder.string(), 0},
                      .what =
                          "this run is not of the datasets, the tool, the tables and the options that the "
                          "suite has now: its results stay in fragments/, and no report is made of them",
                      .next = "run ctest again"});
}

void check_current(const Suite& suite, const CaseIndex& index) {
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
                      .what = "this dataset is not what it was when its cases were listed",
                      .next = "run ctest again"});
}

}  // namespace assay
