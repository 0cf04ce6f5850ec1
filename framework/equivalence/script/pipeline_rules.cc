// SPDX-License-Identifier: Apache-2.0
// Rules about neighbours in a pipeline. Those from Rung::rewrite on rest on assumptions.
#include <algorithm>
#include <array>

#include "call/made_call.h"
#include "find/expression.h"
#include "languages/number.h"
#include "languages/pattern.h"
#include "script/archive_rules.h"
#include "script/awk_fields.h"
#include "script/filter_rules.h"
#include "script/find_xargs.h"
#include "script/header_rules.h"
#include "script/input_rules.h"
#include "script/line_ranges.h"
#include "script/other_command.h"
#include "script/root_rules.h"
#include "script/stage_facts.h"
#include "script/stage_rules.h"
#include "script/unseen_errors.h"
#include "script/xargs_rules.h"
#include "size_limits.h"
#include "tree/words.h"

namespace assay::equivalence {
namespace {

bool is_sort_of_lines(const Stage& stage, std::initializer_list<std::string_view> options) {
  return is_plain_stage(stage) && stage.call->is("sort") && stage.call->has_only(options) &&
         stage.assignments.empty();
}

// sort | uniq is sort -u.
bool join_sort_and_uniq(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_sort_of_lines(stages[at], {"-r", "-u"}) ||
      !is_plain_stage(stages[at + 1]))
    return false;
  const Stage& uniq = stages[at + 1];
  const bool is_bare = uniq.call->is("uniq") && uniq.call->options.empty() && uniq.call->operands.empty() &&
                       uniq.assignments.empty();
  if (!is_bare || !redirects_output_alone(uniq) || redirects(stages[at], 1)) return false;
  context.note(Rule::sort_unique, "uniq");
  if (!stages[at].call->has("-u")) add_option(context, *stages[at].call, "-u");
  stages[at].redirects.insert(stages[at].redirects.end(), uniq.redirects.begin(), uniq.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

// Whether sort certainly accepts the call's options: it refuses invalid keys and contradictory orderings.
bool is_accepted_sort(const Call& sort) {
  const bool has_order =
      sort.has("-n") || sort.has("-g") || sort.has("-h") || sort.has("-M") || sort.has("-V");
  return !has_order || std::ranges::count_if(sort.options, [](const Setting& each) {
                         return each.option->name() != "-r" && each.option->name() != "-s";
                       }) == 1;
}

// sort | sort -r is sort -r: the last sort settles every tie.
bool drop_earlier_sort(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() ||
      !is_sort_of_lines(stages[at], {"-r", "-n", "-b", "-d", "-f", "-g", "-h", "-i", "-M", "-V", "-s"}) ||
      !is_accepted_sort(*stages[at].call)) {
    return false;
  }
  Stage& next = stages[at + 1];
  if (!is_sort_of_lines(next, {"-r", "-n", "-b", "-d", "-f", "-g", "-h", "-i", "-M", "-V", "-k", "-t"}))
    return false;
  if (!next.call->operands.empty() || redirects(next, 0) || redirects(stages[at], 1)) return false;
  context.note(Rule::last_sort, "sort");
  next.call->operands = stages[at].call->operands;
  next.redirects.insert(next.redirects.begin(), stages[at].redirects.begin(), stages[at].redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

// Whether grep certainly accepts the pattern: otherwise it prints no count, not even 0.
bool has_valid_pattern(const Call& grep) {
  return grep.has("-E") && grep.operands[0]->is_text() &&
         regex_alternatives(grep.operands[0]->text, RegexDialect::extended, LetterCase::counts);
}

// grep x | wc -l is grep -c x.
bool count_matches(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  Call& grep = *stages[at].call;
  const Stage& wc = stages[at + 1];
  const bool counts =
      wc.call->is("wc") && wc.call->options.size() == 1 && wc.call->has("-l") && wc.call->operands.empty();
  const bool matches = grep.is("grep") && grep.operands.size() == 1 && !grep.has("-e") &&
                       grep.has_only({"-E", "-i", "-v", "-w", "-x", "-n", "-h", "-s", "-a"}) &&
                       has_valid_pattern(grep);
  if (!counts || !matches || !redirects_output_alone(wc) || !wc.assignments.empty() ||
      redirects(stages[at], 1))
    return false;
  context.note(Rule::grep_count, "wc -l");
  grep.remove("-n");
  grep.remove("-h");
  add_option(context, grep, "-c");
  stages[at].redirects.insert(stages[at].redirects.end(), wc.redirects.begin(), wc.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

// awk '/x/' is grep -E x, if both read the expression alike.
bool read_awk_as_grep(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("awk") || !stage.call->options.empty()) return false;
  const Call& awk = *stage.call;
  if (awk.operands.size() != 1 || !awk.operands[0]->is_text()) return false;
  std::string_view program = awk.operands[0]->text;
  if (program.size() < 3 || program.front() != '/' || program.back() != '/') return false;
  program = program.substr(1, program.size() - 2);
  const bool is_simple = std::ranges::all_of(program, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(" _-,:").find(c) != std::string_view::npos;
  });
  Call* grep = is_simple ? make_call(context, "grep", awk.name->span) : nullptr;
  if (!grep) return false;
  context.note(Rule::awk_grep, *awk.operands[0]);
  add_option(context, *grep, "-E");
  grep->operands.push_back(context.arena.text(program));
  stage.call = grep;
  return true;
}

// wc -l f | cut -d' ' -f1 is wc -l < f: a single count of a single file is not padded.
bool count_alone(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  Call& wc = *stages[at].call;
  const Stage& next = stages[at + 1];
  const bool counts = wc.is("wc") && wc.options.size() == 1 && wc.operands.size() == 1 &&
                      wc.operands[0]->is_text() && wc.operands[0]->text != "-" &&
                      wc.operands[0]->text.find('\n') == std::string_view::npos;
  if (!counts || redirects(stages[at], 0) || redirects(stages[at], 1) || !next.assignments.empty() ||
      !redirects_output_alone(next))
    return false;
  const Call& filter = *next.call;
  const Setting* delimiter = filter.find("-d");
  const Setting* fields = filter.find("-f");
  const bool cuts = filter.is("cut") && filter.operands.empty() && filter.options.size() == 2 && delimiter &&
                    fields && delimiter->value->is_text() && delimiter->value->text == " " &&
                    fields->value->is_text() && fields->value->text == "1";
  const bool prints = filter.is("awk") && filter.options.empty() && filter.operands.size() == 1 &&
                      filter.operands[0]->is_text() && filter.operands[0]->text == "{print$1}";
  if (!cuts && !prints) return false;
  context.assume(Rule::count_alone, *wc.operands[0]);
  stages[at].redirects.insert(
      stages[at].redirects.begin(),
      Redirection{shell::RedirectOperator::input, 0, {}, wc.operands[0], wc.operands[0]->span});
  wc.operands.clear();
  stages[at].redirects.insert(stages[at].redirects.end(), next.redirects.begin(), next.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

// The number of lines requested from head or tail; none if anything else is requested.
std::optional<std::uint64_t> lines_of(const Call& call) {
  if (call.options.empty()) return 10;
  const Setting* lines = call.find("-n");
  const bool is_count = call.options.size() == 1 && lines && lines->value && lines->value->is_text() &&
                        is_digits(lines->value->text) && lines->value->text.size() < 10;
  if (!is_count) return std::nullopt;
  return std::stoull(std::string(lines->value->text));
}

// head -n 3 | tail -n 5 is head -n 3.
bool drop_last_of_first(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  const Stage& first = stages[at];
  const Stage& last = stages[at + 1];
  if (!first.call->is("head") || first.call->operands.size() > 1 || redirects(first, 1) ||
      !last.call->is("tail") || !last.call->operands.empty() || !last.assignments.empty() ||
      !redirects_output_alone(last))
    return false;
  const auto head = lines_of(*first.call), tail = lines_of(*last.call);
  if (!head || !tail || *tail < *head) return false;
  context.note(Rule::first_lines, "tail");
  stages[at].redirects.insert(stages[at].redirects.end(), last.redirects.begin(), last.redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at) + 1);
  return true;
}

// Drops options that only matter on a terminal: into a pipe, ls writes one name per line and no colours
// anyway.
void drop_terminal_options(Context& context, Stages& stages) {
  for (std::size_t at = 0; at + 1 < stages.size(); ++at) {
    if (!is_plain_stage(stages[at]) || redirects(stages[at], 1)) continue;
    Call& call = *stages[at].call;
    const bool is_list = call.is("ls") && call.has("-1") &&
                         call.has_only({"-1", "-a", "-A", "-t", "-r", "-S", "-U", "-X", "-v", "-d", "-R",
                                        "-h", "--color", "-F", "-p"});
    if (is_list) {
      context.note(Rule::pipe_output, "-1");
      call.remove("-1");
    }
    const Setting* colour = call.is("ls") || call.is("grep") ? call.find("--color") : nullptr;
    if (!colour || !colour->value || !colour->value->is_text() || colour->value->text != "auto") continue;
    context.note(Rule::pipe_output, "--color=auto");
    call.remove("--color");
  }
}

bool reads_file(const Stage& stage, const Term& file) {
  const auto is_it = [&file](const Term* each) { return each != &file && may_be_one_file(*each, file); };
  return (stage.call && std::ranges::any_of(stage.call->operands, is_it)) ||
         (stage.call &&
          std::ranges::any_of(stage.call->options,
                              [&](const Setting& each) { return each.value && is_it(each.value); })) ||
         std::ranges::any_of(stage.redirects, [&](const Redirection& each) {
           const bool reads = each.operation == shell::RedirectOperator::input ||
                              each.operation == shell::RedirectOperator::read_write;
           return reads && is_it(each.target);
         });
}

// What the readers of such a file find depends on how they are started. This is for names that are plain to
// see; the rules' assumptions say the rest.
bool may_overwrite_input(const Stages& stages) {
  using enum shell::RedirectOperator;
  constexpr shell::RedirectOperator kWritten[] = {output, append, clobber, read_write, dup_output};
  const auto is_read = [&](const Term* file) {
    return !(file->is_text() && file->text == "/dev/null") &&
           std::ranges::any_of(stages, [&](const Stage& each) { return reads_file(each, *file); });
  };
  return std::ranges::any_of(stages, [&](const Stage& stage) {
    const bool is_tee = stage.call && stage.call->is("tee");
    return (is_tee && std::ranges::any_of(stage.call->operands, is_read)) ||
           std::ranges::any_of(stage.redirects, [&](const Redirection& each) {
             return std::ranges::find(kWritten, each.operation) != std::end(kWritten) && is_read(each.target);
           });
  });
}

bool rewrite_once(Context& context, Stages& stages) {
  bool changed = drop_useless_cat(context, stages);
  changed |= read_known_arguments(context, stages);
  changed |= read_piped_text(context, stages);
  changed |= join_unpacking(context, stages) || join_packing(context, stages);
  for (std::size_t at = 0; at < stages.size(); ++at) {
    changed |= drop_needless_sudo(context, stages[at]);
    changed |= split_awk_pattern(context, stages, at);
    changed |= read_last_field(context, stages, at);
    changed |= drop_header(context, stages, at);
    changed |= read_find_as_grep(context, stages, at);
    changed |= read_shown_variable(context, stages[at]);
    changed |= read_awk_lines(context, stages, at);
    changed |= read_awk_fields(context, stages[at]);
    changed |= read_first_column(context, stages, at);
    changed |= read_first_lines(context, stages, at);
    changed |= read_input_option(context, stages[at]);
    changed |= name_archive(context, stages[at]);
    changed |= read_copy(context, stages[at]);
    changed |= read_null_copy(context, stages[at]) || read_emptying(context, stages[at]);
    changed |= read_dash_operand(context, stages, at);
    changed |= read_silent_tee(context, stages[at]);
    changed |= read_output_option(context, stages[at]);
    changed |= read_compressed_operand(context, stages, at);
    changed |= read_transliteration(context, stages[at]);
    changed |= read_line_separators(context, stages, at);
    changed |= drop_tac_twice(context, stages, at);
    changed |= read_counted_down(context, stages, at) || read_sorted_end(context, stages, at);
    changed |= read_certificate_input(context, stages, at);
    changed |= drop_last_of_first(context, stages, at) || read_default_route(context, stages, at);
    changed |= count_alone(context, stages, at);
    changed |= read_operand_as_input(context, stages, at);
    changed |= join_find_and_xargs(context, stages, at) || join_sort_and_uniq(context, stages, at) ||
               drop_earlier_sort(context, stages, at);
    if (context.rung < Rung::output) continue;
    if (at + 1 < stages.size() || context.status_is_last) changed |= read_awk_as_grep(context, stages[at]);
    if (at + 2 < stages.size() || context.status_is_last) changed |= count_matches(context, stages, at);
    changed |= read_first_matches(context, stages, at);
  }
  return changed;
}

}  // namespace

void rewrite_pipeline(Context& context, Stages& stages) {
  if (stages.size() > kMostStages)
    return context.arena.note_limit("a pipeline of more than 64 commands is compared command by command");
  if (context.allows(Rule::pipe_output)) drop_terminal_options(context, stages);
  if (context.allows(Rule::unseen_errors)) drop_unseen_errors(context, stages);
  // Fewer processes, or other ones, would expand its words.
  if (context.lists_processes || std::ranges::any_of(stages, expansions_may_act)) return;
  const auto later = std::span(stages).subspan(std::min<std::size_t>(1, stages.size()));
  if (std::ranges::any_of(later, [&](const Stage& each) { return expands_from_input(context, each); }))
    return;
  if (context.allows(Rule::last_cat)) drop_last_cat(context, stages);
  if (context.rung < Rung::rewrite || may_overwrite_input(stages)) return;
  while (rewrite_once(context, stages)) continue;
  drop_last_cat(context, stages);
  for (Stage& stage : stages) settle_redirections(context, stage.redirects);
}

}  // namespace assay::equivalence
