// SPDX-License-Identifier: Apache-2.0
// A command whose utility is known, parsed by its table.
#pragma once

#include <string_view>

#include "assay/internal/invocation.h"
#include "context.h"

namespace assay::equivalence {

// An option as given.
struct Setting {
  ParsedOption parsed;
  const Option* option = nullptr;
  const Term* value = nullptr;   // null: none given
  const Term* second = nullptr;  // Arity::pair
  std::string_view spelled;      // its name as written; for a letter in a cluster, with its dash
  shell::Span span;
};

using Settings = std::pmr::vector<Setting>;

struct Call {
  const Term* name = nullptr;
  const Utility* utility = nullptr;  // null: argv is compared as it stands, `tail` holds all arguments
  Settings options;
  Terms operands;                          // before an inner command, if there is one
  std::pmr::vector<std::uint32_t> places;  // positions of the operands among the arguments
  Terms tail;  // from the first argument that may be an option or several arguments: as written
  const Term* inner = nullptr;               // the command that a wrapper runs
  std::span<const Term* const> inner_words;  // of xargs: the command as written
  const Term* expression = nullptr;          // of find
  const Term* replacement = nullptr;         // replaces the whole call
  shell::Span span;

  explicit Call(Arena& arena)
      : options(arena.memory()), operands(arena.memory()), places(arena.memory()), tail(arena.memory()) {}
  // A copy would not be in the arena: make one there and assign to it.
  Call(const Call&) = delete;
  Call& operator=(const Call&) = default;

  bool is(std::string_view utility_name) const { return utility && utility->name == utility_name; }
  const Setting* find(std::string_view option_name) const;
  Setting* find(std::string_view option_name);
  bool has(std::string_view option_name) const { return find(option_name) != nullptr; }
  bool has_any(std::span<const OptionId> ids) const;
  void remove(std::string_view option_name);
  // Whether the fact holds for the given options and operands.
  bool holds(const Fact& fact) const;
  // Whether there are no options except those named.
  bool has_only(std::initializer_list<std::string_view> option_names) const;
};

// REQUIRES: at least one word.
Call* call_of(Context& context, std::span<const Term* const> words);

const Term* call_term(Context& context, const Call& call);

// How many operands precede the first one that names a file.
std::size_t operands_before_files(const Context& context, const Call& call);

// Whether the paths among the operands are such; those that find or xargs add are not known.
bool has_such_files(const Context& context, const Call& call, FilesGiven wanted);

// The role of each operand according to the table; null if it has none.
std::pmr::vector<const Operand*> roles_of(const Context& context, const Call& call);

// Calls and options created by rules.

// Owned by the context's arena and valid as long as it. Null if the utility is unknown, or the script defines
// a function with that name.
Call* make_call(Context& context, std::string_view name, shell::Span span);
// No effect if the utility has no such option.
void add_option(Context& context, Call& call, std::string_view option, std::string_view value = {});

}  // namespace assay::equivalence
