// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/linear_regex.h"

#include <re2/re2.h>

#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr std::string_view kMultiLine = "(?m)";

std::unique_ptr<re2::RE2> compiled(const std::string& expression, RE2::Options::Encoding encoding) {
  RE2::Options options;
  options.set_encoding(encoding);
  options.set_log_errors(false);
  return std::make_unique<re2::RE2>(std::string(kMultiLine) + expression, options);
}

// RE2's error text, without the prefix added to the expression.
std::string fault_of(const re2::RE2& regex) {
  std::string fault = regex.error();
  if (const auto at = fault.find(kMultiLine); at != fault.npos) fault.erase(at, kMultiLine.size());
  return fault;
}

}  // namespace

Regex::Regex(std::string_view expression)
    : characters_(compiled(std::string(expression), RE2::Options::EncodingUTF8)),
      bytes_(compiled(std::string(expression), RE2::Options::EncodingLatin1)) {
  if (!characters_->ok()) throw RegexFault(fault_of(*characters_));
}

Regex::~Regex() = default;
Regex::Regex(Regex&&) noexcept = default;
Regex& Regex::operator=(Regex&&) noexcept = default;

std::optional<std::string_view> Regex::search(std::string_view text) const {
  std::size_t from = 0;
  return next(text, from);
}

std::vector<std::string_view> Regex::search_all(std::string_view text) const {
  std::vector<std::string_view> all;
  for (std::size_t from = 0; from <= text.size();) {
    const auto found = next(text, from);
    if (!found) break;
    all.push_back(*found);
  }
  return all;
}

bool Regex::matches(std::string_view text) const {
  const re2::RE2& regex = is_utf8(text) ? *characters_ : *bytes_;
  return regex.Match({text.data(), text.size()}, 0, text.size(), RE2::ANCHOR_BOTH, nullptr, 0);
}

std::optional<std::string_view> Regex::next(std::string_view text, std::size_t& from) const {
  const re2::RE2& regex = is_utf8(text) ? *characters_ : *bytes_;
  const int wanted = regex.NumberOfCapturingGroups() > 0 ? 1 : 0;
  re2::StringPiece found[2];
  if (!regex.Match({text.data(), text.size()}, from, text.size(), RE2::UNANCHORED, found, wanted + 1))
    return std::nullopt;
  // After an empty match the search continues behind the next character.
  from = static_cast<std::size_t>(found[0].data() - text.data()) + found[0].size();
  if (found[0].empty())
    while (++from < text.size() && continues_character(text[from])) continue;
  const auto& piece = found[wanted];
  return piece.data() ? std::string_view(piece.data(), piece.size()) : text.substr(0, 0);
}

}  // namespace assay
