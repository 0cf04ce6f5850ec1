// SPDX-License-Identifier: Apache-2.0
// Terms as shell text.
#include <algorithm>
#include <span>
#include <string>
#include <string_view>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "languages/characters.h"
#include "tree/term.h"

namespace assay::equivalence {
namespace {

// Terms to shell text, for print() of term.h.
class TermPrinter {
 public:
  void add(const Term& term);
  std::string text;

 private:
  void add_node(const Term& term);
  void add_all(std::span<const Term* const> parts, std::string_view between);
  void add_joined(std::string_view opening, std::span<const Term* const> parts, std::string_view between,
                  std::string_view closing);
  void add_enclosed(std::string_view opening, const Term& inner, std::string_view closing);

  void add_word(const Term& word);
  void add_piece(const Term& piece);
  void add_parameter(const Term& parameter);
  void add_arithmetic(std::string_view opening, const Term& term);
  void add_expression(const Term& term);

  void add_call(const Term& term);
  void add_pair(const Term& pair);
  void add_redirect(const Term& redirect);
  bool add_here_string(const Term& redirect);
  void add_negation(const Term& negation);

  void add_list(const Term& list);
  void add_group(const Term& group);
  void add_if(const Term& command);
  void add_loop(std::string_view word, const Term& loop);
  void add_for(std::string_view word, const Term& loop);
  void add_case(const Term& command);
};

// A text as a word: unquoted if it is safe without quotes.
std::string spelled(std::string_view literal);

bool is_reserved_word(std::string_view name) {
  constexpr std::string_view kWords =
      "if then else elif fi do done case esac while until for select in function time { } ! [[ ]] coproc";
  return is_among(name, kWords) || name.find('=') != std::string_view::npos;
}

bool is_bare_text(std::string_view text) { return !text.empty() && is_alphanumeric(text, "-_./,:"); }

std::string spelled(std::string_view literal) {
  return is_bare_text(literal) ? std::string(literal) : shell::print(shell::literal_word(literal));
}

}  // namespace

void TermPrinter::add_all(std::span<const Term* const> parts, std::string_view between) {
  bool first = true;
  for (const Term* part : parts) {
    if (part->is(Label::appended)) continue;
    if (!first) text += between;
    first = false;
    add(*part);
  }
}

void TermPrinter::add_call(const Term& term) {
  const Term& name = *term.parts[0];
  if (name.is_text() && is_reserved_word(name.text)) {
    text.append("'").append(name.text).append("'");
  } else {
    // Leading quotes keep the name from being read as an assignment.
    const bool may_assign = name.is(Label::word) && name.parts[0]->is_text() &&
                            std::ranges::any_of(name.parts, [](const Term* part) {
                              return part->text.find('=') != std::string_view::npos;
                            });
    if (may_assign) text += "''";
    add(name);
  }
  for (const Term* part : term.parts.subspan(1)) {
    if (part->is(Label::appended)) continue;
    text += ' ';
    add(*part);
  }
}

void TermPrinter::add_expression(const Term& term) {
  for (const Term* part : term.parts) {
    if (part->is_text())
      text += part->text;
    else
      add(*part);
  }
}

void TermPrinter::add_joined(std::string_view opening, std::span<const Term* const> parts,
                             std::string_view between, std::string_view closing) {
  text += opening;
  add_all(parts, between);
  text += closing;
}

// A name or option with its value in one word.
void TermPrinter::add_pair(const Term& pair) {
  add(*pair.parts[0]);
  const Term& value = *pair.parts[1];
  const bool is_nothing = pair.is(Label::assignment) && value.is_text() && value.text.empty();
  if (!is_nothing) add(value);
}

// With -regextype, a negated test has more than one primary and needs parentheses.
void TermPrinter::add_negation(const Term& negation) {
  text += "! ";
  const Term& inner = *negation.parts[0];
  const bool is_pair = inner.is(Label::test_of) && inner.parts[0]->text == "-regextype";
  if (is_pair) return add_enclosed("\\( ", inner, " \\)");
  add(inner);
}

void TermPrinter::add(const Term& term) {
  switch (term.kind) {
    case Kind::text: text += spelled(term.text); return;
    case Kind::live: text += term.text == "{}+" ? std::string_view("{}") : term.text; return;
    case Kind::node: return add_node(term);
  }
}

void TermPrinter::add_node(const Term& term) {
  switch (term.label) {
    case Label::word: return add_word(term);
    case Label::quoted:
    case Label::many: return add_enclosed("\"", *term.parts[0], "\"");
    case Label::parameter: return add_parameter(term);
    case Label::substitution: return add_enclosed("$(", *term.parts[0], ")");
    case Label::process_input: return add_enclosed("<(", *term.parts[0], ")");
    case Label::process_output: return add_enclosed(">(", *term.parts[0], ")");
    case Label::arithmetic: return add_arithmetic("$((", term);
    case Label::arithmetic_command: return add_arithmetic("((", term);
    case Label::extended_glob:
      text += term.parts[0]->text;
      return add_joined("(", term.parts.subspan(1), "|", ")");
    case Label::array: return add_joined("(", term.parts, " ", ")");
    case Label::brace: return add_all(term.parts, "");
    case Label::call:
    case Label::builtin:
    case Label::plain: return add_call(term);
    case Label::redirect: return add_redirect(term);
    case Label::joined:
    case Label::assignment: return add_pair(term);
    case Label::quoted_script: text += spelled(print(*term.parts[0])); return;
    case Label::emit:
      text += "printf %s ";
      if (term.parts.empty()) text += "''";
      return add_all(term.parts, "");
    case Label::always: text += "-true"; return;
    case Label::any: return add_joined("\\( ", term.parts, " -o ", " \\)");
    case Label::comma: return add_joined("\\( ", term.parts, " , ", " \\)");
    case Label::negation: return add_negation(term);
    case Label::test: return add_enclosed("[[ ", *term.parts[0], " ]]");
    case Label::non_empty: text += "-n "; return add(*term.parts[0]);
    case Label::both: return add_joined("( ", term.parts, " && ", " )");
    case Label::either: return add_joined("( ", term.parts, " || ", " )");
    case Label::pipeline: return add_all(term.parts, " | ");
    case Label::and_then: text += "&& "; return add(*term.parts[0]);
    case Label::or_else: text += "|| "; return add(*term.parts[0]);
    case Label::timed: text += "time "; return add(*term.parts[0]);
    case Label::timed_posix: text += "time -p "; return add(*term.parts[0]);
    case Label::background: return add_enclosed("", *term.parts[0], " &");
    case Label::subshell: return add_enclosed("(", *term.parts[0], ")");
    case Label::list: return add_list(term);
    case Label::group: return add_group(term);
    case Label::if_command: return add_if(term);
    case Label::while_loop: return add_loop("while ", term);
    case Label::until_loop: return add_loop("until ", term);
    case Label::for_loop: return add_for("for ", term);
    case Label::select: return add_for("select ", term);
    case Label::case_command: return add_case(term);
    case Label::function: text.append(term.parts[0]->text).append("() ").append(term.parts[1]->text); return;
    case Label::coprocess:
      text.append("coproc ").append(term.parts[0]->text).append(" ").append(term.parts[1]->text);
      return;
    default: return add_all(term.parts, " ");
  }
}

std::string print(const Term& term) {
  TermPrinter printer;
  printer.add(term);
  return std::move(printer.text);
}

// Compound commands to shell text.

void TermPrinter::add_list(const Term& list) {
  for (std::size_t i = 0; i < list.parts.size(); ++i) {
    if (i > 0) text += text.ends_with('&') || text.ends_with('\n') ? " " : "; ";
    add(*list.parts[i]);
  }
}

void TermPrinter::add_group(const Term& group) {
  text += "{ ";
  add(*group.parts[0]);
  text += text.ends_with('&') ? " }" : "; }";
}

void TermPrinter::add_if(const Term& command) {
  text += "if ";
  for (std::size_t i = 0; i < command.parts.size(); ++i) {
    const Term& part = *command.parts[i];
    if (i > 0) text += part.is(Label::otherwise) ? "; else " : "; elif ";
    if (!part.is(Label::otherwise)) {
      add(*part.parts[0]);
      text += "; then ";
    }
    add(*part.parts.back());
  }
  text += "; fi";
}

void TermPrinter::add_loop(std::string_view word, const Term& loop) {
  text += word;
  add(*loop.parts[0]);
  text += "; do ";
  add(*loop.parts[1]);
  text += "; done";
}

void TermPrinter::add_for(std::string_view word, const Term& loop) {
  text += word;
  if (loop.parts.size() == 4) {
    text += "((";
    for (std::size_t i = 0; i < 3; ++i) {
      if (i > 0) text += "; ";
      add_expression(*loop.parts[i]);
    }
    text += "))";
  } else {
    add(*loop.parts[0]);
    text += " in ";
    add(*loop.parts[1]);
  }
  text += "; do ";
  add(*loop.parts.back());
  text += "; done";
}

void TermPrinter::add_case(const Term& command) {
  text += "case ";
  add(*command.parts[0]);
  text += " in ";
  for (const Term* item : command.parts.subspan(1)) {
    text += "(";
    add_all(item->parts[0]->parts, "|");
    text += ") ";
    add(*item->parts[1]);
    text.append(" ").append(item->parts[2]->text).append(" ");
  }
  text += "esac";
}

// Words and redirections to shell text.

void TermPrinter::add_parameter(const Term& parameter) {
  const Term& name = *parameter.parts[0];
  if (!name.is_text()) {
    text += name.text;
    return;
  }
  text.append("${").append(name.text).append("}");
}

void TermPrinter::add_arithmetic(std::string_view opening, const Term& term) {
  text += opening;
  add_expression(term);
  text += "))";
}

// A here-document as a here-string on one line; false if its text does not end in a newline.
bool TermPrinter::add_here_string(const Term& redirect) {
  if (!redirect.parts[0]->text.ends_with("<<")) return false;
  const Term& body = *redirect.parts[1];
  const Term& last = body.is(Label::word) ? *body.parts.back() : body;
  if (!last.is_text() || !last.text.ends_with('\n')) return false;
  text.append(redirect.parts[0]->text).append("<");
  if (body.is(Label::word)) {
    for (const Term* part : body.parts.first(body.parts.size() - 1)) {
      if (part->is(Label::split))
        add_enclosed("\"", *part->parts[0], "\"");
      else
        add(*part);
    }
  }
  const std::string_view rest = last.text.substr(0, last.text.size() - 1);
  if (!rest.empty() || !body.is(Label::word)) text += spelled(rest);
  return true;
}

// A lone bracket or brace stands for itself, but not next to other text.
void TermPrinter::add_piece(const Term& piece) {
  const bool is_lone = piece.is_text() && piece.text.size() == 1 &&
                       std::string_view("[]{}").find(piece.text[0]) != std::string_view::npos;
  if (!is_lone) return add(piece);
  text.append("'").append(piece.text).append("'");
}

void TermPrinter::add_enclosed(std::string_view opening, const Term& inner, std::string_view closing) {
  text += opening;
  add(inner);
  text += closing;
}

void TermPrinter::add_word(const Term& word) {
  for (std::size_t at = 0; at < word.parts.size(); ++at) {
    const Term& piece = *word.parts[at];
    const bool ends_tilde = at == 1 && piece.is_text() && piece.text.starts_with('/') &&
                            word.parts[0]->kind == Kind::live && word.parts[0]->text.starts_with('~');
    if (!ends_tilde) {
      add_piece(piece);
      continue;
    }
    text += '/';
    if (piece.text.size() > 1) text += spelled(piece.text.substr(1));
  }
}

void TermPrinter::add_redirect(const Term& redirect) {
  if (add_here_string(redirect)) return;
  add(*redirect.parts[0]);
  TermPrinter target;
  target.add(*redirect.parts[1]);
  const bool is_process = target.text.starts_with('<') || target.text.starts_with('>');
  text.append(is_process ? " " : "").append(target.text);
}

}  // namespace assay::equivalence
