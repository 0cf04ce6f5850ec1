// SPDX-License-Identifier: Apache-2.0
// Patterns of grep: a set of alternatives, in whatever dialect they are written.
#include <algorithm>
#include <string>

#include "call/call.h"
#include "languages/characters.h"
#include "languages/pattern.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

bool is_known(const Call& call, std::string_view name) { return call.has(name); }

std::optional<RegexDialect> dialect_of(const Call& call) {
  const bool extended = is_known(call, "-E");
  const bool fixed = is_known(call, "-F");
  const bool basic = is_known(call, "-G");
  if (is_known(call, "-P") || extended + fixed + basic > 1) return std::nullopt;
  return extended ? RegexDialect::extended : fixed ? RegexDialect::fixed : RegexDialect::basic;
}

// The pattern texts; none if one is not known.
std::optional<std::vector<const Term*>> patterns_of(const Call& call) {
  std::vector<const Term*> patterns;
  for (const Setting& each : call.options) {
    if (each.option->name() == "-f") return std::nullopt;
    if (each.option->name() == "-e") patterns.push_back(each.value);
  }
  if (patterns.empty() && !call.operands.empty()) patterns.push_back(call.operands[0]);
  if (patterns.empty()) return std::nullopt;
  for (const Term* each : patterns)
    if (!each || !each->is_text()) return std::nullopt;
  return patterns;
}

// -e pattern is the pattern as an operand, if there is only one.
void use_operand(Context& context, Call& call) {
  const auto is_pattern = [](const Setting& each) { return each.option->name() == "-e"; };
  if (std::ranges::count_if(call.options, is_pattern) != 1 || call.has("-f") || !call.tail.empty()) return;
  const auto found = std::ranges::find_if(call.options, is_pattern);
  context.note(rule::pattern_dialect, *found->value);
  call.operands.insert(call.operands.begin(), found->value);
  call.options.erase(found);
}

bool is_word_pattern(std::string_view pattern) { return !pattern.empty() && is_alphanumeric(pattern, "_"); }

// Whether it finds the same whether letters' case counts or not: no letters, no classes or ranges that may
// have some, and no reference to what was found.
bool has_no_case(std::string_view pattern) {
  std::string rest(pattern);
  for (const std::string_view name : {"[:space:]", "[:blank:]", "[:digit:]", "[:punct:]"})
    for (auto at = rest.find(name); at != rest.npos; at = rest.find(name)) rest.erase(at, name.size());
  const bool has_sets = pattern.find('[') != pattern.npos;
  for (std::size_t at = 0; at < rest.size(); ++at) {
    const char c = rest[at], next = at + 1 < rest.size() ? rest[at + 1] : ' ',
               before = at > 0 ? rest[at - 1] : ' ';
    if (c < ' ' || c > '~' || (!is_digit(c) && is_letter_or_digit(c)) || (c == '\\' && is_digit(next)) ||
        (c == '[' && (next == '.' || next == '=' || next == ':')) ||
        (c == '-' && has_sets && !(is_digit(before) && is_digit(next))))
      return false;
  }
  return true;
}

// An alternative with the anchors that -x or -w imply.
std::string anchored(const std::string& pattern, bool whole_line) {
  if (!whole_line) return "\\b" + pattern + "\\b";
  const bool starts = pattern.starts_with('^');
  const bool ends = pattern.ends_with('$') && !pattern.ends_with("\\$");
  return (starts ? "" : "^") + pattern + (ends ? "" : "$");
}

// Whether an anchor for the end comes before more of the pattern: GNU grep then finds other lines without -x.
bool ends_within(std::string_view pattern) {
  for (std::size_t at = 0; at + 1 < pattern.size(); ++at) {
    if (pattern[at] == '$' || pattern.substr(at).starts_with("\\'")) return true;
    if (pattern[at] == '\\') ++at;
  }
  return false;
}

// -x x is ^x$, and -w x is \bx\b if x consists of word characters. Next to invalid bytes, only -w finds the
// word.
void use_anchors(Context& context, Call& call, std::vector<std::string>& alternatives) {
  const bool whole_line = call.has("-x");
  if (!whole_line && !(call.has("-w") && std::ranges::all_of(alternatives, is_word_pattern))) return;
  if (whole_line && (call.has("-w") || std::ranges::any_of(alternatives, ends_within))) return;
  if (!whole_line && !context.allows(rule::valid_text)) return;
  context.note(whole_line ? rule::pattern_dialect : rule::valid_text, whole_line ? "-x" : "-w");
  for (std::string& each : alternatives) each = anchored(each, whole_line);
  call.remove(whole_line ? "-x" : "-w");
}

// In some locales, grep finds ² neither by [0-9] nor by [^0-9].
bool has_range_of_digits(std::string_view set) {
  for (std::size_t at = 1; at + 1 < set.size(); ++at)
    if (set[at] == '-' && set[at - 1] <= '9' && set[at + 1] >= '0') return true;
  return false;
}

// A pattern for lines that do not consist of one kind of characters only: [^x] for ^[x]*$, a dot for ^$.
std::optional<std::string> opposite_of(std::string_view pattern) {
  if (pattern == "^$") return ".";
  if (pattern.size() < 6 || !pattern.starts_with("^[") || !pattern.ends_with("]*$")) return std::nullopt;
  const std::string_view set = pattern.substr(2, pattern.size() - 5);
  // One set, of classes and plain characters.
  std::string_view plain = set;
  while (plain.starts_with("[:")) {
    const std::size_t end = plain.find(":]");
    if (end == plain.npos) return std::nullopt;
    plain.remove_prefix(end + 2);
  }
  if (set.empty() || set[0] == '^' || plain.find_first_of("[]\\") != plain.npos || has_range_of_digits(plain))
    return std::nullopt;
  return "[^" + std::string(set) + "]";
}

// -v ^$ is a dot: a line is either empty or has a character.
void turn_empty_match_around(Context& context, Call& call, std::vector<std::string>& alternatives) {
  const auto opposite =
      alternatives.size() == 1 && call.has("-v") ? opposite_of(alternatives[0]) : std::nullopt;
  if (!opposite || !context.allows(rule::valid_text) || call.has("-o") || call.has("-z") || call.has("-w") ||
      call.has("--color"))
    return;
  context.note(rule::valid_text, "-v");
  alternatives[0] = *opposite;
  call.remove("-v");
}

void write_digits_as_range(Context& context, std::vector<std::string>& alternatives) {
  constexpr std::string_view kClass = "[^[:digit:]]";
  if (!context.allows(rule::class_ranges)) return;
  for (std::string& each : alternatives) {
    for (auto at = each.find(kClass); at != each.npos; at = each.find(kClass, at)) {
      context.note(rule::class_ranges, kClass);
      each.replace(at, kClass.size(), "[^0-9]");
    }
  }
}

}  // namespace

static void refine_grep(Context& context, Call& call) {
  if (!context.allows(rule::pattern_dialect)) return;
  const auto dialect = dialect_of(call);
  const auto patterns = patterns_of(call);
  if (!dialect || !patterns) return use_operand(context, call);
  if (call.has("-i") &&
      std::ranges::all_of(*patterns, [](const Term* each) { return has_no_case(each->text); })) {
    context.note(rule::pattern_dialect, "-i");
    call.remove("-i");
  }
  const LetterCase letters = call.has("-i") ? LetterCase::folded : LetterCase::counts;
  std::vector<std::string> all;
  for (const Term* each : *patterns) {
    const auto alternatives = regex_alternatives(each->text, *dialect, letters);
    if (!alternatives) return use_operand(context, call);
    all.insert(all.end(), alternatives->begin(), alternatives->end());
  }
  if (!call.tail.empty()) return;
  write_digits_as_range(context, all);
  use_anchors(context, call, all);
  turn_empty_match_around(context, call, all);
  std::ranges::sort(all);
  all.erase(std::unique(all.begin(), all.end()), all.end());
  std::string pattern;
  for (std::size_t i = 0; i < all.size(); ++i) pattern.append(i > 0 ? "|" : "").append(all[i]);
  const bool as_written =
      patterns->size() == 1 && *dialect == RegexDialect::extended && (*patterns)[0]->text == pattern;
  if (!as_written) context.note(rule::pattern_dialect, *(*patterns)[0]);
  const bool was_operand = !call.has("-e");
  const Term* term = context.arena.kept(pattern, (*patterns)[0]->span);
  for (const std::string_view name : {"-e", "-E", "-F", "-G"}) call.remove(name);
  if (was_operand)
    call.operands[0] = term;
  else
    call.operands.insert(call.operands.begin(), term);
  Setting extended;
  extended.parsed.id = call.utility->find_option("-E");
  if (extended.parsed.id == no_option) return;
  extended.option = &call.utility->options[extended.parsed.id];
  call.options.insert(call.options.begin(), extended);
}

constexpr Rule rule::pattern_dialect = {
    .id = "pattern-dialect",
    .rung = Rung::utility,
    .meaning =
        "grep's patterns are compared as sets of alternatives, in any dialect, with groups and "
        "intervals expanded; `-i` changes nothing about one without letters",
    .same = {"grep -e foo -e bar f", "grep -E 'bar|foo' f"},
    .apart = {"grep a.b f", "grep -F a.b f"},
    .refine = {{{"grep", refine_grep}}}};

constexpr Rule rule::valid_text = {
    .id = "valid-text",
    .rung = Rung::rewrite,
    .meaning =
        "a line that is not empty contains a character; one that is not all blanks contains another "
        "character; a word ends where something else begins",
    .same = {"grep -v '^$' f", "grep . f"},
    .apart = {"grep -v '^ *$' f", "grep . f"},
    .assumption = "the input is valid text of the locale"};

}  // namespace assay::equivalence
