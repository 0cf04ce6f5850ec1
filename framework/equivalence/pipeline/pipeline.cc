// SPDX-License-Identifier: Apache-2.0
#include "pipeline/pipeline.h"

#include <algorithm>

#include "pipeline/stage_facts.h"
#include "script/visibility.h"
#include "size_limits.h"

namespace assay::equivalence {
namespace {

// In the order in which they are tried: some are given a form that an earlier one has made.
constexpr const Rule* kRules[] = {
    &rule::useless_cat,     &rule::known_arguments,   &rule::piped_text,      &rule::packed_output,
    &rule::root_caller,     &rule::grep_awk,          &rule::last_field,      &rule::no_header,
    &rule::recursive_grep,  &rule::shown_variable,    &rule::awk_lines,       &rule::awk_fields,
    &rule::first_column,    &rule::first_lines,       &rule::plain_copy,      &rule::null_copy,
    &rule::emptied_file,    &rule::text_input,        &rule::silent_tee,      &rule::output_option,
    &rule::transliteration, &rule::line_separators,   &rule::tac_twice,       &rule::counted_down,
    &rule::sorted_end,      &rule::certificate_input, &rule::default_gateway, &rule::default_route,
    &rule::count_alone,     &rule::input_operand,     &rule::exec_xargs,      &rule::sort_unique,
    &rule::last_sort,       &rule::awk_grep,          &rule::grep_count,      &rule::first_matches};

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
    return !(file->is_text("/dev/null")) &&
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
  bool changed = false;
  for (std::size_t at = 0; at < stages.size(); ++at)
    for (const Rule* each : kRules) changed |= context.allows(*each) && each->rewrite(context, stages, at);
  return changed;
}

}  // namespace

void rewrite_pipeline(Context& context, Stages& stages) {
  if (stages.size() > kMostStages)
    return context.arena.note_limit("a pipeline of more than 64 commands is compared command by command");
  if (context.allows(rule::pipe_output)) drop_terminal_options(context, stages);
  if (context.allows(rule::unseen_errors)) drop_unseen_errors(context, stages);
  // Fewer processes, or other ones, would expand its words.
  if (context.script.lists_processes || std::ranges::any_of(stages, expansions_may_act)) return;
  const auto later = std::span(stages).subspan(std::min<std::size_t>(1, stages.size()));
  if (std::ranges::any_of(later, [&](const Stage& each) { return expands_from_input(context, each); }))
    return;
  if (context.allows(rule::last_cat)) drop_last_cat(context, stages);
  if (context.aim.rung < Rung::rewrite || may_overwrite_input(stages)) return;
  while (rewrite_once(context, stages)) continue;
  drop_last_cat(context, stages);
  for (Stage& stage : stages) settle_redirections(context, stage.redirects);
}

}  // namespace assay::equivalence
