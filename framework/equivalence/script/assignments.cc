// SPDX-License-Identifier: Apache-2.0
#include "script/assignments.h"

#include <algorithm>
#include <array>
#include <utility>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "languages/characters.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

using shell::Place;

// The unquoted text at the start of a word; empty if there is none.
std::string_view bare_start(const shell::Word& word) {
  const auto* text = word.segments.empty() ? nullptr : std::get_if<shell::Text>(&word.segments[0].node);
  return text && text->quoting == shell::Quoting::none ? std::string_view(text->text) : std::string_view();
}

// The length of NAME= or NAME+= at the beginning of the text; 0 if there is none.
std::size_t assignment_length(std::string_view text) {
  std::size_t at = 0;
  while (at < text.size() && is_name_char(text[at])) ++at;
  if (at == 0 || (text[0] >= '0' && text[0] <= '9')) return 0;
  if (at < text.size() && text[at] == '[')
    return text.find('=', at) == text.npos ? 0 : text.find('=', at) + 1;
  if (at < text.size() && text[at] == '+') ++at;
  return at < text.size() && text[at] == '=' ? at + 1 : 0;
}

// A term with that text which equals no other term.
const Term* marked(Context& context, const Term& text) {
  const std::string written = "''" + print(text);
  return context.arena.node(Label::special, {context.arena.live(context.arena.keep(written))}, text.span);
}

bool declares(const Utility* utility) {
  return utility && (utility->builtin == Builtin::declares || utility->builtin == Builtin::rereads);
}

}  // namespace

void mark_quoted_declaration(Context& context, const shell::SimpleCommand& command, Terms& words) {
  std::size_t at = 0;
  std::optional<std::string> written;  // the command's name
  for (; at < command.words.size(); ++at) {
    written = shell::literal_value(command.words[at]);
    if (written != "command" && written != "builtin") break;
  }
  if (at == command.words.size()) return;
  const bool is_certain = words.size() == command.words.size();  // no brace expansion produced other words
  const std::size_t name = is_certain ? at : 0;
  if (!words[name]->is_text() || (is_certain && !written)) return;
  const std::string_view text = words[name]->text;
  if (!declares(context.find(is_certain ? *written : text))) return;
  if (!is_certain || command.words[at].segments.size() != 1 || bare_start(command.words[at]) != text) {
    words[name] = context.arena.node(Label::word, {marked(context, *words[name])}, words[name]->span);
    return;
  }
  for (std::size_t i = at + 1; i < words.size(); ++i) {
    const Term& word = *words[i];
    // The keys of an array are read as such at once only if -A is unquoted.
    if (word.is_text() && word.text.starts_with('-') && bare_start(command.words[i]) != word.text) {
      words[i] = context.arena.node(Label::word, {marked(context, word)}, word.span);
      continue;
    }
    const bool may_assign =
        word.is(Label::word) && word.parts[0]->is_text() && assignment_length(word.parts[0]->text) > 0;
    if (!may_assign || assignment_length(bare_start(command.words[i])) > 0) continue;
    Terms parts(word.parts.begin(), word.parts.end(), context.arena.memory());
    parts[0] = marked(context, *parts[0]);
    words[i] = context.arena.node(Label::word, parts, word.span);
  }
}

// An associative array removes quotes from its key; an indexed one reads \1 and '1' as arithmetic, which
// fails.
static const Term* subscript_term(Context& context, const shell::Word& subscript) {
  const bool keeps_quotes = std::ranges::any_of(subscript.segments, [](const shell::Segment& segment) {
    const auto* text = std::get_if<shell::Text>(&segment.node);
    return text && text->quoting != shell::Quoting::none;
  });
  if (keeps_quotes) return context.arena.live(context.arena.keep(shell::print(subscript)));
  return word_term(context, subscript, Place::plain);
}

const Term* assignment_term(Context& context, const shell::Assignment& assignment) {
  const std::string_view name = assignment.append ? context.arena.keep(assignment.name + "+=")
                                                  : context.arena.keep(assignment.name + "=");
  const Term* value = word_term(context, assignment.value, Place::assignment);
  if (!assignment.subscript)
    return context.arena.node(Label::assignment, {context.arena.live(name), value}, assignment.span);
  const Term* subscript = subscript_term(context, *assignment.subscript);
  return context.arena.node(Label::assignment, {context.arena.live(name), value, subscript}, assignment.span);
}

void settle_assignments(Context& context, Terms& assignments) {
  if (assignments.size() < 2 || context.declares || !context.allows(rule::assignment_order)) return;
  // If one is refused, the assignments after it do not happen.
  constexpr std::array<std::string_view, 6> kReadOnly = {
      "BASHOPTS=", "BASH_VERSINFO=", "EUID=", "PPID=", "SHELLOPTS=", "UID="};
  const auto is_simple = [&](const Term* each) {
    return each->parts.size() == 2 && each->parts[1]->is_text() && !each->parts[0]->text.ends_with("+=") &&
           std::ranges::find(kReadOnly, each->parts[0]->text) == kReadOnly.end();
  };
  if (!std::ranges::all_of(assignments, is_simple)) return;
  Terms sorted(assignments, context.arena.memory());
  sort_terms(sorted);
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    if (sorted[i - 1]->parts[0]->text == sorted[i]->parts[0]->text) return;
  }
  if (sorted != assignments) context.note(rule::assignment_order, context.arena.keep(print(*assignments[0])));
  assignments = std::move(sorted);
}

constexpr Rule rule::assignment_order = {
    .id = "assignment-order",
    .rung = Rung::flag_order,
    .meaning = "assignments of constants to different variables may change places",
    .same = {"A=1 B=2 env", "B=2 A=1 env"},
    .apart = {"A=1 A=2 env", "A=2 A=1 env"}};

}  // namespace assay::equivalence
