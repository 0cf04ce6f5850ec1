// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <utility>

#include "call/steps.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

constexpr std::array<std::string_view, 3> kMarkNames = {"-I", "-i", "--replace"};

// The inner call of a wrapper. After most wrappers, a builtin's name means the program.
const Term* inner_call_term(Context& context, const Utility& wrapper, std::span<const Term* const> words) {
  const bool in_shell = std::exchange(context.place.in_shell, context.place.in_shell && wrapper.is_builtin());
  ++context.place.depth;
  const Call* inner = call_of(context, words);
  --context.place.depth;
  context.place.in_shell = in_shell;
  return inner->replacement ? inner->replacement : call_term(context, *inner);
}

// Marks the places where `mark` stands for text that is not known yet; it is written as `shown`.
void replace_marks(Context& context, std::string_view mark, std::string_view shown, Terms& words) {
  for (const Term*& word : words) {
    if (!word->is_text() || word->text.find(mark) == std::string_view::npos) continue;
    Terms pieces = context.arena.terms();
    std::string_view rest = word->text;
    for (std::size_t at = rest.find(mark); at != std::string_view::npos; at = rest.find(mark)) {
      if (at > 0) pieces.push_back(context.arena.text(rest.substr(0, at)));
      pieces.push_back(context.arena.node(Label::quoted, {context.arena.live(shown)}));
      rest.remove_prefix(at + mark.size());
    }
    if (!rest.empty()) pieces.push_back(context.arena.text(rest));
    word = context.arena.node(Label::word, pieces, word->span);
  }
}

// Empty if another option takes away the mark's meaning, or several define one.
std::string_view replacement_mark(const Call& call) {
  if (!call.is("xargs")) return {};
  const auto marks_or_counts = std::ranges::count_if(call.options, [&call](const Setting& each) {
    constexpr std::array<std::string_view, 8> kNames = {"-I", "-i", "--replace",   "-n",
                                                        "-L", "-l", "--max-lines", "--max-args"};
    return std::ranges::any_of(
        kNames, [&](std::string_view name) { return call.utility->find_option(name) == each.parsed.id; });
  });
  if (marks_or_counts != 1) return {};
  for (const std::string_view name : kMarkNames) {
    if (const Setting* setting = call.find(name)) {
      if (!setting->value) return "{}";
      return setting->value->is_text() ? setting->value->text : std::string_view();
    }
  }
  return {};
}

// Hides text that xargs may replace: it is not certain which mark holds, or what its name is.
void hide_possible_marks(Context& context, const Call& call, Terms& words) {
  for (const Setting& each : call.options) {
    const bool replaces = std::ranges::any_of(
        kMarkNames, [&](std::string_view name) { return call.utility->find_option(name) == each.parsed.id; });
    if (!replaces) continue;
    if (!each.value || (each.value->is_text() && !each.value->text.empty())) {
      const std::string_view mark = each.value ? each.value->text : "{}";
      replace_marks(context, mark, mark, words);
      continue;
    }
    for (const Term*& word : words) {
      if (!word->is_text()) continue;
      const Term* written = context.arena.live(context.arena.keep(print(*word)));
      word = context.arena.node(Label::word, {context.arena.node(Label::quoted, {written})}, word->span);
    }
  }
}

// The words as texts, with {} in place of the mark.
std::span<const Term* const> with_mark(Context& context, std::string_view mark,
                                       std::span<const Term* const> words) {
  Terms marked(words.begin(), words.end(), context.arena.memory());
  for (const Term*& word : std::span(marked).subspan(1)) {
    if (!word->is_text() || word->text.find(mark) == std::string_view::npos) continue;
    std::string text(word->text);
    for (std::size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + 2))
      text.replace(at, mark.size(), "{}");
    word = context.arena.kept(text, word->span);
  }
  return context.arena.node(Label::words, marked)->parts;
}

bool holds_text(const Term& term, std::string_view text) {
  return term.text.find(text) != std::string_view::npos ||
         std::ranges::any_of(term.parts, [text](const Term* part) { return holds_text(*part, text); });
}

// The arguments that xargs adds to its command: in place of a mark, whatever its name, or at the end.
void read_appended(Context& context, Call& call, Terms& words) {
  call.inner_words = context.arena.node(Label::words, words)->parts;
  const std::string_view mark = replacement_mark(call);
  const Term* name = words[0];  // keeps its spelling
  if (mark.empty()) {
    hide_possible_marks(context, call, words);
    words[0] = name;
    return words.push_back(context.arena.node(Label::appended, {}));
  }
  const bool is_free = std::ranges::none_of(words, [mark](const Term* word) {
    return holds_text(*word, "{}") || (!word->is_text() && holds_text(*word, mark));
  });
  Setting* replace = call.has("-I") ? call.find("-I") : call.find("-i");
  const bool has_value = replace && replace->value;
  // An expansion may contain either mark.
  const bool is_known = are_texts(words);
  const Rule& rule = is_known ? rule::replacement_mark : rule::free_mark;
  const bool renames = has_value && mark != "{}" && is_free && replace && context.allows(rule);
  replace_marks(context, mark, renames ? "{}" : mark, words);
  words[0] = name;
  if (!renames) return;
  context.note(rule, mark);
  replace->value = context.arena.text("{}", replace->span);
  replace->parsed.value.text = "{}";
  call.inner_words = with_mark(context, mark, call.inner_words);
}

// kubectl -n x get pods is kubectl get -n x pods, since the subcommand takes its program's options.
void take_down_options(Context& context, Call& call, std::span<const Term* const> before, Terms& words) {
  if (before.empty() || !context.allows(rule::operand_place)) return;
  context.note(rule::operand_place, *before[0]);
  words.insert(words.begin() + 1, before.begin(), before.end());
  call.options.clear();
}

}  // namespace

void read_inner(Context& context, Call& call, const ParsedInvocation& parsed,
                std::span<const Term* const> arguments) {
  Terms words(arguments.begin() + *parsed.inner_at, arguments.end(), context.arena.memory());
  switch (parsed.inner) {
    case InnerForm::argv: {
      if (call.utility->inner.shown) {
        call.inner = context.arena.node(Label::words, words);
        return;
      }
      if (call.is("xargs")) read_appended(context, call, words);
      call.inner = inner_call_term(context, *call.utility, words);
      return;
    }
    case InnerForm::subcommand:
      if (parsed.subcommand) {
        if (parsed.subcommand->inherits)
          take_down_options(context, call, arguments.first(*parsed.inner_at), words);
        call.inner = subcommand_term(context, *call.utility, *parsed.subcommand, words);
        return;
      }
      [[fallthrough]];
    case InnerForm::none:
    case InnerForm::joined: call.inner = context.arena.node(Label::words, words); return;
    case InnerForm::script: call.inner = context.arena.node(Label::script, {words[0]}); return;
  }
}

void add_default_command(Context& context, Call& call) {
  const std::vector<std::string>& otherwise = call.utility->inner.otherwise;
  const bool is_bare = call.is("xargs") && !otherwise.empty() && call.tail.empty() && call.operands.empty();
  if (!is_bare || !context.allows(rule::default_operand) || !replacement_mark(call).empty()) return;
  context.note(rule::default_operand, otherwise[0]);
  Terms words = context.arena.terms();
  for (const std::string& word : otherwise) words.push_back(context.arena.text(word));
  call.inner_words = context.arena.node(Label::words, words)->parts;
  words.push_back(context.arena.node(Label::appended, {}));
  call.inner = inner_call_term(context, *call.utility, words);
}

constexpr Rule rule::replacement_mark = {.id = "replacement-mark",
                                         .rung = Rung::utility,
                                         .meaning = "the mark of `xargs -I` may have any name",
                                         .same = {"xargs -I @ mv @ d", "xargs -I {} mv {} d"},
                                         .apart = {"xargs -I @ mv {} d", "xargs -I {} mv {} d"}};

constexpr Rule rule::free_mark = {.id = "free-mark",
                                  .rung = Rung::rewrite,
                                  .meaning = "the mark of `xargs -I` may have any name beside expansions",
                                  .same = {"xargs -I % mv % \"$d\"", "xargs -I {} mv {} \"$d\""},
                                  .apart = {"xargs -I % mv % %", "xargs -I {} mv {} %"},
                                  .assumption = "the expansions contain neither mark"};

}  // namespace assay::equivalence
