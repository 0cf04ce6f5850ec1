// SPDX-License-Identifier: Apache-2.0
// Rules about sorting, and about commands that reverse lines.
#include <algorithm>

#include "call/call.h"
#include "pipeline/stage_facts.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_sort_of_lines(const Stage& stage, std::initializer_list<std::string_view> options) {
  return is_plain_stage(stage) && stage.call->is("sort") && stage.call->has_only(options) &&
         stage.assignments.empty();
}

// sort | uniq is sort -u.
bool join_sort_and_uniq(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "uniq") || !is_sort_of_lines(stages[at], {"-r", "-u"})) return false;
  const Call& uniq = *stages[at + 1].call;
  if (!uniq.options.empty() || !uniq.operands.empty()) return false;
  context.note(rule::sort_unique, "uniq");
  if (!stages[at].call->has("-u")) add_option(context, *stages[at].call, "-u");
  join_with_next(stages, at);
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
  context.note(rule::last_sort, "sort");
  next.call->operands = stages[at].call->operands;
  next.redirects.insert(next.redirects.begin(), stages[at].redirects.begin(), stages[at].redirects.end());
  stages.erase(stages.begin() + static_cast<std::ptrdiff_t>(at));
  return true;
}

// tac f | tac is cat f.
bool drop_tac_twice(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "tac")) return false;
  Stage& first = stages[at];
  const auto turns = [](const Stage& stage, std::size_t most_files) {
    return stage.call->is("tac") && stage.call->options.empty() && stage.assignments.empty() &&
           stage.call->operands.size() <= most_files;
  };
  if (!turns(first, 1) || !turns(stages[at + 1], 0)) return false;
  // tac goes back to the beginning of a file of which others have read a part.
  const auto& files = first.call->operands;
  if ((at == 0 && shares_input(context, first)) || (!files.empty() && opens_input(*files[0]))) return false;
  Call* cat = make_call(context, "cat", first.call->name->span);
  if (!cat) return false;
  context.note(rule::tac_twice, *first.call->name);
  cat->operands = first.call->operands;
  first.call = cat;
  join_with_next(stages, at);
  return true;
}

bool turns_numbers(const Call& call) {
  if (!call.operands.empty()) return false;
  if (call.is("tac")) return call.options.empty();
  return call.is("sort") && call.has_only({"-n", "-r"}) && call.has("-n") && call.has("-r");
}

// seq 5 | tac is seq 5 -1 1.
bool read_counted_down(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at)) return false;
  Call& seq = *stages[at].call;
  const Call& next = *stages[at + 1].call;
  const bool counts = seq.is("seq") && seq.options.empty() && !seq.operands.empty() &&
                      seq.operands.size() < 3 && std::ranges::all_of(seq.operands, is_usual_number);
  if (!counts || !turns_numbers(next)) return false;
  context.note(rule::counted_down, *next.name);
  const Term* last = seq.operands.back();
  const Term* first = seq.operands.size() == 2 ? seq.operands[0] : context.arena.text("1", last->span);
  const Term* step = context.arena.text("-1", last->span);
  seq.operands.assign({last, step, first});
  join_with_next(stages, at);
  return true;
}

// sort f | tail -n 1 is sort -r f | head -n 1.
bool read_sorted_end(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at, "tail") || !stages[at].call->is("sort")) return false;
  if (!says(requested_lines(context, *stages[at + 1].call), "1")) return false;
  Call* head = make_call(context, "head", stages[at + 1].call->name->span);
  if (!head || !turn_sort(context, *stages[at].call)) return false;
  context.note(rule::sorted_end, *stages[at + 1].call->name);
  add_option(context, *head, "-n", "1");
  stages[at + 1].call = head;
  return true;
}

}  // namespace

constexpr Rule rule::sort_unique = {
    .id = "sort-unique",
    .rung = Rung::rewrite,
    .meaning = "`sort | uniq` equals `sort -u`",
    .same = {"ls | sort | uniq", "ls | sort -u"},
    .apart = {"ls | sort -n | uniq", "ls | sort -nu"},
    .assumption =
        "the locale distinguishes different lines, and the input can be read and is not written meanwhile",
    .rewrite = join_sort_and_uniq};

constexpr Rule rule::last_sort = {
    .id = "last-sort",
    .rung = Rung::rewrite,
    .meaning = "a sort may be left out if a later one determines the order completely",
    .same = {"sort a | sort -r", "sort -r a"},
    .apart = {"sort a | sort -s -k2", "sort -s -k2 a"},
    .assumption = kInputIsKept,
    .sentence = kFileIsKept,
    .rewrite = drop_earlier_sort};

constexpr Rule rule::tac_twice = {
    .id = "tac-twice",
    .rung = Rung::rewrite,
    .meaning = "reversing lines twice changes nothing",
    .same = {"tac f | tac", "cat f"},
    .apart = {"tac f | tac", "tac f"},
    .assumption = "the input can be read, ends in a newline, and nobody writes to it meanwhile",
    .rewrite = drop_tac_twice};

constexpr Rule rule::counted_down = {.id = "counted-down",
                                     .rung = Rung::rewrite,
                                     .meaning = "reversed numbers equal numbers counted down",
                                     .same = {"seq 5 | tac", "seq 5 -1 1"},
                                     .apart = {"seq 5 | sort -r", "seq 5 -1 1"},
                                     .assumption = "the numbers can be written",
                                     .rewrite = read_counted_down};

constexpr Rule rule::sorted_end = {
    .id = "sorted-end",
    .rung = Rung::rewrite,
    .meaning = "the last sorted line equals the first line of the reverse order",
    .same = {"sort -n f | tail -n 1", "sort -rn f | head -n 1"},
    .apart = {"sort -n f | tail -n 2", "sort -rn f | head -n 2"},
    .assumption = "the locale puts any two different lines in an order",
    .rewrite = read_sorted_end};

}  // namespace assay::equivalence
