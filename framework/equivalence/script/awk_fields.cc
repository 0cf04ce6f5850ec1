// SPDX-License-Identifier: Apache-2.0
#include "script/awk_fields.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "call/made_call.h"
#include "languages/number.h"
#include "refiners/refiners.h"
#include "script/stage_facts.h"

namespace assay::equivalence {
namespace {

// A single character that every awk takes literally.
std::optional<char> separator_of(const Call& awk) {
  const Setting* given = awk.find("-F");
  if (awk.options.size() != 1 || !given || !given->value || !given->value->is_text()) return std::nullopt;
  const std::string_view text = given->value->text;
  if (text == "\\t" || text == "\t") return '\t';
  const bool is_plain =
      text.size() == 1 && std::string_view(":;,|/=@#%_").find(text[0]) != std::string_view::npos;
  return is_plain ? std::optional(text[0]) : std::nullopt;
}

// 1,3 for {print$1":"$3}: fields as cut prints them, in ascending order and with the separator between them.
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

bool is_name_on_one_line(const Term* word) {
  return word->is_text() && word->text.find('\n') == std::string_view::npos;
}

// The separator after the first word of each output line. None if lines may begin with anything else, or end
// within a name.
std::optional<std::string_view> separator_behind_first(const Call& call) {
  constexpr std::array<std::string_view, 6> kChecksums = {"b2sum",     "md5sum",    "sha1sum",
                                                          "sha256sum", "sha384sum", "sha512sum"};
  if (std::ranges::any_of(kChecksums, [&](std::string_view name) { return call.is(name); }))
    return call.has_only({"-b", "-t"}) ? std::optional(std::string_view(" ")) : std::nullopt;
  if (call.is("who") && call.options.empty() && call.operands.empty()) return " ";
  const bool is_total = call.is("du") && call.has("-s") &&
                        call.has_only({"-s", "-h", "-k", "-m", "-b", "-c"}) &&
                        std::ranges::all_of(call.operands, is_name_on_one_line);
  return is_total ? std::optional(std::string_view("\t")) : std::nullopt;
}

}  // namespace

bool read_first_column(Context& context, Stages& stages, std::size_t at) {
  if (at + 1 >= stages.size() || !is_plain_stage(stages[at]) || !is_plain_stage(stages[at + 1])) return false;
  Stage& next = stages[at + 1];
  const Call& awk = *next.call;
  const bool prints_first = awk.is("awk") && awk.options.empty() && awk.operands.size() == 1 &&
                            awk.operands[0]->is_text() && awk.operands[0]->text == "{print$1}";
  if (!prints_first || !stages[at].redirects.empty() || redirects(next, 0)) return false;
  const auto separator = separator_behind_first(*stages[at].call);
  Call* cut = separator ? make_call(context, "cut", awk.name->span) : nullptr;
  if (!cut) return false;
  context.note(Rule::first_column, *awk.operands[0]);
  if (*separator != "\t") add_option(context, *cut, "-d", *separator);
  add_option(context, *cut, "-f", "1");
  next.call = cut;
  return true;
}

bool read_awk_fields(Context& context, Stage& stage) {
  if (!is_plain_stage(stage) || !stage.call->is("awk")) return false;
  const Call& awk = *stage.call;
  if (!has_program_and_files(awk)) return false;
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
