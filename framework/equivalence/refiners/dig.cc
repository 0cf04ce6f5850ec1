// SPDX-License-Identifier: Apache-2.0
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

// The parts of a dig query, independent of their order.
struct Question {
  const Term* server = nullptr;
  const Term* name = nullptr;
  const Term* type = nullptr;
  Terms flags;  // +short and the like, in order
};

// False if something is not understood.
bool read_question(const Call& call, Question& question) {
  for (std::size_t at = 0; at < call.operands.size(); ++at) {
    const Term* each = call.operands[at];
    if (!each->is_text() || each->text.empty()) return false;
    const std::string_view text = each->text;
    if (text[0] == '+') {
      question.flags.push_back(each);
      continue;
    }
    const bool is_type_option = text == "-t" && at + 1 < call.operands.size();
    if (is_type_option) each = call.operands[++at];
    const bool is_type = each->is_text() && is_record_type(upper(each->text));
    if (is_type_option && !is_type) return false;
    const Term*& kind = is_type ? question.type : text[0] == '@' ? question.server : question.name;
    const bool is_name =
        is_type || text[0] == '@' || (text[0] != '-' && text.find('.') != std::string_view::npos);
    if (kind || !is_name) return false;
    kind = each;
  }
  return question.name != nullptr;
}

}  // namespace

// dig MX name is dig name MX, and A is the default type. Without +short, dig prints its command line.
void refine_dig(Context& context, Call& call) {
  if (!context.allows(rule::operand_set) || !call.tail.empty()) return;
  Question question{nullptr, nullptr, nullptr, context.arena.terms()};
  if (!read_question(call, question)) return;
  const bool is_short =
      std::ranges::any_of(question.flags, [](const Term* each) { return each->text == "+short"; });
  if (!is_short && !context.allows(rule::dig_header)) return;
  Terms ordered = context.arena.terms();
  if (question.server) ordered.push_back(question.server);
  ordered.push_back(question.name);
  const std::string type = question.type ? upper(question.type->text) : "A";
  if (type != "A") ordered.push_back(context.arena.text(context.arena.keep(type), question.type->span));
  ordered.insert(ordered.end(), question.flags.begin(), question.flags.end());
  context.note(is_short ? rule::operand_set : rule::dig_header, *question.name);
  call.operands = std::move(ordered);
}

constexpr Rule rule::dig_header = {.id = "dig-header",
                                   .rung = Rung::rewrite,
                                   .meaning = "the arguments of dig may change places, even without `+short`",
                                   .same = {"dig a.com MX", "dig -t MX a.com"},
                                   .apart = {"dig +noall +answer a.com", "dig +answer +noall a.com"},
                                   .assumption = "nobody reads the line in which dig repeats its arguments"};

}  // namespace assay::equivalence
