// SPDX-License-Identifier: Apache-2.0
// What every normaliser is given: the arena, how far it may go, and where it says what it did.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

#include "assay/internal/utilities.h"
#include "rules.h"
#include "tree/term.h"

namespace assay::equivalence {

// Which shell reads a text.
enum class Dialect : std::uint8_t {
  bash,
  posix,  // sh: no dialect's own words are understood
};

struct Context {
  Arena& arena;
  Rung rung = Rung::output;
  const UtilityTables* tables = nullptr;
  Trace* trace = nullptr;
  Dialect dialect = Dialect::bash;
  bool in_shell = true;          // the shell itself runs what is read, so its builtins are meant
  bool lists_processes = false;  // and so may see how its neighbours are written
  bool reads_status = false;     // $? is somewhere in the script
  bool changed_shell = false;    // the script changes how the shell reads or finds commands
  bool shows_errors = false;     // the script leads standard error to where somebody may look
  bool declares = false;         // some variables may have attributes: read-only, integer, upper case
  int runs = 0;                  // of simple commands in the script; a loop and a function count as many
  bool defaults_hold = true;     // nothing in the environment sets an option's default
  std::pmr::vector<std::string_view> functions;        // defined by the script
  std::pmr::vector<std::string_view> plain_variables;  // of loops around: single words that nothing splits
  bool is_top = true;                                  // at the commands of the script itself
  // Nothing looks at the exit status of what is read but who asked for the whole.
  bool status_is_last = false;
  int depth = 0;                      // of commands in commands
  const RuleSet* left_out = nullptr;  // null: none

  explicit Context(Arena& owner) : arena(owner), functions(owner.memory()), plain_variables(owner.memory()) {}

  bool allows(Rule rule) const {
    const bool is_left_out = left_out && left_out->test(static_cast<std::size_t>(rule));
    return info(rule).rung <= rung && !is_left_out;
  }
  void note(Rule rule, std::string_view detail) {
    if (trace) trace->applied.push_back({rule, std::string(detail), {}, {}});
  }
  void note(Rule rule, const Term& detail) {
    if (trace) trace->applied.push_back({rule, print(detail), {}, {}});
  }
  // What the rule takes for granted is said of `subject`. Where there are several things to assume of it,
  // `value` says which: two values for one subject are a contradiction.
  void assume(Rule rule, const Term& subject, std::string_view value = {}) {
    if (!trace) return;
    std::string name = print(subject);
    std::string detail = value.empty() ? name : name + ": " + std::string(value);
    trace->applied.push_back({rule, std::move(detail), std::move(name), std::string(value)});
  }
  // Whether the script defines a function of that name.
  bool defines(std::string_view name) const { return std::ranges::find(functions, name) != functions.end(); }
  const Utility* find(std::string_view name) const {
    return tables ? tables->find(name) : find_utility(name);
  }
};

constexpr int kMaxDepth = 24;

}  // namespace assay::equivalence
