// SPDX-License-Identifier: Apache-2.0
// Terms as shell text.
#include "tree/printer.h"

#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"

namespace assay::equivalence {
namespace {

bool is_reserved_word(std::string_view name) {
  constexpr std::array<std::string_view, 22> kWords = {
      "if",  "then",   "else", "elif",     "fi",   "do", "done", "case", "esac", "while", "until",
      "for", "select", "in",   "function", "time", "{",  "}",    "!",    "[[",   "]]",    "coproc"};
  return std::ranges::find(kWords, name) != kWords.end() || name.find('=') != std::string_view::npos;
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
    if (part->is_text()) {
      text += part->text;
    } else {
      add(*part);
    }
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
    case Kind::text:
      text += spelled(term.text);
      return;
    case Kind::live:
      text += term.text == "{}+" ? std::string_view("{}") : term.text;
      return;
    case Kind::node:
      return add_node(term);
  }
}

void TermPrinter::add_node(const Term& term) {
  switch (term.label) {
    case Label::word:
      return add_word(term);
    case Label::quoted:
    case Label::many:
      return add_enclosed("\"", *term.parts[0], "\"");
    case Label::parameter:
      return add_parameter(term);
    case Label::substitution:
      return add_enclosed("$(", *term.parts[0], ")");
    case Label::process_input:
      return add_enclosed("<(", *term.parts[0], ")");
    case Label::process_output:
      return add_enclosed(">(", *term.parts[0], ")");
    case Label::arithmetic:
      return add_arithmetic("$((", term);
    case Label::arithmetic_command:
      return add_arithmetic("((", term);
    case Label::extended_glob:
      text += term.parts[0]->text;
      return add_joined("(", term.parts.subspan(1), "|", ")");
    case Label::array:
      return add_joined("(", term.parts, " ", ")");
    case Label::brace:
      return add_all(term.parts, "");
    case Label::call:
    case Label::builtin:
    case Label::plain:
      return add_call(term);
    case Label::redirect:
      return add_redirect(term);
    case Label::joined:
    case Label::assignment:
      return add_pair(term);
    case Label::quoted_script:
      text += spelled(print(*term.parts[0]));
      return;
    case Label::emit:
      text += "printf %s ";
      if (term.parts.empty()) text += "''";
      return add_all(term.parts, "");
    case Label::always:
      text += "-true";
      return;
    case Label::any:
      return add_joined("\\( ", term.parts, " -o ", " \\)");
    case Label::comma:
      return add_joined("\\( ", term.parts, " , ", " \\)");
    case Label::negation:
      return add_negation(term);
    case Label::test:
      return add_enclosed("[[ ", *term.parts[0], " ]]");
    case Label::non_empty:
      text += "-n ";
      return add(*term.parts[0]);
    case Label::both:
      return add_joined("( ", term.parts, " && ", " )");
    case Label::either:
      return add_joined("( ", term.parts, " || ", " )");
    case Label::pipeline:
      return add_all(term.parts, " | ");
    case Label::and_then:
      text += "&& ";
      return add(*term.parts[0]);
    case Label::or_else:
      text += "|| ";
      return add(*term.parts[0]);
    case Label::timed:
      text += "time ";
      return add(*term.parts[0]);
    case Label::timed_posix:
      text += "time -p ";
      return add(*term.parts[0]);
    case Label::background:
      return add_enclosed("", *term.parts[0], " &");
    case Label::subshell:
      return add_enclosed("(", *term.parts[0], ")");
    case Label::list:
      return add_list(term);
    case Label::group:
      return add_group(term);
    case Label::if_command:
      return add_if(term);
    case Label::while_loop:
      return add_loop("while ", term);
    case Label::until_loop:
      return add_loop("until ", term);
    case Label::for_loop:
      return add_for("for ", term);
    case Label::select:
      return add_for("select ", term);
    case Label::case_command:
      return add_case(term);
    case Label::function:
      text.append(term.parts[0]->text).append("() ").append(term.parts[1]->text);
      return;
    case Label::coprocess:
      text.append("coproc ").append(term.parts[0]->text).append(" ").append(term.parts[1]->text);
      return;
    case Label::action:
    case Label::all:
    case Label::and_or:
    case Label::appended:
    case Label::binary:
    case Label::bracketed:
    case Label::branch:
    case Label::command:
    case Label::element_append:
    case Label::element:
    case Label::otherwise:
    case Label::exec:
    case Label::expression:
    case Label::item:
    case Label::option:
    case Label::option_of:
    case Label::patterns:
    case Label::positional:
    case Label::script:
    case Label::special:
    case Label::split:
    case Label::tail:
    case Label::test_of:
    case Label::translated:
    case Label::unary:
    case Label::words:
    case Label::none:
      return add_all(term.parts, " ");
  }
}

std::string print(const Term& term) {
  TermPrinter printer;
  printer.add(term);
  return std::move(printer.text);
}

}  // namespace assay::equivalence
