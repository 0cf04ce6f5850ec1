// SPDX-License-Identifier: Apache-2.0
// The command line of `assay`: the subcommand and its options. Those about stored runs are in
// store_commands.h, convert and import in conversion.h.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/embedder.h"
#include "assay/evaluator.h"
#include "assay/internal/case_part.h"
#include "assay/internal/exit_status.h"
#include "assay/internal/suite_settings.h"
#include "assay/model_usage.h"
#include "assay/store.h"

namespace CLI {
class App;  // the argument parser
}

namespace assay::cli {

// Utility tables: files, or folders of *.json.
using Places = std::vector<std::filesystem::path>;

struct Explain {
  std::string a;
  std::string b;
  std::filesystem::path pairs;  // instead of a and b: one verdict per line
  Places tables;                // the user's
  std::string world;            // where to run both: a file, a ready world, or JSON; empty: nowhere
  Question question = Question::equivalent;
  std::string userland;       // of that world; empty: its own
  double world_timeout = 10;  // seconds
  bool json = false;
};

struct RunInSandbox {
  std::string world;                 // as in Explain; empty: an empty world
  std::vector<std::string> command;  // one word: a shell command; several: an argv
  bool check = false;                // instead: report what this machine can do
  bool json = false;
};

struct CheckPosix {
  std::vector<std::string> commands;
  Places tables;
  bool json = false;
};

struct Lint {
  std::vector<std::filesystem::path> datasets;
  Places tables;
  bool run = false;  // also run the commands, each in the world of its case
  bool json = false;
  std::string findings;  // the format for write_findings; empty: text
};

struct Calibrate {
  Places pairs;
  SuiteSettings settings;  // its model, whose profile is the output
  std::optional<Pooling> pooling;
  std::string columns;  // "expected=gold,right=label": differences from PairColumns
  std::string rule = "precision>=0.95";
  bool undecided = false;         // leave out pairs that the text levels decide
  std::filesystem::path profile;  // to write; empty: none
  std::filesystem::path picture;  // likewise
  std::uint64_t seed = 1;
  bool json = false;
};

enum class Format { text, markdown, json };

struct EvaluateExamples {
  std::filesystem::path data;
  std::filesystem::path output;  // a folder; empty: none
  SuiteSettings settings;
  RunPlace place;  // where vectors and the judge's answers are cached
  bool json = false;
};

struct LabelExamples {
  enum class Action { sample, score } action = Action::sample;
  Places files;                  // results.jsonl for sample; the reviewers' files for score
  std::filesystem::path key;     // written by sample, read by score
  std::filesystem::path output;  // for sample: the examples to be labelled
  std::size_t size = 100;
  std::uint64_t seed = 1;
  bool json = false;
};

struct RunDatasets {
  std::vector<std::filesystem::path> datasets;
  std::string tool;                // a description, the name of a known tool, or a command line
  std::filesystem::path recorded;  // instead of a tool
  SuiteSettings settings;          // with --min-mean, the gate is the mean score
  std::string name;                // of the run; may be empty
  RunPlace place;                  // its suite is the run's
  std::filesystem::path output;    // for reports; empty: none
  KeptOutputs keep_outputs = KeptOutputs::all;
  std::string resume;  // a killed run; empty: a new one
  std::string shard;   // "3/8", "auto", "auto/8", "none"; empty: $ASSAY_SHARD
  std::string run_id;  // empty: $ASSAY_RUN_ID
  std::string join;    // a run whose cases workers lease; empty: this process asks all of them, or a shard
  double lease = 60;   // seconds
  CasePart part;
  bool json = false;
};

// Several tools, one run each.
struct RunMatrix {
  RunDatasets each;  // its tool is replaced by each of these
  std::vector<std::string> tools;
  std::vector<std::filesystem::path> recorded;
  Format format = Format::text;
};

// Datasets that are run again whenever one of their inputs changes.
struct WatchDatasets {
  RunDatasets run;  // what to ask and how to grade; nothing is stored
};

// A first suite for a tool.
struct StartSuite {
  std::filesystem::path folder = ".";
  std::string tool;  // as in RunDatasets, or a program
  RunPlace place;    // of its first run; the suite has the tool's name
  bool json = false;
};

struct ListTools {
  std::string name;  // empty: all
  bool json = false;
};

struct ListRules {
  std::vector<std::string> names;  // ids; empty: all
  bool markdown = false;           // the tables of docs/equivalence.md
  bool json = false;
};

// A subcommand bound to its options; returns the exit status.
using Command = std::function<int()>;

// Handles --help and usage errors itself; the returned command then only yields the exit status.
Command read_command_line(int argc, char** argv);

// Performs the subcommands.
int perform(const Explain& options);
int perform(const Lint& options);
int perform(const CheckPosix& options);
int perform(const RunDatasets& options);
int perform(const RunMatrix& options);
int perform(const WatchDatasets& options);
int perform(const StartSuite& options);
int perform(const ListTools& options);
int perform(const ListRules& options);
int perform(const RunInSandbox& options);
int perform(const Calibrate& options);
int perform(const EvaluateExamples& options);
int perform(const LabelExamples& options);

// Declares each subcommand: its name, its help, and the destination of its options.
void add_run(CLI::App& app, RunDatasets& options);
void add_matrix(CLI::App& app, RunMatrix& options);
void add_watch(CLI::App& app, WatchDatasets& options);
void add_init(CLI::App& app, StartSuite& options);
void add_explain(CLI::App& app, Explain& options);
void add_lint(CLI::App& app, Lint& options);
void add_posix(CLI::App& app, CheckPosix& options);
void add_tools(CLI::App& app, ListTools& options);
void add_rules(CLI::App& app, ListRules& options);
void add_sandbox(CLI::App& app, RunInSandbox& options);
void add_calibrate(CLI::App& app, Calibrate& options);
void add_evaluate(CLI::App& app, EvaluateExamples& options);
void add_label(CLI::App& app, LabelExamples& options);

}  // namespace assay::cli
