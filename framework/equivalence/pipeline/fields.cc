// SPDX-License-Identifier: Apache-2.0
// Rules about the fields and characters of lines.
#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "call/call.h"
#include "languages/characters.h"
#include "languages/values.h"
#include "pipeline/stage_facts.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// wc -l f | cut -d' ' -f1 is wc -l < f: a single count of a single file is not padded.
bool read_count_alone(Context& context, Stages& stages, std::size_t at) {
  if (!is_filter_stage(stages, at)) return false;
  Call& wc = *stages[at].call;
  const bool counts = wc.is("wc") && wc.options.size() == 1 && wc.operands.size() == 1 &&
                      wc.operands[0]->is_text() && wc.operands[0]->text != "-" &&
                      wc.operands[0]->text.find('\n') == std::string_view::npos;
  if (!counts || redirects(stages[at], 0)) return false;
  const Call& filter = *stages[at + 1].call;
  const Setting* delimiter = filter.find("-d");
  const Setting* fields = filter.find("-f");
  const bool cuts = filter.is("cut") && filter.operands.empty() && filter.options.size() == 2 && delimiter &&
                    fields && delimiter->value->is_text(" ") && fields->value->is_text("1");
  const bool prints = filter.is("awk") && filter.options.empty() && filter.operands.size() == 1 &&
                      filter.operands[0]->is_text("{print$1}");
  if (!cuts && !prints) return false;
  context.assume(rule::count_alone, *wc.operands[0]);
  read_from(stages[at], wc.operands[0]);
  wc.operands.clear();
  join_with_next(stages, at);
  return true;
}

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

// awk -F: '{print $1}' is cut -d: -f1, except for a line with fewer fields: cut prints a line without the
// separator whole, awk prints an empty one.
bool read_awk_fields(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("awk")) return false;
  const Call& awk = *stage.call;
  if (!has_program_and_files(awk)) return false;
  const auto separator = separator_of(awk);
  const auto fields = separator ? fields_of(awk.operands[0]->text, *separator) : std::nullopt;
  Call* cut = fields ? make_call(context, "cut", awk.name->span) : nullptr;
  if (!cut) return false;
  context.assume(rule::awk_fields, *awk.operands[0]);
  if (*separator != '\t') add_option(context, *cut, "-d", context.arena.keep(std::string(1, *separator)));
  add_option(context, *cut, "-f", context.arena.keep(*fields));
  cut->operands.assign(awk.operands.begin() + 1, awk.operands.end());
  refine_by_utility(context, *cut);
  stage.call = cut;
  return true;
}

// md5sum f | awk '{print $1}' is md5sum f | cut -d' ' -f1: each line begins with a word and a blank. After du
// -s it is cut -f1.
bool read_first_column(Context& context, Stages& stages, std::size_t at) {
  if (!is_plain_pair(stages, at)) return false;
  Stage& next = stages[at + 1];
  const Call& awk = *next.call;
  const bool prints_first = awk.is("awk") && awk.options.empty() && awk.operands.size() == 1 &&
                            awk.operands[0]->is_text("{print$1}");
  if (!prints_first || !stages[at].redirects.empty() || redirects(next, 0)) return false;
  const auto separator = separator_behind_first(*stages[at].call);
  Call* cut = separator ? make_call(context, "cut", awk.name->span) : nullptr;
  if (!cut) return false;
  context.note(rule::first_column, *awk.operands[0]);
  if (*separator != "\t") add_option(context, *cut, "-d", *separator);
  add_option(context, *cut, "-f", "1");
  next.call = cut;
  return true;
}

bool cuts_first_field(const Call& cut, char& separator) {
  const Setting* delimiter = cut.find("-d");
  const Setting* fields = cut.find("-f");
  if (!cut.is("cut") || !cut.operands.empty() || cut.options.size() != 2 || !delimiter || !fields ||
      !says(fields->value, "1") || !delimiter->value || !delimiter->value->is_text() ||
      delimiter->value->text.size() != 1)
    return false;
  separator = delimiter->value->text[0];
  return std::string_view(":;,|/=@#%_").find(separator) != std::string_view::npos;
}

// rev f | cut -d/ -f1 | rev is awk -F/ '{print $NF}' f.
bool read_last_field(Context& context, Stages& stages, std::size_t at) {
  if (at + 2 >= stages.size() || !is_plain_stage(stages[at]) || !is_bare_stage(stages[at + 1]) ||
      !is_plain_stage(stages[at + 2]))
    return false;
  Stage& first = stages[at];
  const Stage& last = stages[at + 2];
  char separator = 0;
  const auto turns = [](const Stage& stage) {
    return stage.call->is("rev") && stage.call->options.empty() && stage.assignments.empty();
  };
  if (!turns(first) || !turns(last) || first.call->operands.size() > 1 || !last.call->operands.empty() ||
      redirects(first, 1) || !redirects_output_alone(last) ||
      !cuts_first_field(*stages[at + 1].call, separator))
    return false;
  const Terms& files = first.call->operands;
  const bool is_file = files.empty() || (files[0]->is_text() && !files[0]->text.starts_with('-') &&
                                         files[0]->text.find('=') == std::string_view::npos);
  Call* awk = is_file ? make_call(context, "awk", first.call->name->span) : nullptr;
  if (!awk) return false;
  context.note(rule::last_field, *first.call->name);
  add_option(context, *awk, "-F", context.arena.keep(std::string(1, separator)));
  awk->operands.push_back(context.arena.text("{print$NF}", first.call->name->span));
  awk->operands.insert(awk->operands.end(), files.begin(), files.end());
  refine_by_utility(context, *awk);
  first.call = awk;
  first.redirects.insert(first.redirects.end(), last.redirects.begin(), last.redirects.end());
  const auto begin = stages.begin() + static_cast<std::ptrdiff_t>(at) + 1;
  stages.erase(begin, begin + 2);
  return true;
}

// Characters that both sed and tr take literally.
bool is_plain(std::string_view text) { return is_alphanumeric(text, " _,:;@%=#~"); }

bool has_repeats(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at)
    if (text.find(text[at], at + 1) != text.npos) return true;
  return false;
}

struct Transliteration {
  std::string_view from, to;  // empty: deleted
};

// y/abc/xyz/, s/a/b/g and s/a//g, in canonical spelling.
std::optional<Transliteration> transliteration_of(std::string_view script) {
  if (script.size() < 5) return std::nullopt;
  const bool is_map = script.starts_with("y/") && script.ends_with("/");
  const bool is_substitution = script.starts_with("s/") && script.ends_with("/g");
  if (!is_map && !is_substitution) return std::nullopt;
  const std::string_view inner = script.substr(2, script.size() - (is_map ? 3 : 4));
  const std::size_t middle = inner.find('/');
  if (middle == inner.npos) return std::nullopt;
  const Transliteration found{inner.substr(0, middle), inner.substr(middle + 1)};
  if (!is_plain(found.from) || !is_plain(found.to) || has_repeats(found.from)) return std::nullopt;
  const bool fits = is_map ? !found.from.empty() && found.from.size() == found.to.size()
                           : found.from.size() == 1 && found.to.size() < 2;
  return fits ? std::optional(found) : std::nullopt;
}

// sed y/abc/xyz/ and sed s/a/b/g of single characters are tr.
bool read_transliteration(Context& context, Stages& stages, std::size_t at) {
  Stage& stage = stages[at];
  if (!is_plain_stage(stage) || !stage.call->is("sed") || !stage.call->has_only({"-E"})) return false;
  const Call& sed = *stage.call;
  if (sed.operands.empty() || sed.operands.size() > 2 || !sed.operands[0]->is_text()) return false;
  const auto found = transliteration_of(sed.operands[0]->text);
  const bool has_file = sed.operands.size() == 2;
  if (!found || (has_file && (redirects(stage, 0) || !is_plain_file(*sed.operands[1])))) return false;
  Call* tr = make_call(context, "tr", sed.name->span);
  if (!tr) return false;
  if (has_file) {
    context.assume(rule::transliteration, *sed.operands[1]);
    read_from(stage, sed.operands[1]);
  } else {
    context.note(rule::transliteration, *sed.operands[0]);
  }
  if (found->to.empty()) add_option(context, *tr, "-d");
  tr->operands.push_back(context.arena.text(found->from, sed.operands[0]->span));
  if (!found->to.empty()) tr->operands.push_back(context.arena.text(found->to, sed.operands[0]->span));
  refine_by_utility(context, *tr);
  stage.call = tr;
  return true;
}

}  // namespace

constexpr Rule rule::count_alone = {
    .id = "count-alone",
    .rung = Rung::rewrite,
    .meaning = "a count of one file with the name cut off equals a count of standard input",
    .same = {"wc -l f | cut -d' ' -f1", "wc -l < f"},
    .apart = {"wc f | cut -d' ' -f1", "wc -l < f"},
    .assumption = kInputIsKept,
    .sentence = kFileIsKept,
    .rewrite = read_count_alone};

constexpr Rule rule::awk_fields = {
    .id = "awk-fields",
    .rung = Rung::rewrite,
    .meaning = "awk prints the fields that cut selects: between single characters, in ascending order",
    .same = {"awk -F: '{print $1}' /etc/passwd", "cut -d: -f1 /etc/passwd"},
    .apart = {"awk '{print $1}' f", "cut -d' ' -f1 f"},
    .assumption = "each input line has the fields that are printed, and the input can be read",
    .sentence = "each line has the fields that `{}` prints, and the input can be read",
    .rewrite = read_awk_fields};

constexpr Rule rule::first_column = {
    .id = "first-column",
    .rung = Rung::rewrite,
    .meaning =
        "the first word of lines that begin with one, such as lines of checksums, du and who, may be "
        "selected by awk or cut",
    .same = {"md5sum f | awk '{print $1}'", "md5sum f | cut -d' ' -f1"},
    .apart = {"ls | awk '{print $1}'", "ls | cut -d' ' -f1"},
    .assumption = "the locale's blanks are ASCII's",
    .rewrite = read_first_column};

constexpr Rule rule::last_field = {
    .id = "last-field",
    .rung = Rung::rewrite,
    .meaning = "the last field equals the first field of the reversed line",
    .same = {"rev f | cut -d/ -f1 | rev", "awk -F/ '{print $NF}' f"},
    .apart = {"rev f | cut -d' ' -f1 | rev", "awk '{print $NF}' f"},
    .assumption = "the input can be read, is not written meanwhile, and is valid text of the locale",
    .rewrite = read_last_field};

constexpr Rule rule::transliteration = {
    .id = "transliteration",
    .rung = Rung::rewrite,
    .meaning = "sed's `y`, and `s///g` of one character for another, equal tr",
    .same = {"ls | sed y/ab/xy/", "ls | tr ab xy"},
    .apart = {"sed s/a/b/ f", "tr a b < f"},
    .assumption = "the input can be read, and nobody writes to it meanwhile",
    .sentence = "{} can be read, and nobody writes to it meanwhile",
    .rewrite = read_transliteration};

}  // namespace assay::equivalence
