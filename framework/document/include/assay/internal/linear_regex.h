// SPDX-License-Identifier: Apache-2.0
// Regular expressions that are safe on hostile text: time linear in the text, bounded memory. (std::regex
// overflows the stack on a long line; a backtracking matcher can take exponential time.)
//
// The syntax is RE2's, which is Perl's without what needs backtracking: no back-references, no look-around.
// Always multi-line: ^ and $ match at line ends too. Characters are those of UTF-8; in text that is not UTF-8
// they are bytes.
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

// An expression that cannot be read; what() says why.
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

  // The first match, as Perl would choose it: group 1 where the expression has groups (empty where that took
  // no part), otherwise all of it. A view into `text`.
  std::optional<std::string_view> search(std::string_view text) const;
  // Every match from left to right, none inside another; the same part of each.
  std::vector<std::string_view> search_all(std::string_view text) const;
  // Whether the whole text matches, blanks at its ends included.
  bool matches(std::string_view text) const;

 private:
  // The first match at or past `from`, which is left behind it.
  std::optional<std::string_view> next(std::string_view text, std::size_t& from) const;

  std::unique_ptr<re2::RE2> characters_;
  std::unique_ptr<re2::RE2> bytes_;
};

}  // namespace assay
