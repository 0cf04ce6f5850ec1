// SPDX-License-Identifier: Apache-2.0
// Are two command lines equivalent? Proven by reducing both to a canonical form, never guessed.
//
// Equivalent means: for every file tree, every value of variables and every standard input, on GNU/Linux with
// bash 5 in its default state, both give the same standard output, exit status, final file tree and shell
// state. Text on standard error, access times and timing are ignored. docs/equivalence.md describes the rules
// one by one.
//
// Pure and re-entrant; no function throws, whatever the input.
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
  different,      // both were understood; the first difference is reported
  unknown,        // something was not understood, or no rule connects the two
};
std::string_view to_string(Equivalence verdict);

// Bytes [begin, end) of a command.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

enum class Side { a, b };

// One rule applied on the way to a command's canonical form.
struct Step {
  std::string rule;    // its id in docs/equivalence.md
  std::string detail;  // the words it applied to
  double score = 1.0;  // the score of a proof that needs it
  Side side = Side::a;
};

struct Comparison {
  Equivalence verdict = Equivalence::unknown;
  double score = 0.0;  // the score of the weakest rule needed; 0.0 if not proven
  // The rung at which the two forms become equal: exact, whitespace, quoting, flag_order, aliases, values,
  // utility, rewrite, output; "none" if they never do.
  std::string method = "none";
  // Ids without duplicates, in the order of their rungs, leaving out those that both sides share.
  std::vector<std::string> rules;
  std::vector<std::string> assumptions;  // sentences; only if `conditionally`
  std::vector<Step> steps;               // of both sides, leaving out those they share
  std::string why;                       // one line
  // Shell text if the command parses; otherwise the command itself.
  std::string canonical_a, canonical_b;
  // The first difference, if not proven and it can be located; or the place where the text does not parse.
  std::optional<TextRange> first_a, first_b;
};

enum class Detail {
  verdict,  // only verdict, score and method: faster
  full,
};

struct EquivalenceOptions {
  const UtilityTables* tables = nullptr;  // null: the compiled-in ones only
  Detail detail = Detail::full;
};

Comparison compare(std::string_view a, std::string_view b, const EquivalenceOptions& options = {});

// The canonical form by strict rules (those without assumptions): equal texts mean equivalent commands.
// Returns the text itself if it does not parse, or if its canonical form would parse differently.
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
  CommandPair same;             // two commands that it proves equivalent
  CommandPair apart;            // two that look alike but differ
};
std::span<const RuleText> equivalence_rules();

}  // namespace assay
