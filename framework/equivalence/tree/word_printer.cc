// SPDX-License-Identifier: Apache-2.0
// Words and redirections to shell text.
#include <algorithm>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "tree/printer.h"

namespace assay::equivalence {
namespace {

bool is_bare_text(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./,:").find(c) != std::string_view::npos;
  });
}

}  // namespace

std::string spelled(std::string_view literal) {
  return is_bare_text(literal) ? std::string(literal) : shell::print(shell::literal_word(literal));
}

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
      if (part->is(Label::split)) {
        add_enclosed("\"", *part->parts[0], "\"");
      } else {
        add(*part);
      }
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
