// SPDX-License-Identifier: Apache-2.0
// The subcommands that look at commands, datasets and what assay knows: nothing is asked of a tool.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "command_line.h"

namespace assay::cli {

struct Explain {
  std::string a;
  std::string b;
  std::filesystem::path pairs;  // instead of a and b: one verdict per line
  Places tables;                // the user's
  std::string world;            // where to run both: a file, a ready world, or JSON; empty: nowhere
  Question question = Question::equivalent;
  std::string userland;                      // of that world; empty: its own
  std::vector<std::string> other_userlands;  // in whose worlds both run as well
  double world_timeout = 10;                 // seconds
  bool no_cache = false;                     // nothing is kept of what they did
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
  bool run = false;  // also run the commands, each in the world of its case, and their near misses
  Question question = Question::equivalent;  // of near misses, where a case has none
  bool no_cache = false;                     // as in Explain
  bool json = false;
  std::string findings;  // the format for write_findings; empty: text
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

int perform(const Explain& options);
int perform(const RunInSandbox& options);
int perform(const CheckPosix& options);
int perform(const Lint& options);
int perform(const ListTools& options);
int perform(const ListRules& options);

void add_explain(CLI::App& app, Explain& options);
void add_lint(CLI::App& app, Lint& options);
void add_posix(CLI::App& app, CheckPosix& options);
void add_tools(CLI::App& app, ListTools& options);
void add_rules(CLI::App& app, ListRules& options);
void add_sandbox(CLI::App& app, RunInSandbox& options);

}  // namespace assay::cli
