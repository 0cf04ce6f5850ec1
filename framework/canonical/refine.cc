#include "refine.h"

#include <algorithm>

#include "refiners.h"
#include "value.h"

namespace assay::canonical {
namespace {

// Operands whose order does not show.
bool is_plain_name(const Term& operand) {
  return operand.is_text() && !operand.text.empty() && operand.text != "." && operand.text != ".." &&
         operand.text.find('/') == std::string_view::npos;
}

bool has_any(const Call& call, const std::vector<OptionId>& options) {
  return std::ranges::any_of(options, [&](OptionId id) {
    return std::ranges::any_of(call.options, [id](const Setting& each) { return each.parsed.id == id; });
  });
}

void sort_range(Context& context, Call& call, std::size_t begin, std::size_t end, Rule rule) {
  const auto first = call.operands.begin() + static_cast<std::ptrdiff_t>(begin);
  const auto last = call.operands.begin() + static_cast<std::ptrdiff_t>(end);
  if (std::is_sorted(first, last, comes_before)) return;
  if (context.trace) {
    std::string detail;
    for (auto each = first; each != last; ++each) detail.append(detail.empty() ? "" : " ").append(print(**each));
    context.note(rule, detail);
  }
  std::stable_sort(first, last, comes_before);
}

bool are_different_names(std::span<const Term* const> operands) {
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!is_plain_name(*operands[i])) return false;
    for (std::size_t j = 0; j < i; ++j) {
      if (same(*operands[i], *operands[j])) return false;
    }
  }
  return true;
}

void sort_operands(Context& context, Call& call) {
  if (call.operands.size() < 2 || !call.tail.empty() || call.inner) return;
  const auto roles = roles_of(context, call);
  for (std::size_t begin = 0; begin < roles.size();) {
    std::size_t end = begin + 1;
    while (end < roles.size() && roles[end] == roles[begin]) ++end;
    const Operand* role = roles[begin];
    const bool is_set = role && role->many && end - begin > 1 && !has_any(call, role->kept_with);
    if (is_set) {
      const auto group = std::span<const Term* const>(call.operands).subspan(begin, end - begin);
      if (role->order == OperandOrder::sorted && context.allows(Rule::sorted_operands)) {
        sort_range(context, call, begin, end, Rule::sorted_operands);
      } else if (role->order == OperandOrder::names && context.allows(Rule::operand_set) && are_different_names(group)) {
        sort_range(context, call, begin, end, Rule::operand_set);
      } else if (role->order == OperandOrder::usually && context.allows(Rule::operand_links) &&
                 are_different_names(group)) {
        sort_range(context, call, begin, end, Rule::operand_links);
      }
    }
    begin = end;
  }
}

void read_operand_values(Context& context, Call& call) {
  if (context.rung < Rung::values || call.operands.empty()) return;
  const auto roles = roles_of(context, call);
  for (std::size_t at = 0; at < roles.size(); ++at) {
    if (!roles[at]) continue;
    if (roles[at]->role == OperandRole::mode) {
      call.operands[at] = value_of(context, ValueKind::mode, *call.operands[at]);
    } else if (roles[at]->role == OperandRole::duration) {
      call.operands[at] = value_of(context, ValueKind::duration, *call.operands[at]);
    } else if (roles[at]->role == OperandRole::signal) {
      call.operands[at] = value_of(context, ValueKind::signal, *call.operands[at]);
    }
  }
}

}  // namespace

void refine(Context& context, Call& call) {
  if (std::ranges::any_of(call.operands, [](const Term* each) { return each->is("option") || each->is("joined"); })) return;
  read_operand_values(context, call);
  refine_by_utility(context, call);
  if (call.replacement) return;
  sort_operands(context, call);
}

}  // namespace assay::canonical
