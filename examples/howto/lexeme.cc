#include "lexeme.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>

namespace assay::howto {
namespace {

using Kind = Span::Kind;

constexpr std::string_view kDigits = "0123456789";

bool is_alpha(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_alnum(char c) { return is_alpha(c) || is_digit(c); }
bool all_digits(std::string_view text) { return !text.empty() && std::ranges::all_of(text, is_digit); }

Span span_of(Kind kind, std::string_view value, double amount = 0) {
  return {0, 0, kind, std::string(value), amount};
}

double to_number(std::string_view digits) {
  double number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

bool is_host_text(std::string_view text) {
  return !text.empty() && is_alnum(text.front()) &&
         std::ranges::all_of(text, [](char c) { return is_alnum(c) || c == '.' || c == '-' || c == '_'; });
}

bool is_address(std::string_view word) {
  const auto bare = word.substr(0, word.find('/'));
  const bool v4 = std::ranges::count(bare, '.') == 3 && bare.find_first_not_of("0123456789.") == bare.npos &&
                  bare.front() != '.' && bare.back() != '.';
  const bool v6 =
      std::ranges::count(bare, ':') >= 2 && bare.find_first_not_of("0123456789abcdefABCDEF:") == bare.npos;
  return v4 || v6;
}

std::optional<Span> as_network(std::string_view word) {
  if (const auto scheme = word.find("://"); scheme != word.npos && scheme > 0)
    return span_of(Kind::Url, word);
  if (!word.empty() && is_address(word)) return span_of(Kind::Host, word);
  if (word == "localhost") return span_of(Kind::Host, word);
  const auto at = word.find('@');
  const auto colon = word.find(':', at == word.npos ? 0 : at);
  const auto host = word.substr(at == word.npos ? 0 : at + 1,
                                colon == word.npos ? colon : colon - (at == word.npos ? 0 : at + 1));
  const bool user = at != word.npos && at > 0 && is_host_text(word.substr(0, at));
  if (at != word.npos && !user) return std::nullopt;
  if (!is_host_text(host)) return std::nullopt;
  if (colon != word.npos) {
    const auto path = word.substr(colon + 1);
    const bool remote = user || path.starts_with('/') || path.starts_with('~');
    return remote ? std::optional(span_of(Kind::RemotePath, word)) : std::nullopt;
  }
  return user ? std::optional(span_of(Kind::Login, word)) : std::nullopt;
}

// 10, 10M, 10mb, 7d: a number with an optional unit stuck to it.
std::optional<Span> as_quantity(std::string_view word, const Words& words) {
  const auto end = word.find_first_not_of("0123456789.");
  const auto digits = word.substr(0, end);
  if (digits.empty() || !is_digit(digits.front()) || !is_digit(digits.back())) return std::nullopt;
  if (std::ranges::count(digits, '.') > 1) return std::nullopt;
  if (end == word.npos) return span_of(Kind::Number, digits, to_number(digits));
  const auto unit = lower_case(word.substr(end));
  if (const auto size = words.sizes.find(unit); size != words.sizes.end()) {
    return span_of(Kind::Size, std::string(digits) + size->second, to_number(digits));
  }
  if (const auto duration = words.durations.find(unit); duration != words.durations.end()) {
    return span_of(Kind::Duration, digits, to_number(digits) * duration->second);
  }
  return std::nullopt;
}

// name=alice&age=30
bool is_form_data(std::string_view word) {
  const auto equals = word.find('=');
  return equals != word.npos && equals > 1 && equals + 1 < word.size() && word.find('/') == word.npos &&
         std::ranges::all_of(word.substr(0, equals), [](char c) { return is_alnum(c) || c == '_'; });
}

bool is_date(std::string_view word) {
  return word.size() == 10 && word[4] == '-' && word[7] == '-' && all_digits(word.substr(0, 4)) &&
         all_digits(word.substr(5, 2)) && all_digits(word.substr(8, 2));
}

// u+x, go-w, a=r, +x; rwxr-xr-x becomes its octal digits.
std::optional<Span> as_mode(std::string_view word) {
  const auto sign = word.find_first_of("+-=");
  if (sign != word.npos && sign <= 4 && word.size() > sign + 1 &&
      word.substr(0, sign).find_first_not_of("ugoa") == word.npos &&
      word.substr(sign + 1).find_first_not_of("rwxXst") == word.npos && (sign > 0 || word[sign] == '+')) {
    return span_of(Kind::Mode, word);
  }
  if (word.size() != 9 || word.find_first_not_of("rwx-") != word.npos) return std::nullopt;
  std::string octal;
  for (std::size_t i = 0; i < 9; i += 3) {
    octal += static_cast<char>('0' + (word[i] == 'r') * 4 + (word[i + 1] == 'w') * 2 + (word[i + 2] == 'x'));
  }
  return span_of(Kind::Mode, octal);
}

bool is_path(std::string_view word) {
  const auto slash = word.find('/');
  if (slash == word.npos) return word == "." || word == ".." || word == "~";
  if (std::string_view("/~.$").find(word.front()) != std::string_view::npos) return true;
  static constexpr std::array<std::string_view, 6> kNotPaths = {"and/or", "read/write", "input/output",
                                                                "i/o",    "tcp/ip",     "client/server"};
  return std::ranges::find(kNotPaths, lower_case(word)) == kNotPaths.end();
}

std::string normal_path(std::string_view word) {
  if (word.starts_with("$HOME")) return "~" + std::string(word.substr(5));
  return std::string(word);
}

std::optional<Span> as_file_name(std::string_view word, const Words& words) {
  const auto lower = lower_case(word);
  if (lower == "tar.gz" || lower == "tar.bz2" || lower == "tar.xz") return std::nullopt;  // a kind of archive
  if (words.file_names.contains(lower)) return span_of(Kind::FileName, word);
  if (lower == ".tar.gz" || lower == ".tar.bz2" || lower == ".tar.xz")
    return span_of(Kind::Glob, "*" + lower);
  const auto dot = word.rfind('.');
  if (dot == word.npos || dot + 1 == word.size()) return std::nullopt;
  const auto ending = lower.substr(dot + 1);
  if (!std::ranges::all_of(ending, is_alnum) || !std::ranges::any_of(ending, is_alpha)) return std::nullopt;
  if (dot == 0)
    return span_of(
        words.endings.contains(ending) || words.kinds.contains(ending) ? Kind::Glob : Kind::FileName,
        words.endings.contains(ending) || words.kinds.contains(ending) ? "*" + std::string(word) : word);
  if (is_host_text(word) && words.domains.contains(ending)) return span_of(Kind::Host, word);
  if (ending.size() > 8) return std::nullopt;
  return span_of(Kind::FileName, word);
}

bool is_identifier(std::string_view word) {
  if (!std::ranges::all_of(word, [](char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; }))
    return false;
  const bool underscore = word.find('_') != word.npos;
  const bool digit = word.find_first_of(kDigits) != word.npos;
  const bool inner_capital =
      word.size() > 1 && std::ranges::any_of(word.substr(1), [](char c) { return c >= 'A' && c <= 'Z'; });
  return is_alnum(word.front()) && (underscore || digit || inner_capital);
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string lower(text);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

std::optional<std::size_t> number_range_dash(std::string_view word) {
  const auto dash = word.find('-');
  if (dash == word.npos || !all_digits(word.substr(0, dash)) || !all_digits(word.substr(dash + 1)))
    return std::nullopt;
  return dash;
}

std::optional<Span> classify(std::string_view word, const Words& words) {
  if (word.empty()) return std::nullopt;
  if (word.ends_with("://")) return span_of(Kind::Quoted, word);
  if (const auto span = as_network(word)) return span;
  if (is_form_data(word)) return span_of(Kind::Quoted, word);
  if (is_date(word)) return span_of(Kind::Date, word);
  if (const auto ordinal = words.ordinals.find(lower_case(word)); ordinal != words.ordinals.end()) {
    return span_of(Kind::Ordinal, word, ordinal->second);
  }
  if (const auto span = as_quantity(word, words)) return span;
  if (const auto span = as_mode(word)) return span;
  if (word.find_first_of("*[") != word.npos || (word.find('?') != word.npos && word.size() > 1)) {
    return span_of(Kind::Glob, word);
  }
  if (is_path(word)) return span_of(Kind::Path, normal_path(word), word.ends_with('/') ? 1 : 0);
  if (const auto span = as_file_name(word, words)) return span;
  if (is_identifier(word)) return span_of(Kind::Identifier, word);
  return std::nullopt;
}

}  // namespace assay::howto
