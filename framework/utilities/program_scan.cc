// SPDX-License-Identifier: Apache-2.0
#include "program_scan.h"

#include <optional>

namespace assay {
namespace {

// ---- awk ----

class Awk {
 public:
  explicit Awk(std::string_view program) : scan_{program} {}

  ProgramEffects effects() && {
    while (!scan_.is_done()) step();
    return std::move(found_);
  }

 private:
  void step() {
    const char c = scan_.now();
    if (c == '"') {
      last_ = quoted_text(scan_);
    } else if (c == '#') {
      scan_.rest_of_line();
    } else if (c == '/' && may_begin_pattern()) {
      skip_pattern();
    } else if (is_name_character(c)) {
      name();
    } else if (c == '|' && scan_.after() == '|') {
      scan_.at += 2;
    } else if (c == '|') {
      scan_.at += scan_.after() == '&' ? 2 : 1;
      pipe();
    } else if (c == '>' && prints_) {
      scan_.at += scan_.after() == '>' ? 2 : 1;
      if (auto file = expression("")) found_.written.push_back(*std::move(file));
    } else {
      if (c == ';' || c == '}' || c == '{' || c == '\n') prints_ = false, last_.reset();
      if (c != ' ' && c != '\t') significant_ = c;
      ++scan_.at;
      return;
    }
    significant_ = 'x';
  }
  bool may_begin_pattern() const {
    return std::string_view("(,!~{};&|=\n").find(significant_) != std::string_view::npos;
  }
  void skip_pattern() {
    for (++scan_.at; !scan_.is_done() && scan_.now() != '/' && scan_.now() != '\n'; ++scan_.at)
      if (scan_.now() == '\\') ++scan_.at;
    ++scan_.at;
  }
  void name() {
    const std::size_t begin = scan_.at;
    while (is_name_character(scan_.now())) ++scan_.at;
    const std::string_view word = scan_.text.substr(begin, scan_.at - begin);
    if (word == "print" || word == "printf") prints_ = true;
    if (word != "system") return;
    scan_.skip_blanks();
    if (scan_.now() != '(') return;
    ++scan_.at;
    if (auto script = expression(")")) found_.scripts.push_back(*std::move(script));
  }
  // print | "command", or "command" | getline.
  void pipe() {
    scan_.skip_blanks();
    if (scan_.text.substr(scan_.at).starts_with("getline")) {
      if (last_) found_.scripts.push_back(*last_);
      return;
    }
    if (auto script = expression("")) found_.scripts.push_back(*std::move(script));
  }
  // Texts and unknown parts in a row, up to the end of the statement; none without a text.
  std::optional<std::string> expression(std::string_view ends) {
    std::string all;
    bool has_text = false;
    int depth = 0;
    while (!scan_.is_done()) {
      const char c = scan_.now();
      if (c == '"') {
        all += quoted_text(scan_);
        has_text = true;
        continue;
      }
      if (depth == 0 && (ends.find(c) != ends.npos || c == ';' || c == '}' || c == '\n')) break;
      if (c == '(') ++depth;
      if (c == ')') --depth;
      if (c != ' ' && c != '(' && c != ')' && !all.ends_with(kUnknownPart)) all += kUnknownPart;
      ++scan_.at;
    }
    return has_text ? std::optional(all) : std::nullopt;
  }

  Scan scan_;
  ProgramEffects found_;
  std::optional<std::string> last_;  // the text before the current place
  char significant_ = '\n';
  bool prints_ = false;
};

// ---- sed ----

class Sed {
 public:
  explicit Sed(std::string_view program) : scan_{program} {}

  ProgramEffects effects() && {
    while (!scan_.is_done()) command();
    return std::move(found_);
  }

 private:
  void command() {
    scan_.skip_blanks(" \t\n;{}");
    while (!scan_.is_done() && address()) scan_.skip_blanks(" \t,!");
    const char name = scan_.now();
    ++scan_.at;
    switch (name) {
      case 's': return substitution();
      case 'y': pair(); return;
      case 'e': return keep(found_.scripts);
      case 'w':
      case 'W': return keep(found_.written);
      case 'a':
      case 'i':
      case 'c':
        while (!scan_.is_done() && scan_.rest_of_line().ends_with('\\')) ++scan_.at;
        return;
      case 'r':
      case 'R':
      case 'b':
      case 't':
      case 'T':
      case ':':
      case '#': scan_.rest_of_line(); return;
      default: return;
    }
  }
  // Whether there is one; goes behind it.
  bool address() {
    const char c = scan_.now();
    if (c == '/' || c == '\\') {
      if (c == '\\') ++scan_.at;
      delimited_from(scan_.now());
      while (scan_.now() == 'I' || scan_.now() == 'M') ++scan_.at;
      return true;
    }
    if (std::string_view("0123456789$+~").find(c) == std::string_view::npos) return false;
    ++scan_.at;
    return true;
  }
  // At the mark: the text up to the next one, at which it stops.
  std::string delimited_from(char mark) {
    std::string part;
    for (++scan_.at; !scan_.is_done(); ++scan_.at) {
      const char c = scan_.now();
      if (c == '\\' && scan_.after() != '\0') {
        part += scan_.after() == mark ? "" : "\\";
        part += scan_.after();
        ++scan_.at;
        continue;
      }
      if (c == mark) break;
      part += c;
    }
    ++scan_.at;
    return part;
  }
  // At the first mark: the second of the two parts; goes behind it.
  std::string pair() {
    const char mark = scan_.now();
    delimited_from(mark);
    --scan_.at;  // the mark that ends the first part begins the second
    return delimited_from(mark);
  }
  void substitution() {
    const std::string with = pair();
    for (; !scan_.is_done(); ++scan_.at) {
      const char flag = scan_.now();
      if (flag == 'w') {
        ++scan_.at;
        return keep(found_.written);
      }
      if (flag == 'e') found_.scripts.push_back(replacement(with));
      if (std::string_view("0123456789gpiIMme").find(flag) == std::string_view::npos) return;
    }
  }
  // What is put in, with unknown parts for what was found.
  static std::string replacement(std::string_view with) {
    std::string text;
    for (std::size_t i = 0; i < with.size(); ++i) {
      const bool escapes = with[i] == '\\' && i + 1 < with.size();
      if (with[i] == '&')
        text += kUnknownPart;
      else if (!escapes)
        text += with[i];
      else if (const char next = with[++i]; next >= '0' && next <= '9')
        text += kUnknownPart;
      else
        text += next == 'n' ? '\n' : next;
    }
    return text;
  }
  void keep(std::vector<std::string>& into) {
    scan_.skip_blanks(" \t");
    if (const std::string_view line = scan_.rest_of_line(); !line.empty()) into.emplace_back(line);
  }

  Scan scan_;
  ProgramEffects found_;
};

}  // namespace

bool is_name_character(char c) {
  return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

std::string quoted_text(Scan& scan) {
  const char quote = scan.now();
  std::string text;
  for (++scan.at; !scan.is_done() && scan.now() != quote; ++scan.at) {
    if (scan.now() != '\\' || scan.after() == '\0') {
      text += scan.now();
      continue;
    }
    ++scan.at;
    const char c = scan.now();
    if (c == 'n')
      text += '\n';
    else if (c == 't')
      text += '\t';
    else if (c == '\\' || c == '"' || c == '\'' || c == '`' || c == '/')
      text += c;
    else
      text.append("\\").push_back(c);
  }
  ++scan.at;
  return text;
}

ProgramEffects effects_of_awk(std::string_view program) { return Awk(program).effects(); }

ProgramEffects effects_of_sed(std::string_view program) { return Sed(program).effects(); }

}  // namespace assay
