// SPDX-License-Identifier: Apache-2.0
// $((…)), ((…)) and $[…]. Whether `((` begins arithmetic or two subshells is known only at the end: as in
// bash, text closed by `))` is arithmetic and anything else is parsed again as commands.
#include <algorithm>

#include "parser.h"

namespace assay::shell {
namespace {

// Whether $[…] can be written as $((…)).
bool has_balanced_parentheses(const Arithmetic& arithmetic) {
  int open = 0;
  for (const Segment& segment : arithmetic.parts) {
    const Text* text = std::get_if<Text>(&segment.node);
    if (!text || text->quoting != Quoting::none) continue;
    for (const char c : text->text) {
      if (c == '(') ++open;
      if (c == ')' && --open < 0) return false;
    }
  }
  return open == 0;
}

}  // namespace

// REQUIRES: at `((`. If the answer is `no`, the cursor is back there, and the position is remembered so that
// nested attempts stay cheap.
Parser::Arithmetics Parser::try_arithmetic(Arithmetic& arithmetic) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return Arithmetics::failed;
  const std::size_t begin = cursor_.position();
  if (std::find(not_arithmetic_.begin(), not_arithmetic_.end(), begin) != not_arithmetic_.end()) {
    return Arithmetics::no;
  }
  const std::size_t pending = pending_.size();
  cursor_.advance(2);
  if (!parse_segments(arithmetic.parts, Context::arithmetic)) return Arithmetics::failed;
  if (cursor_.next() == ')') {
    cursor_.advance(2);
    return Arithmetics::yes;
  }
  pending_.resize(std::min(pending, pending_.size()));
  arithmetic.parts.clear();
  not_arithmetic_.push_back(begin);
  cursor_.jump(begin);
  return Arithmetics::no;
}

// Bash first looks for the end of possible arithmetic, and mistakes the parenthesis after a pattern for it.
bool Parser::is_readable_subshell(std::size_t begin) {
  const std::string_view text = cursor_.text().substr(begin, cursor_.position() - begin);
  return text.find("esac") == text.npos ||
         fail_at(begin, "bash does not read case within $((…)): write $( (…) )");
}

// REQUIRES: at the `((` of `$((`.
bool Parser::parse_arithmetic_or_command(std::vector<Segment>& out, std::size_t begin) {
  Arithmetic arithmetic;
  switch (try_arithmetic(arithmetic)) {
    case Arithmetics::failed:
      return false;
    case Arithmetics::no:
      return parse_command_substitution(out, begin) && is_readable_subshell(begin);
    case Arithmetics::yes:
      break;
  }
  out.push_back({std::move(arithmetic), span_from(begin)});
  return true;
}

// REQUIRES: at the `[` of `$[`.
bool Parser::parse_old_arithmetic(std::vector<Segment>& out, std::size_t begin) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  cursor_.advance();
  Arithmetic arithmetic;
  if (!parse_segments(arithmetic.parts, Context::old_arithmetic)) return false;
  if (!has_balanced_parentheses(arithmetic)) return fail("unbalanced parentheses in $[…]");
  cursor_.advance();
  out.push_back({std::move(arithmetic), span_from(begin)});
  return true;
}

}  // namespace assay::shell
