// SPDX-License-Identifier: Apache-2.0
// A utility's arguments, classified by its table: options, values, operands, an inner command.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/utilities.h"

namespace assay {

// How much of an argument is known before the command runs.
enum class Known : std::uint8_t {
  literal,   // one argument; `text` is all of it
  one_word,  // one argument that begins with `text` ("$x": empty text)
  glob,      // any number of arguments, each beginning with `text` (dir/*.c)
  split,     // any number of arguments, the first beginning with `text` ($x)
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
  std::string_view text;  // the known part; valid as long as the arguments and the utility
  Known known = Known::literal;
  ValueForm form = ValueForm::none;
  std::uint32_t argument = 0;  // index of the argument that contains it
  std::uint32_t offset = 0;    // byte offset in that argument
};

struct ParsedOption {
  OptionId id = no_option;
  std::uint32_t argument = 0;  // index of the argument that contains its name
  Spelling spelling = Spelling::letter;
  OptionValue value;   // form none: no value
  OptionValue second;  // Arity::pair only
};

// Positions count from the first argument after the utility's name.
struct ParsedInvocation {
  const Utility* utility = nullptr;
  std::vector<ParsedOption> options;    // in order
  std::vector<std::uint32_t> operands;  // in order; not those of an inner command or an expression
  // The "--" that ended the options; also an operand if Utility::dashes_matter.
  std::optional<std::uint32_t> dashes;
  // Wrappers and subcommands: position of the inner command (its name).
  InnerForm inner = InnerForm::none;
  std::optional<std::uint32_t> inner_at;
  const Utility* subcommand = nullptr;         // InnerForm::subcommand: reads the arguments after inner_at
  std::optional<std::uint32_t> expression_at;  // find: where the expression begins

  // The first argument that the table cannot explain: an unknown option, an ambiguous abbreviation, a missing
  // or forbidden value, an unknown subcommand. The reading of later arguments is then meaningless: compare
  // the arguments as they stand.
  std::optional<std::uint32_t> unknown_at;
  // The first argument that might turn out to be an option, or several arguments. It and the rest are read as
  // if it were one operand (or one value). A caller may rely on that as an assumption, or treat this like
  // unknown_at.
  std::optional<std::uint32_t> uncertain_at;

  bool has(OptionId id) const;
};

ParsedInvocation parse_options(const Utility& utility, std::span<const Argument> arguments);
// Same, but reuses the memory of `into`.
void parse_options(const Utility& utility, std::span<const Argument> arguments, ParsedInvocation& into);

// Whether an inner command is possible with the options that are given (InnerRule::with, unless).
bool inner_applies(const ParsedInvocation& parsed);

// Whether it has an option with which a utility prints something about itself and ends (--help). `arguments`
// are those that were parsed.
bool only_informs(const ParsedInvocation& parsed, std::span<const Argument> arguments);

// The programs in the utility's own language among its arguments (awk: the first, or none with -f), if the
// table names that language.
std::vector<std::string_view> programs_in(const ParsedInvocation& parsed,
                                          std::span<const Argument> arguments);

// Whether the adjacent `first` and `second` may change places (considering options only, not operands).
bool commute(const Utility& utility, const ParsedOption& first, const ParsedOption& second);

// Whether `earlier` has no effect if `later` follows it with nothing between them that does not commute with
// `earlier`. Compares values for equality only; whether the utility would refuse a value is up to the caller.
bool overrides(const Utility& utility, const ParsedOption& later, const ParsedOption& earlier);

// Sorts options into the one order shared by all their harmless rearrangements, and drops those that later
// ones override. Positional options keep their order among themselves only; their order relative to operands
// is up to the caller.
void settle(const Utility& utility, std::vector<ParsedOption>& options);

// Why an invocation does not conform to POSIX.1-2017.
struct BeyondPosix {
  std::optional<std::uint32_t> argument;  // none: the utility itself
  std::string what;                       // for display: "ls -G is not in POSIX"
  std::string instead;                    // the standard's spelling, if it has one: "-a"; else empty
};
// Empty if it conforms.
std::vector<BeyondPosix> beyond_posix(const ParsedInvocation& parsed, std::span<const Argument> arguments);

}  // namespace assay
