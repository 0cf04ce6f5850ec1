// SPDX-License-Identifier: Apache-2.0
// basename and dirname.
#include <optional>
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// A path of names separated by single slashes, without a trailing one.
std::optional<std::string_view> path_without_slash(const Term& word) {
  if (!word.is_text() || word.text.find_first_not_of('/') == word.text.npos) return std::nullopt;
  const bool has_twins = word.text.find("//") != word.text.npos;
  if (has_twins || word.text.starts_with('-')) return std::nullopt;
  return word.text.ends_with('/') ? word.text.substr(0, word.text.size() - 1) : word.text;
}

void write_known(Context& context, Call& call, std::string_view text) {
  context.note(rule::known_name, *call.operands[0]);
  const std::string line = std::string(text) + "\n";
  call.replacement = context.arena.node(Label::emit, {context.arena.text(context.arena.keep(line))});
}

// basename path suffix is basename -s suffix path.
void name_suffix(Context& context, Call& call) {
  if (call.operands.size() != 2 || !call.has_only({"-z"})) return;
  const Term& suffix = *call.operands[1];
  if (!suffix.is_text() || suffix.text.empty()) return;
  context.note(rule::option_name, suffix);
  call.operands.pop_back();
  add_option(context, call, "-s", suffix.text);
}

}  // namespace

void refine_basename(Context& context, Call& call) {
  if (!call.tail.empty()) return;
  if (context.allows(rule::option_name)) name_suffix(context, call);
  if (!context.allows(rule::known_name) || call.operands.size() != 1 || !call.has_only({"-s"})) return;
  const auto path = path_without_slash(*call.operands[0]);
  if (!path) return;
  std::string_view name = path->substr(path->rfind('/') + 1);
  if (const Setting* suffix = call.find("-s")) {
    if (!suffix->value || !suffix->value->is_text()) return;
    const std::string_view text = suffix->value->text;
    if (name != text && name.ends_with(text)) name.remove_suffix(text.size());
  }
  write_known(context, call, name);
}

void refine_dirname(Context& context, Call& call) {
  if (!context.allows(rule::known_name) || !call.tail.empty() || !call.options.empty() ||
      call.operands.size() != 1)
    return;
  const auto path = path_without_slash(*call.operands[0]);
  if (!path) return;
  const std::size_t slash = path->rfind('/');
  write_known(context, call, slash == path->npos ? "." : slash == 0 ? "/" : path->substr(0, slash));
}

constexpr Rule rule::known_name = {.id = "known-name",
                                   .rung = Rung::utility,
                                   .meaning = "basename and dirname of a constant path equal their result",
                                   .same = {"basename /etc/a.txt .txt", "echo a"},
                                   .apart = {"basename /etc/a.txt", "echo a"}};

}  // namespace assay::equivalence
