// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

struct IpObject {
  std::string_view name;
  std::size_t shortest;  // length of the shortest abbreviation
};
constexpr IpObject kIpObjects[] = {{"address", 1},  {"link", 1},  {"neighbour", 1},
                                   {"neighbor", 1}, {"route", 1}, {"rule", 2}};

// The object's full name. ip takes the first one in its own list with that prefix.
std::string_view ip_object(std::string_view word) {
  for (const IpObject& each : kIpObjects) {
    if (word.size() >= each.shortest && each.name.starts_with(word))
      return each.name == "neighbor" ? "neighbour" : each.name;
  }
  return {};
}

// For ip link, a lone `s` means set; a lone `l` is left to ip.
bool lists(std::string_view object, std::string_view word) {
  if (word == "s") return object != "link";
  return word.size() > 1 && (std::string_view("show").starts_with(word) ||
                             std::string_view("list").starts_with(word) || word == "ls" || word == "lst");
}

}  // namespace

// ip a is ip address show.
void refine_ip(Context& context, Call& call) {
  if (!context.allows(rule::choice_value) || !call.tail.empty() || call.operands.empty()) return;
  const auto respell = [&](std::size_t at, std::string_view word) {
    if (call.operands[at]->text == word) return;
    context.note(rule::choice_value, *call.operands[at]);
    call.operands[at] = context.arena.text(word, call.operands[at]->span);
  };
  if (!call.operands[0]->is_text()) return;
  const std::string_view object = ip_object(call.operands[0]->text);
  if (object.empty()) return;
  if (call.operands.size() > 1) {
    if (!call.operands[1]->is_text() || !lists(object, call.operands[1]->text)) return;
    respell(1, "show");
  } else {
    context.note(rule::default_operand, "show");
    call.operands.push_back(context.arena.text("show", call.operands[0]->span));
  }
  respell(0, object);
}

}  // namespace assay::equivalence
