// SPDX-License-Identifier: Apache-2.0
// mkdir and rmdir.
#include <algorithm>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// A relative path that only descends, through plain names.
bool is_plain_path(const Term& word) {
  if (!word.is_text() || word.text.empty() || word.text.starts_with('-')) return false;
  std::string_view rest = word.text;
  while (true) {
    const std::string_view step = rest.substr(0, rest.find('/'));
    if (step.empty() || step == "." || step == "..") return false;
    if (step.size() == rest.size()) return true;
    rest.remove_prefix(step.size() + 1);
  }
}

}  // namespace

// Drops a trailing slash from the name of a folder to be made; -v would print it.
void refine_mkdir(Context& context, Call& call) {
  if (!context.allows(rule::trailing_slash) || !call.tail.empty() || call.has("-v")) return;
  for (const Term*& operand : call.operands) {
    if (!operand->is_text() || operand->text.size() < 2 || !operand->text.ends_with('/')) continue;
    const std::size_t end = operand->text.find_last_not_of('/');
    if (end == std::string_view::npos) continue;
    context.assume(rule::trailing_slash, *operand);
    operand = context.arena.text(operand->text.substr(0, end + 1), operand->span);
  }
}

// rmdir -p a/b is rmdir a/b a: both fail at a folder that they cannot remove, but with operands rmdir goes on
// to the rest.
void refine_rmdir(Context& context, Call& call) {
  const bool has_parents =
      call.has("-p") && call.has_only({"-p"}) && call.tail.empty() && !call.operands.empty();
  if (!has_parents || !context.allows(rule::parent_folders) ||
      !std::ranges::all_of(call.operands, [](const Term* each) { return is_plain_path(*each); }))
    return;
  Terms folders = context.arena.terms();
  for (const Term* operand : call.operands) {
    context.assume(rule::parent_folders, *operand);
    for (std::string_view path = operand->text;; path = path.substr(0, path.rfind('/'))) {
      folders.push_back(context.arena.text(path, operand->span));
      if (path.find('/') == std::string_view::npos) break;
    }
  }
  call.operands = folders;
  call.remove("-p");
}

constexpr Rule rule::parent_folders = {.id = "parent-folders",
                                       .rung = Rung::rewrite,
                                       .meaning = "`rmdir -p` equals rmdir of each folder",
                                       .same = {"rmdir -p a/b", "rmdir a/b a"},
                                       .apart = {"rmdir -p a/b", "rmdir a/b"},
                                       .assumption = "the folders of the path hold nothing else",
                                       .sentence = "{} and its parents hold nothing else"};

}  // namespace assay::equivalence
