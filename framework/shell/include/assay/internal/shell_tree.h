// SPDX-License-Identifier: Apache-2.0
// The syntax tree of bash and POSIX sh text.
//
// Plain values: copy, change and compare them. Two trees are equal if they say the same. Source positions do
// not count, nor do spellings that the shell itself does not distinguish: `$x` and `${x}`, backquotes and
// `$(…)`, `<<'E'` and `<<E` with the same body, `1>f` and `>f`, `$[…]` and `$((…))`, line
// continuations, comments, blanks, `;` and newline.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace assay::shell {

// Bytes [begin, end) of the source. Backquotes and here-documents may have to be rewritten before they are
// parsed; spans inside those cover the whole construct. All spans compare equal, so that trees compare by
// what they say.
struct Span {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  friend bool operator==(Span, Span) { return true; }
};

// A heap-allocated value, so that a type can contain itself. Copies and compares deeply; never empty.
template <class T>
class Boxed {
 public:
  Boxed() : value_(std::make_unique<T>()) {}
  Boxed(T value) : value_(std::make_unique<T>(std::move(value))) {}  // NOLINT: a T is as good
  Boxed(const Boxed& other) : value_(std::make_unique<T>(*other)) {}
  Boxed(Boxed&& other) noexcept = default;  // `other` may only be assigned or destroyed afterwards
  Boxed& operator=(Boxed other) noexcept { return value_.swap(other.value_), *this; }
  ~Boxed() = default;

  T& operator*() { return *value_; }
  const T& operator*() const { return *value_; }
  T* operator->() { return value_.get(); }
  const T* operator->() const { return value_.get(); }
  friend bool operator==(const Boxed& a, const Boxed& b) { return *a == *b; }

 private:
  std::unique_ptr<T> value_;
};

struct Segment;
struct AndOr;
struct Command;
struct ArrayElement;

// One word of the source: `a"b $x"'c'` is three segments. Never empty if it came from text.
struct Word {
  std::vector<Segment> segments;
  Span span;
  bool operator==(const Word&) const = default;
};

// A sequence of commands.
struct List {
  std::vector<AndOr> items;
  bool operator==(const List&) const = default;
};

// ---- Words ----

enum class Quoting {
  none,     // abc: glob characters, braces and a leading tilde are active (see word.h)
  escaped,  // \a\b
  single,   // 'abc'
  ansi,     // $'abc'
};

// Literal bytes with the quoting marks removed and escapes decoded. Always `none` within DoubleQuoted: only
// `$` and backquotes are active there, and those are separate segments.
struct Text {
  std::string text;
  Quoting quoting = Quoting::none;
  bool operator==(const Text&) const = default;
};

// "…", or $"…" if translated. Holds Text and expansions.
struct DoubleQuoted {
  std::vector<Segment> parts;
  bool translated = false;
  bool operator==(const DoubleQuoted&) const = default;
};

enum class ParameterOperator {
  none,                   // ${x}
  length,                 // ${#x}
  default_value,          // ${x-word}
  assign_default,         // ${x=word}
  error_if_unset,         // ${x?word}
  alternative,            // ${x+word}
  remove_prefix,          // ${x#pattern}
  remove_longest_prefix,  // ${x##pattern}
  remove_suffix,          // ${x%pattern}
  remove_longest_suffix,  // ${x%%pattern}
  replace_first,          // ${x/pattern/with}
  replace_all,            // ${x//pattern/with}
  replace_prefix,         // ${x/#pattern/with}
  replace_suffix,         // ${x/%pattern/with}
  substring,              // ${x:offset:length}
  upper_first,            // ${x^pattern}
  upper_all,              // ${x^^pattern}
  lower_first,            // ${x,pattern}
  lower_all,              // ${x,,pattern}
  transform,              // ${x@Q}: argument is the letter
  names,                  // ${!x@} and ${!x*}: argument is the character; `indirect` is not set
};

struct Parameter {
  std::string name;               // "x", "10", "@", "#", …
  std::optional<Word> subscript;  // ${a[i]}, ${a[@]}
  bool indirect = false;          // ${!x…}; ${!a[@]} (the keys) too
  ParameterOperator operation = ParameterOperator::none;
  bool or_null = false;        // the colon of ${x:-word}
  Word argument;               // may be empty: ${x:-}
  std::optional<Word> second;  // `with` (empty if left out), or `length` if given
  // $x before {, a comma or }: text that brace expansion appends becomes part of the name ($x{a,b}: $xa $xb).
  bool open = false;
  bool operator==(const Parameter&) const = default;
};

// Where the commands run, and what takes their place. In the shell itself, what they change stays changed.
enum class SubstitutionKind {
  subshell,       // $(…) and `…`: the output
  current_shell,  // ${ …; }: likewise; bash 5.3
  reply,          // ${| …; }: the value of REPLY; bash 5.3
};

struct CommandSubstitution {
  List body;  // may be empty in a subshell
  SubstitutionKind kind = SubstitutionKind::subshell;
  bool operator==(const CommandSubstitution&) const = default;
};

// $((…)) and $[…]: the text, with expansions as segments and blanks as written.
struct Arithmetic {
  std::vector<Segment> parts;
  bool operator==(const Arithmetic&) const = default;
};

enum class ProcessDirection { from_process, to_process };  // <(…), >(…)

struct ProcessSubstitution {
  ProcessDirection direction = ProcessDirection::from_process;
  List body;
  bool operator==(const ProcessSubstitution&) const = default;
};

// ?(a|b) *(…) +(…) @(…) !(…); always on.
struct ExtendedGlob {
  char kind = '@';
  std::vector<Word> alternatives;  // at least one; each may be empty
  bool operator==(const ExtendedGlob&) const = default;
};

// (…) after `a=`: in an Assignment's value, or in an argument of declare, local, export, readonly, typeset,
// let, eval, alias.
struct Array {
  std::vector<ArrayElement> elements;
  bool operator==(const Array&) const = default;
};

struct Segment {
  using Node = std::variant<Text, DoubleQuoted, Boxed<Parameter>, CommandSubstitution, Arithmetic,
                            ProcessSubstitution, ExtendedGlob, Array>;
  Node node;
  Span span;
  bool operator==(const Segment&) const = default;
};

struct ArrayElement {
  std::optional<Word> subscript;  // [i]=value
  bool append = false;            // [i]+=value
  Word value;
  bool operator==(const ArrayElement&) const = default;
};

// ---- Simple commands ----

// name=value, name+=value, name[subscript]=value; `value` may be empty, or one Array segment.
struct Assignment {
  std::string name;
  std::optional<Word> subscript;
  bool append = false;
  Word value;
  Span span;
  bool operator==(const Assignment&) const = default;
};

enum class RedirectOperator {
  input,          // <
  output,         // >
  append,         // >>
  clobber,        // >|
  read_write,     // <>
  dup_input,      // <&   target: digits, digits- (move), - (close), or a word that expands to one
  dup_output,     // >&   likewise; with fd 1 and any other target it means `both`
  both,           // &>   (fd is 1)
  both_append,    // &>>  (fd is 1)
  here_string,    // <<<
  here_document,  // <<, <<-: target is one DoubleQuoted, the body after tabs were stripped
};

struct Redirect {
  RedirectOperator operation = RedirectOperator::output;
  int fd = 1;               // the default written out: 0 or 1
  std::string fd_variable;  // {name}> or {name[2]}>: if not empty, fd is unused
  Word target;
  Span span;
  bool operator==(const Redirect&) const = default;
};

struct SimpleCommand {
  std::vector<Assignment> assignments;
  std::vector<Word> words;  // the command's name and arguments; may be empty
  bool operator==(const SimpleCommand&) const = default;
};

// ---- Compound commands ----

// ( … )
struct Subshell {
  List body;
  bool operator==(const Subshell&) const = default;
};

// { …; }
struct Group {
  List body;
  bool operator==(const Group&) const = default;
};

struct Branch {
  List condition;
  List body;
  bool operator==(const Branch&) const = default;
};

struct If {
  std::vector<Branch> branches;   // if, elif, …
  std::optional<List> otherwise;  // else
  bool operator==(const If&) const = default;
};

enum class LoopKind { while_true, until_true };

struct Loop {
  LoopKind kind = LoopKind::while_true;
  List condition;
  List body;
  bool operator==(const Loop&) const = default;
};

enum class ForKind { each, select };

// for name in words; select name in words.
struct For {
  ForKind kind = ForKind::each;
  std::string name;
  std::optional<std::vector<Word>> words;  // none: "$@"
  List body;
  bool operator==(const For&) const = default;
};

// for ((initial; condition; step))
struct ArithmeticFor {
  Arithmetic initial;
  Arithmetic condition;
  Arithmetic step;
  List body;
  bool operator==(const ArithmeticFor&) const = default;
};

enum class CaseEnd { leave, fall_through, test_next };  // ;;  ;&  ;;&

struct CaseItem {
  std::vector<Word> patterns;
  List body;  // may be empty
  CaseEnd end = CaseEnd::leave;
  bool operator==(const CaseItem&) const = default;
};

struct Case {
  Word subject;
  std::vector<CaseItem> items;
  bool operator==(const Case&) const = default;
};

// (( … ))
struct ArithmeticCommand {
  Arithmetic expression;
  bool operator==(const ArithmeticCommand&) const = default;
};

enum class ConditionKind {
  word,    // operands[0]
  unary,   // spelling operands[0]: -f, -z, …
  binary,  // operands[0] spelling operands[1]: ==, =~, -lt, <, …
  negate,  // ! inner[0]
  both,    // inner[0] && inner[1] && …
  either,  // inner[0] || inner[1] || …
  group,   // ( inner[0] )
};

struct Condition {
  ConditionKind kind = ConditionKind::word;
  std::string spelling;
  std::vector<Word> operands;
  std::vector<Condition> inner;
  bool operator==(const Condition&) const = default;
};

// [[ … ]]
struct Test {
  Condition condition;
  bool operator==(const Test&) const = default;
};

// name() body, function name body. Redirections after the body belong to the function.
struct FunctionDefinition {
  std::string name;
  Boxed<Command> body;
  bool operator==(const FunctionDefinition&) const = default;
};

// coproc body, coproc name body: runs concurrently with what follows, with its input and output in the array
// `name`. Redirections after it belong to the body.
struct Coprocess {
  std::string name = "COPROC";
  Boxed<Command> body;
  bool operator==(const Coprocess&) const = default;
};

struct Command {
  using Node = std::variant<SimpleCommand, Subshell, Group, If, Loop, Boxed<For>, Boxed<ArithmeticFor>, Case,
                            ArithmeticCommand, Boxed<Test>, FunctionDefinition, Coprocess>;
  Node node;
  std::vector<Redirect> redirects;  // in order; within a simple command or after a compound one
  bool pipes_errors = false;        // |& to the next command of the pipeline
  Span span;
  bool operator==(const Command&) const = default;
};

// ---- Lists ----

enum class Timing { none, standard, posix };  // time, time -p

struct Pipeline {
  Timing timing = Timing::none;
  bool negated = false;           // !, or an odd number of them
  bool repeats_prefix = false;    // written with more ! or time than these: the same to bash alone
  std::vector<Command> commands;  // one at least; an empty simple command after a lone ! or time
  bool operator==(const Pipeline&) const = default;
};

enum class Connector { always, on_success, on_failure };  // (the first of a list), &&, ||

struct Link {
  Connector connector = Connector::always;
  Pipeline pipeline;
  bool operator==(const Link&) const = default;
};

// Pipelines joined by && and ||, of equal precedence and from the left.
struct AndOr {
  std::vector<Link> links;  // at least one; the first has Connector::always
  bool background = false;  // ended by &
  Span span;
  bool operator==(const AndOr&) const = default;
};

}  // namespace assay::shell
