// SPDX-License-Identifier: Apache-2.0
// The syntax tree of bash and POSIX sh text.
//
// Plain values: copy, change and compare them. Two trees are equal if they say the same. Source positions do
// not count, nor do spellings that the shell itself does not distinguish: `$x` and `${x}`, backquotes and
// `$(…)`, `<<'E'` and `<<E` with the same body, `1>f` and `>f`, `$[…]` and `$((…))`, line
// continuations, comments, blanks, `;` and newline.
#pragma once

#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "assay/internal/shell_word_tree.h"

namespace assay::shell {

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
