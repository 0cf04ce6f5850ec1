// SPDX-License-Identifier: Apache-2.0
#include "languages/awk_program.h"

#include <algorithm>
#include <utility>

#include "assay/internal/text.h"
#include "size_limits.h"

namespace assay::equivalence {
namespace {

using TokenKind = AwkTokenKind;
using Token = AwkToken;
using Tokens = AwkTokens;

bool is_word_token(const Token& token) {
  return token.kind == TokenKind::name || token.kind == TokenKind::number;
}

// Whether a blank must stay: between words, and where it distinguishes a call from a value in parentheses or
// keeps marks apart.
bool needs_blank(const Token& left, const Token& right) {
  if (right.glued) return false;
  if (is_word_token(left) && is_word_token(right)) return true;
  if (left.kind == TokenKind::name && right.is("(")) return !is_among(left.text, "if while for print printf");
  const bool signs = left.kind == TokenKind::mark && right.kind == TokenKind::mark &&
                     std::string_view("+-<>=!&|*").find(left.text.back()) != std::string_view::npos &&
                     std::string_view("+-<>=!&|*~").find(right.text.front()) != std::string_view::npos;
  // x ^ = 2 is refused; / may also end an expression.
  const bool divides = left.kind == TokenKind::mark && right.kind == TokenKind::mark &&
                       std::string_view("^%/").find(left.text.back()) != std::string_view::npos &&
                       right.text.front() == '=';
  return signs || divides;
}

// print $0 is print; $(NF) is $NF.
void drop_words(Tokens& tokens) {
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (matches(tokens, at, {"print", "$", "0"}) && ends_statement(tokens, at + 3)) erase(tokens, at + 1, 2);
    const bool wraps = matches(tokens, at, {"$", "("}) && at + 3 < tokens.size() &&
                       is_word_token(tokens[at + 2]) && tokens[at + 3].is(")") &&
                       !(at + 4 < tokens.size() && (tokens[at + 4].is("(") || tokens[at + 4].is("[")));
    if (!wraps) continue;
    // $(NF)-1 and $NF-1 are the same, and so are $(i)++ and $i++; but a name must not be joined to the next
    // token.
    erase(tokens, at + 3, 1);
    erase(tokens, at + 1, 1);
    if (at + 2 < tokens.size()) tokens[at + 2].glued = false;
  }
}

// Whether the end at `at` terminates nothing: after a brace, or before a closing one. Outside actions, awk
// accepts one semicolon after an item and refuses a second; line breaks are accepted anywhere.
bool ends_nothing(const Tokens& tokens, std::size_t at, int depth) {
  const bool is_line = tokens[at].kind == TokenKind::newline;
  if (at == 0) return is_line;
  const Token& before = tokens[at - 1];
  const bool is_again = before.is(";") || before.kind == TokenKind::newline;
  const bool is_last = at + 1 == tokens.size();
  if (depth > 0) return before.is("{") || before.is("}") || is_again || (!is_last && tokens[at + 1].is("}"));
  return before.is("}") || is_last || (is_line && is_again);
}

// Whether every semicolon outside actions directly follows an item: awk refuses others.
bool has_regular_ends(const Tokens& tokens) {
  int depth = 0;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    depth += tokens[at].is("{") ? 1 : tokens[at].is("}") ? -1 : 0;
    if (depth > 0 || !tokens[at].is(";")) continue;
    if (at == 0 || tokens[at - 1].is(";") || tokens[at - 1].kind == TokenKind::newline) return false;
  }
  return true;
}

void drop_ends_once(Tokens& tokens) {
  int depth = 0;
  for (std::size_t at = 0; at < tokens.size();) {
    depth += tokens[at].is("{") ? 1 : tokens[at].is("}") ? -1 : 0;
    const bool is_line = tokens[at].kind == TokenKind::newline;
    const bool goes_on =
        is_line && at > 0 && (tokens[at - 1].is(",") || tokens[at - 1].is("&&") || tokens[at - 1].is("||"));
    const bool is_end = is_line || tokens[at].is(";");
    if (is_end && (goes_on || ends_nothing(tokens, at, depth))) {
      erase(tokens, at, 1);
      continue;
    }
    ++at;
  }
}

void drop_ends(Tokens& tokens) {
  for (std::size_t before = tokens.size() + 1; before != tokens.size();) {
    before = tokens.size();
    drop_ends_once(tokens);
  }
  for (Token& each : tokens) {
    if (each.kind != TokenKind::newline) continue;
    each.kind = TokenKind::mark;
    each.text = ";";
  }
}

// Whether a line break or an empty statement may be significant.
bool is_involved(const Tokens& tokens) {
  const bool has_words = std::ranges::any_of(tokens, [&](const Token& each) {
    return each.kind == TokenKind::name && is_among(each.text, "if else for while do");
  });
  const bool has_lines = std::ranges::any_of(
      tokens, [](const Token& each) { return each.kind == TokenKind::newline || each.is(";"); });
  return has_words && has_lines;
}

bool is_beyond(const Tokens& tokens) {
  return std::ranges::any_of(tokens, [&](const Token& each) {
    return each.kind == TokenKind::name && is_among(each.text, "function func getline switch");
  });
}

// pattern{print} is pattern, if it is the last item.
void drop_action(Tokens& tokens) {
  const std::size_t size = tokens.size();
  if (size < 4 || !matches(tokens, size - 3, {"{", "print", "}"})) return;
  const Token& before = tokens[size - 4];
  if (before.is("}") || before.is(";") || is_among(before.text, "BEGIN END BEGINFILE ENDFILE")) return;
  erase(tokens, size - 3, 3);
}

std::string print_tokens(const Tokens& tokens) {
  std::string text;
  for (std::size_t at = 0; at < tokens.size(); ++at) {
    if (at > 0 && needs_blank(tokens[at - 1], tokens[at])) text += ' ';
    text += tokens[at].text;
  }
  return text;
}

}  // namespace

std::optional<std::string> canonical_awk_program(std::string_view program, AwkContext surroundings,
                                                 BareLength bare) {
  if (program.size() > kMostProgramBytes) return std::nullopt;
  auto tokens = awk_tokens(program);
  if (!tokens || tokens->empty() || is_beyond(*tokens)) return std::nullopt;
  drop_words(*tokens);
  if (!has_regular_ends(*tokens)) return std::nullopt;
  if (names_any(*tokens, {"ARGV", "SYMTAB", "PROCINFO"})) surroundings = AwkContext::set_formats;
  settle_length(*tokens, bare);
  if (!is_involved(*tokens)) {
    drop_ends(*tokens);
    // Numbers become text by OFMT between commas, and by CONVFMT elsewhere.
    if (surroundings < AwkContext::set_formats && !names_any(*tokens, {"OFMT", "CONVFMT"}))
      separate_by_commas(*tokens, surroundings == AwkContext::alone && !names_any(*tokens, {"OFS"}));
    if (!names_any(*tokens, {"BEGINFILE", "ENDFILE"})) settle_items(*tokens, surroundings);
    drop_action(*tokens);
  }
  if (surroundings < AwkContext::set_variables) rename_variables(*tokens);
  if (tokens->empty()) return std::nullopt;
  return print_tokens(*tokens);
}

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
           (each.kind == TokenKind::name && is_among(each.text, "if else for while do"));
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
    const auto changes = [&](std::size_t i) {
      return i < tokens.size() && tokens[i].kind == TokenKind::mark &&
             is_among(tokens[i].text, "= ++ -- += -= *= /= %= ^= **=");
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

void settle_items(Tokens& tokens, AwkContext surroundings) {
  auto items = items_of(tokens);
  if (!items) return;
  const bool counts_by_itself = surroundings < AwkContext::set_variables && !assigns_line_number(tokens);
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
