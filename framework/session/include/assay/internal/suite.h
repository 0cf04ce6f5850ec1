// SPDX-License-Identifier: Apache-2.0
// What a suite is: what is asked, of whom, how answers are graded, and what makes the whole red. Suites of
// CMake and `assay run` fill it in, each in its way, and are then run alike.
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

// Where answers come from.
struct ToolSource {
  enum class Kind {
    description,  // a file that says how a program is called
    recording,    // a file of answers
    known,        // the name of a ready description
    command,      // the words of a command line, as a shell would read them
  } kind = Kind::description;
  std::string place;

  // The file that is read; empty: none is.
  std::filesystem::path file() const {
    return kind == Kind::description || kind == Kind::recording ? place : "";
  }
};

struct Suite {
  std::string name;            // empty: as its datasets are called
  std::filesystem::path file;  // that says all this, for messages; empty: a command line did
  std::vector<std::filesystem::path> datasets;
  ToolSource tool;
  std::optional<std::chrono::milliseconds> timeout;  // of one answer; none: the tool's
  std::vector<std::string> levels;                   // names; empty: the default ones of the datasets' kind
  std::optional<EvaluationTerms> profile;            // in place of levels; its question is `fulfils`
  std::vector<ExecLevel> exec_levels;                // that `levels` may name beside others
  Backends backends;                                 // of the levels
  std::vector<std::filesystem::path> table_places;   // that they are read from
  ReplyUse tool_replies = ReplyUse::forgo;           // of a tool that is a model on a server
  std::filesystem::path reply_store;                 // where its replies are kept; empty: nowhere
  std::shared_ptr<Budget> budget;                    // of asking it; null: none
  double min_score = 0.8;
  Question question = Question::equivalent;
  Gate gate = Gate::strict;
  double min_mean = 0.7;           // of Gate::mean
  std::filesystem::path baseline;  // of Gate::baseline
  unsigned jobs = 4;
  unsigned grading_jobs = 0;            // EvaluateOptions::grading_jobs
  int repeat = 1;                       // attempts of each case; the last one decides
  std::filesystem::path project = ".";  // reports name files relative to it; its checkout is the run's commit
  std::filesystem::path output;         // runs/ lies here; empty: no reports
  std::filesystem::path store;          // empty: none
  JUnitDialect junit = JUnitDialect::rich;

  std::filesystem::path runs() const { return output / "runs"; }
};

// A program and its arguments, as a shell would read them; nothing is expanded. Throws Error where it is more
// than that.
std::vector<std::string> program_words(const std::string& text);

// Under the suite's own timeout. Throws Error naming what is wrong, and where.
Tool read_suite_tool(const Suite& suite);

// How long a case that says nothing may take.
std::chrono::milliseconds timeout_of(const Suite& suite, const Tool& tool);

// The user's utility tables, read later, when something needs them; null where there are none.
OwnTables tables_at(const std::vector<std::filesystem::path>& places);
// With these tables, a sandbox that is opened when a level first runs something, a similarity model that is
// loaded when a level first asks it, and a judge that is asked then; none where no folder or service is
// named. Vectors and what the judge said are kept in `store`; empty: nowhere. Throws Error where the service
// cannot be used.
Backends backends_at(const std::vector<std::filesystem::path>& table_places, LikenessPlace model = {},
                     const std::filesystem::path& store = {}, std::optional<JudgeService> judge = {});

}  // namespace assay
