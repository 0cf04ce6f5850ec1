// SPDX-License-Identifier: Apache-2.0
// Rules about xargs: where its arguments come from, and find as what passes them on.
#include <algorithm>
#include <optional>
#include <utility>

#include "assay/internal/text.h"
#include "call/call.h"
#include "find/expression.h"
#include "languages/characters.h"
#include "pipeline/pipeline.h"
#include "pipeline/stage_facts.h"

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
  return words.size() == 2 && words[0]->is_text("rm") && words[1]->is_text("-f");
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
    if (!replace->value || !replace->value->is_text("{}")) return std::nullopt;
    if (std::ranges::none_of(words, has_braces) || may_read_input(context, words)) return std::nullopt;
    return std::pair{std::move(words), std::string_view(";")};
  }
  if (std::ranges::any_of(words, has_braces)) return std::nullopt;
  if (!xargs.has("-r")) {
    if (!lacks_operand(context, words)) return std::nullopt;
    if (!is_forced_rm(words)) context.assume(rule::something_found, *words[0]);
  }
  words.push_back(context.arena.text("{}"));
  if (may_read_input(context, words)) return std::nullopt;
  const Setting* count = xargs.has("-n") ? xargs.find("-n") : xargs.find("-L");
  if (!count) return std::pair{std::move(words), std::string_view("+")};
  if (!count->value || !count->value->is_text("1")) return std::nullopt;
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
  return name.is_text() && is_among(name.text, "grep zgrep rg diff cmp test pgrep");
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

// find … -print0 | xargs -0 x is find … -exec x {} +. If nothing is found, xargs without -r still runs x: the
// rule then assumes that a call without operands, which fails, did not happen.
bool join_find_and_xargs(Context& context, Stages& stages, std::size_t at) {
  if (!is_plain_pair(stages, at)) return false;
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
  if (shows_status && (context.aim.rung < Rung::output || !context.place.status_is_last)) return false;
  const Term* exec = exec_term(context, "-exec", words->first, words->second);
  if (words->second == ";" && !walk_stands(context, *find.expression->parts.back(), *exec->parts[1]))
    return false;
  context.assume(rule::exec_xargs, *words->first[0]);
  if (parting == Separator::by_lines) context.note(rule::path_lines, *xargs.call->name);
  if (parting == Separator::by_quoted_lines) context.note(rule::path_words, *xargs.call->name);
  find.expression = with_last_action(context, find, exec);
  join_with_next(stages, at);
  return true;
}

bool is_value(const Term* word, std::string_view text) { return word->is_text() && word->text == text; }

bool turns_lines_into_nulls(const Call& tr) {
  return tr.is("tr") && tr.options.empty() && tr.operands.size() == 2 && is_value(tr.operands[0], "\\012") &&
         is_value(tr.operands[1], "\\000");
}

// tr '\n' '\0' | xargs -0 is xargs -d '\n'.
bool read_line_separators(Context& context, Stages& stages, std::size_t at) {
  if (!is_plain_pair(stages, at)) return false;
  const Stage& tr = stages[at];
  Stage& next = stages[at + 1];
  const bool is_pair = turns_lines_into_nulls(*tr.call) && next.call->is("xargs") && next.call->has("-0") &&
                       !next.call->has("-d") && !next.call->has("-a");
  if (!is_pair || redirects(tr, 1) || redirects(next, 0) || !tr.assignments.empty()) return false;
  context.note(rule::line_separators, *tr.call->name);
  next.call->remove("-0");
  add_option(context, *next.call, "-d", "\\n");
  next.redirects.insert(next.redirects.begin(), tr.redirects.begin(), tr.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

// Whether xargs reads every character as part of an argument.
bool is_one_plain_word(std::string_view text) { return is_alphanumeric(text, "._,:/@%+=-"); }

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
  return are_texts(words) ? std::optional(std::move(words)) : std::nullopt;
}

// Whether this is a program that ignores its standard input, as xargs gives it a different one.
bool is_blind_program(Context& context, const Terms& words) {
  const Call* program = words[0]->is_text() ? make_call(context, words[0]->text, words[0]->span) : nullptr;
  return program && !program->utility->is_builtin() && !may_read_input(context, words);
}

// echo a b | xargs x is x a b; likewise for lines, or texts each followed by a NUL byte.
bool read_known_arguments(Context& context, Stages& stages, std::size_t at) {
  if (at > 0 || stages.size() < 2 || !is_plain_stage(stages[1])) return false;
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
  context.assume(rule::known_arguments, *call_term(context, *call));
  next.call = call;
  stages.erase(stages.begin());
  return true;
}

}  // namespace

constexpr Rule rule::exec_xargs = {
    .id = "exec-xargs",
    .rung = Rung::rewrite,
    .meaning = "`-print0 | xargs -0 -r` equals `-exec`",
    .same = {"find . -print0 | xargs -0 -r ls -d", "find . -exec ls -d {} +"},
    .apart = {"find . | xargs rm", "find . -exec rm {} +"},
    .assumption =
        "find and each call of the command succeed and ask nothing, and no file is made, moved or "
        "removed that find would visit later",
    .rewrite = join_find_and_xargs};

constexpr Rule rule::path_lines = {
    .id = "path-lines",
    .rung = Rung::rewrite,
    .meaning = "`xargs -d '\\n'` of the paths that find prints equals `-exec`",
    .same = {"find . -type f | xargs -d '\\n' chmod 600", "find . -type f -exec chmod 600 {} +"},
    .apart = {"find . -type f | xargs chmod 600", "find . -type f -exec chmod 600 {} +"},
    .assumption = "no path that find visits contains a line end"};

constexpr Rule rule::path_words = {
    .id = "path-words",
    .rung = Rung::rewrite,
    .meaning = "`xargs -I` of the paths that find prints equals `-exec`",
    .same = {"find . -name x | xargs -I {} wc -l {}", "find . -name x -exec wc -l {} \\;"},
    .apart = {"find . -name x | xargs wc -l", "find . -name x -exec wc -l {} +"},
    .assumption =
        "no path that find visits contains a quote, a backslash or a line end, or begins with a blank"};

constexpr Rule rule::something_found = {
    .id = "something-found",
    .rung = Rung::rewrite,
    .meaning = "`-r` of xargs may be left out before a command that needs an operand",
    .same = {"find d -type f -print0 | xargs -0 chmod 644", "find d -type f -exec chmod 644 {} +"},
    .apart = {"find d -type f -print0 | xargs -0 md5sum", "find d -type f -exec md5sum {} +"},
    .assumption = "find finds something",
    .sentence = "find finds something for `{}`"};

constexpr Rule rule::line_separators = {
    .id = "line-separators",
    .rung = Rung::rewrite,
    .meaning = "line ends that tr turns into NUL bytes for xargs equal `xargs -d '\\n'`",
    .same = {"tr '\\n' '\\0' < l | xargs -0 ls", "xargs -d '\\n' ls < l"},
    .apart = {"tr '\\n' '\\0' < l | xargs -0 ls", "xargs ls < l"},
    .assumption = "the input is text that can be read",
    .rewrite = read_line_separators};

constexpr Rule rule::known_arguments = {.id = "known-arguments",
                                        .rung = Rung::rewrite,
                                        .meaning = "a constant text written to xargs equals arguments",
                                        .same = {"echo a b | xargs rm", "rm a b"},
                                        .apart = {"ls | xargs rm", "rm ls"},
                                        .assumption = "the command that xargs runs succeeds and asks nothing",
                                        .sentence = "`{}` succeeds and asks nothing",
                                        .rewrite = read_known_arguments};

}  // namespace assay::equivalence
