// Regular expressions that are safe on hostile text: time linear in the text, memory that depends on the
// expression alone, no recursion while matching. (std::regex overflows the stack on a long line; a
// backtracking matcher can take exponential time.)
//
// The syntax is that of ECMAScript without what needs backtracking: no back-references, no look-around.
// Always multi-line: ^ and $ match at line ends too. Characters are those of UTF-8; a byte that is not part
// of one stands for itself and matches . and negated classes.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace assay::execution {

struct RegexProgram;

// An expression that cannot be read; what() says why and where ("…, at character 7").
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

 private:
  std::unique_ptr<const RegexProgram> program_;
};

}  // namespace assay::execution
