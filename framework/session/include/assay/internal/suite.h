// SPDX-License-Identifier: Apache-2.0
// A suite: what is asked, which tool is asked, how answers are graded, and when the whole is red. CMake
// suites and `assay run` fill it in differently and then run it the same way.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/grading.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "assay/internal/sandbox.h"
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

// The source that a user's words mean: a file with a description, a ready description, a program, which is
// called with the prompt as its argument, or a command line. Throws Error if they mean none.
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
  std::string userland;                           // of worlds that name none; empty: this machine's
  std::vector<std::string> other_userlands;       // LabOptions::other_userlands
  std::chrono::milliseconds timeout{10'000};      // of an accepted command
  std::optional<double> minimum_power;            // LabOptions::minimum_power
  std::shared_ptr<sandbox::EffectCache> effects;  // LabOptions::effects
};

// Whether anyone but assay runs under the user's name meanwhile, who could write what is kept for later.
enum class Trusts {
  itself,      // no tool is started
  no_program,  // a tool is started, which could write whatever its user can
};
// The user's kept effects. Null if the user has no cache, or if a tool is started and could write them:
// whoever can do that could make its answers right.
std::shared_ptr<sandbox::EffectCache> kept_effects(Trusts trusts);
// "412 of 430 effects known\n": of the commands that this process was to run in worlds; empty if none are
// kept.
std::string effects_line();

// With the user's utility tables, read on first use, a sandbox opened when a level first runs something, and
// a similarity model and a judge that are loaded or asked when a level first needs them; neither exists if no
// model or service is named. Vectors and the judge's replies are kept in `store`, or nowhere if it is empty.
// Throws Error if the service cannot be used.
Backends backends_at(const std::vector<std::filesystem::path>& table_places, LikenessPlace model = {},
                     const std::filesystem::path& store = {}, std::optional<JudgeService> judge = {},
                     const WorldTerms& worlds = {});

// The settings of a suite as its user gives them: as options of the program, or as members of suite.json,
// which assay_add_suite() writes. Both fill in SuiteSettings by one table, cmake/suite_settings.json, from
// which CMake writes suite_settings_table.h; suite_of() turns them into what runs.

enum class SettingKind {
  text,
  url,
  word,      // one of SettingFacts::words
  names,     // a list
  programs,  // names, each with a program and its arguments
  place,     // a file or a folder
  file,
  places,
  share,    // 0 to 1
  amount,   // from 0
  seconds,  // from 0
  count,    // a whole number
  budget,   // an amount
};

// What the table says of a setting.
struct SettingFacts {
  std::string_view name;    // "min_score": the option --min-score, MIN_SCORE in CMake
  std::string_view member;  // of suite.json
  std::string_view in;      // " suite run ": who has it; suite: assay_add_suite(); the others are subcommands
  SettingKind kind = SettingKind::text;
  std::string_view value;         // what help calls its value; may be empty
  std::string_view words;         // "use,only,off"
  std::string_view needs;         // the name of another setting
  std::string_view excludes;      // names, separated by blanks
  std::string_view short_option;  // "-j"; may be empty
  std::string_view text;          // one sentence, for help and documents
  std::string_view must;          // "a number from 0 to 1": what a value must be, for messages; may be empty
  double least = 0;               // of a number
  double most = 0;                // 0: there is no bound

  constexpr bool is_in(std::string_view user) const {
    for (std::size_t at = in.find(user); at != in.npos; at = in.find(user, at + 1))
      if (in[at - 1] == ' ' && in[at + user.size()] == ' ') return true;
    return false;
  }
};

#include "assay/internal/suite_settings_table.h"

// The row of a setting; a name that the table lacks does not compile.
consteval const SettingFacts& setting(std::string_view name) {
  for (const SettingFacts& each : kSuiteSettings)
    if (each.name == name) return each;
  throw "the table has no such setting";
}

std::vector<std::string> setting_words(const SettingFacts& setting);

// Reads members of suite.json and remembers its place for messages. assay_add_suite() writes the file, so a
// fault means that it was edited or is of another version: the message says to configure again.
class SuiteMembers {
 public:
  SuiteMembers(const JsonValue& object, std::string file) : object_(object), file_(std::move(file)) {}

  // Each throws Error if the member is missing or of another kind.
  std::string text(std::string_view key) const;
  double number(std::string_view key) const;
  std::vector<std::string> texts(std::string_view key) const;
  std::vector<ExecLevel> programs(std::string_view key) const;

  // Null if it is missing.
  const JsonValue* find(std::string_view key) const;
  // Throws Error about the member, or about a value in it.
  [[noreturn]] void wrong(std::string_view key, std::string_view expected,
                          const JsonValue* at = nullptr) const;

  // Throws Error if there is a member that nothing has looked for.
  void expect_no_others() const;

 private:
  const JsonValue& object_;
  std::string file_;
  mutable std::set<std::string, std::less<>> sought_;
};

// The settings that are in the file; an empty text stands for one that is not. Throws Error if one is not
// what the table says.
SuiteSettings read_settings(const SuiteMembers& members);

// Parses what --exec-level takes, NAME=PROGRAM. Throws Error if there is no name, or no program with its
// arguments.
ExecLevel exec_level_from(const std::string& text);

// What runs. `store`: for vectors, replies of models and of the judge; empty: nowhere. Throws Error for a
// setting that cannot be used: an invalid server, a price that is none, a calibration without a model.
// Effects are kept unless the settings say no_cache.
Suite suite_of(const SuiteSettings& settings, const std::filesystem::path& store,
               Trusts trusts = Trusts::no_program);

// Its parts, for commands that run no suite.
EvaluationTerms terms_of(const SuiteSettings& settings);
LikenessPlace model_of(const SuiteSettings& settings);
Backends backends_of(const SuiteSettings& settings, const std::filesystem::path& store,
                     Trusts trusts = Trusts::itself);

}  // namespace assay
