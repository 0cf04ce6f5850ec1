#include "phrase_span.h"

#include <algorithm>
#include <array>
#include <string>

#include "lexeme.h"

namespace assay::howto {
namespace {

using Kind = Span::Kind;
using Tokens = std::vector<Token>;

// The lower-case bare word at `at`, empty past the ends and for quotations.
std::string_view word_at(const Tokens& tokens, std::size_t at) {
  return at < tokens.size() ? std::string_view(tokens[at].lower) : std::string_view();
}

template <std::size_t N>
bool is_one_of(std::string_view word, const std::array<std::string_view, N>& list) {
  return std::ranges::find(list, word) != list.end();
}

constexpr std::array<std::string_view, 10> kInto = {"in",   "inside", "under", "within", "to",
                                                    "into", "from",   "of",    "below",  "beneath"};
constexpr std::array<std::string_view, 5> kArticles = {"the", "a", "my", "an", "our"};
constexpr std::array<std::string_view, 3> kEach = {"each", "every", "any"};
constexpr std::array<std::string_view, 42> kNotDirNames = {
    "empty",   "new",         "whole",  "entire",    "largest",   "given",  "single",
    "each",    "another",     "other",  "hidden",    "specific",  "every",  "files",
    "current", "this",        "parent", "home",      "root",      "remote", "local",
    "target",  "destination", "same",   "working",   "following", "nested", "subdirectory",
    "first",   "last",        "second", "missing",   "existing",  "all",    "its",
    "only",    "and",         "that",   "top-level", "biggest",   "top",    "original"};

// What follows the noun without naming the directory: "the directory structure".
constexpr std::array<std::string_view, 12> kDirCompounds = {"structure", "tree",   "listing",   "contents",
                                                            "content",   "name",   "names",     "size",
                                                            "sizes",     "itself", "hierarchy", "stack"};

// What may follow a directory's name: "the directory build and everything in it".
constexpr std::array<std::string_view, 22> kAfterDirName = {
    "and", "into",      "to",        "from", "with",    "at",  "under", "recursively", "in", "by",    "as",
    "so",  "excluding", "including", "if",   "without", "but", "is",    "for",         "on", "using", "that"};

std::optional<Span> quoted(const Tokens& tokens, std::size_t at, const Words& words) {
  if (tokens[at].form != Token::Form::Quoted) return std::nullopt;
  const auto& text = tokens[at].text;
  auto span = text.find_first_of(" \t\n") == text.npos ? classify(text, words) : std::nullopt;
  if (!span || !span->is_strong()) span = Span{0, 0, Kind::Quoted, text, 0};
  if (span->kind == Kind::Identifier) span->kind = Kind::Quoted;
  span->first = span->last = at;
  return span;
}

// "1 January 2024", "March 5, 2023".
std::optional<Span> spelled_date(const Tokens& tokens, std::size_t at, const Words& words) {
  const auto month_first = words.months.find(std::string(word_at(tokens, at)));
  const bool first = month_first != words.months.end();
  const auto month = first ? month_first : words.months.find(std::string(word_at(tokens, at + 1)));
  if (month == words.months.end() || at + 2 >= tokens.size()) return std::nullopt;
  const auto day = classify(tokens[first ? at + 1 : at].text, words);
  const auto year = classify(tokens[at + 2].text, words);
  const bool dated = day && year && (day->kind == Kind::Number || day->kind == Kind::Ordinal) &&
                     day->amount >= 1 && day->amount <= 31 && year->kind == Kind::Number &&
                     year->amount >= 1970 && year->amount < 2200;
  if (!dated) return std::nullopt;
  const auto two = [](int number) { return (number < 10 ? "0" : "") + std::to_string(number); };
  return Span{at, at + 2, Kind::Date,
              year->value + "-" + two(month->second) + "-" + two(static_cast<int>(day->amount)), 0};
}

// "10 MB", "two weeks", "an hour", "the last week".
std::optional<Span> quantity(const Tokens& tokens, std::size_t at, const Words& words) {
  const auto word = std::string(word_at(tokens, at));
  auto number = classify(tokens[at].text, words);
  if (number && number->kind != Kind::Number) number.reset();
  if (const auto spelt = words.numbers.find(word); spelt != words.numbers.end()) {
    number = Span{at, at, Kind::Number, std::to_string(static_cast<long>(spelt->second)), spelt->second};
  }
  const bool one = word == "a" || word == "an" || word == "one" || word == "last" || word == "past";
  if (!number && !one) return std::nullopt;
  const std::string digits = number ? number->value : "1";
  const auto unit = std::string(word_at(tokens, at + 1));
  if (const auto size = words.sizes.find(unit); size != words.sizes.end() && (number || unit.size() > 3)) {
    return Span{at, at + 1, Kind::Size, digits + size->second, number ? number->amount : 1};
  }
  if (const auto duration = words.durations.find(unit); duration != words.durations.end()) {
    const auto first = one && !number && word.size() > 3 ? at + 1 : at;  // "last" stays a word of its own
    return Span{first, at + 1, Kind::Duration, digits, (number ? number->amount : 1) * duration->second};
  }
  if (word == "one" && unit == "line") number = Span{at, at, Kind::Number, "1", 1};
  if (number) number->first = number->last = at;
  return number;
}

// "files", "and png files", "or .txt documents": what makes a list of kinds of file of the word before.
bool names_several(const Tokens& tokens, std::size_t at, const Words& words) {
  for (; at < tokens.size(); ++at) {
    const std::string word(word_at(tokens, at));
    if (words.file_nouns.contains(word)) return word.ends_with('s');
    const auto bare = word.starts_with('.') ? word.substr(1) : word;
    const bool link =
        word == "and" || word == "or" || words.kinds.contains(bare) || words.endings.contains(bare);
    if (!link) return false;
  }
  return false;
}

// "log files", "every csv", "extension log", "pdfs".
std::optional<Span> kind_of_file(const Tokens& tokens, std::size_t at, const Words& words) {
  std::string word(word_at(tokens, at));
  const auto next = std::string(word_at(tokens, at + 1));
  const auto before = word_at(tokens, at - 1);
  const bool each = is_one_of(before, kEach) || (at >= 2 && is_one_of(word_at(tokens, at - 2), kEach));
  const bool of_extension =
      (before == "extension" || before == "suffix" || next == "extension" || next == "suffix" ||
       ((before == "in" || before == "with") && word_at(tokens, at - 2) == "ending"));
  std::string ending;
  if (const auto kind = words.kinds.find(word); kind != words.kinds.end()) {
    ending = kind->second;
  } else if (words.endings.contains(word)) {
    ending = word;
  } else if (word.ends_with('s') && words.singular_endings.contains(word.substr(0, word.size() - 1))) {
    return Span{at, at, Kind::Glob, "*." + word.substr(0, word.size() - 1), 0};
  }
  if (ending.empty()) return std::nullopt;
  const bool plural = names_several(tokens, at + 1, words);
  const bool single = each && (words.file_nouns.contains(next) || words.singular_endings.contains(word));
  if (!plural && !single && !of_extension) return std::nullopt;
  if (of_extension && words.endings.contains(word)) ending = word;
  return Span{at, at, Kind::Glob, "*." + ending, 0};
}

// "the current directory", "my home folder", "parent directory", "here".
std::optional<Span> place(const Tokens& tokens, std::size_t at, const Words& words) {
  if (word_at(tokens, at) == "here") return Span{at, at, Kind::Place, ".", 0};
  auto noun = at + 1;
  if (word_at(tokens, noun) == "working") ++noun;
  const auto found = words.places.find(std::string(word_at(tokens, at)));
  const bool own = word_at(tokens, at - 1) == "my" || word_at(tokens, at - 1) == "user" ||
                   tokens[at].text != tokens[at].lower;
  if (found != words.places.end() && found->second.starts_with("~/") && !own) return std::nullopt;
  if (found == words.places.end() || !words.dir_nouns.contains(std::string(word_at(tokens, noun))))
    return std::nullopt;
  return Span{at, noun, Kind::Place, found->second, 0};
}

bool could_name_dir(const Token& token, const Words& words) {
  return token.form == Token::Form::Quoted ||
         (!token.stop && !words.never_values.contains(token.lower) && !is_one_of(token.lower, kNotDirNames) &&
          !words.dir_nouns.contains(token.lower));
}

std::string dir_value(const Token& token) {
  return token.text.size() > 1 && token.text.ends_with('/') ? token.text.substr(0, token.text.size() - 1)
                                                            : token.text;
}

// "in the logs directory", "/var/log folder".
std::optional<Span> dir_before_noun(const Tokens& tokens, std::size_t at, const Words& words) {
  const auto noun = std::string(word_at(tokens, at + 1));
  if (!words.dir_nouns.contains(noun) || !could_name_dir(tokens[at], words)) return std::nullopt;
  const bool article = is_one_of(word_at(tokens, at - 1), kArticles);
  const bool into =
      is_one_of(word_at(tokens, at - 1), kInto) || (article && is_one_of(word_at(tokens, at - 2), kInto));
  const auto span = tokens[at].form == Token::Form::Bare ? classify(tokens[at].text, words) : std::nullopt;
  const bool name = span && (span->kind == Kind::Path || span->kind == Kind::Identifier);
  const bool unknown =
      tokens[at].form == Token::Form::Quoted ||
      std::ranges::none_of(tokens[at].stems, [&](const auto& stem) { return words.knows(stem); });
  const bool definite = word_at(tokens, at - 1) == "the" && word_at(tokens, at + 1).back() != 's';
  if (!name && !into && !(article && unknown) && !definite) return std::nullopt;
  return Span{at, at + 1, Kind::DirName,
              name && span->kind == Kind::Path ? span->value : dir_value(tokens[at]), 0};
}

// "directory logs", "folder named logs", "directory called 'my logs'".
std::optional<Span> dir_after_noun(const Tokens& tokens, std::size_t at, const Words& words) {
  if (!words.dir_nouns.contains(std::string(word_at(tokens, at)))) return std::nullopt;
  auto name = at + 1;
  const bool named = word_at(tokens, name) == "named" || word_at(tokens, name) == "called";
  if (named) ++name;
  if (name >= tokens.size() || !could_name_dir(tokens[name], words)) return std::nullopt;
  const auto span = classify(tokens[name].text, words);
  if (span && span->kind != Kind::Path && span->kind != Kind::Identifier && span->kind != Kind::FileName)
    return std::nullopt;
  const bool unknown =
      tokens[name].form == Token::Form::Quoted ||
      std::ranges::none_of(tokens[name].stems, [&](const auto& stem) { return words.knows(stem); });
  const bool compound = is_one_of(word_at(tokens, name), kDirCompounds) ||
                        word_at(tokens, name).ends_with("ing") || word_at(tokens, name).ends_with("ed");
  const bool ends = name + 1 == tokens.size() || is_one_of(word_at(tokens, name + 1), kAfterDirName);
  if (!named && !unknown && !span && (compound || !ends)) return std::nullopt;
  // The noun stays a word of its own: "create a directory named logs" is about a directory.
  return Span{name, name, Kind::DirName,
              span && span->kind == Kind::Path ? span->value : dir_value(tokens[name]), 0};
}

}  // namespace

std::optional<Span> span_at(const Tokens& tokens, std::size_t at, const Words& words) {
  using Rule = std::optional<Span> (*)(const Tokens&, std::size_t, const Words&);
  constexpr std::array<Rule, 7> kRules = {spelled_date, place,    dir_before_noun, dir_after_noun,
                                          quoted,       quantity, kind_of_file};
  for (const Rule rule : kRules) {
    if (const auto span = rule(tokens, at, words)) return span;
  }
  const auto& token = tokens[at];
  if (auto span = classify(token.text, words)) {
    const bool known = !token.stems.empty() &&
                       std::ranges::all_of(token.stems, [&](const auto& stem) { return words.knows(stem); });
    if (span->kind == Kind::Identifier && known) span->kind = Kind::Word;
    span->first = span->last = at;
    return span;
  }
  if (const auto found = words.delimiters.find(token.lower); found != words.delimiters.end()) {
    return Span{at, at, Kind::Delimiter, found->second, 0};
  }
  if (token.stop) return std::nullopt;
  return Span{at, at, Kind::Word, token.text, 0};
}

}  // namespace assay::howto
