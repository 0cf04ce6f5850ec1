// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <map>

#include "assay/internal/text.h"
#include "call.h"
#include "findings.h"

namespace assay::posix {
namespace {

using Words = std::span<const ReadWord>;

void say(Findings& findings, std::string what, std::string instead, const ReadWord& word) {
  findings.add(Departs::builtin, std::move(what), std::move(instead), word.span);
}

// ---- test and [ ----

bool is_unary(std::string_view word) {
  constexpr std::string_view letters =
      "-b -c -d -e -f -g -h -L -n -p -r -S -s -t -u -w -x -z -a -o -k -G -O -N -v -R";
  return is_among(word, letters);
}

bool is_foreign_unary(std::string_view word) { return is_among(word, "-a -o -k -G -O -N -v -R"); }

// Its replacement, if POSIX lacks it; none: not an operator.
struct Binary {
  bool is_foreign = false;
  std::string_view instead;
};
std::optional<Binary> binary(std::string_view word) {
  if (is_among(word, "= != -eq -ne -gt -ge -lt -le")) return Binary{};
  static const std::map<std::string_view, Binary> operators = {
      {"==", {true, "="}},   {"=~", {true, "expr or grep"}}, {"<", {true, "expr"}},
      {">", {true, "expr"}}, {"-nt", {true, "find -newer"}}, {"-ot", {true, "find -newer"}},
      {"-ef", {true, ""}},
  };
  const auto found = operators.find(word);
  return found == operators.end() ? std::nullopt : std::optional(found->second);
}

void judge_test(Words words, Findings& findings) {
  const std::string& name = words.front().text;
  std::size_t end = words.size();
  if (name == "[" && words.back().text == "]") --end;
  const auto text = [&](std::size_t i) {
    return i < end ? std::string_view(words[i].text) : std::string_view();
  };
  for (std::size_t at = 1; at < end;) {
    const auto operation = at + 2 < end ? binary(text(at + 1)) : std::nullopt;
    if (operation) {
      if (operation->is_foreign)
        say(findings, fmt::format("{} in {} is a bashism", text(at + 1), name),
            std::string(operation->instead), words[at + 1]);
      at += 3;
    } else if (text(at) == "!" || text(at) == "(") {
      ++at;
      continue;
    } else if (at + 1 < end && is_unary(text(at))) {
      if (is_foreign_unary(text(at)))
        say(findings, fmt::format("{} in {} is not in POSIX", text(at), name), text(at) == "-a" ? "-e" : "",
            words[at]);
      at += 2;
    } else {
      ++at;
    }
    while (text(at) == ")") ++at;
    if (text(at) == "-a" || text(at) == "-o") ++at;
  }
}

// ---- Others ----

void judge_echo(Words words, Findings& findings) {
  for (const ReadWord& word : words.subspan(1))
    if (word.text.find('\\') != word.text.npos)
      return say(findings, "what echo makes of a backslash is not settled by POSIX", "printf", word);
}

// Escapes that bash and GNU add: \x41, \e, \u00e9. POSIX has \a, \b, \f, \n, \r, \t, \v, \\ and octal digits.
void judge_escapes(const ReadWord& word, Findings& findings) {
  const std::string& text = word.text;
  for (std::size_t at = text.find('\\'); at + 1 < text.size() && at != text.npos;
       at = text.find('\\', at + 2))
    if (std::string_view("xeEuU").find(text[at + 1]) != std::string_view::npos)
      return say(findings, fmt::format("\\{} in printf is a bashism", text[at + 1]), "three octal digits",
                 word);
}

// What one conversion has beyond POSIX; `at` is behind its percent sign, and is moved to its last character.
std::optional<std::string> foreign_in_conversion(const ReadWord& format, std::size_t& at) {
  const std::string& text = format.text;
  const auto peek = [&] { return at < text.size() ? text[at] : '\0'; };
  const auto digits = [&] {
    while (is_digit(peek())) ++at;
  };
  const std::size_t begin = at;
  digits();
  // An expansion, of which nothing is known, is a dollar sign, too.
  if (at > begin && peek() == '$' && format.is_literal) return "%n$";
  at = std::min(text.find_first_not_of("-+ #0", begin), text.size());
  if (peek() == '*') return "*";
  digits();
  if (peek() == '.') {
    ++at;
    if (peek() == '*') return "*";
    digits();
  }
  if (peek() == '(') return "%(…)T";
  constexpr std::string_view conversions = "diouxXaAeEfFgGcsb%";
  if (peek() == '\0' || peek() == '$' || conversions.find(peek()) != conversions.npos) return std::nullopt;
  return fmt::format("%{}", peek());
}

void judge_printf(Words words, Findings& findings) {
  const std::size_t first = after_dashes(words);
  if (words.size() <= first || (first == 1 && words[first].text.starts_with('-'))) return;
  const ReadWord& format = words[first];
  judge_escapes(format, findings);
  for (std::size_t at = format.text.find('%'); at != format.text.npos; at = format.text.find('%', at + 1)) {
    ++at;
    if (const auto what = foreign_in_conversion(format, at); what && *what == "%n$")
      say(findings, "%n$ in printf is in POSIX only since 2024", "", format);
    else if (what)
      say(findings, fmt::format("{} in printf is a bashism", *what),
          *what == "%(…)T" ? "date"
          : *what == "*"   ? "the width in the format: \"%${n}s\""
                           : "",
          format);
    if (at < format.text.size() && format.text[at] == 'b')
      for (const ReadWord& word : words.subspan(first + 1)) judge_escapes(word, findings);
  }
}

void judge_trap(Words words, Findings& findings) {
  for (const ReadWord& word : words.subspan(std::min(words.size(), after_dashes(words) + 1))) {
    if (!word.is_literal) continue;
    const std::string& name = word.text;
    if (is_among(name, "ERR DEBUG RETURN"))
      say(findings, fmt::format("trap {} is a bashism", name), "", word);
    else if (name.starts_with("SIG"))
      say(findings, fmt::format("trap {} is not POSIX", name), name.substr(3), word);
    else if (std::ranges::any_of(name, [](unsigned char c) { return std::islower(c) != 0; }))
      say(findings, fmt::format("trap {} is not POSIX", name), "the name in capitals", word);
  }
}

void judge_set(Words words, Findings& findings) {
  constexpr std::string_view known =
      "allexport errexit ignoreeof monitor noclobber noexec noglob nolog notify nounset verbose vi xtrace";
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string& flag = words[i].text;
    if (flag == "--") return;
    const bool is_flag = (flag.starts_with('-') || flag.starts_with('+')) && flag.ends_with('o');
    if (is_flag && words[i + 1].is_literal && !is_among(words[i + 1].text, known))
      say(findings, fmt::format("set -o {} is not in POSIX.1-2017", words[i + 1].text), "", words[i + 1]);
  }
}

void judge_read(Words words, Findings& findings) {
  if (std::ranges::all_of(words.subspan(1), [](const ReadWord& word) { return word.text.starts_with('-'); }))
    say(findings, "read without a name is a bashism", "read -r name", words.front());
}

void judge_dot(Words words, Findings& findings) {
  if (words.size() > 2) say(findings, "arguments after . file are a bashism", "set --", words[2]);
}

}  // namespace

std::optional<std::string_view> instead_of_builtin(std::string_view name) {
  static const std::map<std::string_view, std::string_view> known = {
      {"bind", ""},
      {"builtin", ""},
      {"caller", ""},
      {"compgen", ""},
      {"complete", ""},
      {"declare", "name=value"},
      {"dirs", ""},
      {"disown", "nohup"},
      {"enable", ""},
      {"help", "man"},
      {"history", "fc -l"},
      {"let", ": $((…))"},
      {"local", "a subshell, or a name of its own"},
      {"logout", "exit"},
      {"mapfile", "a loop around read"},
      {"popd", "cd"},
      {"pushd", "cd"},
      {"readarray", "a loop around read"},
      {"shopt", "set"},
      {"source", "."},
      {"suspend", ""},
      {"typeset", "name=value"},
  };
  const auto found = known.find(name);
  return found == known.end() ? std::nullopt : std::optional(found->second);
}

void judge_builtin(Words words, Findings& findings) {
  static const std::map<std::string_view, void (*)(Words, Findings&)> judges = {
      {"test", judge_test}, {"[", judge_test},  {"echo", judge_echo}, {"printf", judge_printf},
      {"trap", judge_trap}, {"set", judge_set}, {"read", judge_read}, {".", judge_dot}};
  if (const auto judge = judges.find(words.front().text); judge != judges.end())
    judge->second(words, findings);
}

}  // namespace assay::posix
