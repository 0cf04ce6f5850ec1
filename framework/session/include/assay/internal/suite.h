// SPDX-License-Identifier: Apache-2.0
// A suite: what is asked, which tool is asked, how answers are graded, and when the whole is red. CMake
// suites and `assay run` fill it in differently and then run it the same way.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "assay/exec_level.h"
#include "assay/internal/likeness.h"
#include "assay/judge.h"
#include "assay/result.h"
#include "assay/run_reports.h"
#include "assay/tool.h"

namespace assay {

// The source of the answers.
struct ToolSource {
  enum class Kind {
    description,  // a file that says how to call a program
    recording,    // a file of answers
    known,        // the name of a ready description
    command,      // a command line, split as by a shell
  } kind = Kind::description;
  std::string place;

  // The file to read; empty if there is none.
  std::filesystem::path file() const {
    return kind == Kind::description || kind == Kind::recording ? place : "";
  }
};

// The source that a user's words mean: a file with a description, a ready description, or a command line.
// Throws Error if they mean none, or a program without the way to call it.
ToolSource tool_source(const std::string& words);

// Scripts, binaries, and any other executable file that is not a description.
bool is_program(const std::filesystem::path& file);

struct Suite {
  std::string name;            // empty: named after its datasets
  std::filesystem::path file;  // where the suite is defined, for messages; empty: on a command line
  std::vector<std::filesystem::path> datasets;
  ToolSource tool;
  std::optional<std::chrono::milliseconds> timeout;  // for one answer; empty: the tool's
  std::vector<std::string> levels;                   // names; empty: the defaults for the kind of datasets
  std::optional<EvaluationTerms> profile;            // instead of levels; its question is `fulfils`
  std::vector<ExecLevel> exec_levels;                // may be named in `levels` besides the built-in ones
  Backends backends;                                 // for the levels
  std::vector<std::filesystem::path> table_places;   // the files and folders of the tables
  ReplyUse tool_replies = ReplyUse::forgo;           // for a tool that is a model on a server
  std::filesystem::path reply_store;                 // where its replies are stored; empty: nowhere
  std::shared_ptr<Budget> budget;                    // for asking it; null: none
  double min_score = 0.8;
  Question question = Question::equivalent;
  Gate gate = Gate::strict;
  double min_mean = 0.7;           // for Gate::mean
  std::filesystem::path baseline;  // for Gate::baseline
  UnmeasuredCases unmeasured = UnmeasuredCases::skip;
  unsigned jobs = 4;
  unsigned grading_jobs = 0;            // EvaluateOptions::grading_jobs
  int repeat = 1;                       // attempts of each case; the last one decides
  std::filesystem::path project = ".";  // reports name files relative to it; its checkout is the run's commit
  std::filesystem::path output;         // the parent of runs/; empty: no reports
  std::filesystem::path store;          // empty: none
  JUnitDialect junit = JUnitDialect::rich;

  std::filesystem::path runs() const { return output / "runs"; }
};

// A program and its arguments, split as by a shell; nothing is expanded. Throws Error if the text is more
// than that.
std::vector<std::string> program_words(const std::string& text);

// Applies the suite's timeout. Throws Error that names what is wrong, and where.
Tool read_suite_tool(const Suite& suite);

// The time limit of a case that sets none.
std::chrono::milliseconds timeout_of(const Suite& suite, const Tool& tool);

// What holds in worlds that name nothing else.
struct WorldTerms {
  std::string userland;                       // of worlds that name none; empty: this machine's
  std::chrono::milliseconds timeout{10'000};  // of an accepted command
};

// With the user's utility tables, read on first use, a sandbox opened when a level first runs something, and
// a similarity model and a judge that are loaded or asked when a level first needs them; neither exists if no
// model or service is named. Vectors and the judge's replies are kept in `store`, or nowhere if it is empty.
// Throws Error if the service cannot be used.
Backends backends_at(const std::vector<std::filesystem::path>& table_places, LikenessPlace model = {},
                     const std::filesystem::path& store = {}, std::optional<JudgeService> judge = {},
                     const WorldTerms& worlds = {});

}  // namespace assay
