// SPDX-License-Identifier: Apache-2.0
// Rules about grep, and about programs that select the same lines.
#include <algorithm>
#include <optional>

#include "assay/internal/text.h"
#include "call/call.h"
#include "find/expression.h"
#include "languages/characters.h"
#include "languages/pattern.h"
#include "pipeline/stage_facts.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

struct PatternAndAction {
  std::string_view pattern, action;
};

// An expression that all implementations of extended expressions read alike: characters, dots, and anchors at
// its ends.
bool is_common_pattern(std::string_view pattern) {
  std::string_view inner = pattern;
  if (inner.starts_with('^')) inner.remove_prefix(1);
  if (inner.ends_with('$')) inner.remove_suffix(1);
  return !inner.empty() && is_alphanumeric(inner, " _-,:;=@%#~.");
}

// /x/{…}, if the braces are the program's only ones and the action depends only on the line.
std::optional<PatternAndAction> pattern_and_action(std::string_view program) {
  if (!program.starts_with('/')) return std::nullopt;
  const std::size_t end = program.find('/', 1);
  if (end == program.npos || end + 1 >= program.size()) return std::nullopt;
  const PatternAndAction found{program.substr(1, end - 1), program.substr(end + 1)};
  const std::string_view inner =
      found.action.size() < 2 ? "" : found.action.substr(1, found.action.size() - 2);
  const bool is_block = found.action.starts_with('{') && found.action.ends_with('}') &&
                        inner.find_first_of("{}\"/") == inner.npos;
  const auto has = [inner](std::string_view word) { return inner.find(word) != inner.npos; };
  // Actions that depend on the number of lines, on their source or end, or read further ones or otherwise.
  if (!is_block || !is_common_pattern(found.pattern) || has("NR") || has("FILENAME") || has("getline") ||
      has("exit") || has("next") || has("ARG") || has("system") || has("IGNORECASE") || has("BINMODE") ||
      has("SYMTAB") || has("PROCINFO") || holds_name(inner, "RS") || holds_name(inner, "RT"))
    return std::nullopt;
  return found;
}

// awk '/x/{print $2}' f is grep -E x f | awk '{print $2}'.
bool split_awk_pattern(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("awk") || !stage.call->has_only({"-F"}) ||
      !stage.assignments.empty() || !has_program_and_files(*stage.call) || stage.call->operands.size() > 2)
    return false;
  const auto found = pattern_and_action(stage.call->operands[0]->text);
  Call* grep = found ? make_call(context, "grep", stage.call->name->span) : nullptr;
  const bool is_output = std::ranges::all_of(stage.redirects, [](const Redirection& each) {
    return each.fd_variable.empty() &&
           (each.fd == 1 || (each.fd == 0 && each.operation == shell::RedirectOperator::input));
  });
  if (!grep || !is_output) return false;
  context.note(rule::grep_awk, *stage.call->operands[0]);
  Stage first(context.arena);
  first.span = stage.span;
  add_option(context, *grep, "-E");
  grep->operands.push_back(context.arena.text(found->pattern, stage.call->operands[0]->span));
  if (stage.call->operands.size() == 2) grep->operands.push_back(stage.call->operands[1]);
  refine_by_utility(context, *grep);
  first.call = grep;
  Call* awk = context.arena.make<Call>(context.arena);
  *awk = *stage.call;
  awk->operands.resize(1);
  awk->operands[0] = context.arena.text(found->action, stage.call->operands[0]->span);
  stage.call = awk;
  for (const Redirection& each : stage.redirects)
    if (each.fd == 0) first.redirects.push_back(each);
  std::erase_if(stage.redirects, [](const Redirection& each) { return each.fd == 0; });
  stages.insert(stages.begin() + static_cast<std::ptrdiff_t>(at), first);
  return true;
}

// Whether it sorts lines independently of their original order, or counts them.
bool hides_order(const Stage& stage) {
  if (!is_plain_stage(stage) || redirects(stage, 0) || !stage.call->operands.empty()) return false;
  if (stage.call->is("sort")) return stage.call->has_only({"-r", "-u"});
  return stage.call->is("wc") && stage.call->options.size() == 1 && stage.call->has("-l");
}

// Whether each input line becomes separate output lines.
bool maps_lines(const Stage& stage) {
  if (!is_bare_stage(stage) || !stage.call->is("xargs") || !stage.call->has_only({"-I"})) return false;
  const auto words = stage.call->inner_words;
  return words.size() == 2 && (says(words[0], "dirname") || says(words[0], "basename")) &&
         says(words[1], "{}");
}

struct Search {
  const Term* command = nullptr;
  const Term* folder = nullptr;
};

// grep on all regular files in a folder; none if there is more to it.
std::optional<Search> search_of(const Call& find) {
  if (!find.is("find") || !find.options.empty() || find.operands.size() != 1 ||
      !find.operands[0]->is_text() || !find.expression || find.expression->opaque ||
      find.expression->parts.size() != 1)
    return std::nullopt;
  const Term& whole = *find.expression->parts[0];
  if (!whole.is(Label::all) || whole.parts.size() != 2) return std::nullopt;
  const Term& type = *whole.parts[0];
  const Term& exec = *whole.parts[1];
  const bool is_search = type.is(Label::test_of) && type.parts[0]->text == "-type" &&
                         says(type.parts[1], "f") && exec.is(Label::exec) && exec.parts[0]->text == "-exec" &&
                         exec.parts[2]->text == "+";
  const Term* command = is_search ? exec.parts[1] : nullptr;
  const bool is_grep = command && command->is(Label::call) && says(command->parts[0], "grep") &&
                       is_found_path(*command->parts.back());
  return is_grep ? std::optional(Search{command, find.operands[0]}) : std::nullopt;
}

// find d -type f -exec grep -l x {} + | sort is grep -r -l x d | sort.
bool read_find_as_grep(Context& context, Stages& stages, std::size_t at) {
  std::size_t next = at + 1;
  while (next < stages.size() && maps_lines(stages[next])) ++next;
  if (next >= stages.size() || !hides_order(stages[next]) || !is_bare_stage(stages[at])) return false;
  const auto search = search_of(*stages[at].call);
  if (!search) return false;
  bool shows_names = false;  // before each line, or alone
  bool is_known = true;
  const auto arguments = search->command->parts.subspan(1, search->command->parts.size() - 2);
  for (const Term* part : arguments) {
    const std::string_view name = option_name(part);
    const bool is_flag = part->is(Label::option) && part->parts.size() == 1;
    if (is_flag && !is_among(name, "-E -F -H -L -c -h -i -l -n -v -w")) is_known = false;
    if (!is_flag && !part->is_text()) is_known = false;
    if (is_among(name, "-H -L -l -h")) shows_names = true;
  }
  const auto patterns = std::ranges::count_if(arguments, [](const Term* each) { return each->is_text(); });
  Call* grep =
      is_known && shows_names && patterns == 1 ? make_call(context, "grep", search->command->span) : nullptr;
  if (!grep) return false;
  context.assume(rule::recursive_grep, *search->folder);
  for (const Term* part : arguments) {
    if (part->is_text())
      grep->operands.push_back(part);
    else if (option_name(part) != "-H")
      add_option(context, *grep, option_name(part));
  }
  add_option(context, *grep, "-r");
  grep->operands.push_back(search->folder);
  stages[at].call = grep;
  return true;
}

// Whether grep certainly accepts the pattern: otherwise it prints no count, not even 0.
bool has_valid_pattern(const Call& grep) {
  return grep.has("-E") && grep.operands[0]->is_text() &&
         regex_alternatives(grep.operands[0]->text, RegexDialect::extended, LetterCase::counts);
}

// grep x | wc -l is grep -c x.
bool count_matches(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "wc") || !hides_status(context, stages, at)) return false;
  Call& grep = *stages[at].call;
  const Call& wc = *stages[at + 1].call;
  const bool counts = wc.options.size() == 1 && wc.has("-l") && wc.operands.empty();
  const bool matches = grep.is("grep") && grep.operands.size() == 1 && !grep.has("-e") &&
                       grep.has_only({"-E", "-i", "-v", "-w", "-x", "-n", "-h", "-s", "-a"}) &&
                       has_valid_pattern(grep);
  if (!counts || !matches) return false;
  context.note(rule::grep_count, "wc -l");
  grep.remove("-n");
  grep.remove("-h");
  add_option(context, grep, "-c");
  join_with_next(stages, at);
  return true;
}

// awk '/x/' is grep -E x, if both read the expression alike.
bool read_awk_as_grep(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 == stages.size() && !context.place.status_is_last) return false;
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("awk") || !stage.call->options.empty()) return false;
  const Call& awk = *stage.call;
  if (awk.operands.size() != 1 || !awk.operands[0]->is_text()) return false;
  std::string_view program = awk.operands[0]->text;
  if (program.size() < 3 || program.front() != '/' || program.back() != '/') return false;
  program = program.substr(1, program.size() - 2);
  const bool is_simple = is_alphanumeric(program, " _-,:");
  Call* grep = is_simple ? make_call(context, "grep", awk.name->span) : nullptr;
  if (!grep) return false;
  context.note(rule::awk_grep, *awk.operands[0]);
  add_option(context, *grep, "-E");
  grep->operands.push_back(context.arena.text(program));
  stage.call = grep;
  return true;
}

// Whether it reads all of its input alone: nothing is left for a later command, and the commands that write
// it have no other effects.
bool has_own_input(const Context& context, const Stages& stages, std::size_t at) {
  const Stage& stage = stages[at];
  if (at == 0) return stage.call->operands.size() == 2 || redirects(stage, 0);
  return std::all_of(stages.begin(), stages.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const Stage& each) { return has_no_effects(context, each); });
}

bool is_grep_of_lines(const Call& grep) {
  const bool is_one = !grep.operands.empty() && grep.operands.size() < 3 && grep.operands[0]->is_text();
  return grep.is("grep") && is_one &&
         grep.has_only({"-E", "-F", "-i", "-v", "-w", "-x", "-n", "-h", "-s", "-a"}) &&
         (grep.operands.size() == 1 || !opens_input(*grep.operands[1]));
}

// grep x f | head -n 3 is grep -m 3 x f.
bool read_first_matches(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "head") || !hides_status(context, stages, at)) return false;
  const Term* lines = requested_lines(context, *stages[at + 1].call);
  Call& grep = *stages[at].call;
  if (!lines || !is_grep_of_lines(grep) || !has_own_input(context, stages, at)) return false;
  context.note(rule::first_matches, *stages[at + 1].call->name);
  add_option(context, grep, "-m", lines->text);
  join_with_next(stages, at);
  return true;
}

}  // namespace

constexpr Rule rule::grep_awk = {
    .id = "grep-awk",
    .rung = Rung::rewrite,
    .meaning = "lines that awk selects by a single pattern are selected by grep",
    .same = {"awk '/^x/ {print $2}' f", "grep ^x f | awk '{print $2}'"},
    .apart = {"awk '/x/ {print NR}' f", "grep x f | awk '{print NR}'"},
    .assumption =
        "the input can be read, is not written meanwhile, and is text in which awk sees the same "
        "characters as grep "
        "(mawk sees bytes)",
    .rewrite = split_awk_pattern};

constexpr Rule rule::recursive_grep = {
    .id = "recursive-grep",
    .rung = Rung::rewrite,
    .meaning = "`grep -r` equals grep on all plain files in a folder, if the order of lines does not show",
    .same = {"find d -type f -exec grep -l x {} + | sort", "grep -rl x d | sort"},
    .apart = {"find d -type f -exec grep -l x {} +", "grep -rl x d"},
    .assumption = "the operand is a folder, not a link to one",
    .sentence = "{} is a folder, not a link to one",
    .rewrite = read_find_as_grep};

constexpr Rule rule::grep_count = {
    .id = "grep-count",
    .rung = Rung::output,
    .meaning = "`grep | wc -l` of one input equals `grep -c`",
    .same = {"grep x f | wc -l", "grep -c x f"},
    .apart = {"grep -o x f | wc -l", "grep -c x f"},
    .assumption =
        "the exit status does not matter, and the input is text that can be read and is not "
        "written meanwhile",
    .rewrite = count_matches};

constexpr Rule rule::first_matches = {
    .id = "first-matches",
    .rung = Rung::output,
    .meaning = "`grep | head` of one input equals `grep -m`",
    .same = {"grep x f | head -n 2", "grep -m 2 x f"},
    .apart = {"grep -o x f | head -n 2", "grep -m 2 -o x f"},
    .assumption =
        "the exit status does not matter, and the input is text that can be read and is not "
        "written meanwhile",
    .rewrite = read_first_matches};

constexpr Rule rule::awk_grep = {
    .id = "awk-grep",
    .rung = Rung::output,
    .meaning = "an awk program that is a single pattern equals grep",
    .same = {"awk '/x/' f", "grep x f"},
    .apart = {"awk '/x/' f && ls", "grep x f && ls"},
    .assumption =
        "the exit status does not matter, and the input is text in which awk sees the same "
        "characters as grep (mawk sees bytes)",
    .rewrite = read_awk_as_grep};

}  // namespace assay::equivalence
