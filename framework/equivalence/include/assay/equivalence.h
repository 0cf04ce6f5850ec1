// SPDX-License-Identifier: Apache-2.0
// Are two command lines the same? Proven by bringing both into a canonical form, never guessed.
//
// Equivalent means: for every file tree, every value of variables and every standard input, on GNU/Linux with
// bash 5 in its usual state, the same standard output, exit status, final file tree and shell state. The text
// on standard error, access times and timing are ignored. docs/equivalence.md describes the rules, one by
// one.
//
// Pure and re-entrant; nothing is thrown for any input.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

class UtilityTables;

enum class Equivalence {
  equivalent,     // proven
  conditionally,  // proven under `assumptions`
  different,      // both were understood, and the first difference is named
  unknown,        // something was not understood, or no rule leads from one to the other
};
std::string_view to_string(Equivalence verdict);

// Bytes [begin, end) of a command.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

enum class Side { a, b };

// One rule that brought a command into its canonical form.
struct Step {
  std::string rule;    // its id in docs/equivalence.md
  std::string detail;  // the words it was applied to
  double score = 1.0;  // what a proof that needs it is worth
  Side side = Side::a;
};

struct Comparison {
  Equivalence verdict = Equivalence::unknown;
  double score = 0.0;  // the score of the weakest rule needed; 0.0 if not proven
  // The rung at which both forms are the same: exact, whitespace, quoting, flag_order, aliases, values,
  // utility, rewrite, output; "none" if there is none.
  std::string method = "none";
  // Ids, each once, in the order of their rungs, without those that both sides share.
  std::vector<std::string> rules;
  std::vector<std::string> assumptions;  // sentences; only if `conditionally`
  std::vector<Step> steps;               // of both sides, without those that they share
  std::string why;                       // one line
  // Shell text if it parses; otherwise the text itself.
  std::string canonical_a, canonical_b;
  // The first difference, if not proven and it can be located; else the place where the text does not parse.
  std::optional<TextRange> first_a, first_b;
};

enum class Detail {
  verdict,  // only verdict, score and method: quick
  full,
};

struct EquivalenceOptions {
  const UtilityTables* tables = nullptr;  // null: only the compiled-in ones
  Detail detail = Detail::full;
};

Comparison compare(std::string_view a, std::string_view b, const EquivalenceOptions& options = {});

// The canonical form by strict rules (all but those with assumptions): equal texts mean equivalent commands.
// The text itself if it does not parse, or if its form would be parsed as another.
std::string canonical_form(std::string_view command, const EquivalenceOptions& options = {});

struct CommandPair {
  std::string_view a, b;
};

// A rule as docs/equivalence.md lists it.
struct RuleText {
  std::string_view id;
  std::string_view method;
  double score = 1.0;
  std::string_view assumption;  // empty for strict rules
  std::string_view meaning;     // a clause in Markdown
  CommandPair same;             // two commands that it proves the same
  CommandPair apart;            // two that look alike and differ
};
std::span<const RuleText> equivalence_rules();

}  // namespace assay
