// SPDX-License-Identifier: Apache-2.0
// What every normaliser is given: the arena, how far it may go, and where it records what it did.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "assay/internal/utilities.h"
#include "rules.h"
#include "tree/term.h"

namespace assay::equivalence {

// The shell that reads a text.
enum class Dialect : std::uint8_t {
  bash,
  posix,  // sh: words of no particular dialect are understood
};

// What a script does that decides which rules hold.
struct ScriptFacts {
  bool lists_processes = false;   // and so may see how its neighbours are written
  bool reads_status = false;      // the script may read the exit status of a command: $?, exit, a function
  bool changed_shell = false;     // the script changes how the shell reads or finds commands
  bool as_written = false;        // … so much that only its layout may differ
  bool shows_remembered = false;  // the script shows which programs ran before: type ls
  bool stops_on_error = false;    // bash -e: a subshell may end the script where a list would not
  bool signals_jobs = false;      // the script may reach a background process by its number
  bool shows_errors = false;      // the script sends standard error where somebody may look
  bool has_background = false;    // something in it runs in the background
  bool writes_files = false;      // some output of the script may go to a file
  bool declares = false;          // some variables may have attributes: read-only, integer, upper case
  bool sets_home = false;         // the script may change HOME, so that ~ is something else
  // A later command may see when, or in what order, files were made.
  bool shows_making = false;
  bool defaults_hold = true;  // nothing in the environment sets an option's default
};

// Where in a script the commands stand that are read.
struct Position {
  Dialect dialect = Dialect::bash;
  bool in_shell = true;         // the shell itself runs the command, so builtins are meant
  bool is_top = true;           // at the commands of the script itself
  bool status_is_last = false;  // only the caller of the whole looks at the exit status of what is read
  int depth = 0;                // nesting of commands
};

// How far a comparison may go, what it knows of utilities, and where it records what it did.
struct Aim {
  Rung rung = Rung::output;
  const UtilityTables* tables = nullptr;       // null: the compiled-in ones only
  Trace* trace = nullptr;                      // null: nothing is recorded
  std::span<const std::string_view> left_out;  // ids of rules that do not apply
};

struct Context {
  Arena& arena;
  Aim aim;
  ScriptFacts script;
  Position place;
  int runs = 0;              // simple commands in the script; a loop or a function counts as several
  bool makes_files = false;  // a command so far does
  std::pmr::vector<std::string_view> functions;        // defined by the script
  std::pmr::vector<std::string_view> plain_variables;  // of enclosing loops: single words, never split

  explicit Context(Arena& owner) : arena(owner), functions(owner.memory()), plain_variables(owner.memory()) {}

  // In a shell that reads commands differently, a rule may be wrong.
  bool allows(const Rule& rule) const {
    return !script.changed_shell && rule.rung <= aim.rung &&
           std::ranges::find(aim.left_out, rule.id) == aim.left_out.end();
  }
  void note(const Rule& rule, std::string_view detail) {
    if (aim.trace) aim.trace->applied.push_back({&rule, std::string(detail), {}, {}});
  }
  void note(const Rule& rule, const Term& detail) {
    if (aim.trace) aim.trace->applied.push_back({&rule, print(detail), {}, {}});
  }
  // Records that the rule makes an assumption about `subject`. If there are several things to assume about
  // it, `value` says which: two values for one subject contradict each other.
  void assume(const Rule& rule, const Term& subject, std::string_view value = {}) {
    if (!aim.trace) return;
    std::string name = print(subject);
    std::string detail = value.empty() ? name : name + ": " + std::string(value);
    aim.trace->applied.push_back({&rule, std::move(detail), std::move(name), std::string(value)});
  }
  // Whether a later command may see when, or in what order, that utility made its files: folders and times
  // show it.
  bool shows_work_of(std::string_view utility) const {
    return script.shows_making && utility != "rm" && utility != "rmdir";
  }
  // Whether the script defines a function of that name.
  bool defines(std::string_view name) const { return std::ranges::find(functions, name) != functions.end(); }
  const Utility* find(std::string_view name) const {
    return aim.tables ? aim.tables->find(name) : find_utility(name);
  }
};

constexpr int kMaxDepth = 24;
constexpr int kManyRuns = 1000;  // as many as a loop or a function counts in Context::runs

}  // namespace assay::equivalence
