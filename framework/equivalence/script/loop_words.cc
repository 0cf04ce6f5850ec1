// SPDX-License-Identifier: Apache-2.0
#include "script/loop_words.h"

#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "languages/characters.h"
#include "script/reserved_names.h"

namespace assay::equivalence {
namespace {

// Constructs that may set a variable without its name being visible.
constexpr std::array<std::string_view, 14> kSetters = {
    "read",    "mapfile", "readarray", "getopts",  "printf", "unset", "declare",
    "typeset", "local",   "export",    "readonly", "let",    "eval",  "IFS"};
// Variables that the shell itself sets to texts with blanks: select, cd, =~ and others.
constexpr std::array<std::string_view, 5> kSetByShell = {"DIRSTACK", "OLDPWD", "PWD", "REPLY", "_"};

bool is_set_by_shell(std::string_view name) {
  return name.starts_with("BASH") || std::ranges::find(kSetByShell, name) != kSetByShell.end();
}

// Letters, digits and characters usual in file and host names: nothing that is split, globbed or expanded.
bool is_plain_word(const Term& word) {
  return word.is_text() && !word.text.empty() && std::ranges::all_of(word.text, [](char c) {
           return is_name_char(c) || std::string_view("./:@%+,-").find(c) != std::string_view::npos;
         });
}

}  // namespace

bool is_plain_loop(const Context& context, const shell::For& loop, const Terms& words) {
  if (!context.allows(rule::loop_word) || !context.functions.empty() || loop.kind != shell::ForKind::each ||
      is_set_by_shell(loop.name) || words.empty() ||
      !std::ranges::all_of(words, [](const Term* each) { return is_plain_word(*each); }))
    return false;
  const std::string body = shell::print(loop.body);
  return !names_variable(body, loop.name) &&
         std::ranges::none_of(kSetters, [&](std::string_view each) { return names_variable(body, each); });
}

constexpr Rule rule::loop_word = {
    .id = "loop-word",
    .rung = Rung::utility,
    .meaning =
        "quotes around the variable of a loop over plain words may be left out, if nothing in the "
        "loop sets it",
    .same = {"for h in a b; do ssh $h uptime; done", "for h in a b; do ssh \"$h\" uptime; done"},
    .apart = {"for f in *; do rm $f; done", "for f in *; do rm \"$f\"; done"}};

}  // namespace assay::equivalence
