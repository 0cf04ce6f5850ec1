// SPDX-License-Identifier: Apache-2.0
// A reviewed table of one utility: its options, and what their order, repetition and spelling mean.
// docs/utility-tables.md describes the JSON format of tables.
//
// The tables serve proofs that two commands are equivalent, so they all err on one side: anything not known
// to be harmless is said to matter (Repetition::unknown, OperandOrder::kept). They describe GNU/Linux (Debian
// 12) with bash 5; facts about POSIX are marked as such.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/inner_rule.h"

namespace assay {

enum class Arity : std::uint8_t {
  none,
  required,  // attached, after '=' or the next argument
  optional,  // attached or after '=' only; Option::bare is the value if it is left out
  attached,  // required; attached or after '=' only
  pair,      // the next two arguments
  number,    // as optional, or the next argument if that begins with a digit (make -j)
  perhaps,   // as optional, or the next argument if the utility accepts it; of numbers that is certain
  next,      // as required, but Option::bare is the value if no argument follows (git branch --merged)
};

// The effect of repeating an option, or of moving it among the options. Its position among operands is a
// separate matter: see `positional`.
enum class Repetition : std::uint8_t {
  unknown,     // keeps its place among all options, and its count
  exits,       // prints and exits (--help): keeps its place among all options
  idempotent,  // repeating it changes nothing
  last_wins,   // only the last one counts
  ordered,     // each one counts, in order
  set,         // each different value counts, in any order
  counts,      // each one counts, and all are alike (-v -v)
  once,        // a second one is an error or unspecified
};

enum class ValueKind : std::uint8_t {
  text,     // compare bytes
  integer,  // decimal digits after an optional sign; leading zeros mean nothing, the sign does
  size,  // coreutils: integer after an optional sign, then b (512), kB, K = KiB, MB, M = MiB … YB, Y = YiB
  duration,    // decimal number and s (or nothing), m, h, d
  mode,        // of chmod: octal or symbolic
  owner,       // of chown: [user][:[group]]
  signal,      // name with or without SIG, or number
  field_list,  // of cut: numbers and ranges, a set
  sort_key,    // of sort -k
  list,        // words separated by commas, a set
  path,
  pattern,    // a regular expression or glob in the utility's dialect
  character,  // one character
  choice,     // one of Option::choices, or other text
  script,     // a shell command line
  program,    // a program in the utility's own language (sed, awk, perl)
};

// Members of a group keep their order; options without a common group may change places.
enum class GroupRule : std::uint8_t {
  last_wins,  // a later member cancels the earlier ones
  ordered,    // nothing is cancelled
};

// What there must be for an option to show.
enum class Data : std::uint8_t {
  terminal,          // only a terminal shows it, and no world has one
  messages,          // it changes only what is written to standard error
  speed,             // it changes only how fast something is done, or in which steps
  file_systems,      // only another file system below a folder shows it, or /, and no world has one
  ties,              // lines that agree in their first fields, with different rests
  blanks,            // several blanks, tabs, none, at the beginning and at the end
  case_,             // the same text in other letter cases
  repeats,           // the same word several times in a line
  word_parts,        // words within longer words
  numbers,           // numbers of several lengths, with signs, fractions, exponents, leading zeros
  units,             // numbers with units: 2K, 1G
  months,            // names of months
  versions,          // 1.9, 1.10
  binary,            // bytes that are not text
  carriage_returns,  // lines that end in a carriage return
  nul_ends,          // records that end in a NUL
  empty_lines,       // empty and blank lines, also several at once
  long_lines,        // lines wider than a screen
  many_lines,        // more lines than any number says
  duplicates,        // lines that occur several times, side by side and apart
  fields,            // lines with fewer and more fields, and with empty ones
  context,           // many other lines between those that match
  hidden,            // names that begin with a dot
  links,             // symbolic links to files and folders, and to nothing
  folders,           // folders among the files, with the same names
  deep,              // files many folders deep
  empty_folder,      // folders and files with nothing in them
  hard_links,        // files with several names
  blank_names,       // names with blanks
  dash_names,        // names that begin with a dash
  ages,              // times of change on both sides of each boundary
  access_times,      // times of access that differ from those of change
  sizes,             // sizes on both sides of each boundary
  modes,             // permissions of several kinds
  extensions,        // endings of several kinds
  backups,           // names that end in ~
  several_files,     // more files than are named
  one_file,          // a single file
  existing_target,   // what is made is there already
  newer_target,      // what is made is there already, and newer than its source
  older_target,      // what is made is there already, and older than its source
  target_folder,     // what is made is a folder
  refusal,           // an input that says no, where something exists already
  write_protected,   // files that may not be written
  missing,           // a file that is read is not there
  variables,         // variables that are empty, or have blanks in them
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
  // "-a", "--all", "-name" (a word after one dash), "x" (BSD, no dash), "bs=" (dd), "+o". The first is
  // canonical.
  std::vector<std::string> names;
  Arity arity = Arity::none;
  Repetition repetition = Repetition::unknown;
  ValueKind kind = ValueKind::text;
  std::vector<std::uint8_t> groups;               // positions in Utility::groups
  std::vector<std::vector<std::string>> choices;  // each a list of synonyms, the canonical one first
  // Giving the option with this value equals omitting it, as long as no other member of its groups is given.
  std::optional<std::string> default_value;
  std::optional<std::string> bare;  // the value if an optional argument is omitted
  // Exactly the same as these options in the same place (cp -a: -d, -R, --preserve=all). Empty: not known.
  std::vector<OptionSetting> stands_for;
  // With this value (* for any) it is the same as that option, which takes the value if it is * (ls
  // --sort=size: -S).
  std::vector<OptionSetting> says;
  // With one of these values, alone or in a list, it acts like Repetition::exits (systemctl -o help).
  std::vector<std::string> exits_with;
  // Beginnings of the value after which a shell command line follows ("exec="); a * in them stands for any
  // text.
  std::vector<std::string> script_after;
  bool in_full = false;  // its long names are refused where they are abbreviated
  std::string does;      // "searches subfolders": true wherever the option is given; empty: not known
  bool posix = false;    // POSIX.1-2017 has it, under its names without a second dash
  std::vector<std::string> posix_unless;  // except these (cp -r)
  bool positional = false;                // its position among the operands matters: never move it past one
  std::vector<Data> data;                 // on which it shows; empty: not known

  const std::string& name() const { return names.front(); }
};

enum class OptionOrder : std::uint8_t {
  permute,  // GNU: options may follow operands
  stop,     // operand number stop_at ends the options
  none,     // the utility has no options in getopt's sense; every argument is an operand, a key=value or an
            // expression
};

enum class OperandRole : std::uint8_t {
  text,
  path,
  source,  // the last operand, or the one with role target, is the destination
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
  name,  // a variable, package, unit, subcommand …
  assignment,
  command,  // of an inner command
  character_set,
};

enum class OperandOrder : std::uint8_t {
  kept,   // the order matters
  names,  // the order does not matter in any file tree if all are different literal names without '/', not .
          // or ..
  usually,  // as `names`, unless one is a symbolic link that leads to or through another
  sorted,   // the utility sorts them itself: any order; repetition matters
};

struct Operand {
  OperandRole role = OperandRole::text;
  bool optional = false;
  bool many = false;  // takes all operands except those that later entries need
  OperandOrder order = OperandOrder::kept;
  std::vector<OptionId> kept_with;                // options with which `order` is kept
  std::vector<OptionId> unless;                   // absent if one of these options is given (grep -e)
  std::optional<std::string> default_value;       // the value if it is omitted (ls: .)
  std::vector<std::vector<std::string>> choices;  // synonyms of some of its values, the canonical one first
};

enum class StdinUse : std::uint8_t {
  unknown,
  never,
  without_operands,  // only if no path operand is given
  always,
};

// A fact that holds only with certain options.
struct Fact {
  bool holds = false;
  bool single = false;           // with at most one operand
  bool is_limited = false;       // with no options except those in `only`
  std::vector<OptionId> only;    // if is_limited
  std::vector<OptionId> unless;  // not with any of these
};

// What the paths that are given must be for options to mean the same as others.
enum class FilesGiven : std::uint8_t {
  any,
  at_most_one,  // none, or a single literal one
  no_links,     // each is spelled so that it cannot be a symbolic link itself: ., .., a/ or /
};

// Options that together mean the same as others, or as none.
struct EqualOptions {
  std::vector<OptionSetting> options;  // each given once; a value of * is any text, the same for all
  std::vector<OptionSetting> are;      // empty: `options` may be left out
  std::vector<OptionId> with;          // are given as well
  Fact where;                          // holds
  FilesGiven files = FilesGiven::any;
  bool configured = false;  // not if a variable may say what holds without them
};

// The parts of a file that a command may change.
enum class FilePart : std::uint8_t { mode, owner, times, links, content };

// Whether it is a shell builtin, and how it affects the commands after it.
enum class Builtin : std::uint8_t {
  no,        // a program
  quiet,     // does not change the shell (echo)
  state,     // may change the shell, but not how it reads the rest (cd)
  sets,      // sets the variables whose names it is given (read)
  declares,  // gives variables values and attributes (export)
  rereads,   // changes how the shell reads or finds later commands, or prints commands as written (eval)
};

enum class NumericPlace : std::uint8_t {
  anywhere,
  first,  // the first argument only
  sole,   // the first argument, followed by at most one operand (tail)
};

struct NumericForm {  // -5 or +5 for an option with that value
  char sign = '-';
  OptionId option = no_option;
  NumericPlace place = NumericPlace::anywhere;
  bool keeps_sign = false;  // the value includes the sign (tail +5)
  bool posix = false;       // POSIX.1-2017 has the form itself (kill -9)
};

enum class PrimaryClass : std::uint8_t {
  test,        // only examines: commutes with other tests
  action,      // does or prints something, or controls the walk: a barrier
  option,      // applies to the whole expression, wherever it is
  positional,  // applies to the rest of the expression
  operator_,   // -o, -a, !, …
};

struct Primary {  // of an expression (find)
  std::vector<std::string> names;
  PrimaryClass what = PrimaryClass::action;
  std::uint8_t arguments = 0;
  bool command = false;  // a command follows, up to ";" (or "{} +")
  ValueKind kind = ValueKind::text;
  bool posix = false;  // as for options
  std::vector<std::string> posix_unless;
  std::vector<Data> data;
};

enum class Bundles : std::uint8_t {
  none,
  tar,  // a first argument without a dash is a cluster whose arguments follow in order
  bsd,  // any argument without a dash is a cluster of BSD options (ps)
};

struct Utility {
  std::string name;
  std::vector<std::string> other_names;  // same program, same meaning
  std::string package;  // what the table was checked against: "coreutils 9.1", "bash 5.2 builtin"
  bool posix = false;   // POSIX.1-2017 has it, under its names
  std::vector<std::string> posix_unless;  // except these (source)
  OptionOrder order = OptionOrder::permute;
  std::uint8_t stop_at = 1;
  bool clusters = true;        // -ab is -a -b
  bool attached = true;        // -n5 is -n 5
  bool equals = true;          // --name=value
  bool short_equals = false;   // -n=5 is -n 5
  bool separate_long = true;   // --name value
  bool dash_values = true;     // -n -5 is -n with the value -5
  bool abbreviations = true;   // --na is --name if no other name begins so
  bool lenient = false;        // options that are not in the table count as options without a value
  bool letters_first = false;  // long options are read after all letters, wherever they are (bzip2)
  bool dashes = true;          // "--" ends the options
  bool dashes_matter = false;  // "--" has another meaning too: also read as an operand (git checkout --)
  // a word not made up of options alone is an operand and ends the options (echo -x)
  bool literal_unknown = false;
  // a subcommand: its parent's options are valid here too (and are in `options`)
  bool inherits = false;
  Bundles bundles = Bundles::none;
  bool expression = false;         // an expression follows the paths (find)
  bool shows_environment = false;  // it may show its environment, or runs programs of the user that may
  std::string language;  // of its programs (ValueKind::program): awk, sed, python …; empty: not known
  StdinUse stdin_use = StdinUse::unknown;
  std::vector<OptionId> stdin_unless;  // with any of these, stdin_use is not known
  bool dash_is_stdin = false;          // the operand "-" is standard input
  // Options whose only effect is to suppress text on standard error, and options with which that is not so.
  std::vector<OptionId> quiets;
  std::vector<OptionId> quiets_unless;
  Fact filter;           // reads standard input from its start, as far as it likes, without checking its type
  Fact anonymous_input;  // its effects do not depend on whether its only file was named or was standard input
  Fact hides_paths;      // no output depends on how a path was spelled
  Fact one_by_one;       // several paths at once are the same as one call after another
  // What it does depends on its arguments, its input and the contents, names and modes of files alone: on no
  // clock, times of files, kernel, machine, process or chance. Commands that it runs are another matter.
  Fact repeatable;
  Fact no_effects;  // only writes its output: ending it early changes nothing else
  std::optional<std::vector<FilePart>>
      changes;  // of the files it is given, besides their ctime; none: not known
  Builtin builtin = Builtin::no;
  bool is_builtin() const { return builtin != Builtin::no; }
  std::vector<OptionGroup> groups;
  std::vector<Option> options;
  std::vector<EqualOptions> equal_options;
  std::vector<Operand> operands;  // empty: nothing is known (order kept); see also `no_operands`
  bool no_operands = false;       // an operand is an error or ignored
  std::vector<NumericForm> numeric;
  InnerRule inner;
  std::vector<Primary> primaries;
  std::vector<Utility> subcommands;
  // The same as these words in its place (egrep: grep -E); options and operands are then those of the first
  // word.
  std::vector<std::string> same_as;
  // a difference that nobody looks at (egrep: a warning on standard error)
  std::string except;

  // By exact name including dashes; no abbreviations. no_option if there is none.
  OptionId find_option(std::string_view option_name) const;
  const Utility* find_subcommand(std::string_view subcommand) const;
  const Primary* find_primary(std::string_view primary) const;

  // Lookup arrays. Whoever builds or changes a table calls index() to fill them.
  struct NamedId {
    std::uint32_t name;  // index of a name within the option's `names`
    OptionId id;
  };
  std::array<OptionId, 128> letters{};  // "-x"
  std::vector<NamedId> long_names;      // all other names, sorted
  std::string_view text_of(NamedId named) const { return options[named.id].names[named.name]; }
  void index();
};

}  // namespace assay
