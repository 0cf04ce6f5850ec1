// SPDX-License-Identifier: Apache-2.0
#include "languages/awk_items.h"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "languages/awk_tokens.h"

namespace assay::equivalence {

using TokenKind = AwkTokenKind;
using Token = AwkToken;
using Tokens = AwkTokens;

namespace {

// A pattern and the action for records that match it; either may be empty.
struct Item {
  Tokens pattern;
  Tokens action;  // without its braces
  bool has_action = false;
  bool is_plain() const { return pattern.empty() && has_action; }
};

std::optional<std::vector<Item>> items_of(const Tokens& tokens) {
  std::vector<Item> items;
  for (std::size_t at = 0; at < tokens.size();) {
    if (tokens[at].is(";")) {
      ++at;
      continue;
    }
    Item item;
    for (; at < tokens.size() && !tokens[at].is(";") && !tokens[at].is("{"); ++at)
      item.pattern.push_back(tokens[at]);
    if (at < tokens.size() && tokens[at].is("{")) {
      item.has_action = true;
      int depth = 1;
      for (++at; at < tokens.size(); ++at) {
        depth += tokens[at].is("{") ? 1 : tokens[at].is("}") ? -1 : 0;
        if (depth == 0) break;
        item.action.push_back(tokens[at]);
      }
      if (at++ >= tokens.size()) return std::nullopt;
    }
    items.push_back(std::move(item));
  }
  return items;
}

bool is_print(const Tokens& action) { return action.size() == 1 && matches(action, 0, {"print"}); }

bool is_special_item(const Item& item) {
  return item.pattern.size() == 1 && item.pattern[0].kind == TokenKind::name &&
         (item.pattern[0].text == "BEGIN" || item.pattern[0].text == "END" ||
          item.pattern[0].text == "BEGINFILE" || item.pattern[0].text == "ENDFILE");
}

// The position after the parenthesis that `open` begins; 0 if it is not closed.
std::size_t behind_parentheses(const Tokens& tokens, std::size_t open) {
  int depth = 0;
  for (std::size_t at = open; at < tokens.size(); ++at) {
    depth += tokens[at].is("(") ? 1 : tokens[at].is(")") ? -1 : 0;
    if (depth == 0) return at + 1;
  }
  return 0;
}

// Whether the words within if() may be a pattern that means the same: a,b would be a range, and END a place.
bool is_condition(const Tokens& words) {
  if (words.empty() || names_any(words, {"BEGIN", "END", "BEGINFILE", "ENDFILE"})) return false;
  int depth = 0;
  return std::ranges::none_of(words, [&depth](const Token& each) {
    depth += each.is("(") || each.is("[") ? 1 : each.is(")") || each.is("]") ? -1 : 0;
    return each.is("{") || each.is("}") || each.is(";") || (depth == 0 && each.is(","));
  });
}

// {if(c)x} is c{x}.
void use_condition(Item& item) {
  if (!item.is_plain() || item.action.size() < 5 || !matches(item.action, 0, {"if", "("})) return;
  const std::size_t body = behind_parentheses(item.action, 1);
  if (body == 0 || body >= item.action.size()) return;
  Tokens rest(item.action.begin() + static_cast<std::ptrdiff_t>(body), item.action.end());
  const auto is_control = [](const Token& each) {
    return each.is(";") || each.is("{") || each.is("}") ||
           (each.kind == TokenKind::name && (each.text == "if" || each.text == "else" || each.text == "for" ||
                                             each.text == "while" || each.text == "do"));
  };
  const bool is_block = rest.front().is("{") && rest.back().is("}");
  if (is_block) rest = Tokens(rest.begin() + 1, rest.end() - 1);
  if (rest.empty() || std::ranges::any_of(rest, is_control)) return;
  Tokens condition(item.action.begin() + 2, item.action.begin() + static_cast<std::ptrdiff_t>(body) - 1);
  if (!is_condition(condition)) return;
  condition.front().glued = true;
  item.pattern = std::move(condition);
  item.action = std::move(rest);
}

bool assigns_line_number(const Tokens& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (tokens[at].kind != TokenKind::name || (tokens[at].text != "NR" && tokens[at].text != "FNR")) continue;
    constexpr std::array<std::string_view, 10> kChanges = {
        "=", "++", "--", "+=", "-=", "*=", "/=", "%=", "^=", "**="};
    const auto changes = [&](std::size_t i) {
      return i < tokens.size() && tokens[i].kind == TokenKind::mark &&
             std::ranges::find(kChanges, tokens[i].text) != kChanges.end();
    };
    const bool is_last_argument =  // sub and the like write to it
        at > 0 && tokens[at - 1].is(",") && at + 1 < tokens.size() && tokens[at + 1].is(")");
    const bool is_key = at + 1 < tokens.size() && tokens[at + 1].text == "in";  // for (NR in list)
    if (is_last_argument || is_key || changes(at + 1) ||
        (at > 0 && (tokens[at - 1].is("++") || tokens[at - 1].is("--"))))
      return true;
  }
  return false;
}

// Lines are counted from 1, so NR!=1 and NR>=2 are NR>1.
void count_lines(Tokens& pattern) {
  if (pattern.size() != 3 || pattern[0].kind != TokenKind::name || pattern[1].kind != TokenKind::mark ||
      pattern[2].kind != TokenKind::number || (pattern[0].text != "NR" && pattern[0].text != "FNR"))
    return;
  const std::string& digits = pattern[2].text;
  if (digits.size() > 9 || digits.find_first_not_of("0123456789") != digits.npos || digits[0] == '0') return;
  const long number = std::stol(digits);
  const auto use = [&](std::string_view mark, long value) {
    pattern[1].text = mark;
    pattern[2].text = std::to_string(value);
  };
  const std::string mark = pattern[1].text;
  if (mark == "!=" && number == 1) use(">", 1);
  if (mark == ">=" && number > 1) use(">", number - 1);
  if (mark == "<" && number > 2) use("<=", number - 1);
  if ((mark == "<" && number == 2) || (mark == "<=" && number == 1)) use("==", 1);
}

// Removes parts of a pattern that are implied.
void shorten_pattern(Item& item) {
  Tokens& pattern = item.pattern;
  const bool names_line =
      matches(pattern, 0, {"$", "0"}) && pattern.size() == 4 && pattern[3].kind == TokenKind::regex;
  if (names_line && (pattern[2].is("~") || pattern[2].is("!~"))) {
    const bool denies = pattern[2].is("!~");
    pattern.erase(pattern.begin(), pattern.begin() + 3);
    if (denies) pattern.insert(pattern.begin(), Token{TokenKind::mark, "!", true});
    pattern.back().glued = true;
  }
  const bool is_true = pattern.size() == 1 && pattern[0].kind == TokenKind::number &&
                       pattern[0].text.find_first_not_of("0123456789") == std::string::npos &&
                       pattern[0].text.find_first_not_of('0') != std::string::npos;
  if (is_true) pattern.clear();
  if (!item.has_action && !pattern.empty()) return;
  if (!item.has_action) item.action = {Token{TokenKind::name, "print", true}};
  item.has_action = true;
}

// Consecutive unconditional actions form one action.
void join_actions(std::vector<Item>& items) {
  for (std::size_t at = 1; at < items.size();) {
    Item& before = items[at - 1];
    if (!before.is_plain() || !items[at].is_plain() || before.action.empty() || items[at].action.empty()) {
      ++at;
      continue;
    }
    if (!before.action.back().is("}")) before.action.push_back({TokenKind::mark, ";", true});
    before.action.insert(before.action.end(), items[at].action.begin(), items[at].action.end());
    items.erase(items.begin() + static_cast<std::ptrdiff_t>(at));
  }
}

Tokens tokens_of(const std::vector<Item>& items) {
  Tokens tokens;
  for (const Item& item : items) {
    const bool shows_action =
        item.has_action && (item.pattern.empty() || !is_print(item.action) || is_special_item(item));
    if (!tokens.empty() && !tokens.back().is("}")) tokens.push_back({TokenKind::mark, ";", true});
    tokens.insert(tokens.end(), item.pattern.begin(), item.pattern.end());
    if (!shows_action) continue;
    tokens.push_back({TokenKind::mark, "{", true});
    tokens.insert(tokens.end(), item.action.begin(), item.action.end());
    tokens.push_back({TokenKind::mark, "}", true});
  }
  return tokens;
}

}  // namespace

void settle_items(Tokens& tokens, AwkSurroundings surroundings) {
  auto items = items_of(tokens);
  if (!items) return;
  const bool counts_by_itself = surroundings < AwkSurroundings::set_variables && !assigns_line_number(tokens);
  for (Item& item : *items) {
    if (is_special_item(item)) continue;
    use_condition(item);
    shorten_pattern(item);
    if (counts_by_itself) count_lines(item.pattern);
  }
  join_actions(*items);
  tokens = tokens_of(*items);
}

}  // namespace assay::equivalence
