// SPDX-License-Identifier: Apache-2.0
// `assay import`: imports finished runs from their folders, and grades answers recorded elsewhere as runs.
#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string>

#include "assay/error.h"
#include "assay/internal/answers.h"
#include "assay/internal/json.h"
#include "assay/internal/perform_run.h"
#include "assay/internal/plan.h"
#include "assay/internal/reread.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "dataset/commands.h"
#include "run/run.h"
#include "terminal.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

// Adds the run to the store; no gate is applied to it.
PerformedRun stored(std::function<Run()> make, const ImportRuns& options) {
  const auto source = graded_run(std::move(make), options.place);
  return perform_run(*source);
}

int import_folders(const ImportRuns& options) {
  Store store = open_store(options.place, StoreOptions::Access::write);
  for (const auto& source : options.sources) {
    Run run = read_run(source);
    if (!options.place.suite.empty()) run.info.suite = options.place.suite;
    const bool known = store.has_run(run.info.run_id);
    const auto before = known ? store.count_results(run.info.run_id) : 0;
    stored([&] { return run; }, options);
    const auto added = store.count_results(run.info.run_id) - before;
    if (options.json)
      print_json({{"run_id", run.info.run_id}, {"suite", run.info.suite}, {"results_added", added}});
    else
      std::cout << fmt::format("run {}: {} added\n", one_line(run.info.run_id), counted(added, "result"));
  }
  return kPassed;
}

// Converts answers in another format to temporary files of recorded answers, removed on destruction.
class Translation {
 public:
  explicit Translation(const ImportRuns& options) : options_(options) {
    if (!options.reader.empty()) reader_ = reader_named(options.reader);
    if (!options.mapping.empty())
      mapping_ = convert::answer_mapping_from(fmt::format("{}", fmt::join(options.mapping, ",")));
    mapping_.rows = options.rows;
  }
  const std::optional<Tool>& reader() const { return reader_; }
  ~Translation() {
    std::error_code ignored;
    for (const auto& [made, source] : sources_) std::filesystem::remove_all(made.parent_path(), ignored);
  }
  Translation(const Translation&) = delete;
  Translation& operator=(const Translation&) = delete;

  // The file has the source's name: messages about missing answers name it, and a run without a name of its
  // own is called like it.
  std::filesystem::path translated(const std::filesystem::path& source, const std::vector<Case>& cases) {
    std::vector<convert::KnownCase> known;
    for (const Case& each : cases) known.push_back({each.id, each.prompt, each.own->outcome.has_value()});
    const auto answers = answers_in(source, known);
    for (const auto& remark : answers.remarks) print(remark);
    print_counts(source, answers);
    left_out_ += answers.left_out;
    std::string folder = (std::filesystem::temp_directory_path() / "assay-import-XXXXXX").string();
    if (!::mkdtemp(folder.data()))
      throw Error({folder, 0}, "cannot be made", "let TMPDIR name a folder that can be written");
    const auto made = std::filesystem::path(folder) / source.filename();
    sources_.emplace(made, source);
    write_file_atomically(made, reader_ ? as_printed_by(*reader_, answers.lines) : answers.lines);
    return made;
  }
  // Whether all files together are answers of a run, rather than each by itself.
  bool is_of_all_files() const { return is_transcript(*convert::answer_source_from(options_.from)); }
  // Of all files so far.
  std::size_t left_out() const { return left_out_; }
  // Faults are reported for the source, not for a temporary file.
  std::vector<RecordedRun> runs_of(const std::filesystem::path& source, const std::vector<Case>& cases) {
    const auto made = translated(source, cases);
    try {
      return read_recorded_runs(made);
    } catch (const Error& error) {
      std::vector<Problem> problems = error.problems();
      for (Problem& each : problems) each.where = {source.string(), 0};
      throw Error(std::move(problems));
    }
  }
  // The source of a converted file, or the file itself.
  std::filesystem::path source_of(const std::filesystem::path& file) const {
    const auto found = sources_.find(file);
    return found == sources_.end() ? file : found->second;
  }

 private:
  convert::Answers answers_in(const std::filesystem::path& source,
                              const std::vector<convert::KnownCase>& known) const {
    const auto format = *convert::answer_source_from(options_.from);
    if (!is_of_all_files())
      return answers_from(format, {source.string(), read_file(source)}, mapping_, known, options_.ranked);
    using enum convert::TranscriptOptions::Commands;
    std::vector<std::string> bytes;
    for (const auto& each : options_.sources) bytes.push_back(read_file(each));
    std::vector<convert::Text> texts;
    for (std::size_t i = 0; i < bytes.size(); ++i) texts.push_back({options_.sources[i].string(), bytes[i]});
    return answers_from(format, texts, known,
                        {options_.commands == "all"    ? all
                         : options_.commands == "last" ? last
                                                       : by_case});
  }

  void print(const convert::Remark& remark) const {
    if (options_.json)
      print_json({{"file", remark.where.file},
                  {"line", remark.where.line},
                  {"kind", convert::to_string(remark.kind)},
                  {"what", remark.what},
                  {"next", next_step_of(remark)}});
    else
      std::cout << fmt::format("{}: {}: {}\n", one_line(to_string(remark.where)),
                               convert::to_string(remark.kind), one_line(remark.what));
  }
  void print_counts(const std::filesystem::path& source, const convert::Answers& answers) const {
    if (options_.json) {
      Json object = {{"file", source.string()}, {"answers", answers.count}, {"left_out", answers.left_out}};
      if (convert::is_ranked(*convert::answer_source_from(options_.from))) object["absent"] = answers.absent;
      print_json(object);
    } else
      std::cout << fmt::format(
          "{}: {} of {} taken, {} left out\n",
          is_of_all_files() && options_.sources.size() > 1 ? counted(options_.sources.size(), "transcript")
                                                           : one_line(source.string()),
          answers.count, counted(answers.count + answers.left_out, "answer"), answers.left_out);
    using enum convert::RankedOptions::Absent;
    for (const auto& [run, queries] : answers.absent)
      if (!options_.json)
        std::cout << fmt::format("  {}: {} not in it, {}\n", run.empty() ? "run" : "run " + one_line(run),
                                 counted(queries, "query is", "queries are"),
                                 options_.ranked.absent == empty
                                     ? "counted as 0, as trec_eval -c does (--absent unmeasured: in no mean)"
                                     : "in no mean (--absent empty: counted as 0, as trec_eval -c does)");
    if (options_.json || answers.left_out == 0) return;
    std::set<std::string> steps;
    for (const auto& remark : answers.remarks)
      if (remark.kind == convert::Remark::Kind::left_out) steps.insert(next_step_of(remark));
    std::cout << fmt::format("  next: {}\n", fmt::join(steps, "; "));
  }
  static std::string next_step_of(const convert::Remark& remark) {
    const bool is_silent = remark.kind == convert::Remark::Kind::note;
    return remark.next.empty() && !is_silent ? "correct the faulty answers" : remark.next;
  }

  const ImportRuns& options_;
  std::optional<Tool> reader_;
  convert::Mapping mapping_;
  std::map<std::filesystem::path, std::filesystem::path> sources_;
  std::size_t left_out_ = 0;
};

std::map<std::string, RecordedAttempts> read_answers(const ImportRuns& options,
                                                     const std::vector<Case>& cases,
                                                     Translation& translation) {
  std::map<std::string, RecordedAttempts> runs;
  const bool are_together = !options.from.empty() && translation.is_of_all_files();
  const std::span sources(options.sources.data(), are_together ? 1 : options.sources.size());
  for (const auto& source : sources)
    for (auto& each :
         options.from.empty() ? read_recorded_runs(source) : translation.runs_of(source, cases)) {
      const auto [known, is_new] = runs[each.name].emplace(each.attempt, std::move(each.recording));
      if (!is_new)
        throw Error({source.string(), 0},
                    "answers of run " + each.name + " are in " +
                        translation.source_of(known->second.file).string() + " already",
                    "put the answers of a run into one file, or give each run a name");
    }
  return runs;
}

void print_imported(const RunView& run, bool json) {
  const Counts& counts = run.summary.all.counts;
  const auto& labels = run.labels;
  if (json) {
    Json object = {{"run_id", run.info.run_id}, {"suite", run.info.suite}, {"tool", run.info.tool},
                   {"pass", counts.pass},       {"miss", counts.miss},     {"unmeasured", counts.unmeasured}};
    object["labels"] = labels ? Json::parse(to_json(*labels)) : Json(nullptr);
    return print_json(object);
  }
  std::cout << fmt::format("run {}: {}: {} pass, {} miss, {} unmeasured\n", run.info.run_id,
                           one_line(run.info.tool), counts.pass, counts.miss, counts.unmeasured);
  if (labels) std::cout << "  " << describe(*labels) << "\n";
}

// It has no tool.
Suite suite_to_import(const ImportRuns& options) {
  Suite suite = suite_of(options.settings, store_of(options.place), Trusts::itself);
  suite.name = options.place.suite;
  suite.datasets = options.datasets;
  return suite;
}

int import_answers(const ImportRuns& options) {
  Translation translation(options);
  const Plan plan = plan_grading(suite_to_import(options));
  const std::vector<Case> cases = plan.cases.all();
  const auto answers = read_answers(options, cases, translation);
  for (const auto& [name, attempts] : answers) expect_answers_fit(plan, name, attempts);
  for (const auto& [name, attempts] : answers) {
    const std::filesystem::path& file = attempts.begin()->second.file;
    const auto grade = [&, &name = name, &attempts = attempts] {
      return graded_recordings(plan, name, attempts, translation.reader(), translation.source_of(file));
    };
    print_imported(stored(grade, options).view, options.json);
  }
  if (!options.json) std::cout << "store " << one_line(store_of(options.place).string()) << "\n";
  return translation.left_out() > 0 ? kFailed : kPassed;
}

}  // namespace

int perform(const ImportRuns& options) try {
  return options.datasets.empty() ? import_folders(options) : import_answers(options);
} catch (const convert::UsageError& error) {
  std::cerr << error.what() << "\n";
  return kUsage;
}

}  // namespace assay::cli
