// SPDX-License-Identifier: Apache-2.0
// Rules about what a command reads: its standard input, files among its operands, or text.
#include <algorithm>
#include <optional>
#include <utility>

#include "call/call.h"
#include "languages/values.h"
#include "pipeline/pipeline.h"
#include "pipeline/stage_facts.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

// "-", -f- and the like.
bool names_dash(const Term& word) {
  return word.is_text() && (word.text == "-" || word.text.ends_with("=-") ||
                            (word.text.starts_with('-') && word.text.size() > 2 && word.text.ends_with('-')));
}

// How many operands precede the file, if its name does not show when it is the only file, and standard input
// gives the same result.
std::optional<std::size_t> operands_before_input(const Context& context, const Call& call) {
  if (!call.holds(call.utility->anonymous_input) || !is_quiet_script(call)) return std::nullopt;
  return operands_before_files(context, call);
}

const Call& inner_call(const Context& context, std::span<const Term* const> words) {
  Context inner = context;
  inner.aim.trace = nullptr;
  inner.place.in_shell = false;
  ++inner.place.depth;
  return *call_of(inner, words);
}

// Whether the command that xargs runs may examine its standard input, with an argument of xargs or without
// one.
bool may_read_input_of(Context& context, const Call& xargs) {
  if (xargs.inner_words.empty()) return true;
  Terms words(xargs.inner_words.begin(), xargs.inner_words.end(), context.arena.memory());
  if (!xargs.has("-r") && !xargs.has("-I") && may_read_input(context, words)) return true;
  if (!xargs.has("-I")) words.push_back(context.arena.text("{}"));
  return may_read_input(context, words);
}

// Whether the command may prompt before it acts, as rm and mv do by default for a write-protected file if
// standard input is a terminal. A command that only examines never prompts.
bool may_ask(const Context& context, std::span<const Term* const> words) {
  const Call& call = inner_call(context, words);
  return !call.utility || !call.holds(call.utility->no_effects);
}

// Whether no other command shares the file's position, so that it does not matter how far it is read.
bool is_own_file(const Term& file) {
  return file.is_text() && file.text != "-" && !file.text.starts_with("/dev/") &&
         !file.text.starts_with("/proc/");
}

// The only file that it reads, as an operand or as standard input.
const Term* only_input(const Stage& stage) {
  const Terms& operands = stage.call->operands;
  if (stage.redirects.empty())
    return operands.size() == 1 && names_file(*operands[0]) ? operands[0] : nullptr;
  const Redirection& only = stage.redirects[0];
  const bool is_input = stage.redirects.size() == 1 && only.reads_file();
  return is_input && operands.empty() ? only.target : nullptr;
}

// cat f | x is x < f.
bool drop_useless_cat(Context& context, Stages& stages, std::size_t at) {
  if (at > 0 || !is_plain_pair(stages, at)) return false;
  const Stage& cat = stages[0];
  const Term* file =
      cat.call->is("cat") && cat.call->options.empty() && cat.assignments.empty() ? only_input(cat) : nullptr;
  if (!file || !is_one_word(*file) || opens_input(*file) || !is_filter(*stages[1].call) ||
      redirects(stages[1], 0) || !is_quiet_script(*stages[1].call) || expands_from_input(context, stages[1]))
    return false;
  const Stages others(stages.begin() + 1, stages.end(), context.arena.memory());
  if (is_redirected(others, *file)) return false;
  context.assume(rule::useless_cat, *file);
  read_from(stages[1], file);
  stages.erase(stages.begin());
  return true;
}

// x f is x < f.
bool read_operand_as_input(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || redirects(stage, 0)) return false;
  Call& call = *stage.call;
  const auto before = operands_before_input(context, call);
  if (!before || call.operands.size() != *before + 1) return false;
  const Term* file = call.operands.back();
  const bool is_file = file->is_text() && file->text != "-" && !file->text.empty();
  if (!is_file || opens_input(*file) || (call.is("awk") && file->text.find('=') != std::string_view::npos))
    return false;
  if (is_redirected(stages, *file)) return false;
  context.assume(rule::input_operand, *file);
  call.operands.pop_back();
  read_from(stage, file);
  return true;
}

// xargs -a f is xargs < f, if its command only examines.
bool read_input_option(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("xargs") || redirects(stage, 0)) return false;
  Call& xargs = *stage.call;
  const Setting* option = xargs.find("-a");
  const Term* file = option ? option->value : nullptr;
  if (!file || !file->is_text() || file->text == "-" || opens_input(*file)) return false;
  // With -a, the command inherits the standard input of xargs; without it, it gets /dev/null.
  if (may_read_input_of(context, xargs) || may_ask(context, xargs.inner_words)) return false;
  context.assume(rule::input_operand, *file);
  xargs.remove("-a");
  read_from(stage, file);
  return true;
}

bool read_input(Context& context, Stages& stages, std::size_t at) {
  return read_input_option(context, stages, at) || name_archive(context, stages[at]) ||
         read_compressed_operand(context, stages, at) || read_operand_as_input(context, stages, at);
}

// diff a - < b is diff a b, if names do not show.
bool read_dash_operand(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || stage.call->operands.size() < 2) return false;
  Call& call = *stage.call;
  const bool hides_names = (call.is("diff") && call.options.empty()) || call.is("comm") || call.is("paste") ||
                           call.is("join") || call.is("sort") || (call.is("cat") && call.options.empty());
  const auto is_dash = [](const Term* each) { return each->is_text("-"); };
  const auto dash = std::ranges::find_if(call.operands, is_dash);
  if (!hides_names || dash == call.operands.end() || std::ranges::count_if(call.operands, is_dash) != 1)
    return false;
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  const bool is_file = input != stage.redirects.end() && input->reads_file() && is_own_file(*input->target) &&
                       !input->target->text.starts_with('-') && !opens_input(*input->target);
  if (!is_file || std::ranges::any_of(call.operands, [](const Term* each) { return opens_input(*each); }))
    return false;
  const Term* file = input->target;
  const Redirection taken = *input;
  const auto place = stage.redirects.erase(input);
  if (redirects(stage, 0) || is_redirected(stages, *file)) {
    stage.redirects.insert(place, taken);
    return false;
  }
  context.assume(rule::text_input, *file);
  if (call.is("diff")) context.note(rule::plain_files, *file);
  *dash = file;
  return true;
}

// A piece that may be expanded anywhere: it neither changes the shell nor depends on the place of expansion,
// as process ids and random numbers do.
bool is_plain_piece(const Term& piece) {
  if (piece.is_text()) return true;
  if (!piece.is(Label::quoted) || !piece.parts[0]->is(Label::parameter) ||
      piece.parts[0]->parts.size() != 1 || !piece.parts[0]->parts[0]->is_text())
    return false;
  const std::string_view name = piece.parts[0]->parts[0]->text;
  return name != "_" && !name.starts_with("BASH") && name.find("RANDOM") == name.npos;
}

std::optional<Terms> pieces_of_text(Context& context, const Term& text) {
  Terms pieces = context.arena.terms();
  if (text.is_text()) pieces.push_back(&text);
  if (text.is(Label::word)) pieces.assign(text.parts.begin(), text.parts.end());
  for (const Term*& piece : pieces) {
    if (piece->is(Label::split)) piece = context.arena.node(Label::quoted, piece->parts, piece->span);
    if (!is_plain_piece(*piece)) return std::nullopt;
  }
  return pieces.empty() ? std::nullopt : std::optional(std::move(pieces));
}

// cat <<< x is echo x | cat.
bool read_piped_text(Context& context, Stages& stages, std::size_t at) {
  if (at > 0 || !is_plain_stage(stages[0]) || stages[0].call->utility->is_builtin()) return false;
  Stage& stage = stages[0];
  if (std::ranges::count(stage.redirects, 0, &Redirection::fd) != 1) return false;
  const auto input = std::ranges::find(stage.redirects, 0, &Redirection::fd);
  if (input == stage.redirects.end() || !input->fd_variable.empty() ||
      input->operation != shell::RedirectOperator::here_document || !is_filter(*stage.call))
    return false;
  if (expands_from_input(context, stage)) return false;
  const auto pieces = pieces_of_text(context, *input->target);
  Call* text = pieces ? make_call(context, "printf", input->span) : nullptr;
  if (!text) return false;
  context.note(rule::piped_text, *stage.call->name);
  text->replacement = context.arena.node(Label::emit, *pieces);
  stage.redirects.erase(input);
  Stage first(context.arena);
  first.span = stage.span;
  first.call = text;
  stages.insert(stages.begin(), first);
  return true;
}

}  // namespace

bool reads_own_file(const Stage& stage) {
  const Call& call = *stage.call;
  if (call.operands.size() == 2) return is_own_file(*call.operands[1]);
  return std::ranges::any_of(stage.redirects, [](const Redirection& each) {
    return each.reads_file() && is_own_file(*each.target);
  });
}

bool may_read_input(const Context& context, std::span<const Term* const> words) {
  if (std::ranges::any_of(words, [](const Term* word) { return opens_input(*word) || names_dash(*word); }))
    return true;
  const Call& call = inner_call(context, words);
  if (!call.utility || !call.tail.empty() || call.utility->inner.form != InnerForm::none) return true;
  const bool is_unsure = std::ranges::any_of(call.options, [&call](const Setting& each) {
    return std::ranges::find(call.utility->stdin_unless, each.parsed.id) != call.utility->stdin_unless.end();
  });
  switch (call.utility->stdin_use) {
    case StdinUse::never: return is_unsure;
    case StdinUse::without_operands:
      return is_unsure || !are_texts(words) || call.operands.size() <= operands_before_files(context, call);
    case StdinUse::always:
    case StdinUse::unknown: return true;
  }
  return true;
}

bool lacks_operand(const Context& context, std::span<const Term* const> words) {
  const Call& call = inner_call(context, words);
  if (!call.utility || !call.tail.empty() || call.utility->inner.form != InnerForm::none ||
      call.utility->expression || !call.utility->subcommands.empty())
    return false;
  const auto is_given = [&call](OptionId id) {
    return std::ranges::any_of(call.options, [id](const Setting& each) { return each.parsed.id == id; });
  };
  const auto is_needed = [&](const Operand& each) {
    return !each.optional && std::ranges::none_of(each.unless, is_given);
  };
  const auto needed = std::ranges::count_if(call.utility->operands, is_needed);
  return std::cmp_less(call.operands.size(), needed) || (call.is("rm") && call.operands.empty());
}

constexpr Rule rule::useless_cat = {
    .id = "useless-cat",
    .rung = Rung::rewrite,
    .meaning = "`cat f | x` equals `x < f`, for utilities that only read their input",
    .same = {"cat f | wc -l", "wc -l < f"},
    .apart = {"cat f | wc", "wc < f"},
    .assumption = kInputIsKept,
    .sentence = kFileIsKept,
    .rewrite = drop_useless_cat};

constexpr Rule rule::input_operand = {
    .id = "input-operand",
    .rung = Rung::rewrite,
    .meaning = "a single file operand equals standard input, if the output does not show its name",
    .same = {"grep x f", "grep x < f"},
    .apart = {"wc -l f", "wc -l < f"},
    .assumption = kInputIsKept,
    .sentence = kFileIsKept,
    .rewrite = read_input};

constexpr Rule rule::text_input = {
    .id = "text-input",
    .rung = Rung::rewrite,
    .meaning =
        "a file among several may be named `-` and be standard input, if the output does not show names",
    .same = {"diff a - < b", "diff a b"},
    .apart = {"diff -u a - < b", "diff -u a b"},
    .assumption = "the named input is text that can be read, and nobody writes to it meanwhile",
    .sentence = "{} is text that can be read, and nobody writes to it meanwhile",
    .rewrite = read_dash_operand};

constexpr Rule rule::piped_text = {
    .id = "piped-text",
    .rung = Rung::rewrite,
    .meaning = "a here-string equals a text piped into a program that reads its input",
    .same = {"bc <<< '1+2'", "echo 1+2 | bc"},
    .apart = {"read x <<< a", "echo a | read x"},
    .assumption = "the text can be written",
    .rewrite = read_piped_text};

}  // namespace assay::equivalence
