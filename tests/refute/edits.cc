// SPDX-License-Identifier: Apache-2.0
#include "edits.h"

#include <array>

namespace assay::refute {
namespace {

constexpr std::string_view kBlanks = " \t\n";

bool is_blank(char c) { return kBlanks.find(c) != kBlanks.npos; }

class Editor {
 public:
  Editor(std::string_view command, const Grammar& grammar, Random& random)
      : command_(command), tokens_(tokens_of(command)), grammar_(grammar), random_(random) {}

  std::string any() {
    if (tokens_.empty()) return command_;
    switch (random_.below(14)) {
      case 0: return with_swapped(1);
      case 1: return with_swapped(tokens_.size());
      case 2: return without_token();
      case 3: return with_token_again();
      case 4: return with_new_token();
      case 5:
      case 6: return requoted();
      case 7: return with_other_character();
      case 8: return with_other_path();
      case 9: return with_other_name();
      case 10: return with_other_operator();
      case 11: return with_other_parameter();
      case 12: return with_other_number();
      default:
        return grammar_.text("surrounding", random_).find("@quoted") == std::string::npos ? regrouped()
                                                                                          : requoted();
    }
  }

 private:
  std::size_t any_token() { return random_.below(tokens_.size()); }
  std::string at(std::size_t i) const {
    return command_.substr(tokens_[i].begin, tokens_[i].end - tokens_[i].begin);
  }
  std::string replaced(std::size_t i, std::string_view with) const {
    std::string text = command_;
    text.replace(tokens_[i].begin, tokens_[i].end - tokens_[i].begin, with);
    return text;
  }

  std::string with_swapped(std::size_t farthest) {
    if (tokens_.size() < 3) return command_;
    const std::size_t first = random_.below(tokens_.size() - 1);
    const std::size_t second = std::min(first + 1 + random_.below(farthest), tokens_.size() - 1);
    const Token a = tokens_[first], b = tokens_[second];
    return command_.substr(0, a.begin) + at(second) + command_.substr(a.end, b.begin - a.end) + at(first) +
           command_.substr(b.end);
  }

  std::string without_token() { return replaced(any_token(), ""); }
  std::string with_token_again() {
    const std::size_t i = any_token();
    return replaced(i, at(i) + " " + at(i));
  }
  std::string with_new_token() {
    const std::size_t i = any_token();
    const std::string word = grammar_.text("edit_word", random_);
    return replaced(i, random_.below(2) == 0 ? at(i) + " " + word : word + " " + at(i));
  }

  std::string requoted() {
    const std::size_t i = any_token();
    std::string word = at(i);
    const char quote = word.front();
    const bool is_quoted = word.size() > 1 && (quote == '\'' || quote == '"') && word.back() == quote;
    const std::string bare = is_quoted ? word.substr(1, word.size() - 2) : word;
    switch (random_.below(6)) {
      case 0: return replaced(i, "'" + bare + "'");
      case 1: return replaced(i, "\"" + bare + "\"");
      case 2: return replaced(i, bare);
      case 3: return replaced(i, "\\" + word);
      case 4: return replaced(i, "$'" + bare + "'");
      default: {
        if (is_quoted || word.size() < 2) return replaced(i, word + "''");
        const std::size_t half = 1 + random_.below(word.size() - 1);
        return replaced(i, word.substr(0, half) + "'" + word.substr(half) + "'");
      }
    }
  }

  std::string with_other_character() {
    constexpr std::string_view kPool = "-./*?[]{}$\\'\" \t;&|<>()#!~=:,%@^+01239abzAZ\n";
    std::string text = command_;
    const std::size_t place = random_.below(text.size());
    const char other = kPool[random_.below(kPool.size())];
    switch (random_.below(4)) {
      case 0: text[place] = other; break;
      case 1: text.insert(place, 1, other); break;
      case 2: text.erase(place, 1); break;
      default:
        if (place + 1 < text.size()) std::swap(text[place], text[place + 1]);
    }
    return text;
  }

  std::string with_other_path() {
    const std::size_t i = any_token();
    std::string word = at(i);
    switch (random_.below(5)) {
      case 0: return replaced(i, "./" + word);
      case 1: return replaced(i, word + "/");
      case 2: return replaced(i, word + "/.");
      case 3:
        if (const auto slash = word.find('/'); slash != word.npos) word.insert(slash, "/");
        return replaced(i, word);
      default: return replaced(i, "$PWD/" + word);
    }
  }

  std::string with_other_name() {
    constexpr std::array kFronts = {"\\", "command ", "/bin/", "/usr/bin/", "env ", "builtin ",
                                    "./", "exec ",    "time ", "! ",        "nice "};
    const std::size_t i = random_.below(3) == 0 ? any_token() : 0;
    return replaced(i, kFronts[random_.below(kFronts.size())] + at(i));
  }

  std::string with_other_operator() {
    constexpr std::array kOperators = {"|",  "|&", "&&", "||", ";",  "\n", ">",
                                       ">>", "2>", "<",  "&>", ">|", "<<<"};
    for (std::size_t tries = 0; tries < 4; ++tries) {
      const std::size_t i = any_token();
      if (at(i).find_first_not_of("|&;<>2") == std::string::npos)
        return replaced(i, kOperators[random_.below(kOperators.size())]);
    }
    return with_swapped(1);
  }

  std::string with_other_parameter() {
    const std::size_t dollar = command_.find('$', random_.below(command_.size()));
    if (dollar == command_.npos) return requoted();
    std::size_t end = dollar + 1;
    while (end < command_.size() && ((command_[end] >= 'a' && command_[end] <= 'z') || command_[end] == '_'))
      ++end;
    if (end == dollar + 1) return requoted();
    const std::string name = command_.substr(dollar + 1, end - dollar - 1);
    const std::array<std::string, 4> forms = {"${" + name + "}", "\"$" + name + "\"", "\"${" + name + "}\"",
                                              "${" + name + ":-}"};
    return command_.substr(0, dollar) + forms[random_.below(forms.size())] + command_.substr(end);
  }

  std::string with_other_number() {
    const std::size_t place = command_.find_first_of("0123456789", random_.below(command_.size()));
    if (place == command_.npos) return with_new_token();
    std::string text = command_;
    if (random_.below(2) == 0)
      text.insert(place, "0");
    else
      text[place] = text[place] == '9' ? '0' : static_cast<char>(text[place] + 1);
    return text;
  }

  // Puts a brace, a parenthesis or a condition around the whole command.
  std::string regrouped() { return placed(grammar_.text("group", random_), command_); }

  const std::string command_;
  const std::vector<Token> tokens_;
  const Grammar& grammar_;
  Random& random_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view command) {
  std::vector<Token> tokens;
  char quote = 0;
  bool inside = false;
  for (std::size_t at = 0; at < command.size(); ++at) {
    const char c = command[at];
    if (quote == 0 && is_blank(c)) {
      inside = false;
      continue;
    }
    if (!inside) tokens.push_back({at, at});
    inside = true;
    if (c == '\\' && quote != '\'' && at + 1 < command.size()) {
      ++at;
    } else if (c == quote) {
      quote = 0;
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    }
    tokens.back().end = at + 1;
  }
  return tokens;
}

std::string edited(std::string_view command, const Grammar& grammar, Random& random) {
  return command.empty() ? std::string() : Editor(command, grammar, random).any();
}

std::string placed(std::string_view surrounding, std::string_view command) {
  std::string text(surrounding);
  if (const auto at = text.find("@it"); at != text.npos) return text.replace(at, 3, command);
  const auto at = text.find("@quoted");
  if (at == text.npos) return text;
  std::string quoted = "'";
  for (const char c : command) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text.replace(at, 7, quoted + "'");
}

}  // namespace assay::refute
