// SPDX-License-Identifier: Apache-2.0
#include "script/xargs_rules.h"

#include <algorithm>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "script/input_rules.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

bool is_value(const Term* word, std::string_view text) { return word->is_text() && word->text == text; }

bool turns_lines_into_nulls(const Call& tr) {
  return tr.is("tr") && tr.options.empty() && tr.operands.size() == 2 && is_value(tr.operands[0], "\\012") &&
         is_value(tr.operands[1], "\\000");
}

// Whether xargs reads every character as part of an argument.
bool is_one_plain_word(std::string_view text) {
  return std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("._,:/@%+=-").find(c) != std::string_view::npos;
  });
}

// The words between blanks and newlines.
std::optional<Terms> words_of(Context& context, const Term& written) {
  Terms words = context.arena.terms();
  if (written.parts.size() != 1 || !written.parts[0]->is_text()) return std::nullopt;
  std::string_view rest = written.parts[0]->text;
  constexpr std::string_view kBlanks = " \t\n";
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(kBlanks), rest.size()));
    if (rest.empty()) return words;
    const std::string_view word = rest.substr(0, rest.find_first_of(kBlanks));
    if (!is_one_plain_word(word)) return std::nullopt;
    words.push_back(context.arena.text(word, written.span));
    rest.remove_prefix(word.size());
  }
}

// The first stage's output as xargs reads it, argument by argument.
std::optional<Terms> written_arguments(Context& context, const Stage& stage, const Call& xargs) {
  if (!stage.call || !stage.assignments.empty() || !stage.redirects.empty()) return std::nullopt;
  const Call& call = *stage.call;
  if (call.replacement)
    return call.replacement->is(Label::emit) && !xargs.has("-0") ? words_of(context, *call.replacement)
                                                                 : std::nullopt;
  const bool has_nulls = is_plain_stage(stage) && call.is("printf") && call.options.empty() &&
                         call.operands.size() > 1 && is_value(call.operands[0], "%s\\0") && xargs.has("-0");
  if (!has_nulls) return std::nullopt;
  Terms words(call.operands.begin() + 1, call.operands.end(), context.arena.memory());
  const bool are_texts = std::ranges::all_of(words, [](const Term* word) { return word->is_text(); });
  return are_texts ? std::optional(std::move(words)) : std::nullopt;
}

// Whether this is a program that ignores its standard input, as xargs gives it a different one.
bool is_blind_program(Context& context, const Terms& words) {
  const Call* program = words[0]->is_text() ? make_call(context, words[0]->text, words[0]->span) : nullptr;
  return program && !program->utility->is_builtin() && !may_read_input(context, words);
}

}  // namespace

bool read_line_separators(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  const Stage& tr = stages[at];
  Stage& next = stages[at + 1];
  const bool is_pair = turns_lines_into_nulls(*tr.call) && next.call->is("xargs") && next.call->has("-0") &&
                       !next.call->has("-d") && !next.call->has("-a");
  if (!is_pair || redirects(tr, 1) || redirects(next, 0) || !tr.assignments.empty()) return false;
  context.note(Rule::line_separators, *tr.call->name);
  next.call->remove("-0");
  add_option(context, *next.call, "-d", "\\n");
  next.redirects.insert(next.redirects.begin(), tr.redirects.begin(), tr.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

bool read_known_arguments(Context& context, Stages& stages) {
  if (stages.size() < 2 || !is_plain_stage(stages[1])) return false;
  Stage& next = stages[1];
  const Call& xargs = *next.call;
  if (!xargs.is("xargs") || !xargs.has_only({"-0", "-r"}) || xargs.inner_words.empty() ||
      !next.assignments.empty() || redirects(next, 0))
    return false;
  const auto arguments = written_arguments(context, stages[0], xargs);
  if (!arguments || arguments->empty()) return false;
  Terms words(xargs.inner_words.begin(), xargs.inner_words.end(), context.arena.memory());
  words.insert(words.end(), arguments->begin(), arguments->end());
  if (!is_blind_program(context, words)) return false;
  Call* call = call_of(context, words);
  context.assume(Rule::known_arguments, *call_term(context, *call));
  next.call = call;
  stages.erase(stages.begin());
  return true;
}

}  // namespace assay::equivalence
