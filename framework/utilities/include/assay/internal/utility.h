// SPDX-License-Identifier: Apache-2.0
// A reviewed table of one utility: which options it has, and what order, repetition and spelling of them
// mean. docs/utility-tables.md describes the JSON that tables are written in.
//
// The tables serve proofs that two commands are the same, so all of them err on one side: what is not known
// to be harmless is said to matter (Repetition::unknown, OperandOrder::kept). They describe GNU/Linux (Debian
// 12) with bash 5; a fact about POSIX is marked as such.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay {

// Position of an option in Utility::options.
using OptionId = std::uint16_t;
constexpr OptionId no_option = 0xffff;

enum class Arity : std::uint8_t {
  none,
  required,  // attached, after '=' or the next argument
  optional,  // attached or after '=' only; Option::bare is what leaving it out means
  attached,  // must be given, and attached or after '='
  pair,      // the next two arguments
  number,    // as optional, or the next argument where that begins with a digit (make -j)
};

// What giving an option again, or elsewhere among the options,
// does. Operands are another matter: see `positional`.
enum class Repetition : std::uint8_t {
  unknown,     // keeps its place among all options, and its number
  exits,       // prints and ends (--help): keeps its place among all options
  idempotent,  // again is as once
  last_wins,   // only the last one counts
  ordered,     // each one counts, in their order
  set,         // each different value counts, in any order
  counts,      // each one counts, and they are all alike (-v -v)
  once,        // a second one is an error, or not settled
};

enum class ValueKind : std::uint8_t {
  text,     // compare bytes
  integer,  // decimal digits behind an optional sign; leading zeros mean nothing, the sign does
  size,  // coreutils: integer behind an optional sign, then b (512), kB, K = KiB, MB, M = MiB … YB, Y = YiB
  duration,    // decimal number and s (or nothing), m, h, d
  mode,        // chmod's: octal or symbolic
  owner,       // chown's: [user][:[group]]
  signal,      // name with or without SIG, or number
  field_list,  // cut's: numbers and ranges, a set
  sort_key,    // sort -k's
  list,        // words separated by commas, a set
  path,
  pattern,    // regular expression or glob of the utility
  character,  // one character
  choice,     // one of Option::choices, or a text that is none of them
  script,     // a shell command line
  program,    // a program in the utility's own language (sed, awk, perl)
};

// Order is kept among the members of a group; options without a common group may change places.
enum class GroupRule : std::uint8_t {
  last_wins,  // a later member cancels the earlier ones
  ordered,    // nothing is cancelled
};

struct OptionGroup {
  std::string name;
  GroupRule rule = GroupRule::ordered;
};

struct OptionSetting {  // an option as used in a definition
  OptionId option = no_option;
  std::string value;  // empty for arity none, and for an optional value left out
  bool operator==(const OptionSetting&) const = default;
};

struct Option {
  // "-a", "--all", "-name" (a word behind one dash), "x" (BSD,
  // no dash), "bs=" (dd), "+o". The first is the canonical.
  std::vector<std::string> names;
  Arity arity = Arity::none;
  Repetition repetition = Repetition::unknown;
  ValueKind kind = ValueKind::text;
  std::vector<std::uint8_t> groups;               // positions in Utility::groups
  std::vector<std::vector<std::string>> choices;  // each a list of synonyms, the canonical first
  // Giving the option with this value equals leaving it
  // out, as long as no other member of its groups is given.
  std::optional<std::string> default_value;
  std::optional<std::string> bare;  // the value that an optional argument left out stands for
  // Exactly the same as these options in the same place (cp
  // -a: -d, -R, --preserve=all). Empty: nothing is known.
  std::vector<OptionSetting> stands_for;
  // With this value (* for any) it is that option, which
  // takes the value where that is * (ls --sort=size: -S).
  std::vector<OptionSetting> says;
  std::string does;    // "searches subfolders": true wherever it is given; empty: not known
  bool posix = false;  // POSIX.1-2017 has it, by its names without a second dash
  std::vector<std::string> posix_unless;  // but for these (cp -r)
  bool positional = false;                // its place among the operands matters: never move it past one

  const std::string& name() const { return names.front(); }
};

enum class OptionOrder : std::uint8_t {
  permute,  // GNU: options may follow operands
  stop,     // the stop_at-th operand ends the options
  none,     // the utility has no options in getopt's sense; every argument is an operand, a key=value or an
            // expression
};

enum class OperandRole : std::uint8_t {
  text,
  path,
  source,  // the last operand, or the one of role target, is where they go
  target,
  pattern,
  program,
  script,
  mode,
  owner,
  user,
  host,
  url,
  process,
  signal,
  number,
  duration,
  name,  // a variable, package, unit, sub-command …
  assignment,
  command,  // of an inner command
  character_set,
};

enum class OperandOrder : std::uint8_t {
  kept,   // the order shows
  names,  // in every file tree the order does not show if all are different literal names without '/', not .
          // or ..
  usually,  // as `names`, unless one is a symbolic link that leads to or through another
  sorted,   // the utility sorts them itself: any order, repetition shows
};

struct Operand {
  OperandRole role = OperandRole::text;
  bool optional = false;
  bool many = false;  // takes all operands but those that later entries need
  OperandOrder order = OperandOrder::kept;
  std::vector<OptionId> kept_with;           // options that make `order` kept
  std::vector<OptionId> unless;              // not there when one of these options is given (grep -e)
  std::optional<std::string> default_value;  // what leaving it out means (ls: .)
};

enum class StdinUse : std::uint8_t {
  unknown,
  never,
  without_operands,  // where no path operand is given
  always,
};

// A fact that holds with some options alone.
struct Fact {
  bool holds = false;
  bool single = false;           // with one operand at most
  bool is_limited = false;       // with no options but those of `only`
  std::vector<OptionId> only;    // where is_limited
  std::vector<OptionId> unless;  // not with one of these
};

// What of a file a command may change.
enum class FilePart : std::uint8_t { mode, owner, times, links, content };

// Whether it is a command of the shell's own, and what it does to what comes after it.
enum class Builtin : std::uint8_t {
  no,        // a program
  quiet,     // changes nothing of the shell (echo)
  state,     // may change the shell, not how it reads the rest (cd)
  sets,      // sets the variables that it is given the names of (read)
  declares,  // gives variables values and attributes (export)
  rereads,   // how the shell reads or finds what follows, or it prints commands as they were written (eval)
};

enum class NumericPlace : std::uint8_t {
  anywhere,
  first,  // the first argument only
  sole,   // the first argument, and at most one operand follows (tail)
};

struct NumericForm {  // -5 or +5 for an option with that value
  char sign = '-';
  OptionId option = no_option;
  NumericPlace place = NumericPlace::anywhere;
  bool keeps_sign = false;  // the value has the sign in front (tail +5)
  bool posix = false;       // POSIX.1-2017 has the form itself (kill -9)
};

enum class InnerForm : std::uint8_t {
  none,
  argv,        // the words from there on are a command's argv
  script,      // the one word is a shell command line
  joined,      // the words from there on are joined by blanks, and that is a shell command line
  subcommand,  // the word names a sub-command; its own table reads the rest
};

struct InnerRule {
  InnerForm form = InnerForm::none;
  std::uint8_t skip = 0;               // operands before it (timeout: the duration)
  bool assignments = false;            // NAME=value operands before it are skipped as well (env)
  bool after_dashes = false;           // it is what follows "--" (kubectl exec)
  std::vector<OptionId> with;          // only if one of these is given (sh -c)
  std::vector<OptionId> unless;        // not if one of these is given (command -v)
  std::vector<std::string> otherwise;  // what is run where it is missing (xargs: echo)
};

enum class PrimaryClass : std::uint8_t {
  test,        // looks only: commutes with other tests
  action,      // does or prints something, or steers the walk: a barrier
  option,      // holds for the whole expression, wherever it stands
  positional,  // holds for what follows it
  operator_,   // -o, -a, !, …
};

struct Primary {  // of an expression (find)
  std::vector<std::string> names;
  PrimaryClass what = PrimaryClass::action;
  std::uint8_t arguments = 0;
  bool command = false;  // a command follows, up to ";" (or "{} +")
  ValueKind kind = ValueKind::text;
  bool posix = false;  // as of options
  std::vector<std::string> posix_unless;
};

enum class Bundles : std::uint8_t {
  none,
  tar,  // a first argument without a dash is a cluster whose arguments follow in order
  bsd,  // any argument without a dash is a cluster of BSD options (ps)
};

struct Utility {
  std::string name;
  std::vector<std::string> other_names;  // same file, same meaning
  std::string package;  // what the table was checked against: "coreutils 9.1", "bash 5.2 builtin"
  bool posix = false;   // POSIX.1-2017 has it, by its names
  std::vector<std::string> posix_unless;  // but for these (source)
  OptionOrder order = OptionOrder::permute;
  std::uint8_t stop_at = 1;
  bool clusters = true;        // -ab is -a -b
  bool attached = true;        // -n5 is -n 5
  bool equals = true;          // --name=value
  bool short_equals = false;   // -n=5 is -n 5
  bool separate_long = true;   // --name value
  bool dash_values = true;     // -n -5 is -n with the value -5
  bool abbreviations = true;   // --na is --name where nothing else begins so
  bool letters_first = false;  // long options are read after all letters, wherever they stand (bzip2)
  bool dashes = true;          // "--" ends the options
  bool dashes_matter = false;  // and means more than that, so it is read as an operand too (git checkout --)
  // a word that is not made of options alone is an operand and ends them (echo -x)
  bool literal_unknown = false;
  // a sub-command: the options of what is above it hold here too (and are in `options`)
  bool inherits = false;
  Bundles bundles = Bundles::none;
  bool expression = false;  // an expression follows the paths (find)
  StdinUse stdin_use = StdinUse::unknown;
  std::vector<OptionId> stdin_unless;  // with one of these, stdin_use is not known
  bool dash_is_stdin = false;          // the operand "-" is standard input
  // Options that do nothing but keep text from standard error, and those with which that is not so.
  std::vector<OptionId> quiets;
  std::vector<OptionId> quiets_unless;
  Fact filter;           // reads standard input from its start, as far as it likes, and never asks what it is
  Fact anonymous_input;  // nothing shows whether its only file was named, or was standard input
  Fact hides_paths;      // no output shows how a path was spelled
  Fact one_by_one;       // many paths at once come to the same as one call after another
  Fact no_effects;       // does nothing but write its output: ending it early changes nothing else
  std::optional<std::vector<FilePart>>
      changes;  // of the files it is given, beside their ctime; none: not known
  Builtin builtin = Builtin::no;
  bool is_builtin() const { return builtin != Builtin::no; }
  std::vector<OptionGroup> groups;
  std::vector<Option> options;
  std::vector<Operand> operands;  // empty: nothing is known (order kept); see also `no_operands`
  bool no_operands = false;       // an operand is an error or ignored
  std::vector<NumericForm> numeric;
  InnerRule inner;
  std::vector<Primary> primaries;
  std::vector<Utility> subcommands;
  // The same as these words in its place (egrep: grep -E);
  // options and operands are then those of the first word.
  std::vector<std::string> same_as;
  // how it differs none the less, where nobody looks (egrep: a warning on standard error)
  std::string except;

  // By exact name, dashes included: no abbreviations. no_option where there is none.
  OptionId find_option(std::string_view option_name) const;
  const Utility* find_subcommand(std::string_view subcommand) const;
  const Primary* find_primary(std::string_view primary) const;

  // Lookup arrays, made by whoever made the table.
  struct NamedId {
    std::uint32_t name;  // position in `options`, then in its names
    OptionId id;
  };
  std::array<OptionId, 128> letters{};  // "-x"
  std::vector<NamedId> long_names;      // all other names, sorted
  std::string_view text_of(NamedId named) const { return options[named.id].names[named.name]; }
  void index();
};

}  // namespace assay
