// SPDX-License-Identifier: Apache-2.0
#include "difference_words.h"

#include <algorithm>
#include <array>
#include <vector>

#include "languages/awk_lexer.h"

namespace assay::equivalence {
namespace {

using Units = std::vector<std::string_view>;  // adjacent pieces, together the whole text

Units characters(std::string_view text) {
  Units units;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    for (end = at + 1; end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80;) ++end;
    units.push_back(text.substr(at, end - at));
  }
  return units;
}

// The pieces between separators; each separator is a piece too.
Units pieces(std::string_view text, std::string_view separators) {
  Units units;
  for (std::size_t at = 0; at < text.size();) {
    const bool separates = separators.find(text[at]) != std::string_view::npos;
    const std::size_t end = separates ? at + 1 : std::min(text.find_first_of(separators, at), text.size());
    units.push_back(text.substr(at, end - at));
    at = end;
  }
  return units;
}

// Empty if the program is not understood.
Units awk_words(std::string_view program) {
  const auto tokens = awk_tokens(program);
  if (!tokens) return {};
  Units units;
  std::size_t at = 0;
  for (const AwkToken& token : *tokens) {
    const std::string_view text = token.kind == AwkTokenKind::newline ? "\n" : std::string_view(token.text);
    const std::size_t begin = program.find(text, at);
    if (begin == std::string_view::npos) return {};
    if (begin > at) units.push_back(program.substr(at, begin - at));
    units.push_back(program.substr(begin, text.size()));
    at = begin + text.size();
  }
  return units;
}

// An empty result still points to its position in the text.
std::string_view between(const Units& units, std::size_t begin, std::size_t end) {
  if (units.empty()) return {};
  const auto place = [&units](std::size_t unit) {
    return unit < units.size() ? units[unit].data() : units.back().data() + units.back().size();
  };
  return {place(begin), static_cast<std::size_t>(place(end) - place(begin))};
}

struct Middle {
  Parting parting;
  std::size_t bytes_in_common = 0;
};

Middle middle(const Units& left, const Units& right) {
  const std::size_t most = std::min(left.size(), right.size());
  std::size_t head = 0, tail = 0;
  while (head < most && left[head] == right[head]) ++head;
  while (tail < most - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) ++tail;
  return {{between(left, head, left.size() - tail), between(right, head, right.size() - tail)},
          between(left, 0, head).size() + between(left, left.size() - tail, left.size()).size()};
}

bool is_awk(std::string_view utility) {
  constexpr std::array<std::string_view, 3> kNames = {"awk", "gawk", "mawk"};
  return std::ranges::find(kNames, utility) != kNames.end();
}

bool looks_like_path(std::string_view text) {
  return text.find('/') != std::string_view::npos &&
         text.find_first_of(" \n*{}()[]\\") == std::string_view::npos;
}

std::optional<Parting> by_characters(std::string_view left, std::string_view right) {
  const Middle found = middle(characters(left), characters(right));
  const bool are_alike = 2 * found.bytes_in_common >= std::max(left.size(), right.size());
  return are_alike && found.bytes_in_common > 0 ? std::optional(found.parting) : std::nullopt;
}

std::optional<Parting> by_units(const Units& left, const Units& right) {
  const Middle found = middle(left, right);
  return found.bytes_in_common > 0 ? std::optional(found.parting) : std::nullopt;
}

// Options that one call has and the other lacks.
struct Extra {
  std::vector<std::string_view> phrases;  // of those that are written and known
  bool is_some = false;
};

// The name as tables have it.
std::string_view said_name(const Term& term) {
  std::string_view name = option_name(&term);
  if (name.starts_with("--") && name.ends_with('=')) name.remove_suffix(1);
  return name;
}

bool says_option(const Term& call, std::string_view name) {
  return std::ranges::any_of(call.parts, [name](const Term* part) { return said_name(*part) == name; });
}

std::string_view phrase_of(const Utility& utility, std::string_view name) {
  const OptionId id = utility.find_option(name);
  return id == no_option ? std::string_view() : std::string_view(utility.options[id].does);
}

bool is_said(const Term& call, const Utility& utility, std::string_view phrase) {
  return std::ranges::any_of(call.parts, [&](const Term* part) {
    const std::string_view name = said_name(*part);
    return !name.empty() && phrase_of(utility, name) == phrase;
  });
}

Extra extra_options(const Term& own, const Term& other, const Utility& utility) {
  Extra extra;
  for (const Term* part : own.parts) {
    const std::string_view name = said_name(*part);
    if (name.empty() || says_option(other, name)) continue;
    extra.is_some = true;
    const std::string_view phrase = phrase_of(utility, name);
    // An option that a rule added has the position of the utility's name.
    const bool is_written = part->span.begin != own.parts[0]->span.begin;
    if (!phrase.empty() && is_written && !is_said(other, utility, phrase)) extra.phrases.push_back(phrase);
  }
  return extra;
}

std::string phrase_of(const std::vector<std::string_view>& phrases) {
  std::string text;
  for (std::size_t i = 0; i < phrases.size(); ++i) {
    if (i > 0) text += i + 1 == phrases.size() ? " and " : ", ";
    text += phrases[i];
  }
  return text;
}

}  // namespace

std::optional<Parting> parting(std::string_view utility, std::string_view left, std::string_view right) {
  if (is_awk(utility)) {
    const Units a = awk_words(left), b = awk_words(right);
    if (!a.empty() && !b.empty()) return by_units(a, b);
  }
  if (utility == "sed") {
    const Middle commands = middle(pieces(left, ";\n"), pieces(right, ";\n"));
    const auto inside = by_characters(commands.parting.left, commands.parting.right);
    if (inside) return inside;
    return commands.bytes_in_common > 0 ? std::optional(commands.parting) : std::nullopt;
  }
  if (looks_like_path(left) && looks_like_path(right)) return by_units(pieces(left, "/"), pieces(right, "/"));
  return by_characters(left, right);
}

std::optional<TextRange> place_of(std::string_view part, std::string_view text, std::string_view source,
                                  TextRange place) {
  if (part.data() == nullptr || place.end > source.size() || place.begin > place.end) return std::nullopt;
  const std::string_view written = source.substr(place.begin, place.end - place.begin);
  const std::size_t at = written.find(text);
  if (at == std::string_view::npos || written.find(text, at + 1) != std::string_view::npos)
    return std::nullopt;
  const std::size_t begin = place.begin + at + static_cast<std::size_t>(part.data() - text.data());
  return TextRange{begin, begin + part.size()};
}

std::string options_apart(const Term& left, const Term& right, const Utility& utility) {
  const Extra first = extra_options(left, right, utility);
  const Extra second = extra_options(right, left, utility);
  const auto may_hide_options = [](const Term& call) { return call.parts.back()->is(Label::tail); };
  const auto alone = [&](std::string_view name, const Extra& extra, const Term& other) {
    if (may_hide_options(other)) return std::string(name) + " " + phrase_of(extra.phrases);
    return "only " + std::string(name) + " " + phrase_of(extra.phrases);
  };
  if (!first.phrases.empty() && !second.phrases.empty())
    return "the first " + phrase_of(first.phrases) + "; the second " + phrase_of(second.phrases);
  if (!first.phrases.empty())
    return second.is_some ? "the first " + phrase_of(first.phrases) : alone("the first", first, right);
  if (!second.phrases.empty())
    return first.is_some ? "the second " + phrase_of(second.phrases) : alone("the second", second, left);
  return "";
}

}  // namespace assay::equivalence
