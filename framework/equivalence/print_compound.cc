// Compound commands to shell text.
#include "term_printer.h"

namespace assay::equivalence {

void TermPrinter::add_for(const Term& term) {
  text.append(term.text).append(" ");
  if (term.parts.size() == 4) {
    text += "((";
    for (std::size_t i = 0; i < 3; ++i) {
      if (i > 0) text += "; ";
      add_arithmetic(*term.parts[i]);
    }
    text += "))";
  } else {
    add(*term.parts[0]);
    text += " in ";
    add(*term.parts[1]);
  }
  text += "; do ";
  add(*term.parts.back());
  text += "; done";
}

void TermPrinter::add_case(const Term& term) {
  text += "case ";
  add(*term.parts[0]);
  text += " in ";
  for (const Term* item : term.parts.subspan(1)) {
    text += "(";
    add_all(item->parts[0]->parts, "|");
    text += ") ";
    add(*item->parts[1]);
    text.append(" ").append(item->parts[2]->text).append(" ");
  }
  text += "esac";
}

bool TermPrinter::add_compound(const Term& term) {
  if (term.is("list")) {
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
      if (i > 0) text += text.ends_with('&') || text.ends_with('\n') ? " " : "; ";
      add(*term.parts[i]);
    }
  } else if (term.is("group") || term.is("subshell")) {
    const bool is_group = term.is("group");
    text += is_group ? "{ " : "(";
    add(*term.parts[0]);
    if (is_group) text += text.ends_with('&') ? " }" : "; }";
    if (!is_group) text += ")";
  } else if (term.is("background")) {
    add(*term.parts[0]);
    text += " &";
  } else if (term.is("if")) {
    text += "if ";
    for (std::size_t i = 0; i < term.parts.size(); ++i) {
      if (i > 0) text += term.parts[i]->is("else") ? "; else " : "; elif ";
      if (!term.parts[i]->is("else")) {
        add(*term.parts[i]->parts[0]);
        text += "; then ";
      }
      add(*term.parts[i]->parts.back());
    }
    text += "; fi";
  } else if (term.is("while") || term.is("until")) {
    text.append(term.text).append(" ");
    add(*term.parts[0]);
    text += "; do ";
    add(*term.parts[1]);
    text += "; done";
  } else if (term.is("for") || term.is("select")) {
    add_for(term);
  } else if (term.is("case")) {
    add_case(term);
  } else if (term.is("function")) {
    text.append(term.parts[0]->text).append("() ").append(term.parts[1]->text);
  } else {
    return false;
  }
  return true;
}

}  // namespace assay::equivalence
