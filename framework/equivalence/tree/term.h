// SPDX-License-Identifier: Apache-2.0
// Canonical trees: immutable values in an arena, compared by content. Their position in the source does not
// count.
#pragma once

#include <algorithm>
#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"

namespace assay::equivalence {

// The kinds of nodes in a canonical tree. Terms are sorted by label, so the order here determines the order
// in a canonical form: of find's tests, of assignments.
enum class Label : std::uint8_t {
  none,                // of a text: no node
  and_then,            // && and the pipeline after it
  action,              // find: -print and the like
  all,                 // find: and
  and_or,              // a pipeline, then and_then and or_else
  any,                 // find: or
  appended,            // arguments that xargs adds
  arithmetic,          // $((…))
  arithmetic_command,  // ((…))
  array,               // of an assignment
  assignment,          // name, value [, subscript]
  background,          // a command that & runs in the background
  binary,              // [[ a op b ]]
  both,                // [[ a && b ]]
  brace,               // braces that were left as they are
  bracketed,           // a text within the brackets of a glob
  branch,              // of an if: condition, body
  builtin,             // a call that may change the shell
  call,                // name, options, operands …
  case_command,
  comma,           // find: ,
  command,         // assignments, command, redirections
  coprocess,       // name, body
  either,          // [[ a || b ]]
  element_append,  // [i]+=x of an array
  element,         // [i]=x
  otherwise,       // else
  emit,            // what echo or printf writes
  exec,            // find: name, command, mark
  expression,      // find: options, then the expression
  extended_glob,   // kind, alternatives
  for_loop,
  function,
  group,  // { … }
  if_command,
  item,    // of a case: patterns, body, end
  joined,  // an option and its value in one word
  list,
  many,       // an expansion into an unknown number of words
  non_empty,  // [[ -n x ]]
  negation,   // ! of a pipeline, a condition, an expression of find
  option,     // name [, value [, second]]
  option_of,  // find: -maxdepth and the like
  parameter,
  patterns,  // of an item
  pipeline,
  plain,           // a command whose arguments are kept as written
  positional,      // find: -daystart and the like
  process_input,   // <(…)
  process_output,  // >(…)
  quoted,          // an expansion into one word
  quoted_script,   // a script within a word
  redirect,        // mark, target
  script,          // of sh -c
  select,
  special,  // $(<…) in a form that was not understood
  split,    // an expansion that is split into words
  subshell,
  substitution,  // $(…)
  tail,          // arguments that may be anything
  test,          // [[ … ]]
  test_of,       // find: a test
  timed,         // time
  timed_posix,   // time -p
  translated,    // $"…"
  always,        // find: true
  unary,         // [[ -f x ]]
  until_loop,
  while_loop,
  word,  // pieces
  words,
  or_else,  // || and the pipeline after it
};

enum class Kind : std::uint8_t {
  text,  // bytes that stand for themselves
  live,  // bytes that are still interpreted: *.c ~ {} of find
  node,
};

struct Term {
  Kind kind = Kind::text;
  bool opaque = false;        // contains something that was not understood
  Label label = Label::none;  // of a node
  std::string_view text;      // of the others
  std::span<const Term* const> parts;
  shell::Span span;

  bool is_text() const { return kind == Kind::text; }
  bool is_text(std::string_view words) const { return is_text() && text == words; }
  bool is(Label wanted) const { return label == wanted; }
};

using Terms = std::pmr::vector<const Term*>;

inline bool are_texts(std::span<const Term* const> terms) {
  return std::ranges::all_of(terms, [](const Term* each) { return each->is_text(); });
}

// Owns every term of one comparison. Texts are not copied: they live in the syntax tree or in a table, or
// come from `keep`.
class Arena {
 public:
  Arena() : memory_(first_.data(), first_.size()) {}
  Arena(const Arena&) = delete;
  Arena& operator=(const Arena&) = delete;

  std::pmr::memory_resource* memory() { return &memory_; }
  Terms terms() { return Terms(&memory_); }
  std::string_view keep(std::string_view text);

  const Term* text(std::string_view text, shell::Span span = {});
  const Term* kept(std::string_view words, shell::Span span = {}) { return text(keep(words), span); }
  const Term* live(std::string_view text, shell::Span span = {});
  const Term* node(Label label, std::span<const Term* const> parts, shell::Span span = {});
  const Term* node(Label label, std::initializer_list<const Term*> parts, shell::Span span = {});
  const Term* opaque(const Term& term);  // a copy of the term, marked

  // The object is never destroyed: for types that own nothing outside the arena.
  template <class T, class... Arguments>
  T* make(Arguments&&... arguments) {
    return std::pmr::polymorphic_allocator<>(&memory_).new_object<T>(std::forward<Arguments>(arguments)...);
  }

  // Records that something was too large to be read (size_limits.h), so that a difference does not prove the
  // commands different.
  void note_limit(std::string_view what) { limit_ = what; }
  std::string_view limit() const { return limit_; }

  // Keeps any object alive as long as the arena, so that terms may refer to it.
  template <class T>
  const T& hold(T value) {
    auto kept = std::make_shared<const T>(std::move(value));
    const T& reference = *kept;
    held_.push_back(std::move(kept));
    return reference;
  }

 private:
  std::string_view limit_;
  std::vector<std::shared_ptr<const void>> held_;
  std::array<std::byte, 24 * 1024> first_;
  std::pmr::monotonic_buffer_resource memory_;
};

// A total order; equal means the same canonical tree.
std::strong_ordering order(const Term& left, const Term& right);
bool same(const Term& left, const Term& right);
bool comes_before(const Term* left, const Term* right);

// For an option's term, with or without value, its name: "-l" or "--color="; empty for any other term and for
// null.
std::string_view option_name(const Term* term);

// Sorts; sort_unique() also removes duplicates.
void sort_terms(Terms& terms);
void sort_unique(Terms& terms);

// Shell text if the tree allows it; stable, and meant for display.
std::string print(const Term& term);

// The first place where two trees differ. `explained` means that everything there and above it was
// understood.
struct Difference {
  const Term* left = nullptr;  // null: missing on this side
  const Term* right = nullptr;
  const Term* left_parent = nullptr;
  const Term* right_parent = nullptr;
  const Term* left_call = nullptr;  // the innermost calls around it; null: there are none
  const Term* right_call = nullptr;
  bool explained = true;
};
Difference first_difference(const Term& left, const Term& right);

}  // namespace assay::equivalence
