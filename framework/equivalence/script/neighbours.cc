// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "assay/internal/utilities.h"
#include "call/call.h"
#include "languages/values.h"
#include "pipeline/stage_facts.h"
#include "script/lists.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// A utility for which, with these options, a call with several operands does the same as one call for each;
// `before` operands precede them.
struct OneByOne {
  std::string_view utility;
  std::size_t before;
  std::initializer_list<std::string_view> options;
};
const std::array<OneByOne, 7> kOneByOne = {{{"mkdir", 0, {"-p", "-m"}},
                                            {"touch", 0, {"-a", "-c", "-m"}},
                                            {"rm", 0, {"-f", "-r"}},
                                            {"rmdir", 0, {}},
                                            {"chmod", 1, {"-R"}},
                                            {"curl", 0, {"-s", "-S", "-L", "-f", "-k", "-H", "-A"}},
                                            {"find", 0, {}}}};

bool only_prints(const Term& term) {
  if (term.is(Label::exec)) return false;
  if (term.is(Label::action))
    return term.parts[0]->text == "-print" || term.parts[0]->text == "-print0" ||
           term.parts[0]->text == "-prune";
  return std::ranges::all_of(term.parts, [](const Term* part) { return only_prints(*part); });
}

bool is_operand(const Term& part) {
  return part.is_text() && !part.text.empty() && !part.text.starts_with('-');
}

bool names_one_entry(const Term& part) {
  return part.text != "." && part.text != ".." && part.text.find('/') == std::string_view::npos;
}

// A parsed call: options and operands before the files, the files, and find's expression.
struct Parts {
  const OneByOne* utility = nullptr;
  Terms before, files, after;

  explicit Parts(Arena& arena) : before(arena.terms()), files(arena.terms()), after(arena.terms()) {}
};

bool read_call(const Term& call, Parts& parts) {
  if (!call.is(Label::call) || call.opaque || !call.parts[0]->is_text()) return false;
  const auto found = std::ranges::find(kOneByOne, call.parts[0]->text, &OneByOne::utility);
  if (found == kOneByOne.end()) return false;
  parts.utility = &*found;
  std::size_t operands = 0;
  for (const Term* part : call.parts.subspan(1)) {
    if (part->is(Label::option)) {
      const bool is_known = part->parts[0]->kind != Kind::node &&
                            std::ranges::find(found->options, part->parts[0]->text) != found->options.end();
      if (!is_known) return false;
      parts.before.push_back(part);
    } else if (part->is(Label::expression) && found->utility == "find" && only_prints(*part)) {
      parts.after.push_back(part);
    } else if (!is_operand(*part)) {
      return false;
    } else {
      (operands++ < found->before ? parts.before : parts.files).push_back(part);
    }
  }
  return !parts.files.empty();
}

bool are_same(const Terms& a, const Terms& b) {
  return std::ranges::equal(a, b, [](const Term* one, const Term* other) { return same(*one, *other); });
}

bool keeps_order(std::string_view utility) { return utility == "find" || utility == "curl"; }

// mkdir a, mkdir b; null if they cannot be one call.
const Term* joined_calls(Context& context, const Term& first, const Term& second) {
  Parts a(context.arena), b(context.arena);
  if (!context.allows(rule::joined_calls) || context.script.lists_processes || !read_call(first, a) ||
      !read_call(second, b) || a.utility != b.utility || !are_same(a.before, b.before) ||
      !are_same(a.after, b.after))
    return nullptr;
  const std::string_view utility = a.utility->utility;
  if (!keeps_order(utility) && context.shows_work_of(utility)) return nullptr;
  context.assume(rule::joined_calls, first);
  Terms files = a.files;
  files.insert(files.end(), b.files.begin(), b.files.end());
  const bool is_set = !keeps_order(utility) &&
                      std::ranges::all_of(files, [](const Term* each) { return names_one_entry(*each); });
  if (is_set && !std::ranges::is_sorted(files, comes_before)) {
    context.assume(rule::operand_links, *context.arena.node(Label::words, files));
    std::ranges::stable_sort(files, comes_before);
  }
  Terms all = context.arena.terms();
  all.push_back(first.parts[0]);
  for (const Terms* each : {&a.before, &files, &a.after}) all.insert(all.end(), each->begin(), each->end());
  return context.arena.node(Label::call, all, first.span);
}

// mkdir n, chmod 700 n: mkdir -m 700 n. Null for others.
const Term* folder_with_mode(Context& context, const Term& first, const Term& second) {
  const auto is_call = [](const Term& term, std::string_view name, std::size_t size) {
    return term.is(Label::call) && term.parts.size() == size && are_texts(term.parts) &&
           term.parts[0]->text == name;
  };
  if (!context.allows(rule::new_folder_mode) || !is_call(first, "mkdir", 2) || !is_call(second, "chmod", 3))
    return nullptr;
  const Term& mode = *second.parts[1];
  const Term& folder = *first.parts[1];
  if (!same(folder, *second.parts[2]) || !is_digits(mode.text) || mode.text.size() > 3 || !is_operand(folder))
    return nullptr;
  context.assume(rule::new_folder_mode, folder);
  Terms words = context.arena.terms();
  words.assign({first.parts[0], context.arena.text("-m"), &mode, &folder});
  return call_term(context, *call_of(context, words));
}

// A command with a single redirection, of its output.
struct Written {
  const Term* command = nullptr;
  const Term* redirect = nullptr;
};

Written written_by(const Term& term) {
  if (!term.is(Label::command) || term.parts.size() != 2 || !term.parts[1]->is(Label::redirect)) return {};
  return {term.parts[0], term.parts[1]};
}

bool writes_to(const Written& written, std::string_view mark) {
  return written.redirect && written.redirect->parts[0]->text == mark &&
         written.redirect->parts[1]->is_text() && !opens_input(*written.redirect->parts[1]) &&
         written.redirect->parts[1]->text != "/dev/null";
}

// echo a > o, echo b >> o: { echo a; echo b; } > o. Null for others.
const Term* written_together(Context& context, const Term& first, const Term& second) {
  const Written a = written_by(first), b = written_by(second);
  if (!context.allows(rule::appended_output) || !writes_to(a, ">") || !writes_to(b, ">>") ||
      !same(*a.redirect->parts[1], *b.redirect->parts[1]) || !b.command->is(Label::emit))
    return nullptr;
  const bool is_group = a.command->is(Label::group) && a.command->parts[0]->is(Label::list);
  const auto is_text = [](const Term* each) { return each->is(Label::emit); };
  if (is_group ? !std::ranges::all_of(a.command->parts[0]->parts, is_text) : !is_text(a.command))
    return nullptr;
  // The words of the first are expanded before the file is emptied.
  if ((!is_group && looks_around(*a.command)) || may_act(*a.command) || may_act(*b.command)) return nullptr;
  context.assume(rule::appended_output, *a.redirect->parts[1]);
  Terms items = context.arena.terms();
  if (is_group)
    items.assign(a.command->parts[0]->parts.begin(), a.command->parts[0]->parts.end());
  else
    items.push_back(a.command);
  items.push_back(b.command);
  const Term* group = context.arena.node(Label::group, {context.arena.node(Label::list, items)});
  return context.arena.node(Label::command, {group, a.redirect}, first.span);
}

bool always_holds(const Term& term) {
  return term.is(Label::call) && term.parts.size() == 1 && term.parts[0]->text == "true";
}

const Term* without_group(const Term* term) { return term->is(Label::group) ? term->parts[0] : term; }

const Term* said_if(Context& context, const Term& condition, const Term& said, const Term* otherwise) {
  context.note(rule::if_else, said);
  Terms parts = context.arena.terms();
  parts.push_back(context.arena.node(Label::branch, {without_group(&condition), &said}));
  if (otherwise && !always_holds(*otherwise))
    parts.push_back(context.arena.node(Label::otherwise, {without_group(otherwise)}));
  return context.arena.node(Label::if_command, parts);
}

bool is_said_behind(const Terms& parts) {
  return parts.size() > 1 && parts[1]->is(Label::and_then) && parts[1]->parts[0]->is(Label::emit);
}

// a && echo y, true: if a; then echo y; fi. Null for others.
const Term* said_without_status(Context& context, const Term& first, const Term& second) {
  if (!context.allows(rule::if_else) || !first.is(Label::and_or) || first.parts.size() != 2 ||
      !always_holds(second))
    return nullptr;
  const Term& link = *first.parts[1];
  if (!link.is(Label::and_then) || !link.parts[0]->is(Label::emit)) return nullptr;
  return said_if(context, *first.parts[0], *link.parts[0], nullptr);
}

// The same at the very end, if the exit status is ignored: a && echo y.
const Term* said_at_end(Context& context, const Term& first, const Term& second) {
  if (!context.place.is_top || !context.allows(rule::if_and) || !said_without_status(context, first, second))
    return nullptr;
  context.note(rule::if_and, *first.parts[0]);
  return &first;
}

}  // namespace

void join_neighbours(Context& context, Terms& items) {
  for (std::size_t at = 0; at + 1 < items.size();) {
    const Term& first = *items[at];
    const Term& second = *items[at + 1];
    const Term* one = joined_calls(context, first, second);
    if (!one) one = written_together(context, first, second);
    if (!one && at + 2 == items.size()) one = said_at_end(context, first, second);
    if (!one) one = said_without_status(context, first, second);
    if (!one) {
      ++at;
      continue;
    }
    items[at] = one;
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  }
}

void join_links(Context& context, Terms& parts) {
  while (parts.size() > 1 && parts[1]->is(Label::and_then)) {
    const Term& second = *parts[1]->parts[0];
    const Term* one = joined_calls(context, *parts[0], second);
    if (!one) one = folder_with_mode(context, *parts[0], second);
    if (!one) break;
    parts[0] = one;
    parts.erase(parts.begin() + 1);
  }
  const bool is_choice = parts.size() == 3 && is_said_behind(parts) && parts[2]->is(Label::or_else);
  if (!is_choice || !context.allows(rule::if_else)) return;
  const Term* choice = said_if(context, *parts[0], *parts[1]->parts[0], parts[2]->parts[0]);
  parts.assign({choice});
}

constexpr Rule rule::joined_calls = {
    .id = "joined-calls",
    .rung = Rung::rewrite,
    .meaning =
        "one call with several operands equals one call per operand, unless a later command may see when "
        "they made files",
    .same = {"touch a; touch b", "touch a b"},
    .apart = {"mkdir a; mkdir -p b", "mkdir a b"},
    .assumption = "each call except the last succeeds",
    .sentence = "`{}` succeeds"};

constexpr Rule rule::new_folder_mode = {.id = "new-folder-mode",
                                        .rung = Rung::rewrite,
                                        .meaning = "chmod of a new folder equals `mkdir -m`",
                                        .same = {"mkdir n && chmod 700 n", "mkdir -m 700 n"},
                                        .apart = {"mkdir -p n && chmod 700 n", "mkdir -p -m 700 n"},
                                        .assumption = "the new folder can be made",
                                        .sentence = "{} can be made"};

constexpr Rule rule::appended_output = {
    .id = "appended-output",
    .rung = Rung::rewrite,
    .meaning = "a file written text by text equals one written by a group",
    .same = {"echo a > o; echo b >> o", "{ echo a; echo b; } > o"},
    .apart = {"echo a > o; echo b > o", "{ echo a; echo b; } > o"},
    .assumption = "the output file is a plain file",
    .sentence = "{} is a plain file that can be written to"};

constexpr Rule rule::if_else = {.id = "if-else",
                                .rung = Rung::rewrite,
                                .meaning = "a text between `&&` and `||` equals if and else",
                                .same = {"ls a && echo y || echo n", "if ls a; then echo y; else echo n; fi"},
                                .apart = {"ls a && ls b || echo n", "if ls a; then ls b; else echo n; fi"},
                                .assumption = "the text can be written"};

constexpr Rule rule::if_and = {.id = "if-and",
                               .rung = Rung::output,
                               .meaning = "a condition with one branch equals `&&`",
                               .same = {"if [ -f a ]; then ls; fi", "[ -f a ] && ls"},
                               .apart = {"if [ -f a ]; then ls; fi; pwd", "[ -f a ] && ls && pwd"},
                               .assumption = "the exit status does not matter"};

}  // namespace assay::equivalence
