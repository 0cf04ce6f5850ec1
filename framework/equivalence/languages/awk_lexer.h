// SPDX-License-Identifier: Apache-2.0
// The tokens of an awk program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace assay::equivalence {

enum class AwkTokenKind : std::uint8_t { name, number, string, regex, mark, newline };

struct AwkToken {
  AwkTokenKind kind = AwkTokenKind::mark;
  std::string text;
  bool glued = false;  // no blank before it
  bool is(std::string_view mark) const { return kind == AwkTokenKind::mark && text == mark; }
};

using AwkTokens = std::vector<AwkToken>;

// None if a token is not understood: comments, line continuations, bytes beyond ASCII, and a slash that might
// either divide or begin a regular expression.
std::optional<AwkTokens> awk_tokens(std::string_view program);

}  // namespace assay::equivalence
