// Terms as shell text.
#include <algorithm>
#include <array>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "term_printer.h"

namespace assay::equivalence {
namespace {

bool is_bare(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("-_./,:").find(c) != std::string_view::npos;
  });
}

std::string quoted(std::string_view literal) {
  return is_bare(literal) ? std::string(literal) : shell::print(shell::literal_word(literal));
}

bool is_reserved(std::string_view name) {
  constexpr std::array<std::string_view, 22> kWords = {
      "if",  "then",   "else", "elif",     "fi",   "do", "done", "case", "esac", "while", "until",
      "for", "select", "in",   "function", "time", "{",  "}",    "!",    "[[",   "]]",    "coproc"};
  return std::ranges::find(kWords, name) != kWords.end() || name.find('=') != std::string_view::npos;
}

// What is written as its parts, one after another; the most frequent labels, and the others end there as
// well.
bool is_plain_list(const Term& term) {
  constexpr std::array<std::string_view, 7> kLabels = {"option", "test-of", "all",    "expression",
                                                       "action", "tail",    "command"};
  return std::ranges::find(kLabels, term.text) != kLabels.end();
}

}  // namespace

void TermPrinter::add_all(std::span<const Term* const> parts, std::string_view between) {
  bool first = true;
  for (const Term* part : parts) {
    if (part->is("appended")) continue;
    if (!first) text += between;
    first = false;
    add(*part);
  }
}

void TermPrinter::add_call(const Term& term) {
  const Term& name = *term.parts[0];
  if (name.is_text() && is_reserved(name.text)) {
    text.append("'").append(name.text).append("'");
  } else {
    // Quotes in front keep a name from being read as an assignment.
    const bool may_assign =
        name.is("word") && name.parts[0]->is_text() && std::ranges::any_of(name.parts, [](const Term* part) {
          return part->text.find('=') != std::string_view::npos;
        });
    if (may_assign) text += "''";
    add(name);
  }
  for (const Term* part : term.parts.subspan(1)) {
    if (part->is("appended")) continue;
    text += ' ';
    add(*part);
  }
}

void TermPrinter::add_parameter(const Term& parameter) {
  const Term& name = *parameter.parts[0];
  if (!name.is_text()) {
    text += name.text;
    return;
  }
  text.append("${").append(name.text).append("}");
}

void TermPrinter::add_arithmetic(const Term& term) {
  for (const Term* part : term.parts) {
    if (part->is_text()) {
      text += part->text;
    } else {
      add(*part);
    }
  }
}

bool TermPrinter::add_expansion(const Term& term) {
  if (term.is("quoted") || term.is("many")) {
    text += '"';
    add(*term.parts[0]);
    text += '"';
  } else if (term.is("split")) {
    add(*term.parts[0]);
  } else if (term.is("parameter")) {
    add_parameter(term);
  } else if (term.is("substitution") || term.is("process<") || term.is("process>")) {
    text += term.is("substitution") ? "$(" : term.is("process<") ? "<(" : ">(";
    add(*term.parts[0]);
    text += ")";
  } else if (term.is("arithmetic") || term.is("arithmetic-command")) {
    text += term.is("arithmetic") ? "$((" : "((";
    add_arithmetic(term);
    text += "))";
  } else if (term.is("extended-glob")) {
    text.append(term.parts[0]->text).append("(");
    add_all(term.parts.subspan(1), "|");
    text += ")";
  } else if (term.is("array")) {
    text += "(";
    add_all(term.parts, " ");
    text += ")";
  } else {
    return false;
  }
  return true;
}

bool TermPrinter::add_condition(const Term& term) {
  if (term.is("test")) {
    text += "[[ ";
    add(*term.parts[0]);
    text += " ]]";
  } else if (term.is("non-empty")) {
    text += "-n ";
    add(*term.parts[0]);
  } else if (term.is("both") || term.is("either")) {
    text += "( ";
    add_all(term.parts, term.is("both") ? " && " : " || ");
    text += " )";
  } else {
    return false;
  }
  return true;
}

// A here-document on one line, as a here-string; none where its text does not end in a newline.
bool TermPrinter::add_here_string(const Term& redirect) {
  if (!redirect.parts[0]->text.ends_with("<<")) return false;
  const Term& body = *redirect.parts[1];
  const Term& last = body.is("word") ? *body.parts.back() : body;
  if (!last.is_text() || !last.text.ends_with('\n')) return false;
  text.append(redirect.parts[0]->text).append("<");
  if (body.is("word")) {
    for (const Term* part : body.parts.first(body.parts.size() - 1)) add(*part);
  }
  const std::string_view rest = last.text.substr(0, last.text.size() - 1);
  if (!rest.empty() || !body.is("word")) text += quoted(rest);
  return true;
}

// A bracket or brace alone means itself, next to something else it does not.
void TermPrinter::add_piece(const Term& piece) {
  const bool is_lone = piece.is_text() && piece.text.size() == 1 &&
                       std::string_view("[]{}").find(piece.text[0]) != std::string_view::npos;
  if (!is_lone) return add(piece);
  text.append("'").append(piece.text).append("'");
}

void TermPrinter::add(const Term& term) {
  if (term.is_text()) {
    text += quoted(term.text);
  } else if (term.kind == Kind::live) {
    text += term.text == "{}+" ? std::string_view("{}") : term.text;
  } else if (term.is("word")) {
    for (std::size_t at = 0; at < term.parts.size(); ++at) {
      const Term& piece = *term.parts[at];
      const bool ends_tilde = at == 1 && piece.is_text() && piece.text.starts_with('/') &&
                              term.parts[0]->kind == Kind::live && term.parts[0]->text.starts_with('~');
      if (!ends_tilde) {
        add_piece(piece);
        continue;
      }
      text += '/';
      if (piece.text.size() > 1) text += quoted(piece.text.substr(1));
    }
  } else if (term.is("brace")) {
    for (const Term* part : term.parts) add(*part);
  } else if (is_plain_list(term)) {
    add_all(term.parts, " ");
  } else if (term.is("call") || term.is("builtin") || term.is("plain")) {
    add_call(term);
  } else if (term.is("redirect") && add_here_string(term)) {
    return;
  } else if (term.is("redirect")) {
    add(*term.parts[0]);
    TermPrinter target;
    target.add(*term.parts[1]);
    const bool is_process = target.text.starts_with('<') || target.text.starts_with('>');
    text.append(is_process ? " " : "").append(target.text);
  } else if (term.is("joined") || term.is("assign")) {
    for (const Term* part : term.parts.first(2)) {
      if (part->is_text() && part->text.empty() && term.is("assign")) continue;
      add(*part);
    }
  } else if (term.is("pipeline")) {
    add_all(term.parts, " | ");
  } else if (term.is("not") || term.is("time") || term.is("time -p")) {
    text += term.is("not") ? "! " : std::string(term.text) + " ";
    const bool is_pair = term.parts[0]->is("test-of") && term.parts[0]->parts[0]->text == "-regextype";
    if (is_pair) text += "\\( ";
    add_all(term.parts, " ");
    if (is_pair) text += " \\)";
  } else if (term.is("&&") || term.is("||")) {
    text.append(term.text).append(" ");
    add(*term.parts[0]);
  } else if (term.is("any") || term.is("comma")) {
    text += "\\( ";
    add_all(term.parts, term.is("any") ? " -o " : " , ");
    text += " \\)";
  } else if (term.is("quoted-script")) {
    text += quoted(print(*term.parts[0]));
  } else if (term.is("emit")) {
    text += "printf %s ";
    for (const Term* part : term.parts) add(*part);
    if (term.parts.empty()) text += "''";
  } else if (term.is("true")) {
    text += "-true";
  } else if (!add_compound(term) && !add_expansion(term) && !add_condition(term)) {
    add_all(term.parts, " ");
  }
}

std::string print(const Term& term) {
  TermPrinter printer;
  printer.add(term);
  return std::move(printer.text);
}

}  // namespace assay::equivalence
