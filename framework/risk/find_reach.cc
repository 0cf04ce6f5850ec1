// SPDX-License-Identifier: Apache-2.0
#include "find_reach.h"

#include <algorithm>
#include <set>

namespace assay::risk {
namespace {

using Names = std::set<std::string_view>;

// Whether most files pass the test, or the word is not a test. -delete does not remove folders that are not
// empty.
bool is_wide(std::string_view primary, std::string_view value, std::string_view action) {
  static const Names wide = {"-depth",  "-xdev", "-mount",  "-mindepth", "-print",
                             "-print0", "-true", "-noleaf", "-readable", "-writable"};
  if (primary == "-name" || primary == "-iname" || primary == "-path" || primary == "-wholename")
    return value.find_first_not_of('*') == value.npos;
  if (primary == "-type")
    return value.find('f') != value.npos || (value.find('d') != value.npos && action != "-delete");
  return wide.contains(primary);
}

// Whether most files fail the test: those that select a few by name, type or owner. Times and sizes may split
// files either way.
bool picks_few(std::string_view primary) {
  static const Names few = {"-name",   "-iname",    "-path", "-ipath", "-wholename", "-regex",
                            "-iregex", "-samefile", "-user", "-group", "-type"};
  return few.contains(primary);
}

bool is_operator(std::string_view word) {
  static const Names operators = {"(", ")", "!", "-not", "-a", "-and", "-o", "-or", ","};
  return operators.contains(word);
}

// Which tests precede the current word, in its conjunction and the brackets around it.
class Tests {
 public:
  void test(bool passes_most, bool fails_most) {
    open_.back().narrow |= negated_ ? !fails_most : !passes_most;
    negated_ = false;
  }
  void negate() { negated_ = !negated_; }
  void alternative() {
    Bracket& bracket = open_.back();
    bracket.all_narrow &= bracket.narrow;
    bracket.narrow = bracket.before;
  }
  void begin() {
    const bool narrow = open_.back().narrow;
    open_.push_back({.before = narrow, .narrow = narrow, .negated = negated_});
    negated_ = false;
  }
  void end() {
    if (open_.size() < 2) return;
    const Bracket inner = open_.back();
    open_.pop_back();
    if (!inner.negated) open_.back().narrow |= inner.all_narrow && inner.narrow;
  }
  bool are_narrow() const { return open_.back().narrow; }

 private:
  struct Bracket {
    bool before = false;     // the tests before it are narrow
    bool narrow = false;     // and so are those in it, since the last alternative
    bool all_narrow = true;  // all alternatives so far are
    bool negated = false;
  };
  std::vector<Bracket> open_ = {Bracket{}};
  bool negated_ = false;
};

}  // namespace

bool reaches_all(const std::vector<std::string>& expression, std::string_view action) {
  Tests tests;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const std::string& word = expression[i];
    if (!action.empty() && word == action) return !tests.are_narrow();
    if (word == "(")
      tests.begin();
    else if (word == ")")
      tests.end();
    else if (word == "!" || word == "-not")
      tests.negate();
    else if (word == "-o" || word == "-or" || word == ",")
      tests.alternative();
    else if (word.starts_with('-') && !is_operator(word))
      tests.test(is_wide(word, i + 1 < expression.size() ? expression[i + 1] : "", action), picks_few(word));
  }
  return action.empty() && !tests.are_narrow();
}

}  // namespace assay::risk
