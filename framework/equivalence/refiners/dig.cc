#include <algorithm>
#include <string>

#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_record_type(std::string_view word) {
  constexpr std::string_view kTypes[] = {"A",  "AAAA", "ANY", "CAA", "CNAME", "DNSKEY", "DS",
                                         "MX", "NS",   "PTR", "SOA", "SRV",   "TXT"};
  return std::ranges::find(kTypes, word) != std::ranges::end(kTypes);
}

std::string upper(std::string_view word) {
  std::string text(word);
  for (char& c : text) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  return text;
}

}  // namespace

// dig MX name is dig name MX. Without +short it prints how it was called.
void refine_dig(Context& context, Call& call) {
  if (!context.allows(Rule::operand_set) || !call.tail.empty()) return;
  const Term *name = nullptr, *type = nullptr, *is_short = nullptr;
  for (const Term* each : call.operands) {
    if (!each->is_text() || each->text.empty()) return;
    const Term*& kind = each->text == "+short" ? is_short : is_record_type(upper(each->text)) ? type : name;
    const bool is_name = &kind != &name || each->text.find('.') != std::string_view::npos;
    if (kind || !is_name ||
        (&kind == &name && std::string_view("+-@").find(each->text[0]) != std::string_view::npos))
      return;
    kind = each;
  }
  if (!name || !type || !is_short) return;
  const auto ordered = {name, type, is_short};
  if (!std::ranges::equal(ordered, call.operands)) context.note(Rule::operand_set, *type);
  call.operands.assign(ordered);
  call.operands[1] = context.arena.text(context.arena.keep(upper(type->text)), type->span);
}

}  // namespace assay::equivalence
