// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/text.h"

#include <fmt/format.h>
#include <nettle/base16.h>
#include <nettle/base64.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>

namespace assay {
namespace {

struct Lead {
  int continuations = -1;  // -1: not a lead byte
  unsigned char second_low = 0x80;
  unsigned char second_high = 0xBF;
  char32_t bits = 0;
};

// Unicode 15, table 3-7: the range of the second byte excludes overlong forms, surrogates and values past
// U+10FFFF.
Lead lead_of(unsigned char byte) {
  if (byte < 0x80) return {0, 0, 0, byte};
  if (byte >= 0xC2 && byte <= 0xDF) return {1, 0x80, 0xBF, byte & 0x1Fu};
  if (byte == 0xE0) return {2, 0xA0, 0xBF, 0};
  if (byte == 0xED) return {2, 0x80, 0x9F, 0x0D};
  if (byte >= 0xE1 && byte <= 0xEF) return {2, 0x80, 0xBF, byte & 0x0Fu};
  if (byte == 0xF0) return {3, 0x90, 0xBF, 0};
  if (byte >= 0xF1 && byte <= 0xF3) return {3, 0x80, 0xBF, byte & 0x07u};
  if (byte == 0xF4) return {3, 0x80, 0x8F, 4};
  return {};
}

struct CodePoint {
  char32_t value = U'\uFFFD';
  // In bytes; of an ill-formed sequence its maximal subpart (Unicode 15, section 3.9, D93b).
  std::size_t length = 1;
  bool well_formed = false;
};

// REQUIRES: at < bytes.size().
CodePoint code_point_at(std::string_view bytes, std::size_t at) {
  const Lead lead = lead_of(static_cast<unsigned char>(bytes[at]));
  if (lead.continuations < 0) return {};
  char32_t value = lead.bits;
  std::size_t length = 1;
  for (int i = 0; i < lead.continuations; ++i, ++length) {
    if (at + length >= bytes.size()) return {U'\uFFFD', length, false};
    const auto byte = static_cast<unsigned char>(bytes[at + length]);
    const unsigned char low = i == 0 ? lead.second_low : 0x80;
    const unsigned char high = i == 0 ? lead.second_high : 0xBF;
    if (byte < low || byte > high) return {U'\uFFFD', length, false};
    value = (value << 6) | (byte & 0x3Fu);
  }
  return {value, length, true};
}

bool between(char32_t value, char32_t low, char32_t high) { return value >= low && value <= high; }

bool is_control(char32_t c) { return c < 0x20 || between(c, 0x7F, 0x9F); }

// Invisible characters that change how the text around them looks.
bool is_deceptive(char32_t c) {
  return c == 0xAD || c == 0x61C || c == 0x180E || between(c, 0x200B, 0x200F) || between(c, 0x2028, 0x202E) ||
         between(c, 0x2060, 0x206F) || c == 0xFEFF || between(c, 0xFFF9, 0xFFFB) ||
         between(c, 0xE0000, 0xE007F) || (c & 0xFFFE) == 0xFFFE;
}

std::string escaped(char32_t c) {
  const auto value = static_cast<std::uint32_t>(c);
  return c < 0x80 ? fmt::format("\\x{:02X}", value) : fmt::format("\\u{{{:04X}}}", value);
}

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";

// Calls `append(out, code point, its bytes)` for each well-formed character; ill-formed ones become U+FFFD.
template <typename Append>
std::string rewritten(std::string_view bytes, Append append) {
  std::string out;
  out.reserve(bytes.size());
  for (std::size_t at = 0; at < bytes.size();) {
    const CodePoint c = code_point_at(bytes, at);
    if (c.well_formed)
      append(out, c.value, bytes.substr(at, c.length));
    else
      out += kReplacement;
    at += c.length;
  }
  return out;
}

// ctest interprets elements with these names in any test output: labels, details, files to attach.
bool begins_ctest_element(std::string_view text) {
  return text.starts_with("<CTest") || text.starts_with("<DartMeasurement");
}

// `itself` is c's bytes within `bytes`.
bool is_harmless(std::string_view bytes, char32_t c, std::string_view itself) {
  if (c == '<')
    return !begins_ctest_element(bytes.substr(static_cast<std::size_t>(itself.data() - bytes.data())));
  return !(is_control(c) || is_deceptive(c));
}

bool is_xml_character(char32_t c) {
  return c == '\t' || c == '\n' || c == '\r' || (c >= 0x20 && c != 0xFFFE && c != 0xFFFF);
}

// Carriage returns are always written as references: a parser would turn them into newlines.
void append_xml(std::string& out, char32_t c, std::string_view bytes) {
  switch (c) {
    case '&': out += "&amp;"; return;
    case '<': out += "&lt;"; return;
    case '>': out += "&gt;"; return;
    case '"': out += "&quot;"; return;
    case '\r': out += "&#13;"; return;
    default: out += is_xml_character(c) ? bytes : kReplacement; return;
  }
}

const std::uint8_t* octets(std::string_view bytes) {
  return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Optimal string alignment distance, three rows at a time.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = lower(a[i - 1]) == lower(b[j - 1]);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (same ? 0 : 1)});
      const bool swapped =
          i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) && lower(a[i - 2]) == lower(b[j - 1]);
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, above);
    std::swap(above, row);
  }
  return above[b.size()];
}

}  // namespace

std::size_t well_formed_prefix(std::string_view bytes) {
  std::size_t at = 0;
  while (at < bytes.size()) {
    std::uint64_t eight = 0;
    if (at + sizeof eight <= bytes.size()) {
      std::memcpy(&eight, bytes.data() + at, sizeof eight);
      if ((eight & 0x8080808080808080u) == 0) {
        at += sizeof eight;
        continue;
      }
    }
    const CodePoint c = code_point_at(bytes, at);
    if (!c.well_formed) return at;
    at += c.length;
  }
  return bytes.size();
}

bool is_utf8(std::string_view bytes) { return well_formed_prefix(bytes) == bytes.size(); }

std::string to_utf8(std::string_view bytes) {
  return rewritten(bytes, [](std::string& out, char32_t, std::string_view c) { out += c; });
}

std::string printable(std::string_view bytes) {
  return rewritten(bytes, [bytes](std::string& out, char32_t c, std::string_view itself) {
    const bool shown = c == '\n' || c == '\t' || is_harmless(bytes, c, itself);
    shown ? out += itself : out += escaped(c);
  });
}

std::string one_line(std::string_view bytes) {
  return rewritten(bytes, [bytes](std::string& out, char32_t c, std::string_view itself) {
    if (c == '\n')
      out += "\\n";
    else if (c == '\t')
      out += "\\t";
    else
      is_harmless(bytes, c, itself) ? out += itself : out += escaped(c);
  });
}

std::string xml_text(std::string_view bytes) { return rewritten(bytes, append_xml); }

std::string xml_attribute(std::string_view bytes) {
  return rewritten(bytes, [](std::string& out, char32_t c, std::string_view itself) {
    if (c == '\n')
      out += "&#10;";
    else if (c == '\t')
      out += "&#9;";
    else
      append_xml(out, c, itself);
  });
}

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\n\v\f\r";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

std::string_view beginning(std::string_view text, std::size_t most) {
  if (text.size() <= most) return text;
  std::size_t end = most;
  for (int i = 0; i < 3 && end > 0 && continues_character(text[end]); ++i) --end;
  return text.substr(0, end);
}

std::string shortened(std::string_view text, std::size_t most) {
  return std::string(beginning(text, most)) + (text.size() > most ? "…" : "");
}

std::string bounded_line(std::string_view text, std::size_t most) {
  const auto shown = beginning(text, most);
  if (shown.size() == text.size()) return one_line(text);
  return fmt::format("{} [… {} more bytes …]", one_line(shown), text.size() - shown.size());
}

std::string without_middle(std::string_view text, std::size_t most, std::string_view mark) {
  if (text.size() <= most) return std::string(text);
  return to_utf8(text.substr(0, most / 2)) + std::string(mark) + to_utf8(text.substr(text.size() - most / 2));
}

std::string_view last_line(std::string_view text) {
  text = trimmed(text);
  return text.substr(text.find_last_of("\r\n") + 1);
}

std::string_view first_line(std::string_view text) { return text.substr(0, text.find('\n')); }

std::string lowercase(std::string_view text) {
  std::string all(text);
  for (char& each : all) each = lowercase(each);
  return all;
}

std::string percent_decoded(std::string_view text) {
  std::string decoded;
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = text[at] == '%' && at + 2 < text.size()
                          ? number_from<unsigned>(text.substr(at + 1, 2), 16)
                          : std::nullopt;
    decoded += byte ? static_cast<char>(*byte) : text[at];
    if (byte) at += 2;
  }
  return decoded;
}

std::string counted(std::size_t count, std::string_view one, std::string_view many) {
  if (count == 1) return fmt::format("1 {}", one);
  return many.empty() ? fmt::format("{} {}s", count, one) : fmt::format("{} {}", count, many);
}

std::string to_hex(std::string_view bytes) {
  std::string text(BASE16_ENCODE_LENGTH(bytes.size()), '\0');
  base16_encode_update(text.data(), bytes.size(), octets(bytes));
  return text;
}

std::string to_base64(std::string_view bytes) {
  std::string text(BASE64_ENCODE_RAW_LENGTH(bytes.size()), '\0');
  base64_encode_raw(text.data(), bytes.size(), octets(bytes));
  return text;
}

std::optional<std::string> from_hex(std::string_view text) {
  base16_decode_ctx state;
  base16_decode_init(&state);
  std::string bytes(BASE16_DECODE_LENGTH(text.size()), '\0');
  std::size_t length = bytes.size();
  if (!base16_decode_update(&state, &length, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(),
                            text.data()) ||
      !base16_decode_final(&state))
    return std::nullopt;
  bytes.resize(length);
  return bytes;
}

std::optional<std::string> from_base64(std::string_view text) {
  base64_decode_ctx state;
  base64_decode_init(&state);
  std::string bytes(BASE64_DECODE_LENGTH(text.size()), '\0');
  std::size_t length = bytes.size();
  if (!base64_decode_update(&state, &length, reinterpret_cast<std::uint8_t*>(bytes.data()), text.size(),
                            text.data()) ||
      !base64_decode_final(&state))
    return std::nullopt;
  bytes.resize(length);
  return bytes;
}

std::string uuid_text(std::string_view bytes) {
  std::string text = to_hex(bytes);
  for (const std::size_t dash : {20, 16, 12, 8}) text.insert(dash, 1, '-');
  return text;
}

std::string nearest(std::string_view word, const std::vector<std::string>& known) {
  std::string best;
  std::size_t best_distance = 0;
  for (const std::string& candidate : known) {
    const std::size_t longer = std::max(word.size(), candidate.size());
    const std::size_t shorter = std::min(word.size(), candidate.size());
    const std::size_t allowed = std::max<std::size_t>(1, longer / 3);
    if (longer - shorter > allowed) continue;
    const std::size_t d = distance(word, candidate);
    if (d <= allowed && (best.empty() || d < best_distance)) {
      best = candidate;
      best_distance = d;
    }
  }
  return best;
}

bool append_utf8(std::string& to, char32_t character) {
  if (character > 0x10FFFF || (character >= 0xD800 && character < 0xE000)) return false;
  const auto continuation = [&](int shift) { to += static_cast<char>(0x80 | ((character >> shift) & 0x3F)); };
  if (character < 0x80) {
    to += static_cast<char>(character);
  } else if (character < 0x800) {
    to += static_cast<char>(0xC0 | (character >> 6));
    continuation(0);
  } else if (character < 0x10000) {
    to += static_cast<char>(0xE0 | (character >> 12));
    continuation(6), continuation(0);
  } else {
    to += static_cast<char>(0xF0 | (character >> 18));
    continuation(12), continuation(6), continuation(0);
  }
  return true;
}

std::size_t longest_run(std::string_view text, char c) {
  std::size_t longest = 0;
  std::size_t run = 0;
  for (const char each : text) {
    run = each == c ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

std::string code_span(std::string_view line) {
  const bool touches = line.starts_with('`') || line.ends_with('`');
  const bool loses_blanks = line.starts_with(' ') && line.ends_with(' ');
  const std::string_view pad = touches || loses_blanks ? " " : "";
  const std::string fence(longest_run(line, '`') + 1, '`');
  return fence + std::string(pad) + std::string(line) + std::string(pad) + fence;
}

}  // namespace assay
