#include "quote.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <string_view>

namespace assay::howto {
namespace {

constexpr std::string_view kSafe = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

bool is_safe(char c) { return kSafe.find(c) != kSafe.npos; }

std::string in_single_quotes(std::string_view value) { return "'" + inside_quotes(value) + "'"; }

std::string quote_rest(std::string_view value) {
  for (const char c : value) {
    if (!is_safe(c)) return in_single_quotes(value);
  }
  return std::string(value);
}

std::string escape(std::string_view value, std::string_view special) {
  std::string out;
  for (const char c : value) {
    if (c == '\n') {
      out += "\\n";
      continue;
    }
    if (c == '\t') {
      out += "\\t";
      continue;
    }
    if (special.find(c) != special.npos) out += '\\';
    out += c;
  }
  return out;
}

std::string name_only(std::string_view value) {
  std::string name;
  for (const char c : value) {
    if (c == '_' || (is_safe(c) && std::isalnum(static_cast<unsigned char>(c)) != 0)) name += c;
  }
  return name;
}

// The number that follows: what to start at to skip so many.
std::string next_number(std::string_view value) {
  long number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return std::to_string(number + 1);
}

// 500K as the downloaders spell it: 500k.
std::string lower_unit(std::string_view value) {
  std::string rate(value);
  if (rate.ends_with('K')) rate.back() = 'k';
  return rate;
}

// A size as operands of dd: 2G is 2048 blocks of 1M, anything smaller one block.
std::string blocks(std::string_view value) {
  const bool gibi = value.ends_with('G');
  if (!gibi && !value.ends_with('M')) return "bs=" + std::string(value) + " count=1";
  long number = 0;
  std::from_chars(value.data(), value.data() + value.size(), number);
  return "bs=1M count=" + std::to_string(gibi ? number * 1024 : number);
}

std::string each_quoted(std::string_view value) {
  constexpr std::string_view kBlank = " \t\r\n\v\f";
  std::string words;
  for (std::size_t at = 0; (at = value.find_first_not_of(kBlank, at)) != value.npos;) {
    const auto end = std::min(value.find_first_of(kBlank, at), value.size());
    if (!words.empty()) words += ' ';
    words += quote_rest(value.substr(at, end - at));
    at = end;
  }
  return words;
}

}  // namespace

std::string inside_quotes(std::string_view value) {
  std::string out;
  for (const char c : value) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out;
}

std::string quote(std::string_view value) {
  if (value.empty()) return "''";
  if (value == "\t") return "$'\\t'";
  if (value == "\n") return "$'\\n'";
  if (value == "~") return "~";
  if (value.starts_with("~/")) return value.size() == 2 ? "~/" : "~/" + quote_rest(value.substr(2));
  return quote_rest(value);
}

std::string quote_open_glob(std::string_view value) {
  constexpr std::string_view kOpen = "*?[]";
  std::string out;
  std::string_view rest = value;
  if (rest.starts_with("~/")) {
    out = "~/";
    rest.remove_prefix(2);
  }
  while (!rest.empty()) {
    const auto closed = rest.substr(0, rest.find_first_of(kOpen));
    if (!closed.empty()) out += quote_rest(closed);
    rest.remove_prefix(closed.size());
    if (!rest.empty()) {
      out += rest.front();
      rest.remove_prefix(1);
    }
  }
  return out.empty() ? "''" : out;
}

std::optional<std::string> filtered(std::string_view value, std::string_view filter) {
  if (filter == "sed") return inside_quotes(escape(value, "\\/&.*[]^$"));
  if (filter == "slashes") return inside_quotes(escape(value, "/"));
  if (filter == "string") return inside_quotes(escape(value, "\\\""));
  if (filter == "line") return inside_quotes(escape(value, "\\"));
  if (filter == "new") return inside_quotes(escape(value, "\\/&"));
  if (filter == "next") return next_number(value);
  if (filter == "awk") return value == "\t" ? "'\\t'" : quote(value);
  if (filter == "rate") return lower_unit(value);
  if (filter == "blocks") return blocks(value);
  if (filter == "field") return "$" + name_only(value);
  if (filter == "basename") return quote(value.substr(value.find_last_of('/') + 1));
  if (filter == "name") return name_only(value);
  if (filter == "words") return each_quoted(value);
  if (filter == "tr")
    return quote(value == "\t" ? "\\t" : value == "\n" ? "\\n" : value == "-" ? "\\-" : value);
  return std::nullopt;
}

}  // namespace assay::howto
