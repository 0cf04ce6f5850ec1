// SPDX-License-Identifier: Apache-2.0
// Regular expressions that are safe on hostile text: time linear in the text, bounded memory. (std::regex
// overflows the stack on a long line; a backtracking matcher can take exponential time.)
//
// The syntax is RE2's, which is Perl's without the constructs that need backtracking: no back-references, no
// look-around. Always multi-line: ^ and $ match at line ends too. Characters are UTF-8 code points; in text
// that is not valid UTF-8 they are bytes.
#pragma once

#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace re2 {
class RE2;
}

namespace assay {

// An expression that does not parse; what() says why.
class RegexFault : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

class Regex {
 public:
  explicit Regex(std::string_view expression);  // throws RegexFault
  ~Regex();
  Regex(Regex&&) noexcept;
  Regex& operator=(Regex&&) noexcept;

  // The first match, as Perl would choose it: group 1 if the expression has groups (empty if that group took
  // no part), otherwise the whole match. A view into `text`.
  std::optional<std::string_view> search(std::string_view text) const;
  // Every non-overlapping match from left to right; the same part of each.
  std::vector<std::string_view> search_all(std::string_view text) const;
  // Whether the whole text matches, including blanks at its ends.
  bool matches(std::string_view text) const;

 private:
  // The first match at or after `from`, which is then set to the end of the match.
  std::optional<std::string_view> next(std::string_view text, std::size_t& from) const;

  std::unique_ptr<re2::RE2> characters_;
  std::unique_ptr<re2::RE2> bytes_;
};

}  // namespace assay
