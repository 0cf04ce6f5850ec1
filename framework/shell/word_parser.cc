// SPDX-License-Identifier: Apache-2.0
// Words and quotes: text to segments. The Context determines what ends unquoted text and what is special in
// it.
#include <algorithm>

#include "characters.h"
#include "parser.h"

namespace assay::shell {
namespace {

// $((…)), ((…)) and $[…]. Whether `((` begins arithmetic or two subshells is known only at the end: as in
// bash, text closed by `))` is arithmetic and anything else is parsed again as commands.

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

bool takes_globs(Context context) {
  switch (context) {
    case Context::word:
    case Context::argument:
    case Context::pattern:
    case Context::alternative: return true;
    case Context::offset:
    case Context::subscript:
    case Context::arithmetic:
    case Context::old_arithmetic:
    case Context::arithmetic_clause:
    case Context::regex: return false;
  }
  return false;
}

bool is_word_like(Context context) { return context == Context::word || context == Context::regex; }

// Whether `c`, outside quotes and nested brackets, ends the text.
bool ends(Context context, char c) {
  switch (context) {
    case Context::word:
    case Context::regex: return is(c, kMeta);
    case Context::argument: return c == '}';
    case Context::pattern: return c == '}' || c == '/';
    case Context::offset: return c == '}' || c == ':';
    case Context::subscript:
    case Context::old_arithmetic: return c == ']';
    case Context::arithmetic: return c == ')';
    case Context::arithmetic_clause: return c == ')' || c == ';';
    case Context::alternative: return c == '|' || c == ')';
  }
  return true;
}

struct Nesting {
  char open;
  char close;
};

// The brackets that nest: the end is looked for outside them.
Nesting nesting_of(Context context) {
  switch (context) {
    case Context::subscript:
    case Context::old_arithmetic: return {'[', ']'};
    case Context::offset:
    case Context::arithmetic:
    case Context::arithmetic_clause:
    case Context::regex: return {'(', ')'};
    case Context::word:
    case Context::argument:
    case Context::pattern:
    case Context::alternative: return {'\0', '\0'};
  }
  return {'\0', '\0'};
}

bool is_glob_kind(char c) { return c == '?' || c == '*' || c == '+' || c == '@' || c == '!'; }

}  // namespace

// REQUIRES: at `((`. If the answer is `no`, the cursor is back there, and the position is remembered so that
// nested attempts stay cheap.
Parser::Arithmetics Parser::try_arithmetic(Arithmetic& arithmetic) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return Arithmetics::failed;
  const std::size_t begin = cursor_.position();
  if (std::find(not_arithmetic_.begin(), not_arithmetic_.end(), begin) != not_arithmetic_.end())
    return Arithmetics::no;
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
    case Arithmetics::failed: return false;
    case Arithmetics::no: return parse_command_substitution(out, begin) && is_readable_subshell(begin);
    case Arithmetics::yes: break;
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

// REQUIRES: not at an end of the context, unless the context allows empty words.
bool Parser::parse_word(Word& word, Context context) {
  const std::size_t begin = cursor_.position();
  if (!parse_segments(word.segments, context)) return false;
  word.span = span_from(begin);
  return true;
}

void Parser::append_literal(std::vector<Segment>& out, std::string_view text, std::size_t begin) {
  Text* last = out.empty() ? nullptr : std::get_if<Text>(&out.back().node);
  if (last && last->quoting == Quoting::none) {
    last->text += text;
    out.back().span.end = span_from(begin).end;
    return;
  }
  out.push_back({Text{std::string(text)}, span_from(begin)});
}

bool Parser::parse_segments(std::vector<Segment>& out, Context context) {
  const bool word_like = is_word_like(context);
  Open open;
  for (bool done = false; !done;) {
    if (context == Context::word) {
      const std::string_view text = cursor_.text();
      const std::size_t begin = cursor_.position();
      std::size_t end = begin;
      while (end < text.size() && is(text[end], kPlain)) ++end;
      if (end > begin) {
        cursor_.jump(end);
        append_literal(out, text.substr(begin, end - begin), begin);
      }
    }
    if (cursor_.at_end()) return (word_like && open.brackets == 0) || fail("unexpected end");
    if (!parse_special(out, context, open, done)) return false;
  }
  return true;
}

// One character of unquoted text, or the construct that begins with it.
bool Parser::parse_special(std::vector<Segment>& out, Context context, Open& open, bool& done) {
  const char c = cursor_.at();
  if (c == '\\') return parse_escape(out);
  if (c == '\'' || c == '"') return parse_quote(out, c);
  if (c == '`') return parse_backquotes(out, std::nullopt);
  if (c == '$') return parse_dollar(out, std::nullopt);
  if (takes_globs(context) && at_process_substitution()) return parse_process_substitution(out);
  if (open.brackets == 0 && ends(context, c)) {
    const bool groups = context == Context::regex && (c == '(' || c == '|');
    const bool chooses = context == Context::offset && c == ':' && open.choices > 0;
    if (!groups && !chooses) return done = true;
  }
  const Nesting nest = nesting_of(context);
  if (context == Context::offset && open.brackets == 0 && c == '?') ++open.choices;
  if (context == Context::offset && open.brackets == 0 && c == ':') --open.choices;
  if (c == nest.open && nest.open != '\0') ++open.brackets;
  if (c == nest.close && nest.close != '\0') --open.brackets;
  if (takes_globs(context) && is_glob_kind(c) && cursor_.next() == '(') return parse_extended_glob(out);
  if (context == Context::alternative && c == '}' && in_parameter_)
    return fail("bash ends the expansion at a '}' in a pattern list");
  if (context == Context::alternative && c == '(') return fail("a '(' here is not supported");
  const std::size_t begin = cursor_.position();
  cursor_.advance();
  append_literal(out, {&c, 1}, begin);
  return true;
}

bool Parser::parse_quote(std::vector<Segment>& out, char quote) {
  if (in_here_document_) return fail("a quote in an expansion of a here-document is not supported");
  if (quote == '\'') return parse_single_quoted(out);
  const std::size_t begin = cursor_.position();
  return parse_double_quoted(out, begin);
}

// REQUIRES: at a backslash not followed by a newline. A backslash at the end of the source stands for itself.
bool Parser::parse_escape(std::vector<Segment>& out) {
  const std::size_t begin = cursor_.position();
  cursor_.advance_raw();
  const bool last = cursor_.at_end();
  const char c = last ? '\\' : cursor_.at();
  if (!last) cursor_.advance();
  append_escaped(out, c, begin);
  return true;
}

void Parser::append_escaped(std::vector<Segment>& out, char c, std::size_t begin) {
  Text* before = out.empty() ? nullptr : std::get_if<Text>(&out.back().node);
  if (before && before->quoting == Quoting::escaped) {
    before->text += c;
    out.back().span.end = span_from(begin).end;
  } else {
    out.push_back({Text{std::string(1, c), Quoting::escaped}, span_from(begin)});
  }
}

bool Parser::parse_single_quoted(std::vector<Segment>& out) {
  const std::size_t begin = cursor_.position();
  const std::string_view text = cursor_.text();
  const std::size_t close = text.find('\'', begin + 1);
  if (close == std::string_view::npos) return fail("a single quote that is not closed");
  cursor_.jump(close + 1);
  out.push_back(
      {Text{std::string(text.substr(begin + 1, close - begin - 1)), Quoting::single}, span_from(begin)});
  return true;
}

bool Parser::parse_double_quoted(std::vector<Segment>& out, std::size_t begin) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  cursor_.advance();
  DoubleQuoted quoted;
  if (!parse_quoted_parts(quoted.parts, QuotedContext::double_quotes))
    return fail_at(begin, "a double quote that is not closed");
  cursor_.advance();
  out.push_back({std::move(quoted), span_from(begin)});
  return true;
}

// Reads up to the end of the context, but not past it. If that is missing, fails without setting an error.
bool Parser::parse_quoted_parts(std::vector<Segment>& parts, QuotedContext context) {
  for (bool done = false; !done;) {
    const std::string_view text = cursor_.text();
    const std::size_t begin = cursor_.position();
    if (context != QuotedContext::argument) {
      std::size_t end = begin;
      while (end < text.size() && is(text[end], kPlainQuoted)) ++end;
      if (end > begin) {
        cursor_.jump(end);
        append_literal(parts, text.substr(begin, end - begin), begin);
      }
    }
    if (cursor_.at_end()) return context == QuotedContext::here_document;
    if (!parse_quoted_special(parts, context, done)) return false;
  }
  return true;
}

bool Parser::parse_quoted_special(std::vector<Segment>& parts, QuotedContext context, bool& done) {
  const char c = cursor_.at();
  if (c == '\\') return parse_quoted_escape(parts, context);
  if (c == '`') return parse_backquotes(parts, context);
  if (c == '$') return parse_dollar(parts, context);
  if (context == QuotedContext::double_quotes && c == '"') return done = true;
  if (context == QuotedContext::argument) {
    if (c == '}') return done = true;
    if (c == '"') return parse_inner_quote(parts);
    if (c == '\'') return parse_quoted_apostrophe(parts);
    if (at_process_substitution()) return parse_quoted_process(parts);
  }
  const std::size_t begin = cursor_.position();
  cursor_.advance();
  append_literal(parts, {&c, 1}, begin);
  return true;
}

// A backslash stands for itself unless it precedes a character that it can quote.
bool Parser::parse_quoted_escape(std::vector<Segment>& parts, QuotedContext context) {
  const std::size_t begin = cursor_.position();
  cursor_.advance_raw();
  const char c = cursor_.at();
  const bool quotes = c == '$' || c == '`' || c == '\\' ||
                      (c == '"' && context != QuotedContext::here_document) ||
                      (c == '}' && context == QuotedContext::argument);
  if (context == QuotedContext::argument && c == '\'')
    return fail("\\' in a quoted expansion is not supported");
  if (!quotes) {
    append_literal(parts, "\\", begin);
    return true;
  }
  cursor_.advance();
  append_literal(parts, {&c, 1}, begin);
  return true;
}

// In "${x:-it's}" bash requires a second apostrophe, ignores } between the two, and keeps both as text.
bool Parser::parse_quoted_apostrophe(std::vector<Segment>& parts) {
  const std::size_t begin = cursor_.position();
  const std::string_view text = cursor_.text();
  const std::size_t close = text.find('\'', begin + 1);
  if (close == std::string_view::npos) return fail("a single quote that is not closed");
  const std::string_view inside = text.substr(begin, close + 1 - begin);
  if (inside.find_first_of("$`\\\"}") != std::string_view::npos)
    return fail("special characters between single quotes in a quoted expansion are not supported");
  cursor_.jump(close + 1);
  append_literal(parts, inside, begin);
  return true;
}

// In "${x:-<(a)}" bash looks for the parenthesis first, and keeps all of it as text.
bool Parser::parse_quoted_process(std::vector<Segment>& parts) {
  const std::size_t begin = cursor_.position();
  const std::string_view text = cursor_.text();
  const std::size_t close = text.find(')', begin);
  const std::string_view inside = text.substr(begin, close == text.npos ? close : close + 1 - begin);
  if (close == text.npos || inside.find_first_of("$`\\\"'{}(", 2) != inside.npos)
    return fail("special characters in <(…) in a quoted expansion are not supported");
  cursor_.jump(close + 1);
  append_literal(parts, inside, begin);
  return true;
}

bool Parser::parse_extended_glob(std::vector<Segment>& out) {
  Deeper deeper(*this);
  if (!deeper.allowed()) return false;
  const std::size_t begin = cursor_.position();
  ExtendedGlob glob;
  glob.kind = cursor_.at();
  cursor_.advance(2);
  while (true) {
    if (!parse_word(glob.alternatives.emplace_back(), Context::alternative)) return false;
    const bool more = cursor_.at() == '|';
    cursor_.advance();
    if (!more) break;
  }
  out.push_back({std::move(glob), span_from(begin)});
  return true;
}

}  // namespace assay::shell
