// Tokens first (quotes, punctuation), then one pass from the left that takes the longest span it recognises.
#include "request.h"

#include <algorithm>
#include <optional>

#include "compound_span.h"
#include "idiom.h"
#include "lexeme.h"
#include "named_tool.h"
#include "phrase_span.h"

namespace assay::howto {
namespace {

constexpr std::string_view kBlank = " \t\r\n\v\f";
constexpr std::string_view kQuotes = "'\"`";

// Where the quotation that opens at `at` closes, or npos: a quote closes before a blank, punctuation or the
// end only, so that the apostrophe of "what's" opens nothing.
std::size_t closing_quote(std::string_view text, std::size_t at) {
  for (std::size_t i = text.find(text[at], at + 1); i != text.npos; i = text.find(text[at], i + 1)) {
    const bool ends = i + 1 == text.size() || kBlank.find(text[i + 1]) != kBlank.npos ||
                      std::string_view(".,;:?!)").find(text[i + 1]) != std::string_view::npos;
    if (ends) return i;
  }
  return text.npos;
}

std::string_view without_punctuation(std::string_view word) {
  while (!word.empty() && std::string_view("([{").find(word.front()) != std::string_view::npos &&
         word.size() > 1) {
    word.remove_prefix(1);
  }
  constexpr std::string_view kAfter = ",;:?!)]}";
  while (word.size() > 1) {
    const bool dot = word.back() == '.' && word != ".." && !word.ends_with("/.") && !word.ends_with("/..");
    if (!dot && kAfter.find(word.back()) == kAfter.npos) break;
    word.remove_suffix(1);
  }
  return word;
}

Token bare_token(std::string_view word, const Words& words, const Stemmer& stemmer) {
  Token token;
  token.text = word;
  token.lower = lower_case(word);
  if (token.lower.ends_with("'s") && token.lower.size() > 2) {
    token.text.resize(token.text.size() - 2);
    token.lower.resize(token.lower.size() - 2);
  }
  token.stems = stemmer.stems(token.lower);
  token.stop = words.stop.contains(token.lower) || token.stems.empty();
  return token;
}

// "comma-separated" is two words, and so is "hasn't".
std::optional<std::size_t> second_word(std::string_view lower) {
  for (const std::string_view tail :
       {"-separated",   "-delimited", "-length",   "-sensitive", "-insensitive", "-readable", "-only",
        "-compressed",  "-signed",    "-empty",    "-byte",      "-blank",       "-run",      "-recursive",
        "-writable",    "-printable", "-level",    "-side",      "-sorted",      "-hidden",   "-interactive",
        "-recursively", "-formatted", "-numbered", "-line",      "-case",        "-digit",    "-character",
        "-modified",    "-encoded",   "-order",    "-wide",      "-highest",     "-place",    "-day",
        "-owned",       "-bit"}) {
    if (lower.ends_with(tail)) return lower.size() - tail.size() + 1;
  }
  if (lower.ends_with("n't") && lower.size() > 3) return lower.size() - 3;
  return std::nullopt;
}

// "three-digit" and "4096-bit" are two words.
std::optional<std::size_t> counted_dash(std::string_view word, const Words& words) {
  const auto dash = word.find('-');
  if (dash == word.npos || dash == 0 || dash + 1 == word.size()) return std::nullopt;
  const auto number = word.substr(0, dash);
  const bool digits = number.find_first_not_of("0123456789") == number.npos;
  const bool letters =
      std::ranges::all_of(word.substr(dash + 1), [](char c) { return c >= 'a' && c <= 'z'; });
  if (!letters || !(digits || words.numbers.contains(lower_case(number)))) return std::nullopt;
  return dash;
}

void add_bare(std::string_view word, const Words& words, const Stemmer& stemmer, std::vector<Token>& tokens) {
  word = without_punctuation(word);
  const std::string lower = lower_case(word);
  if (const auto second = second_word(lower)) {
    const bool negated = lower.ends_with("n't");
    tokens.push_back(bare_token(word.substr(0, negated ? *second : *second - 1), words, stemmer));
    word = negated ? "not" : word.substr(*second);
  }
  if (const auto dash = counted_dash(word, words)) {
    tokens.push_back(bare_token(word.substr(0, *dash), words, stemmer));
    word.remove_prefix(*dash + 1);
  } else if (const auto dash = number_range_dash(word)) {
    tokens.push_back(bare_token(word.substr(0, *dash), words, stemmer));
    tokens.push_back(bare_token("to", words, stemmer));
    word.remove_prefix(*dash + 1);
  }
  if (!word.empty()) tokens.push_back(bare_token(word, words, stemmer));
}

std::vector<Token> tokenize(std::string_view text, const Words& words, const Stemmer& stemmer) {
  std::vector<Token> tokens;
  std::size_t at = 0;
  while ((at = text.find_first_not_of(kBlank, at)) != text.npos) {
    if (kQuotes.find(text[at]) != kQuotes.npos) {
      if (const auto close = closing_quote(text, at); close != text.npos) {
        Token token;
        token.text = text.substr(at + 1, close - at - 1);
        token.form = Token::Form::Quoted;
        tokens.push_back(std::move(token));
        at = close + 1;
        continue;
      }
    }
    if (const auto close = text[at] == '{' ? text.rfind('}') : text.npos;
        close != text.npos && close > at + 1) {
      Token json;  // {"a": 1}
      json.text = text.substr(at, close - at + 1);
      json.form = Token::Form::Quoted;
      tokens.push_back(std::move(json));
      at = close + 1;
      continue;
    }
    const auto end = std::min(text.find_first_of(kBlank, at), text.size());
    add_bare(text.substr(at, end - at), words, stemmer, tokens);
    at = end;
  }
  return tokens;
}

// Puts plain words in the place of idioms.
std::vector<Token> without_idioms(std::vector<Token> tokens, const Words& words, const Stemmer& stemmer) {
  std::vector<std::string_view> lower;
  for (const auto& token : tokens) lower.push_back(token.lower);
  std::vector<Token> plain;
  for (std::size_t at = 0; at < tokens.size();) {
    const auto idiom = find_idiom(lower, at, words);
    for (const auto word : idiom.meaning) plain.push_back(bare_token(word, words, stemmer));
    if (idiom.length == 0) plain.push_back(tokens[at]);
    at += std::max<std::size_t>(idiom.length, 1);
  }
  return plain;
}

}  // namespace

Request read_request(std::string_view text, const Words& words, const Stemmer& stemmer) {
  Request request{without_idioms(tokenize(text, words, stemmer), words, stemmer), {}, {}, {}};
  std::size_t at = 0;
  while (at < request.tokens.size()) {
    const auto span = span_at(request.tokens, at, words);
    if (span) request.spans.push_back(*span);
    at = span ? span->last + 1 : at + 1;
  }
  compound_spans(request, words);
  find_tools(request, words);
  return request;
}

}  // namespace assay::howto
