// SPDX-License-Identifier: Apache-2.0
#include "script/find_xargs.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "find/expression.h"
#include "script/input_rules.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

const Term* last_of(const Term& expression) {
  const Term* whole = expression.parts.back();
  return whole->is(Label::all) ? whole->parts.back() : whole;
}

const Term* with_last_action(Context& context, const Call& find, const Term* last) {
  const Term& expression = *find.expression;
  Terms parts(expression.parts.begin(), expression.parts.end(), context.arena.memory());
  if (parts.back()->is(Label::all)) {
    Terms inner(parts.back()->parts.begin(), parts.back()->parts.end(), context.arena.memory());
    inner.back() = last;
    parts.back() = context.arena.node(Label::all, inner);
  } else {
    parts.back() = last;
  }
  parts.back() = settle_find_actions(context, find, *parts.back());
  return context.arena.node(Label::expression, parts);
}

bool is_forced_rm(const Terms& words) {
  return words.size() == 2 && words[0]->is_text() && words[0]->text == "rm" && words[1]->is_text() &&
         words[1]->text == "-f";
}

// How xargs splits its input into arguments; none unless those are paths, one each.
enum class Separator : std::uint8_t { none, by_nulls, by_lines, by_quoted_lines };

Separator parting_of(const Call& xargs) {
  const Setting* end = xargs.find("-d");
  if (xargs.has("-0")) return end ? Separator::none : Separator::by_nulls;
  if (!end) return xargs.has("-I") ? Separator::by_quoted_lines : Separator::none;
  const bool is_line_end =
      end->value && end->value->is_text() && (end->value->text == "\\n" || end->value->text == "\n");
  return is_line_end && !xargs.has("-L") ? Separator::by_lines : Separator::none;
}

// The command of xargs as -exec takes it, and the terminator it needs. None if xargs does more than that.
std::optional<std::pair<Terms, std::string_view>> exec_words(Context& context, const Call& xargs) {
  if (!xargs.has_only({"-0", "-d", "-r", "-I", "-n", "-L"}) || xargs.inner_words.empty()) return std::nullopt;
  Terms words(xargs.inner_words.begin(), xargs.inner_words.end(), context.arena.memory());
  if (words[0]->is_text() && words[0]->text.find("{}") != std::string_view::npos) return std::nullopt;
  const auto has_braces = [](const Term* word) {
    return word->is_text() && word->text.find("{}") != std::string_view::npos;
  };
  const Setting* replace = xargs.find("-I");
  if (replace && (xargs.has("-n") || xargs.has("-L"))) return std::nullopt;
  if (replace) {
    if (!replace->value || !replace->value->is_text() || replace->value->text != "{}") return std::nullopt;
    if (std::ranges::none_of(words, has_braces) || may_read_input(context, words)) return std::nullopt;
    return std::pair{std::move(words), std::string_view(";")};
  }
  if (std::ranges::any_of(words, has_braces)) return std::nullopt;
  if (!xargs.has("-r")) {
    if (!lacks_operand(context, words)) return std::nullopt;
    if (!is_forced_rm(words)) context.assume(Rule::something_found, *words[0]);
  }
  words.push_back(context.arena.text("{}"));
  if (may_read_input(context, words)) return std::nullopt;
  const Setting* count = xargs.has("-n") ? xargs.find("-n") : xargs.find("-L");
  if (!count) return std::pair{std::move(words), std::string_view("+")};
  if (!count->value || !count->value->is_text() || count->value->text != "1") return std::nullopt;
  return std::pair{std::move(words), std::string_view(";")};
}

bool is_option(const Term& word, std::string_view name) {
  return word.is(Label::option) && word.parts[0]->text == name;
}

// Whether the command takes a folder away from under its path, so that find cannot enter it.
bool takes_folders(const Term& command) {
  if (!command.is(Label::call) || !command.parts[0]->is_text()) return false;
  const std::string_view name = command.parts[0]->text;
  const bool removes = name == "rm" && std::ranges::any_of(command.parts.subspan(1), [](const Term* word) {
                         return is_option(*word, "-r") || is_option(*word, "-d");
                       });
  return name == "mv" || name == "rmdir" || removes;
}

// Its exit status is an answer: where grep finds nothing in a file, xargs ends with 123, and find with 0.
bool answers_by_status(const Term& name) {
  constexpr std::string_view kAnswerers[] = {"grep", "zgrep", "rg", "diff", "cmp", "test", "pgrep"};
  return name.is_text() && std::ranges::find(kAnswerers, name.text) != std::end(kAnswerers);
}

// -type d, -type f,d: any folder passes.
bool takes_any_folder(const Term& test) {
  if (test.is(Label::any))
    return std::ranges::any_of(test.parts, [](const Term* each) { return takes_any_folder(*each); });
  return test.is(Label::test_of) && test.parts[0]->text == "-type" &&
         (!test.parts[1]->is_text() || test.parts[1]->text.find('d') != std::string_view::npos);
}

// Whether the command may run while find is still walking: it affects neither the tests before the last
// action nor, unless they pick some paths by more than their type, the walk.
bool walk_stands(const Context& context, const Term& expression, const Term& command) {
  const auto tests = expression.is(Label::all) ? expression.parts.first(expression.parts.size() - 1)
                                               : std::span<const Term* const>();
  const auto picks = [](const Term* test) { return !takes_any_folder(*test); };
  if (takes_folders(command) && std::ranges::none_of(tests, picks)) return false;
  return leaves_tests_alone(context, tests, command);
}

}  // namespace

bool join_find_and_xargs(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  Call& find = *stages[at].call;
  const Stage& xargs = stages[at + 1];
  if (!find.is("find") || !xargs.call->is("xargs") || !find.expression || find.expression->opaque)
    return false;
  if (redirects(stages[at], 1) || !redirects_output_alone(xargs) || !xargs.assignments.empty()) return false;
  const Term* last = last_of(*find.expression);
  const Separator parting = parting_of(*xargs.call);
  const bool is_parted = is_action(*last, parting == Separator::by_nulls ? "-print0" : "-print");
  if (parting == Separator::none || !is_parted || count_actions(*find.expression->parts.back()) != 1)
    return false;
  const auto words = exec_words(context, *xargs.call);
  if (!words) return false;
  const bool shows_status =
      words->second == ";" && at + 2 == stages.size() && answers_by_status(*words->first[0]);
  if (shows_status && (context.rung < Rung::output || !context.status_is_last)) return false;
  const Term* exec = exec_term(context, "-exec", words->first, words->second);
  if (words->second == ";" && !walk_stands(context, *find.expression->parts.back(), *exec->parts[1]))
    return false;
  context.assume(Rule::exec_xargs, *words->first[0]);
  if (parting == Separator::by_lines) context.note(Rule::path_lines, *xargs.call->name);
  if (parting == Separator::by_quoted_lines) context.note(Rule::path_words, *xargs.call->name);
  find.expression = with_last_action(context, find, exec);
  stages[at].redirects.insert(stages[at].redirects.end(), xargs.redirects.begin(), xargs.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

}  // namespace assay::equivalence
