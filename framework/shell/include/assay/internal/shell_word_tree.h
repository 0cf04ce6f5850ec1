// SPDX-License-Identifier: Apache-2.0
// The words of a syntax tree and their parts. assay/internal/shell_tree.h has the commands and defines
// equality.
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

}  // namespace assay::shell
