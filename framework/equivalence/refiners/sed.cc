// SPDX-License-Identifier: Apache-2.0
// sed: gives its script one spelling.
#include <algorithm>
#include <optional>
#include <string>

#include "call/call.h"
#include "languages/sed_script.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// The script from all -e options, or the first operand; none if there is no literal text.
std::optional<std::string> given_script(const Call& call) {
  std::string script;
  bool found = false;
  for (const Setting& each : call.options) {
    if (each.option->name() != "-e") continue;
    if (!each.value || !each.value->is_text()) return std::nullopt;
    if (found) script += '\n';
    found = true;
    script += each.value->text;
  }
  if (found) return script;
  if (call.operands.empty() || !call.operands[0]->is_text()) return std::nullopt;
  return std::string(call.operands[0]->text);
}

// The span of the script in the source.
shell::Span script_place(const Call& call) {
  shell::Span place{};
  for (const Setting& each : call.options) {
    if (each.option->name() != "-e") continue;
    if (place.end == 0) place = each.value->span;
    place.end = each.value->span.end;
  }
  return place.end == 0 ? call.operands[0]->span : place;
}

// Whether it is the lines before a command: 3, $, /x/ or two of them; not s with a letter for its delimiter.
bool is_address(std::string_view text) {
  while (!text.empty()) {
    std::size_t end = text.find_first_not_of("0123456789$+~");
    if (text[0] == '/') {
      for (end = 1; end < text.size() && text[end] != '/';) end += text[end] == '\\' ? 2 : 1;
      end = text.find_first_not_of("IM", end + 1);
    }
    if (end == 0) return false;
    text = end < text.size() ? text.substr(end) : std::string_view();
    if (text.empty()) return true;
    if (text[0] != ',' || text.size() == 1) return false;
    text.remove_prefix(1);
  }
  return true;
}

// x!d prints what -n xp prints, and -n x!p what xd does.
void choose_printing(Context& context, Call& call, SedScript& script) {
  const bool prints_on_request = call.has("-n");
  const std::string_view end = prints_on_request ? "!p" : "!d";
  if (script.commands != 1 || script.text.size() < 3 || !script.text.ends_with(end) ||
      !is_address(std::string_view(script.text).substr(0, script.text.size() - 2)))
    return;
  context.note(rule::sed_script, script.text);
  script.text.resize(script.text.size() - 2);
  script.text += prints_on_request ? 'd' : 'p';
  if (prints_on_request)
    call.remove("-n");
  else
    add_option(context, call, "-n");
}

// /^$/d is -n /./p: a line is either empty or has a character.
void turn_empty_lines_around(Context& context, Call& call, SedScript& script) {
  if (script.text != "/^$/d" || call.has("-n") || call.has("-z") || !context.allows(rule::valid_text)) return;
  context.note(rule::valid_text, script.text);
  script.text = "/./p";
  add_option(context, call, "-n");
}

// Adds or drops -E: if the script has patterns, they are now extended expressions.
void choose_dialect(Context& context, Call& call, const SedScript& script, bool was_extended) {
  if (was_extended == script.has_patterns) return;
  context.note(rule::pattern_dialect, script.text);
  if (was_extended)
    call.remove("-E");
  else
    add_option(context, call, "-E");
}

}  // namespace

static void refine_sed(Context& context, Call& call) {
  // --debug prints the script as parsed.
  if (!context.allows(rule::sed_script) || !call.tail.empty() || call.has("-f") || call.has("--posix") ||
      call.has("--debug"))
    return;
  const auto written = given_script(call);
  if (!written) return;
  const bool is_extended = call.has("-E");
  const auto dialect = is_extended ? RegexDialect::extended : RegexDialect::basic;
  auto script = read_sed_script(*written, dialect, SetClasses::named);
  if (script && context.allows(rule::class_ranges)) {
    auto ascii = read_sed_script(*written, dialect, SetClasses::ascii);
    if (ascii && ascii->text != script->text) {
      context.note(rule::class_ranges, ascii->text);
      script = std::move(ascii);
    }
  }
  const bool given = call.has("-e");
  if (!script && given && std::ranges::count_if(call.options, [](const Setting& each) {
                            return each.option->name() == "-e";
                          }) > 1) {
    return;
  }
  if (script) {
    choose_dialect(context, call, *script, is_extended);
    choose_printing(context, call, *script);
    turn_empty_lines_around(context, call, *script);
  }
  const std::string& text = script ? script->text : *written;
  if (given || text != call.operands[0]->text) context.note(rule::sed_script, text);
  const Term* term = context.arena.kept(text, script_place(call));
  call.remove("-e");
  if (given)
    call.operands.insert(call.operands.begin(), term);
  else
    call.operands[0] = term;
}

constexpr Rule rule::sed_script = {
    .id = "sed-script",
    .rung = Rung::utility,
    .meaning =
        "several `-e`, blanks, delimiters and dialects do not matter; `x!d` equals `-n xp`, "
        "`\\1` for a group around the whole pattern equals `&`, and `g` changes nothing about a pattern that "
        "begins with `^` or ends with `$`",
    .same = {"sed -e 1d -e 3d f", "sed '1d; 3d' f"},
    .apart = {"sed 's/a/b/;s/b/c/' f", "sed 's/b/c/;s/a/b/' f"},
    .refine = {{{"sed", refine_sed}}}};

}  // namespace assay::equivalence
