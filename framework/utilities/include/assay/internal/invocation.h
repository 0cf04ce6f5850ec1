// SPDX-License-Identifier: Apache-2.0
// A utility's arguments, read by its table: which are options, values, operands, an inner command.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"

namespace assay {

// How much of an argument is known before it is run.
enum class Known : std::uint8_t {
  literal,   // one argument, `text` is all of it
  one_word,  // one argument that begins with `text` ("$x": with nothing)
  glob,      // any number of arguments, each of which begins with `text` (dir/*.c)
  split,     // any number of arguments, the first of which begins with `text` ($x)
};

struct Argument {
  std::string_view text;  // not owned
  Known known = Known::literal;
};

enum class Spelling : std::uint8_t {
  letter,       // -a, also in a cluster
  word,         // a long name in full: --all, -name
  abbreviated,  // --al
  numeric,      // -5
  bundle,       // tar xf, ps aux
  key,          // dd bs=1
};

enum class ValueForm : std::uint8_t { none, attached, equals, separate };

struct OptionValue {
  std::string_view text;  // what is known of it; lives as long as the arguments and the utility
  Known known = Known::literal;
  ValueForm form = ValueForm::none;
  std::uint32_t argument = 0;  // where it stands
  std::uint32_t offset = 0;    // and from which byte of that argument
};

struct ParsedOption {
  OptionId id = no_option;
  std::uint32_t argument = 0;  // where its name stands
  Spelling spelling = Spelling::letter;
  OptionValue value;   // form none: no value
  OptionValue second;  // Arity::pair only
};

// Positions count from the first argument behind the utility's name.
struct ParsedInvocation {
  const Utility* utility = nullptr;
  std::vector<ParsedOption> options;    // in order
  std::vector<std::uint32_t> operands;  // in order; without those of an inner command or an expression
  // The "--" that ended the options; an operand too where Utility::dashes_matter.
  std::optional<std::uint32_t> dashes;
  // Wrappers and sub-commands: where the inner command (its name) begins.
  InnerForm inner = InnerForm::none;
  std::optional<std::uint32_t> inner_at;
  const Utility* subcommand = nullptr;         // InnerForm::subcommand: reads the arguments after inner_at
  std::optional<std::uint32_t> expression_at;  // find: where the expression begins

  // The first argument that the table cannot explain: an unknown option, an ambiguous abbreviation, a missing
  // or forbidden value, an unknown sub-command. What is said of later arguments is then worth nothing:
  // compare the arguments as they stand.
  std::optional<std::uint32_t> unknown_at;
  // The first argument that might turn out to be an option, or several arguments.
  // It and what follows is read as if it were one operand (or one value); a
  // caller may use that under the assumption that it is, else as unknown_at.
  std::optional<std::uint32_t> uncertain_at;

  bool certain() const { return !unknown_at && !uncertain_at; }
  bool has(OptionId id) const;
};

ParsedInvocation parse_options(const Utility& utility, std::span<const Argument> arguments);
// The same into an object whose memory is reused.
void parse_options(const Utility& utility, std::span<const Argument> arguments, ParsedInvocation& into);

// Whether `first` and `second`, next to each other, may change places (among the options: operands aside).
bool commute(const Utility& utility, const ParsedOption& first, const ParsedOption& second);

// Whether `earlier` has no effect if `later` follows it, with nothing between
// them that does not commute with `earlier`. Looks at values only as far as
// equality; a value that the utility would refuse is the caller's concern.
bool overrides(const Utility& utility, const ParsedOption& later, const ParsedOption& earlier);

// Brings options into the one order that all their harmless rearrangements
// share, without those that later ones override. Positional options keep
// their place among each other only: the caller must see to the operands.
void settle(const Utility& utility, std::vector<ParsedOption>& options);

// Why an invocation is not POSIX.1-2017's.
struct BeyondPosix {
  std::optional<std::uint32_t> argument;  // none: the utility itself
  std::string what;                       // for people: "ls -G is not in POSIX"
  std::string instead;                    // the standard's spelling where it has one: "-a"; else empty
};
// Empty where nothing speaks against it.
std::vector<BeyondPosix> beyond_posix(const ParsedInvocation& parsed, std::span<const Argument> arguments);

}  // namespace assay
