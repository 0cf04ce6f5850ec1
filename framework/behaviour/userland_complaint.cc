// SPDX-License-Identifier: Apache-2.0
#include "userland_complaint.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "assay/internal/userland.h"
#include "calls.h"
#include "timing.h"
#include "withheld.h"

namespace assay::behaviour {
namespace {

bool says(std::string_view text, std::string_view words) {
  return text.find(words) != std::string_view::npos;
}

bool says_one_of(std::string_view text, std::span<const std::string_view> all) {
  return std::ranges::any_of(all, [&](std::string_view words) { return says(text, words); });
}

// Of an option, in the words of getopt (GNU, busybox), of programs that read options themselves, and of
// uutils.
constexpr auto kOption = std::to_array<std::string_view>(
    {"unrecognized option", "invalid option", "unknown option", "Unknown option", "Illegal option",
     "illegal option", "not an option:", "unrecognized: -", "unknown predicate", "unexpected argument '-",
     "unknown gnu long option", "unsupported option", "Unknown regular expression type",
     "invalid shell option name", "invalid option name"});

// Of a program's text or a pattern in an argument.
constexpr auto kLanguage = std::to_array<std::string_view>({"never defined",
                                                            "not defined",
                                                            "undefined function",
                                                            "calling undefined",
                                                            "syntax error",
                                                            "Syntax error",
                                                            "Unexpected token",
                                                            "Too few arguments",
                                                            "illegal statement",
                                                            "missing }",
                                                            "regular expression compile failed",
                                                            "Unmatched ",
                                                            "unmatched ",
                                                            "Invalid preceding regular expression",
                                                            "Invalid regular expression",
                                                            "invalid regexp",
                                                            "bad regex",
                                                            "Trailing backslash",
                                                            "Invalid back reference",
                                                            "Invalid range end",
                                                            "Invalid content of",
                                                            "Invalid character class name",
                                                            "invalid character class",
                                                            "character class syntax",
                                                            "unterminated",
                                                            "Unterminated",
                                                            "missing terminating",
                                                            "missing closing parenthesis",
                                                            "missing command",
                                                            "nonterminated character class",
                                                            "unknown command",
                                                            "unknown option to",
                                                            "unsupported command",
                                                            "invalid reference \\",
                                                            "extra characters after command",
                                                            "compile error",
                                                            "is not defined at",
                                                            "support is not compiled in",
                                                            "quantifier does not follow",
                                                            "unrecognized character follows",
                                                            "nothing to repeat"});

constexpr auto kLanguages =
    std::to_array<std::string_view>({"awk", "gawk", "mawk", "nawk", "original-awk", "goawk", "sed", "gsed",
                                     "grep", "egrep", "fgrep", "jq", "find", "rg", "bc", "dc", "expr"});

constexpr auto kShell = std::to_array<std::string_view>(
    {"syntax error near", "syntax error: unexpected end", "unexpected EOF while looking",
     "Syntax error:", "bad substitution", "Bad substitution"});

// `find`'s predicates are options to whoever reads the message.
constexpr auto kFindsOwn = std::to_array<std::string_view>({"unknown predicate", "unrecognized: -"});

bool is_name(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    const char small = lowercase(c);
    return (small >= 'a' && small <= 'z') || (c >= '0' && c <= '9') || says("-_.+[", std::string_view(&c, 1));
  });
}

// "awk" of "awk: line 2: …"; what follows the colon is left in `line`.
std::string_view taken_name(std::string_view& line) {
  const std::size_t colon = line.find(": ");
  if (colon == std::string_view::npos) return {};
  std::string_view name = line.substr(0, colon);
  if (const std::size_t slash = name.rfind('/'); slash != std::string_view::npos)
    name.remove_prefix(slash + 1);
  if (!is_name(name)) return {};
  line.remove_prefix(colon + 2);
  return name;
}

void drop_place(std::string_view& line) {
  for (const std::string_view place : {"-c: ", "line "}) {
    if (!line.starts_with(place)) continue;
    const std::size_t colon = place == "line " ? line.find(": ") : place.size() - 2;
    if (colon != std::string_view::npos) line.remove_prefix(colon + 2);
  }
}

// The word that is in quotes, or after `--`, at the end of the line: "'--foo'" or "-- 'y'".
std::string quoted_word(std::string_view text) {
  std::size_t begin = std::string_view::npos;
  std::string_view open;
  for (const std::string_view mark : {"'", "`", "\u2018"}) {
    const std::size_t at = text.find(mark);
    if (at < begin) begin = at, open = mark;
  }
  if (begin == std::string_view::npos) return {};
  text.remove_prefix(begin + open.size());
  const std::string_view word = text.substr(0, std::min(text.find('\''), text.find("\u2019")));
  return one_line(word);
}

// "the option -P" for what a line about an option says; empty if it names none.
std::string option_of(std::string_view line) {
  for (const std::string_view before : {"not an option: ", "unrecognized: ", "Unknown option "}) {
    const std::size_t at = line.find(before);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = line.substr(at + before.size());
    return "option " + one_line(rest.substr(0, rest.find(' ')));
  }
  if (says(line, "invalid option name") || says(line, "shell option name")) return {};
  std::string word = quoted_word(line);
  if (word.empty()) {
    // "bash: line 1: read: -Z: invalid option"
    const std::size_t end = line.find(": invalid option");
    const std::size_t begin = end == std::string_view::npos ? end : line.rfind(' ', end);
    if (end != std::string_view::npos)
      word = line.substr(begin == std::string_view::npos ? 0 : begin + 1, end - begin - 1);
  }
  if (word.empty()) return {};
  if (says(line, "option -- ")) word.insert(0, "-");
  return (says(line, "predicate") ? "predicate " : "option ") + word;
}

// "gensub" of "function gensub never defined".
std::string function_of(std::string_view line) {
  for (const auto& [before, after] :
       {std::pair<std::string_view, std::string_view>{"function ", " never defined"},
        {"function `", "' not defined"},
        {"calling undefined function ", ""},
        {"error: ", " is not defined at"}}) {
    std::size_t begin = line.find(before);
    if (begin == std::string_view::npos) continue;
    begin += before.size();
    const std::size_t end =
        after.empty() ? std::min(line.find(' ', begin), line.size()) : line.find(after, begin);
    if (end != std::string_view::npos) return one_line(line.substr(begin, end - begin));
  }
  return {};
}

Complaint complaint_about(std::string_view whole) {
  std::string_view line = whole;
  std::string_view program = taken_name(line);
  const auto said = [&](std::string lacks) {
    return Complaint{std::string(program), std::move(lacks), one_line(whole)};
  };
  if (program.empty()) {
    if (!line.starts_with("error: ")) return {};  // uutils, and ps
    if (!says_one_of(line, kOption)) return {};
    program = says(line, "gnu long option") ? "ps" : "error";
    return said(option_of(line));
  }
  if (is_one_of(program, {"bash", "sh", "dash", "ash"})) {
    const std::string_view shell = program;
    drop_place(line);
    if (says_one_of(line, kShell)) return said({});
    program = taken_name(line);  // of a builtin
    if (program.empty() || !(line.ends_with(": invalid option") || says_one_of(line, kOption))) return {};
    std::string lacks = option_of(line);
    if (!lacks.empty()) lacks = "for " + std::string(program) + " no " + lacks;
    program = shell;
    return said(std::move(lacks));
  }
  if (program == "date" && line.starts_with("invalid date")) return said({});
  if (is_one_of(program, kLanguages) && says_one_of(line, kLanguage) && !says_one_of(line, kFindsOwn))
    return said(function_of(line));
  if (says_one_of(line, kOption)) return said(option_of(line));
  return {};
}

// Whether a command has the option itself. One that came from the name of a file, which a pattern found, is
// no lack of the userland.
bool script_has(std::string_view script, std::string_view lacks) {
  constexpr std::string_view kBefore = "option ";
  if (!lacks.starts_with(kBefore)) return true;
  std::string_view option = lacks.substr(kBefore.size());
  if (!option.starts_with('-')) return true;
  if (option.starts_with("--")) {
    option = option.substr(0, option.find('='));
    return script.find(option) != std::string_view::npos;
  }
  for (std::size_t at = script.find('-'); at != std::string_view::npos; at = script.find('-', at + 1)) {
    const std::string_view word = script.substr(at, script.find_first_of(" \t\n;|&)", at) - at);
    if (word.find_first_of(option.substr(1)) != std::string_view::npos) return true;
  }
  return false;
}

// Whether an extended regular expression repeats something by number. Behind an escape or in brackets a brace
// is text, and where there is nothing to repeat it is text to most awks.
constexpr std::string_view kEscapeOrBrackets = R"(\\.|\[\^?\]?(?:\[:[a-z]*:\]|[^\]])*\])";

bool has_interval(std::string_view pattern) {
  static const Regex interval(fmt::format(
      R"((?s)(?:{0}|[^\\\[])*(?:{0}|[^\\\[(|^])\{{(?:[0-9]+,?|[0-9]*,[0-9]+)\}}.*)", kEscapeOrBrackets));
  return interval.matches(pattern);
}

// Patterns stand between slashes where no operand is in front, and in texts that are matched, assigned, or
// arguments of a function that takes patterns. Other texts and comments are read, too, as they may hide both.
bool has_interval_in_program(std::string_view program) {
  static const std::string text = R"("(?:\\.|[^"\\])*")";
  static const std::string slash = R"((?:^|[(,{};!~&|?]|\bprint|\breturn)\s*/)";
  static const std::string inside = fmt::format(R"((?:{}|[^/\\\[\n])+)", kEscapeOrBrackets);
  static const Regex between_slashes(slash + "(" + inside + ")/|#.*|" + text);
  static const Regex in_texts(R"((?:~|[^=!<>]=|\b(?:g?sub|gensub|match|split)\s*\([^"/;]*)\s*()" + text +
                              ")|" + slash + inside + "/|#.*|" + text);
  return std::ranges::any_of(between_slashes.search_all(program), has_interval) ||
         std::ranges::any_of(in_texts.search_all(program), has_interval);
}

bool has_interval_in_call(const Call& awk) {
  const std::vector<std::string>& words = awk.arguments;
  for (std::size_t at = 0; at < words.size(); ++at) {
    if (words[at] == "--") continue;
    if (!words[at].starts_with('-')) return has_interval_in_program(words[at]);  // files follow
    if (words[at].size() == 2 && at + 1 < words.size()) ++at;                    // -F, -v and -f
    if (has_interval(words[at])) return true;
  }
  return false;
}

// By the names they are called by.
std::vector<std::string> awks_with_interval(std::string_view script) {
  std::vector<std::string> awks;
  for (const Call& outer : calls_of(script)) {
    if (outer.name == "busybox") continue;  // whose awk is not the one of that name
    std::vector<Call> all = wrapped_calls(outer);
    all.push_back(outer);
    for (const Call& call : all)
      if (call.name.ends_with("awk") && has_interval_in_call(call)) awks.push_back(call.name);
  }
  return awks;
}

}  // namespace

Complaint complaint_in(std::string_view err, std::string_view script) {
  Complaint found;
  each_line(err, [&](std::string_view line) {
    if (found) return;
    found = complaint_about(line);
    if (found && !script_has(script, found.lacks)) found = {};
  });
  return found;
}

Complaint unread_interval(sandbox::Cell& cell, std::string_view script, const Terms& terms) {
  for (const std::string& awk : awks_with_interval(script)) {
    const auto asks = sandbox::shell_command(awk + R"( 'BEGIN { exit !("aa" ~ /^a{2}$/) }')");
    if (run_timed(cell, asks, terms).exit_code == 1) return {awk, "{n}", {}};
  }
  return {};
}

Complaint complaint_of(sandbox::Cell& cell, std::string_view script, const sandbox::SandboxResult& outcome,
                       const Terms& terms) {
  if (Complaint said = complaint_in(outcome.err, script)) return said;
  if (Complaint silent = unread_interval(cell, script, terms)) return silent;
  if (!outcome.out.empty() || !outcome.effects.empty()) return {};
  const std::string open = with_visible_errors(script);
  if (open == script) return {};
  return complaint_in(run_timed(cell, sandbox::shell_command(open), terms).err, open);
}

std::string text_of(const Complaint& complaint, sandbox::Sandbox& sandbox, const sandbox::World& world) {
  const std::string who = program_text(sandbox, world, complaint.program);
  if (complaint.line.empty()) return who + " does not know " + complaint.lacks;
  if (complaint.lacks.starts_with("for ")) return who + " has " + complaint.lacks;
  if (!complaint.lacks.empty()) return who + " has no " + complaint.lacks;
  return who + " does not understand it: " + complaint.line;
}

}  // namespace assay::behaviour
