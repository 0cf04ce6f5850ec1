// SPDX-License-Identifier: Apache-2.0
// Are two command lines the same? Proven by bringing both into a canonical form, never guessed.
//
// Equivalent means: for every file tree, every value of variables and every standard input, on GNU/Linux with
// bash 5 in its usual state, the same standard output, exit status, final file tree and shell state. The text
// on standard error, access times and timing are not looked at. docs/equivalence.md has the rules, one by
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
  unknown,        // something was not understood, or no rule reaches from one to the other
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
  double score = 0.0;  // of the weakest rule needed; 0.0 where not proven
  // The rung at which both forms became one: exact, whitespace, quoting, flag_order, aliases, values,
  // utility, rewrite, output; "none" where they did not.
  std::string method = "none";
  // Ids, each once, in the order of their rungs; those both sides share left out.
  std::vector<std::string> rules;
  std::vector<std::string> assumptions;  // sentences; where `conditionally`
  std::vector<Step> steps;               // of both sides, those they share left out
  std::string why;                       // one line
  // Shell text where it can be; the text itself where it does not parse.
  std::string canonical_a, canonical_b;
  // The first difference, where not proven and it can be located; else where the text does not parse.
  std::optional<TextRange> first_a, first_b;
};

enum class Detail {
  verdict,  // verdict, score and method alone: quick
  full,
};

struct EquivalenceOptions {
  const UtilityTables* tables = nullptr;  // null: the compiled-in ones alone
  Detail detail = Detail::full;
};

Comparison compare(std::string_view a, std::string_view b, const EquivalenceOptions& options = {});

// The canonical form by strict rules (all but those with assumptions): equal texts mean equivalent commands.
// The text itself where it does not parse, or where its form would be read as another.
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
  CommandPair same;             // two commands that it makes one
  CommandPair apart;            // two that look alike and are not the same
};
std::span<const RuleText> equivalence_rules();

}  // namespace assay
