// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "call/steps.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// Operands whose order may not matter.
bool is_name_in_folder(const Term& operand) {
  return operand.is_text() && !operand.text.empty() && operand.text != "." && operand.text != ".." &&
         operand.text.find('/') == std::string_view::npos;
}

void sort_range(Context& context, Call& call, std::size_t begin, std::size_t end, const Rule& rule) {
  const auto first = call.operands.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = call.operands.begin() + static_cast<std::ptrdiff_t>(end);
  if (std::is_sorted(first, last, comes_before)) return;
  if (context.aim.trace) {
    std::string detail;
    for (auto each = first; each != last; ++each)
      detail.append(detail.empty() ? "" : " ").append(print(**each));
    context.note(rule, detail);
  }
  std::stable_sort(first, last, comes_before);
}

// A new folder may be created at the target of another operand, a dangling link, which mkdir -p then accepts
// as a folder.
OperandOrder operand_order(const Operand& role, const Call& call) {
  const bool may_meet = call.is("mkdir") && call.has("-p") && role.order == OperandOrder::names;
  return may_meet ? OperandOrder::usually : role.order;
}

bool are_different_names(std::span<const Term* const> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_name_in_folder(*operands[i])) return false;
    for (std::size_t j = 0; j < i; ++j)
      if (same(*operands[i], *operands[j])) return false;
  }
  return true;
}

const Rule* sorting_rule(const Context& context, const Call& call, OperandOrder order,
                         std::span<const Term* const> operands) {
  if (order == OperandOrder::sorted) return &rule::sorted_operands;
  if (order == OperandOrder::kept || context.shows_work_of(call.utility->name) ||
      !are_different_names(operands))
    return nullptr;
  return order == OperandOrder::names ? &rule::operand_set : &rule::operand_links;
}

void sort_operands(Context& context, Call& call) {
  if (call.operands.size() < 2 || !call.tail.empty() || call.inner) return;
  const auto roles = roles_of(context, call);
  for (std::size_t begin = 0; begin < roles.size();) {
    std::size_t end = begin + 1;
    while (end < roles.size() && roles[end] == roles[begin]) ++end;
    const Operand* role = roles[begin];
    const bool is_set = role && role->many && end - begin > 1 && !call.has_any(role->kept_with);
    if (is_set) {
      const auto group = std::span<const Term* const>(call.operands).subspan(begin, end - begin);
      const Rule* rule = sorting_rule(context, call, operand_order(*role, call), group);
      if (rule && context.allows(*rule)) sort_range(context, call, begin, end, *rule);
    }
    begin = end;
  }
}

// Whether the only file operand may be "-" or omitted, with the same output.
bool hides_input_name(const Call& call) {
  const Utility& utility = *call.utility;
  return utility.dash_is_stdin && utility.stdin_use == StdinUse::without_operands &&
         call.holds(utility.anonymous_input);
}

void drop_dash(Context& context, Call& call) {
  if (!context.allows(rule::dash_operand) || !call.tail.empty() || call.operands.empty() ||
      !hides_input_name(call))
    return;
  if (call.operands.size() != operands_before_files(context, call) + 1) return;
  if (!call.operands.back()->is_text() || call.operands.back()->text != "-") return;
  context.note(rule::dash_operand, "-");
  call.operands.pop_back();
}

std::string simple_path(std::string_view path) {
  std::string text;
  for (const char c : path) {
    const bool doubles = c == '/' && text.ends_with('/') && text.size() > 1;
    if (!doubles) text += c;
  }
  while (text.size() > 2 && text.starts_with("./")) text.erase(0, 2);
  return text;
}

void settle_paths(Context& context, Call& call) {
  if (!context.allows(rule::path_spelling) || !call.tail.empty() || call.operands.empty() ||
      !call.holds(call.utility->hides_paths))
    return;
  const auto roles = roles_of(context, call);
  for (std::size_t at = 0; at < roles.size(); ++at) {
    const Term* operand = call.operands[at];
    const bool is_path =
        roles[at] && (roles[at]->role == OperandRole::path || roles[at]->role == OperandRole::source ||
                      roles[at]->role == OperandRole::target);
    if (!is_path || !operand->is_text() || operand->text.starts_with("//")) continue;
    if (call.is("scp") && operand->text.find(':') != std::string_view::npos) continue;  // on another host
    const std::string path = simple_path(operand->text);
    if (path == operand->text || path == "-" || path.empty() ||
        path.starts_with('/') != operand->text.starts_with('/'))
      continue;
    context.note(rule::path_spelling, *operand);
    call.operands[at] = context.arena.kept(path, operand->span);
  }
}

}  // namespace

void read_operand_values(Context& context, Call& call) {
  if (context.aim.rung < Rung::values || call.operands.empty()) return;
  const auto roles = roles_of(context, call);
  for (std::size_t at = 0; at < roles.size(); ++at) {
    if (!roles[at]) continue;
    if (call.operands[at]->is_text())
      call.operands[at] = choice_of(context, roles[at]->choices, *call.operands[at]);
    if (roles[at]->role == OperandRole::mode)
      call.operands[at] = value_of(context, ValueKind::mode, *call.operands[at]);
    else if (roles[at]->role == OperandRole::duration)
      call.operands[at] = value_of(context, ValueKind::duration, *call.operands[at]);
    else if (roles[at]->role == OperandRole::signal)
      call.operands[at] = value_of(context, ValueKind::signal, *call.operands[at]);
  }
}

void refine(Context& context, Call& call) {
  if (std::ranges::any_of(call.operands, [](const Term* each) {
        return each->is(Label::option) || each->is(Label::joined);
      })) {
    if (call.is("tar")) refine_by_utility(context, call);  // looks only at options
    return;
  }
  read_operand_values(context, call);
  refine_by_utility(context, call);
  if (call.replacement) return;
  drop_dash(context, call);
  settle_paths(context, call);
  sort_operands(context, call);
}

constexpr Rule rule::operand_set = {
    .id = "operand-set",
    .rung = Rung::utility,
    .meaning =
        "different plain names may change places if their order has no effect that a later command may "
        "see, and so may the type of `dig +short`",
    .same = {"mkdir n1 n2", "mkdir n2 n1"},
    .apart = {"mkdir a a/b", "mkdir a/b a"}};

constexpr Rule rule::sorted_operands = {.id = "sorted-operands",
                                        .rung = Rung::utility,
                                        .meaning = "operands may change places if the utility sorts them",
                                        .same = {"ls -d src dir", "ls -d dir src"},
                                        .apart = {"cat a b", "cat b a"}};

constexpr Rule rule::dash_operand = {
    .id = "dash-operand",
    .rung = Rung::utility,
    .meaning = "the operand `-` may be left out if standard input is read anyway",
    .same = {"ls | cat -", "ls | cat"},
    .apart = {"wc -l -", "wc -l"}};

constexpr Rule rule::path_spelling = {
    .id = "path-spelling",
    .rung = Rung::utility,
    .meaning = "`./` and doubled slashes do not matter if no output shows them",
    .same = {"cat dir//one", "cat dir/one"},
    .apart = {"find ./", "find ."}};

constexpr Rule rule::operand_links = {
    .id = "operand-links",
    .rung = Rung::rewrite,
    .meaning = "operands change places",
    .same = {"chmod 600 a b", "chmod 600 b a"},
    .apart = {"rm -r a", "rm -r a b"},
    .assumption = "no operand is a symbolic link that leads to or through another",
    .sentence = "none of {} is a symbolic link that leads to or through another"};

}  // namespace assay::equivalence
