// SPDX-License-Identifier: Apache-2.0
#include "parts.h"

#include <algorithm>
#include <cctype>

#include "assay/equivalence.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "units.h"

namespace assay::behaviour {
namespace {

// ---- Pieces of words that resemble each other ----

struct Token {
  std::string text;
  std::size_t begin = 0;
};

// Numbers, names, and single characters, escaped ones with their backslash.
std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    const auto is_letter = [&](std::size_t i) {
      return std::isalpha(static_cast<unsigned char>(text[i])) != 0;
    };
    if (text[at] == '\\' && end < text.size()) {
      ++end;
    } else if (is_decimal(text[at])) {
      while (end < text.size() && is_decimal(text[end])) ++end;
    } else if (is_letter(at)) {
      while (end < text.size() && is_letter(end)) ++end;
    }
    tokens.push_back({std::string(text.substr(at, end - at)), at});
    at = end;
  }
  return tokens;
}

// Which tokens of `mine` the others lack, by their longest common subsequence; and how many they share.
struct Unshared {
  std::vector<Token> tokens;
  std::size_t shared = 0;
};
Unshared unshared(const std::vector<Token>& mine, const std::vector<Token>& others) {
  std::vector<std::vector<std::size_t>> best(mine.size() + 1, std::vector<std::size_t>(others.size() + 1));
  for (std::size_t i = mine.size(); i-- > 0;)
    for (std::size_t j = others.size(); j-- > 0;)
      best[i][j] =
          mine[i].text == others[j].text ? best[i + 1][j + 1] + 1 : std::max(best[i + 1][j], best[i][j + 1]);
  Unshared result{.shared = best[0][0]};
  std::size_t i = 0, j = 0;
  while (i < mine.size()) {
    if (j < others.size() && mine[i].text == others[j].text)
      ++i, ++j;
    else if (j < others.size() && best[i][j + 1] > best[i + 1][j])
      ++j;
    else
      result.tokens.push_back(mine[i++]);
  }
  return result;
}

// Those that the others lack, or have in another order. If the others have the same in another order, all
// that changed places with something.
std::vector<Unit> only_in(const std::vector<Unit>& mine, const std::vector<Unit>& others) {
  const auto keys_of = [](const std::vector<Unit>& units) {
    std::vector<Token> keys;
    for (const Unit& each : units) keys.push_back({each.key, keys.size()});
    return keys;
  };
  const auto is_same = [](const Token& a, const Token& b) { return a.text == b.text; };
  std::vector<Token> keys = keys_of(mine), theirs = keys_of(others);
  if (std::ranges::is_permutation(keys, theirs, is_same)) {
    const auto begin = std::ranges::mismatch(keys, theirs, is_same).in1;
    keys.erase(keys.begin(), begin);
  } else {
    keys = unshared(keys, theirs).tokens;
  }
  std::vector<Unit> alone;
  for (const Token& key : keys) alone.push_back(mine[key.begin]);
  return alone;
}

// The word of the others that resembles it most, if half of the shorter one is the same.
Unshared pieces_only_in(std::string_view mine, const std::vector<std::string>& others) {
  constexpr std::size_t kMost = 120;
  const std::vector<Token> tokens = tokens_of(mine);
  Unshared best;
  if (tokens.size() > kMost) return best;
  for (const std::string& other : others) {
    const std::vector<Token> theirs = tokens_of(other);
    if (theirs.size() > kMost) continue;
    Unshared found = unshared(tokens, theirs);
    if (2 * found.shared >= std::min(tokens.size(), theirs.size()) && found.shared > best.shared)
      best = std::move(found);
  }
  return best;
}

// Neighbours among them, taken together.
std::vector<Token> chunks_of(const std::vector<Token>& tokens) {
  std::vector<Token> chunks;
  for (std::size_t i = 0; i < tokens.size();) {
    Token chunk = tokens[i];
    std::size_t next = i + 1;
    while (next < tokens.size() && tokens[next].begin == chunk.begin + chunk.text.size())
      chunk.text += tokens[next++].text;
    if (next > i + 1) chunks.push_back(std::move(chunk));
    i = next;
  }
  return chunks;
}

// Of every system, and nowhere a link: with a slash or without, it is the same.
bool is_folder_everywhere(std::string_view path) {
  return is_one_of(path, {"/etc/", "/usr/", "/var/", "/tmp/", "/root/"});
}

std::string abridged(std::string_view what) { return one_line(shortened(what, 40)); }

}  // namespace

std::vector<Part> parts_of(std::string_view own, std::string_view other, Question question) {
  const auto mine = units_of(own), others = units_of(other);
  std::vector<Part> parts;
  if (!mine || !others) return parts;
  const std::string form = canonical_form(own);
  const auto add = [&](std::string what, const std::vector<Edits>& edits, const Unit& unit, bool is_whole) {
    Part part{.what = abridged(what),
              .without = {},
              .data = is_whole ? unit.data : std::vector<Data>(),
              .is_option = is_whole && unit.is_option,
              .is_condition = is_whole && unit.is_condition};
    if (std::ranges::any_of(part.data, [&](Data each) { return is_unseen(each, question); })) return;
    for (const Edits& each : edits) {
      std::string text = edited(own, each);
      if (trimmed(text).empty() || !shell::parse(text)) continue;
      // What is proven the same without it does not need it.
      if (canonical_form(text) == form) return;
      part.without.push_back(std::move(text));
    }
    if (!part.without.empty()) parts.push_back(std::move(part));
  };
  const std::vector<Unit> unmatched = only_in(mine->all, others->all),
                          theirs = only_in(others->all, mine->all);
  std::vector<std::string> words;
  for (const Unit& each : theirs)
    if (each.text) words.emplace_back(other.substr(each.text->begin, each.text->end - each.text->begin));
  for (const Unit& unit : unmatched) {
    if (!unit.without.empty()) add(unit.what, unit.without, unit, true);
    if (!unit.text) continue;
    const std::string_view text = own.substr(unit.text->begin, unit.text->end - unit.text->begin);
    std::vector<Token> pieces = pieces_only_in(text, words).tokens;
    for (const Token& chunk : chunks_of(pieces)) pieces.push_back(chunk);
    for (const Token& token : pieces) {
      const std::size_t begin = unit.text->begin + token.begin, end = begin + token.text.size();
      if (end == unit.text->end && token.text == "/" && is_folder_everywhere(text)) continue;
      std::vector<Edits> edits;
      if (std::ranges::all_of(token.text, is_decimal)) {
        for (const std::string& each : neighbours(token.text)) edits.push_back({{begin, end, each}});
      } else {
        edits.push_back({{begin, end}});
      }
      add(token.text + " in " + std::string(text), edits, unit, false);
    }
  }
  return parts;
}

}  // namespace assay::behaviour
