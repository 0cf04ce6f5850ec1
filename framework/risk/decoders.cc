// SPDX-License-Identifier: Apache-2.0
#include "decoders.h"

#include <algorithm>

#include "assay/internal/text.h"
#include "roles.h"

namespace assay::risk {
namespace {

std::string without_blanks(std::string_view text) {
  std::string all;
  for (const char c : text)
    if (std::string_view(" \t\r\n").find(c) == std::string_view::npos) all += c;
  return all;
}

std::string reversed_lines(std::string_view text) {
  std::string all;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    std::string line(text.substr(at, end - at));
    std::ranges::reverse(line);
    all += line + (end < text.size() ? "\n" : "");
    at = end + 1;
  }
  return all;
}

// A set of tr with its ranges written out; none for classes and escapes.
std::optional<std::string> members(std::string_view set) {
  if (set.find_first_of("[\\") != set.npos) return std::nullopt;
  std::string all;
  for (std::size_t i = 0; i < set.size(); ++i) {
    if (i + 2 >= set.size() || set[i + 1] != '-') {
      all += set[i];
      continue;
    }
    for (int c = set[i]; c <= set[i + 2]; ++c) all += static_cast<char>(c);
    i += 2;
  }
  return all;
}

std::optional<std::string> translated(const Call& call, std::string_view text) {
  const bool removes = call.has("-d"), others = removes && (call.has("-c") || call.has("-C"));
  if (call.options.size() != (others ? 2U : removes ? 1U : 0U)) return std::nullopt;
  if (call.operands.size() != (removes ? 1U : 2U)) return std::nullopt;
  const auto from = members(call.operands.front()), to = members(call.operands.back());
  if (!from || !to || to->empty()) return std::nullopt;
  std::string all;
  for (const char c : text) {
    const std::size_t at = from->find(c);
    if ((at == from->npos) != others)
      all += c;
    else if (!removes)
      all += (*to)[std::min(at, to->size() - 1)];
  }
  return all;
}

}  // namespace

std::optional<std::string> decoded(const Call& call, std::string_view text) {
  if (call.name == "tr") return translated(call, text);
  if (call.name == "rev") return reversed_lines(text);
  if (!decodes(call)) return std::nullopt;
  if (call.name == "xxd") return call.says('p', "-ps") ? from_hex(text) : std::nullopt;
  if (call.name == "base64" || call.name == "openssl" || call.name == "basenc") {
    std::string digits = without_blanks(text);
    while (digits.size() % 4 != 0) digits += '=';
    return from_base64(digits);
  }
  return std::nullopt;
}

}  // namespace assay::risk
