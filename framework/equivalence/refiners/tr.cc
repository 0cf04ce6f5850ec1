// SPDX-License-Identifier: Apache-2.0
// tr: its sets as bytes.
#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <vector>

#include "languages/character_set.h"
#include "refiners/refiners.h"

namespace assay::equivalence {
namespace {

// The translation of two sets: the pairs that change a byte; of two for the same byte, the later one. None if
// one of the sets is empty.
std::optional<std::string> translation(const std::string& from, const std::string& to) {
  if (from.empty() || to.empty()) return std::nullopt;
  std::array<int, 256> map;
  for (int i = 0; i < 256; ++i) map[static_cast<std::size_t>(i)] = i;
  for (std::size_t i = 0; i < from.size(); ++i) {
    map[static_cast<unsigned char>(from[i])] = static_cast<unsigned char>(i < to.size() ? to[i] : to.back());
  }
  std::string pairs;
  for (int i = 0; i < 256; ++i) {
    const int image = map[static_cast<std::size_t>(i)];
    if (image != i) pairs.append(1, static_cast<char>(i)).append(1, static_cast<char>(image));
  }
  return pairs;
}

std::string octal_byte(unsigned char byte) {
  const char digits[] = {'\\', static_cast<char>('0' + byte / 64), static_cast<char>('0' + byte / 8 % 8),
                         static_cast<char>('0' + byte % 8)};
  return {digits, 4};
}

// Writes bytes as a set of tr.
std::string written(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) {
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    text += is_plain ? std::string(1, c) : octal_byte(static_cast<unsigned char>(c));
  }
  return text;
}

// The ASCII ranges of classes.
std::string with_ranges(std::string_view text) {
  if (text == "[:lower:]") return "a-z";
  if (text == "[:upper:]") return "A-Z";
  if (text == "[:digit:]") return "0-9";
  return std::string(text);
}

bool is_case_class(const Term& set) { return set.text == "[:lower:]" || set.text == "[:upper:]"; }

// Whether tr accepts a class for the set at `at`: as the second set it must be a change of case, and -c or -t
// rule that out.
bool takes_class(const Call& call, std::size_t at) {
  if (call.operands.size() != 2) return call.operands.size() == 1;
  if (!call.options.empty()) return false;
  const bool changes_case = is_case_class(*call.operands[0]) && is_case_class(*call.operands[1]);
  const bool is_class = call.operands[1]->text.find("[:") != std::string_view::npos;
  return changes_case || (at == 0 && !is_class);
}

}  // namespace

void refine_tr(Context& context, Call& call) {
  if (!context.allows(rule::character_set) || !call.tail.empty()) return;
  if (!std::ranges::all_of(call.operands, [](const Term* each) { return each->is_text(); })) return;
  std::vector<std::string> sets;
  for (const Term* each : call.operands) {
    std::string text(each->text);
    if (context.allows(rule::class_ranges) && takes_class(call, sets.size())) {
      text = with_ranges(text);
      if (text != each->text) context.note(rule::class_ranges, *each);
    }
    const auto set = character_set(text);
    if (!set) return;
    sets.push_back(*set);
  }
  std::vector<std::string> settled;
  const bool translates = sets.size() == 2 && call.options.empty();
  const bool deletes = sets.size() == 1 && call.has_only({"-d"}) && call.has("-d");
  const bool squeezes = sets.size() == 1 && call.has_only({"-s"}) && call.has("-s");
  if (translates) {
    const auto pairs = translation(sets[0], sets[1]);
    if (!pairs || pairs->empty()) return;
    std::string from;
    std::string to;
    for (std::size_t i = 0; i < pairs->size(); i += 2) {
      from += (*pairs)[i];
      to += (*pairs)[i + 1];
    }
    settled = {written(from), written(to)};
  } else if (deletes || squeezes || (sets.size() == 1 && call.has("-c"))) {
    std::ranges::sort(sets[0]);
    sets[0].erase(std::unique(sets[0].begin(), sets[0].end()), sets[0].end());
    settled = {written(sets[0])};
  } else {
    for (const std::string& set : sets) settled.push_back(written(set));
  }
  for (std::size_t i = 0; i < settled.size(); ++i) {
    if (settled[i] == call.operands[i]->text) continue;
    context.note(rule::character_set, *call.operands[i]);
    call.operands[i] = context.arena.text(context.arena.keep(settled[i]), call.operands[i]->span);
  }
}

constexpr Rule rule::character_set = {
    .id = "character-set",
    .rung = Rung::utility,
    .meaning =
        "tr's ranges are expanded, pairs that change nothing are removed, and sets to delete or "
        "squeeze have no order",
    .same = {"tr abc xyz", "tr a-c x-z"},
    .apart = {"tr ab xy", "tr ba xy"}};

constexpr Rule rule::class_ranges = {
    .id = "class-ranges",
    .rung = Rung::rewrite,
    .meaning =
        "`[:lower:]`, `[:upper:]` and `[:digit:]` of tr equal ranges, and so do `[:blank:]` in a "
        "set of sed and `[^[:digit:]]` of grep",
    .same = {"tr '[:lower:]' '[:upper:]'", "tr a-z A-Z"},
    .apart = {"tr -d '[:alpha:]'", "tr -d a-z"},
    .assumption = "the locale's letters, digits and blanks are ASCII's"};

}  // namespace assay::equivalence
