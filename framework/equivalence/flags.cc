#include "flags.h"

#include <algorithm>
#include <array>
#include <span>

#include "text.h"
#include "tokens.h"

namespace assay {
namespace {

// `flags`: letters that take no value, in GNU and in POSIX where it has them. `order`: groups, divided by a
// blank, in which a later letter may override an earlier one, so that the order within a group is meaning.
struct Utility {
  std::string_view name;
  std::string_view flags;
  std::string_view order;
};

constexpr std::array<Utility, 18> kUtilities = {{
    {"cat", "AbeEnstTuv", ""},
    {"comm", "123", ""},
    {"cp", "adfHilLnpPrRsTuvx", "finu adHLP ls"},
    {"df", "ahHiklPT", "hHkP"},
    {"du", "abcDhHkLlmPsSx", "bhkm DHLP as"},
    {"egrep", "abchHilLnoqrRsvwxz", "hH rR lL"},
    {"fgrep", "abchHilLnoqrRsvwxz", "hH rR lL"},
    {"grep", "abcEFGhHiIlLnoPqrRsvwxz", "EFGP hH rR lL aI"},
    {"ln", "finrsTv", "fi"},
    {"ls", "1aAbcCdFgGhHiklLmnNopqQrRsStuUvxXZ", "aA lC1mx gC1mx oC1mx nC1mx cu StUvX bNqQ Fp HL hk"},
    {"mkdir", "pv", ""},
    {"mv", "finTuv", "finu"},
    {"netstat", "alnptu", ""},
    {"rm", "dfiIrRv", "fiI"},
    {"sort", "bcCdfghimMnrsuVz", "cC"},
    {"ss", "alnptu", "al"},
    {"uniq", "cdiuz", ""},
    {"wc", "clLmw", ""},
}};

constexpr std::array<std::string_view, 4> kWrappers = {"command", "nohup", "sudo", "time"};

const Utility* find_utility(const Token& token) {
  if (token.kind != Token::Kind::word) return nullptr;
  const auto* found = std::find_if(kUtilities.begin(), kUtilities.end(),
                                   [&](const Utility& each) { return each.name == token.text; });
  return found == kUtilities.end() ? nullptr : found;
}

bool is_separator(const Token& token) {
  return token.kind == Token::Kind::control || token.kind == Token::Kind::newline;
}

bool is_assignment(const Token& token) {
  const std::size_t equals = token.text.find('=');
  return token.kind == Token::Kind::word && equals != std::string_view::npos &&
         token.text.substr(0, equals).find_first_not_of(
             "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
             "0123456789_") == std::string_view::npos;
}

// One command of a list.
struct Stage {
  std::span<const Token> head;  // up to the utility's name; everything where the utility is not known
  const Utility* utility = nullptr;
  std::span<const Token> flag_words;
  std::span<const Token> tail;
};

bool is_flag_cluster(const Token& token, const Utility& utility) {
  return token.kind == Token::Kind::word && token.text.size() > 1 && token.text.front() == '-' &&
         token.text.find_first_not_of(utility.flags, 1) == std::string_view::npos;
}

Stage stage_of(std::span<const Token> tokens) {
  std::size_t at = 0;
  while (at < tokens.size() && is_assignment(tokens[at])) ++at;
  if (at < tokens.size() && std::find(kWrappers.begin(), kWrappers.end(), tokens[at].text) != kWrappers.end())
    ++at;
  const Utility* utility = at < tokens.size() ? find_utility(tokens[at]) : nullptr;
  if (utility == nullptr) return {tokens, nullptr, {}, {}};
  std::size_t end = at + 1;
  while (end < tokens.size() && is_flag_cluster(tokens[end], *utility)) ++end;
  return {tokens.first(at + 1), utility, tokens.subspan(at + 1, end - at - 1), tokens.subspan(end)};
}

std::string letters_of(const Stage& stage) {
  std::string letters;
  for (const Token& word : stage.flag_words) letters += word.text.substr(1);
  return letters;
}

std::string only(std::string_view letters, std::string_view group) {
  std::string kept;
  std::copy_if(letters.begin(), letters.end(), std::back_inserter(kept),
               [&](char c) { return group.find(c) != std::string_view::npos; });
  return kept;
}

bool same_meaning(const Utility& utility, std::string a, std::string b) {
  for (std::string_view rest = utility.order; !rest.empty();) {
    const std::size_t end = std::min(rest.find(' '), rest.size());
    if (only(a, rest.substr(0, end)) != only(b, rest.substr(0, end))) return false;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  std::sort(a.begin(), a.end());
  std::sort(b.begin(), b.end());
  return a == b;
}

bool same(std::span<const Token> a, std::span<const Token> b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!same_token(a[i], b[i], i == 0 ? nullptr : &a[i - 1])) return false;
  }
  return true;
}

std::string written(const Stage& stage) {
  std::string text(stage.utility->name);
  for (const Token& word : stage.flag_words) text.append(" ").append(word.text);
  return text;
}

void join(std::string& list, const std::string& item) {
  if (!list.empty()) list += " | ";
  list += item;
}

// Adds to `match` what differs; false where it is more than flag order.
bool compare(const Stage& expected, const Stage& generated, FlagOrderMatch& match) {
  if (!same(expected.head, generated.head) || !same(expected.tail, generated.tail)) return false;
  if (same(expected.flag_words, generated.flag_words)) return true;
  if (!same_meaning(*expected.utility, letters_of(expected), letters_of(generated))) return false;
  join(match.expected, written(expected));
  join(match.generated, written(generated));
  return true;
}

// The commands of a list, and what stands between them.
struct Stages {
  std::vector<Stage> stages;
  std::vector<Token> separators;
};

Stages stages_of(std::span<const Token> tokens) {
  Stages all;
  for (auto from = tokens.begin();;) {
    const auto end = std::find_if(from, tokens.end(), is_separator);
    all.stages.push_back(stage_of({from, end}));
    if (end == tokens.end()) return all;
    all.separators.push_back(*end);
    from = end + 1;
  }
}

}  // namespace

std::optional<FlagOrderMatch> match_flag_order(std::string_view expected, std::string_view generated) {
  const auto expected_tokens = tokens_of(trimmed_command(expected));
  const auto generated_tokens = tokens_of(trimmed_command(generated));
  if (!expected_tokens || !generated_tokens) return std::nullopt;
  const Stages a = stages_of(*expected_tokens);
  const Stages b = stages_of(*generated_tokens);
  if (!same(a.separators, b.separators)) return std::nullopt;
  FlagOrderMatch match;
  for (std::size_t i = 0; i < a.stages.size(); ++i) {
    if (!compare(a.stages[i], b.stages[i], match)) return std::nullopt;
  }
  return match;
}

}  // namespace assay
