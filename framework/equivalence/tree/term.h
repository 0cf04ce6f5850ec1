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
#include "tree/label.h"

namespace assay::equivalence {

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
