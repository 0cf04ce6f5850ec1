// SPDX-License-Identifier: Apache-2.0
#include "find.h"

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay::risk {
namespace {

// Whether most files pass the test, or the word is not a test. -delete does not remove folders that are not
// empty.
bool is_wide(std::string_view primary, std::string_view value, std::string_view action) {
  constexpr std::string_view wide =
      "-depth -xdev -mount -mindepth -print -print0 -true -noleaf -readable -writable";
  if (is_among(primary, "-name -iname -path -wholename")) return value.find_first_not_of('*') == value.npos;
  if (primary == "-type")
    return value.find('f') != value.npos || (value.find('d') != value.npos && action != "-delete");
  return is_among(primary, wide);
}

// Whether most files fail the test: those that select a few by name, type or owner. Times and sizes may split
// files either way.
bool picks_few(std::string_view primary) {
  constexpr std::string_view few =
      "-name -iname -path -ipath -wholename -regex -iregex -samefile -user -group -type";
  return is_among(primary, few);
}

bool is_operator(std::string_view word) { return is_among(word, "( ) ! -not -a -and -o -or ,"); }

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
    else if (is_among(word, "-o -or ,"))
      tests.alternative();
    else if (word.starts_with('-') && !is_operator(word))
      tests.test(is_wide(word, i + 1 < expression.size() ? expression[i + 1] : "", action), picks_few(word));
  }
  return action.empty() && !tests.are_narrow();
}

using shell::Word;
Word word_of_text(const std::string& text) {
  if (!text.starts_with('~')) return shell::literal_word(text);
  const auto parsed = shell::parse(text);
  const shell::SimpleCommand* only = parsed ? shell::only_simple_command(parsed.tree) : nullptr;
  return only && !only->words.empty() ? only->words.front() : shell::literal_word(text);
}

void hand_roots(const Call& find, std::vector<Word>& inner) {
  for (const auto& root : find.operands) inner.push_back(word_of_text(root));
  if (!inner.empty() && word_text(inner.front()) == "rm") inner.push_back(shell::literal_word("-r"));
}

std::vector<Word> executed_command(const Call& find, const std::vector<Word>& words, const CommandRun& inner,
                                   bool is_first) {
  const bool reaches = is_first && reaches_all(find.expression, word_text(words[inner.begin]));
  std::vector<Word> command;
  bool takes_all = false;
  for (std::size_t at = inner.begin + 1; at <= inner.end; ++at) {
    const bool is_all = reaches && word_text(words[at]) == "{}";
    takes_all |= is_all;
    if (!is_all) command.push_back(words[at]);
  }
  if (takes_all) hand_roots(find, command);
  return command;
}

}  // namespace assay::risk
