#include "script/awk_fields.h"

#include <algorithm>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "languages/number.h"
#include "refiners/refiners.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

// One character that no awk reads as anything but itself.
std::optional<char> separator_of(const Call& awk) {
  const Setting* given = awk.find("-F");
  if (awk.options.size() != 1 || !given || !given->value || !given->value->is_text()) return std::nullopt;
  const std::string_view text = given->value->text;
  if (text == "\\t" || text == "\t") return '\t';
  const bool is_plain =
      text.size() == 1 && std::string_view(":;,|/=@#%_").find(text[0]) != std::string_view::npos;
  return is_plain ? std::optional(text[0]) : std::nullopt;
}

// 1,3 of {print$1":"$3}: as cut prints them, in rising order and with the separator between them.
std::optional<std::string> fields_of(std::string_view program, char separator) {
  constexpr std::string_view kStart = "{print$";
  if (!program.starts_with(kStart) || !program.ends_with('}')) return std::nullopt;
  std::string_view rest = program.substr(kStart.size(), program.size() - kStart.size() - 1);
  const std::string joint = separator == '\t' ? "\"\\t\"$" : std::string("\"") + separator + "\"$";
  std::string fields;
  unsigned long before = 0;
  while (true) {
    const std::size_t end = rest.find(joint);
    const std::string_view number = rest.substr(0, end);
    if (!is_digits(number) || number.size() > 4 || number[0] == '0') return std::nullopt;
    const unsigned long field = std::stoul(std::string(number));
    if (field <= before) return std::nullopt;
    before = field;
    fields.append(fields.empty() ? "" : ",").append(number);
    if (end == rest.npos) return fields;
    rest.remove_prefix(end + joint.size());
  }
}

}  // namespace

bool read_awk_fields(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("awk")) return false;
  const Call& awk = *stage.call;
  const auto is_file = [](const Term* each) {
    return each->is_text() && each->text.find('=') == std::string_view::npos && !each->text.starts_with('-');
  };
  if (awk.operands.empty() || !awk.operands[0]->is_text() ||
      !std::all_of(awk.operands.begin() + 1, awk.operands.end(), is_file))
    return false;
  const auto separator = separator_of(awk);
  const auto fields = separator ? fields_of(awk.operands[0]->text, *separator) : std::nullopt;
  Call* cut = fields ? make_call(context, "cut", awk.name->span) : nullptr;
  if (!cut) return false;
  context.assume(Rule::awk_fields, *awk.operands[0]);
  if (*separator != '\t') add_option(context, *cut, "-d", context.arena.keep(std::string(1, *separator)));
  add_option(context, *cut, "-f", context.arena.keep(*fields));
  cut->operands.assign(awk.operands.begin() + 1, awk.operands.end());
  refine_by_utility(context, *cut);
  stage.call = cut;
  return true;
}

}  // namespace assay::equivalence
