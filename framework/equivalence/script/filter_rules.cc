// SPDX-License-Identifier: Apache-2.0
#include "script/filter_rules.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "find/expression.h"
#include "languages/characters.h"
#include "languages/pattern.h"
#include "refiners/refiners.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

bool is_text_of(const Term* word, std::string_view text) {
  return word && word->is_text() && word->text == text;
}

struct PatternAndAction {
  std::string_view pattern, action;
};

// An expression that all implementations of extended expressions read alike: characters, dots, and anchors at
// its ends.
bool is_common_pattern(std::string_view pattern) {
  std::string_view inner = pattern;
  if (inner.starts_with('^')) inner.remove_prefix(1);
  if (inner.ends_with('$')) inner.remove_suffix(1);
  return !inner.empty() && std::ranges::all_of(inner, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(" _-,:;=@%#~.").find(c) != std::string_view::npos;
  });
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

bool cuts_first_field(const Call& cut, char& separator) {
  const Setting* delimiter = cut.find("-d");
  const Setting* fields = cut.find("-f");
  if (!cut.is("cut") || !cut.operands.empty() || cut.options.size() != 2 || !delimiter || !fields ||
      !is_text_of(fields->value, "1") || !delimiter->value || !delimiter->value->is_text() ||
      delimiter->value->text.size() != 1)
    return false;
  separator = delimiter->value->text[0];
  return std::string_view(":;,|/=@#%_").find(separator) != std::string_view::npos;
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
  return words.size() == 2 && (is_text_of(words[0], "dirname") || is_text_of(words[0], "basename")) &&
         is_text_of(words[1], "{}");
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
                         is_text_of(type.parts[1], "f") && exec.is(Label::exec) &&
                         exec.parts[0]->text == "-exec" && exec.parts[2]->text == "+";
  const Term* command = is_search ? exec.parts[1] : nullptr;
  const bool is_grep = command && command->is(Label::call) && is_text_of(command->parts[0], "grep") &&
                       is_found_path(*command->parts.back());
  return is_grep ? std::optional(Search{command, find.operands[0]}) : std::nullopt;
}

}  // namespace

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
  context.note(Rule::grep_awk, *stage.call->operands[0]);
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
  for (const Redirection& each : stage.redirects) {
    if (each.fd == 0) first.redirects.push_back(each);
  }
  std::erase_if(stage.redirects, [](const Redirection& each) { return each.fd == 0; });
  stages.insert(stages.begin() + static_cast<std::ptrdiff_t>(at), first);
  return true;
}

bool read_last_field(Context& context, Stages& stages, std::size_t at) {
  if (at + 2 >= stages.size() || !is_plain_stage(stages[at]) || !is_bare_stage(stages[at + 1]) ||
      !is_plain_stage(stages[at + 2]))
    return false;
  Stage& first = stages[at];
  const Stage& last = stages[at + 2];
  char separator = 0;
  const auto turns = [](const Stage& stage) {
    return stage.call->is("rev") && stage.call->options.empty() && stage.assignments.empty();
  };
  if (!turns(first) || !turns(last) || first.call->operands.size() > 1 || !last.call->operands.empty() ||
      redirects(first, 1) || !redirects_output_alone(last) ||
      !cuts_first_field(*stages[at + 1].call, separator))
    return false;
  const Terms& files = first.call->operands;
  const bool is_file = files.empty() || (files[0]->is_text() && !files[0]->text.starts_with('-') &&
                                         files[0]->text.find('=') == std::string_view::npos);
  Call* awk = is_file ? make_call(context, "awk", first.call->name->span) : nullptr;
  if (!awk) return false;
  context.note(Rule::last_field, *first.call->name);
  add_option(context, *awk, "-F", context.arena.keep(std::string(1, separator)));
  awk->operands.push_back(context.arena.text("{print$NF}", first.call->name->span));
  awk->operands.insert(awk->operands.end(), files.begin(), files.end());
  refine_by_utility(context, *awk);
  first.call = awk;
  first.redirects.insert(first.redirects.end(), last.redirects.begin(), last.redirects.end());
  const auto begin = stages.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  stages.erase(begin, begin + 2);
  return true;
}

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
    constexpr std::array<std::string_view, 11> kKnown = {"-E", "-F", "-H", "-L", "-c", "-h",
                                                         "-i", "-l", "-n", "-v", "-w"};
    const bool is_flag = part->is(Label::option) && part->parts.size() == 1;
    if (is_flag && std::ranges::find(kKnown, name) == kKnown.end()) is_known = false;
    if (!is_flag && !part->is_text()) is_known = false;
    if (name == "-H" || name == "-L" || name == "-l" || name == "-h") shows_names = true;
  }
  const auto patterns = std::ranges::count_if(arguments, [](const Term* each) { return each->is_text(); });
  Call* grep =
      is_known && shows_names && patterns == 1 ? make_call(context, "grep", search->command->span) : nullptr;
  if (!grep) return false;
  context.assume(Rule::recursive_grep, *search->folder);
  for (const Term* part : arguments) {
    if (part->is_text()) {
      grep->operands.push_back(part);
    } else if (option_name(part) != "-H") {
      add_option(context, *grep, option_name(part));
    }
  }
  add_option(context, *grep, "-r");
  grep->operands.push_back(search->folder);
  stages[at].call = grep;
  return true;
}

bool read_shown_variable(Context& context, Stage& stage) {
  constexpr std::array<std::string_view, 5> kExported = {"HOME", "LOGNAME", "PATH", "SHELL", "USER"};
  if (!stage.call || !stage.call->is("echo") || stage.call->replacement || !stage.call->options.empty() ||
      !stage.assignments.empty() || !context.in_shell)
    return false;
  const Terms& operands = stage.call->operands;
  const Terms& tail = stage.call->tail;
  if (operands.size() + tail.size() != 1) return false;
  const std::string written = print(operands.empty() ? *tail[0] : *operands[0]);
  for (const std::string_view name : kExported) {
    const std::string bare = "${" + std::string(name) + "}";
    if (name == "HOME" && context.sets_home) continue;
    const bool is_home = name == "HOME" && written == "~";
    if (written != bare && written != '"' + bare + '"' && !is_home) continue;
    Call* printenv = make_call(context, "printenv", stage.call->name->span);
    if (!printenv) return false;
    const Term* variable = context.arena.text(name, stage.call->name->span);
    context.assume(Rule::shown_variable, *variable);
    printenv->operands.push_back(variable);
    stage.call = printenv;
    return true;
  }
  return false;
}

}  // namespace assay::equivalence
