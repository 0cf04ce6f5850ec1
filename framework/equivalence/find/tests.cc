// SPDX-License-Identifier: Apache-2.0
// Gives single tests of find one spelling.
#include <algorithm>
#include <charconv>
#include <cstdint>

#include "assay/internal/text.h"
#include "find/expression.h"
#include "languages/characters.h"
#include "languages/values.h"

namespace assay::equivalence {
namespace {

const Term* test(Context& context, std::string_view name, std::string_view argument, const Term& like) {
  return context.arena.node(Label::test_of, {context.arena.live(name, like.parts[0]->span),
                                             context.arena.kept(argument, like.span)});
}

struct NumberTest {
  char sign = '=';  // + more, - less
  std::int64_t number = 0;
};

std::optional<NumberTest> comparison_of(std::string_view text) {
  NumberTest result;
  if (!text.empty() && (text[0] == '+' || text[0] == '-')) {
    result.sign = text[0];
    text.remove_prefix(1);
  }
  if (!is_digits(text) || text.size() > 12) return std::nullopt;
  std::from_chars(text.data(), text.data() + text.size(), result.number);
  return result;
}

std::int64_t unit_of(char suffix) {
  switch (suffix) {
    case 'c': return 1;
    case 'w': return 2;
    case 'b': return 512;
    case 'k': return 1024;
    case 'M': return 1024 * 1024;
    case 'G': return 1024 * 1024 * 1024;
    default: return 0;
  }
}

// find rounds sizes up to the unit; expressed in bytes they become bounds.
const Term* settle_size(Context& context, const Term& original) {
  std::string_view text = original.parts[1]->text;
  std::int64_t unit = 512;
  if (!text.empty() && !is_digits(text.substr(text.size() - 1))) {
    unit = unit_of(text.back());
    text.remove_suffix(1);
  }
  const auto wanted = comparison_of(text);
  if (unit == 0 || !wanted || wanted->number > 1'000'000'000) return &original;
  const std::int64_t number = wanted->number;
  const auto more_than = [&](std::int64_t bytes) {
    return test(context, "-size", "+" + std::to_string(bytes) + "c", original);
  };
  const auto less_than = [&](std::int64_t bytes) {
    return test(context, "-size", "-" + std::to_string(bytes) + "c", original);
  };
  if (wanted->sign == '-' && number == 0) return &original;  // never true
  const Term* settled =
      wanted->sign == '+'   ? more_than(number * unit)
      : wanted->sign == '-' ? less_than((number - 1) * unit + 1)
      : number == 0
          ? less_than(1)
          : context.arena.node(Label::all, {more_than((number - 1) * unit), less_than(number * unit + 1)});
  if (!same(*settled, original)) context.note(rule::find_size, original);
  return settled;
}

const Term* settle_perm(Context& context, const Term& original) {
  const std::string_view text = original.parts[1]->text;
  std::string prefix;
  if (!text.empty() && (text[0] == '-' || text[0] == '/')) prefix = text[0];
  const std::string_view mode = text.substr(prefix.size());
  if (prefix.empty() && !mode.empty() && mode[0] == '+') return &original;
  const auto bits = permission_bits(mode);
  if (!bits || *bits == "0") return &original;
  // For a single bit, "all of them" and "any of them" are the same.
  const bool is_single = std::ranges::count(*bits, '0') + 1 == static_cast<std::ptrdiff_t>(bits->size()) &&
                         std::string_view("124").find(bits->front()) != std::string_view::npos;
  if (is_single && prefix == "/") prefix = "-";
  const std::string settled = prefix + *bits;
  if (settled == text) return &original;
  context.note(rule::find_perm, text);
  return test(context, "-perm", settled, original);
}

const Term* settle_type(Context& context, const Term& original) {
  const std::string_view text = original.parts[1]->text;
  if (text.size() < 2) return &original;
  Terms types = context.arena.terms();
  for (std::size_t at = 0; at < text.size(); at += 2) {
    if (at + 1 < text.size() && text[at + 1] != ',') return &original;
    // twice: an error
    if (text.find(text[at], at + 1) != std::string_view::npos) return &original;
    types.push_back(test(context, original.parts[0]->text, text.substr(at, 1), original));
  }
  if (text.back() == ',') return &original;
  context.note(rule::find_type, text);
  return context.arena.node(Label::any, types);
}

const Term* settle_number(Context& context, const Term& original) {
  const std::string_view text = original.parts[1]->text;
  const auto canonical = canonical_integer(text);
  if (!canonical || *canonical == text) return &original;
  context.note(rule::find_number, text);
  return test(context, original.parts[0]->text, *canonical, original);
}

bool has_letters(std::string_view text) {
  return std::ranges::any_of(text, [](char c) { return is_letter(c) || (c & '\x80'); });
}

// -iname and the like ignore case; in a pattern without letters the i changes nothing.
const Term* settle_folded(Context& context, const Term& original) {
  const std::string_view text = original.parts[1]->text;
  const std::string_view name = original.parts[0]->text;
  if (text.find_first_of("[\\") != std::string_view::npos) return &original;
  if (!has_letters(text)) {
    context.note(rule::case_, original);
    const std::string_view plain = name == "-iname" ? "-name" : name == "-ipath" ? "-path" : "-lname";
    return test(context, plain, text, original);
  }
  const std::string lower = lowercase(text);
  if (lower == text) return &original;
  context.note(rule::case_, original);
  return test(context, name, lower, original);
}

// [^a] is [!a]. Left unchanged unless all brackets are simple.
std::string with_exclamations(std::string_view pattern) {
  std::string text(pattern);
  if (pattern.find('\\') != std::string_view::npos) return text;
  for (std::size_t at = text.find('['); at != std::string::npos; at = text.find('[', at)) {
    const bool negates = at + 1 < text.size() && text[at + 1] == '^';
    const std::size_t end = text.find(']', at + (negates ? 3 : 2));
    if (end == std::string::npos || text.find('[', at + 1) < end) return std::string(pattern);
    if (negates) text[at + 1] = '!';
    at = end;
  }
  return text;
}

const Term* renamed(Context& context, std::string_view name, const Term& original) {
  context.note(rule::find_time, original);
  return context.arena.node(Label::test_of,
                            {context.arena.live(name, original.parts[0]->span), original.parts[1]});
}

}  // namespace

const Term* settle_find_test(Context& context, const Term& original) {
  const std::string_view name = original.parts[0]->text;
  if (name == "-true") return context.arena.node(Label::always, {});
  if (name == "-newer") return renamed(context, "-newermm", original);
  if (name == "-anewer") return renamed(context, "-neweram", original);
  if (name == "-cnewer") return renamed(context, "-newercm", original);
  if (original.parts.size() != 2 || !original.parts[1]->is_text()) return &original;
  if (name == "-size") return settle_size(context, original);
  if (name == "-perm") return settle_perm(context, original);
  if (name == "-type" || name == "-xtype") return settle_type(context, original);
  if (is_among(name, "-iname -ipath -ilname")) {
    const Term* folded = settle_folded(context, original);
    return folded->parts[0]->text == name ? folded : settle_find_test(context, *folded);
  }
  if (name == "-name" && original.parts[1]->text == "*" && context.allows(rule::any_name)) {
    context.note(rule::any_name, original);
    return context.arena.node(Label::always, {});
  }
  if (name == "-name" || name == "-path") {
    const std::string pattern = with_exclamations(original.parts[1]->text);
    if (pattern != original.parts[1]->text) return test(context, name, pattern, original);
  }
  return !is_among(name, "-amin -atime -cmin -ctime -mmin -mtime -links -inum -uid -gid -used")
             ? &original
             : settle_number(context, original);
}

const Term* negated_find_test(Context& context, const Term& original) {
  const bool is_size = original.parts[0]->text == "-size" && original.parts[1]->is_text();
  if (is_size && original.parts[1]->text.ends_with('c')) {
    std::string_view text = original.parts[1]->text;
    text.remove_suffix(1);
    const auto wanted = comparison_of(text);
    if (wanted && wanted->sign == '+')
      return test(context, "-size", "-" + std::to_string(wanted->number + 1) + "c", original);
    if (wanted && wanted->sign == '-' && wanted->number > 0)
      return test(context, "-size", "+" + std::to_string(wanted->number - 1) + "c", original);
  }
  return context.arena.node(Label::negation, {&original});
}

constexpr Rule rule::find_time = {.id = "find-time",
                                  .rung = Rung::utility,
                                  .meaning = "`-newerXY` has short names",
                                  .same = {"find . -newer f", "find . -newermm f"},
                                  .apart = {"find . -newer f", "find . -newerct f"}};

constexpr Rule rule::find_size = {
    .id = "find-size",
    .rung = Rung::utility,
    .meaning = "sizes are compared as bounds in bytes, since find rounds up to the unit",
    .same = {"find . -size +1k", "find . -size +1024c"},
    .apart = {"find . -size -1M", "find . -size -1048576c"}};

constexpr Rule rule::find_perm = {
    .id = "find-perm",
    .rung = Rung::utility,
    .meaning = "modes are compared as bits; for a single bit, \"all\" and \"any\" are equal",
    .same = {"find . -perm -u+x", "find . -perm -100"},
    .apart = {"find . -perm -111", "find . -perm /111"}};

constexpr Rule rule::find_type = {.id = "find-type",
                                  .rung = Rung::utility,
                                  .meaning = "a list of types equals its alternatives",
                                  .same = {"find . -type f,d", "find . -type d -o -type f"},
                                  .apart = {"find . -type f", "find . ! -type d"}};

constexpr Rule rule::find_number = {.id = "find-number",
                                    .rung = Rung::utility,
                                    .meaning = "leading zeros do not matter",
                                    .same = {"find . -links 02", "find . -links 2"},
                                    .apart = {"find . -links +2", "find . -links 2"}};

constexpr Rule rule::case_ = {.id = "letter-case",
                              .rung = Rung::utility,
                              .meaning = "the case of letters does not matter in a pattern that ignores it",
                              .same = {"find . -iname '*.TXT'", "find . -iname '*.txt'"},
                              .apart = {"find . -name '*.TXT'", "find . -name '*.txt'"}};

constexpr Rule rule::any_name = {.id = "any-name",
                                 .rung = Rung::rewrite,
                                 .meaning = "`-name '*'` is always true",
                                 .same = {"find . -name '*'", "find ."},
                                 .apart = {"find . -name '*.*'", "find ."},
                                 .assumption = "file names are valid text of the locale"};

}  // namespace assay::equivalence
