// SPDX-License-Identifier: Apache-2.0
// jq: its filter without the blanks around commas and pipes.
#include <optional>
#include <string>

#include "call/made_call.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// None if something is not understood: a comment, a string with an embedded filter, or a reference to the
// source line.
std::optional<std::string> without_blanks(std::string_view filter) {
  if (filter.find("__loc__") != filter.npos) return std::nullopt;
  std::string text;
  bool is_text = false;
  for (std::size_t at = 0; at < filter.size(); ++at) {
    const char c = filter[at];
    if (c == '#' && !is_text) return std::nullopt;
    if (is_text && c == '\\') {
      if (at + 1 == filter.size() || filter[at + 1] == '(') return std::nullopt;
      text.append(filter.substr(at++, 2));
      continue;
    }
    if (c == '"') is_text = !is_text;
    const std::size_t next = filter.find_first_not_of(" \n\t", at);
    const auto separates = [](char mark) { return mark == ',' || mark == '|'; };
    const bool is_blank = !is_text && next != at;
    const bool is_idle = is_blank && (text.empty() || next == filter.npos || separates(text.back()) ||
                                      separates(filter[next]));
    // `| =` would become an update.
    if (is_idle && next != filter.npos && !text.empty() && text.back() == '|' && filter[next] == '=')
      return std::nullopt;
    if (!is_idle) text += c;
  }
  return is_text ? std::nullopt : std::optional(text);
}

}  // namespace

void refine_jq(Context& context, Call& call) {
  if (!context.allows(rule::jq_filter) || !call.tail.empty() || call.operands.empty() || call.has("-f") ||
      call.has("--args") || call.has("--jsonargs") || !call.operands[0]->is_text())
    return;
  const Term& filter = *call.operands[0];
  const auto shorter = without_blanks(filter.text);
  if (!shorter || shorter->empty() || *shorter == filter.text) return;
  context.note(rule::jq_filter, filter);
  call.operands[0] = context.arena.text(context.arena.keep(*shorter), filter.span);
}

constexpr Rule rule::jq_filter = {.id = "jq-filter",
                                  .rung = Rung::utility,
                                  .meaning = "blanks around commas and pipes do not matter",
                                  .same = {"jq '.a | .b' f", "jq '.a|.b' f"},
                                  .apart = {"jq '\"a, b\"' f", "jq '\"a,b\"' f"}};

}  // namespace assay::equivalence
