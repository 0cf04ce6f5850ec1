#include "quote.h"

#include <string_view>

namespace assay::howto {
namespace {

constexpr std::string_view kSafe =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";

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
    if (special.find(c) != special.npos) out += '\\';
    out += c;
  }
  return out;
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

std::string escape_sed(std::string_view value) { return escape(value, "\\/&.*[]^$"); }

std::string escape_slashes(std::string_view value) { return escape(value, "/"); }

std::string escape_double_quoted(std::string_view value) { return escape(value, "\\\""); }

}  // namespace assay::howto
