// SPDX-License-Identifier: Apache-2.0
// Compound commands to shell text.
#include "tree/printer.h"

namespace assay::equivalence {

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

}  // namespace assay::equivalence
