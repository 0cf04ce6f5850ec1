// SPDX-License-Identifier: Apache-2.0
#include "script/visibility.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_set>

#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "languages/characters.h"

namespace assay::equivalence {
namespace {

constexpr std::array<std::string_view, 12> kTellingNames = {
    "BASHPID",     "BASH_SUBSHELL",         "BASH_COMMAND", "BASH_LINENO", "BASH_ARGC", "BASH_ARGV",
    "BASH_SOURCE", "BASH_EXECUTION_STRING", "FUNCNAME",     "LINENO",      "HISTCMD",   "PIPESTATUS"};

constexpr std::size_t kShortest = 6;

// The most revealing of those names that occurs as a separate word, whatever precedes it: arithmetic and
// declare need no dollar.
std::string_view known_name(std::string_view script) {
  std::string_view found_name;
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (!is_name_char(script[at])) continue;
    const std::size_t begin = at;
    while (at < script.size() && is_name_char(script[at])) ++at;
    if (at - begin < kShortest || script[begin] < 'B' || script[begin] > 'P') continue;
    const auto found = std::ranges::find(kTellingNames, script.substr(begin, at - begin));
    if (found == kTellingNames.end()) continue;
    if (shows_layout(*found)) return *found;
    found_name = *found;
  }
  return found_name;
}

// Whether a word that lists all variables, including _, is followed by nothing but an option or an operator.
bool lists_variables(std::string_view script) {
  for (const std::string_view word : {"declare", "typeset", "set"}) {
    for (auto at = script.find(word); at != script.npos; at = script.find(word, at + 1)) {
      if (at > 0 && (is_name_char(script[at - 1]) || script[at - 1] == '-')) continue;
      std::size_t next = at + word.size();
      if (next < script.size() && (is_name_char(script[next]) || script[next] == '-')) continue;
      while (next < script.size() && (script[next] == ' ' || script[next] == '"' || script[next] == '\''))
        ++next;
      const std::string_view rest = script.substr(next);
      if (rest.empty() || std::string_view("\n;|&<>)}`#").find(rest[0]) != std::string_view::npos ||
          (word != "set" && rest.starts_with("-p")))
        return true;
    }
  }
  return false;
}

// A word that prints commands as written, or finds one among background jobs by its spelling.
std::string_view names_jobs(std::string_view script) {
  if (script.find('&') == script.npos) return {};
  for (const std::string_view word : {"jobs", "fg", "bg"})
    if (holds_name(script, word)) return word;
  // %sleep and %?leep, but not %1, %% and %+.
  for (auto at = script.find('%'); at != script.npos; at = script.find('%', at + 1)) {
    if (at == 0 || std::string_view(" \t").find(script[at - 1]) == std::string_view::npos ||
        at + 1 == script.size())
      continue;
    if (std::string_view("0123456789%+- \t\n;&|").find(script[at + 1]) == std::string_view::npos)
      return "jobs";
  }
  return {};
}

// /proc shows the command line and the program of the process that looks.
bool looks_at_itself(std::string_view script) {
  return script.find("/proc/self") != script.npos || script.find("/proc/thread-self") != script.npos;
}

// Whether the dollar at `at` begins $_, ${_…}, or ${!x…}, which may be $_.
bool is_last_argument(std::string_view script, std::size_t at) {
  std::size_t name = at + 1;
  if (name < script.size() && script[name] == '{') ++name;
  const bool may_be_indirect = script.substr(at).starts_with("${!");
  while (name < script.size() && (script[name] == '!' || script[name] == '#')) ++name;
  if (may_be_indirect && name < script.size() && is_name_char(script[name])) {
    while (name < script.size() && is_name_char(script[name])) ++name;
    // ${!x}: the value of x may be _. Not the lists ${!x@} and ${!x[@]}.
    const std::string_view rest = script.substr(name);
    constexpr std::string_view kLists[] = {"@}", "*}", "[@]}", "[*]}"};
    return std::ranges::none_of(kLists, [rest](std::string_view list) { return rest.starts_with(list); });
  }
  return name < script.size() && script[name] == '_' &&
         (name + 1 == script.size() || !is_name_char(script[name + 1]));
}

bool has_dollar_name(std::string_view script) {
  for (auto at = script.find('$'); at != script.npos; at = script.find('$', at + 1))
    if (is_last_argument(script, at)) return true;
  return false;
}

bool begins_comment(std::string_view script, std::size_t at) {
  return script[at] == '#' &&
         (at == 0 || std::string_view(" \t\n;|&()").find(script[at - 1]) != std::string_view::npos);
}

// Only outside single quotes: inside them $_ belongs to perl. In a here-document an apostrophe is text.
bool has_last_argument(std::string_view script) {
  if (script.find("<<") != script.npos) return has_dollar_name(script);
  bool doubled = false;
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (script[at] == '\\') {
      ++at;
    } else if (script[at] == '"') {
      doubled = !doubled;
    } else if (!doubled && begins_comment(script, at)) {
      at = script.find('\n', at);
      if (at == script.npos) return false;
    } else if (script[at] == '\'' && !doubled) {
      const std::size_t close = script.find('\'', at + 1);
      if (close == script.npos) return has_dollar_name(script.substr(at));
      at = close;
    } else if (script[at] == '$' && is_last_argument(script, at)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view self_reference(std::string_view script) {
  const bool may_have_it = script.find('_') != script.npos &&
                           (script.find("$_") != script.npos || script.find("_}") != script.npos ||
                            script.find("{_") != script.npos || script.find("{!_") != script.npos ||
                            script.find("{#_") != script.npos);
  const bool may_be_indirect = script.find("${!") != script.npos;
  const std::string_view name = known_name(script);
  if (runs_caller(script)) return kCaller;
  if (prints_functions(script)) return kFunctions;
  if (looks_at_itself(script)) return "/proc/self";
  // The parent of a shell that the script starts is the script's, or a subshell.
  if (holds_name(script, "PPID") && script.find("sh ") != script.npos) return "PPID";
  if (const std::string_view jobs = names_jobs(script); !jobs.empty()) return jobs;
  if (name.empty() && lists_variables(script)) return "_";
  return name.empty() && (may_have_it || may_be_indirect) && has_last_argument(script) ? "_" : name;
}

bool shows_layout(std::string_view variable) {
  return is_among(variable, "LINENO BASH_LINENO BASH_EXECUTION_STRING HISTCMD") || variable == kCaller ||
         variable == kFunctions;
}

bool reads_status(std::string_view script) {
  return script.find("$?") != script.npos || script.find("{?") != script.npos ||
         script.find("{!?") != script.npos;
}

namespace {

constexpr std::string_view kBlanks = " \t";

// Calls `use` with the beginning and the end of each occurrence of `word` as a separate word, until it
// returns true.
template <class Use>
bool any_use_of(std::string_view script, std::string_view word, Use use) {
  for (auto at = script.find(word); at != script.npos; at = script.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool begins = at == 0 || (!is_name_char(script[at - 1]) && script[at - 1] != '-');
    const bool ends = end == script.size() || (!is_name_char(script[end]) && script[end] != '-');
    if (begins && ends && use(at, end)) return true;
  }
  return false;
}

// Whether a command may begin at `at`, judging by what precedes it.
bool may_begin_command(std::string_view script, std::size_t at) {
  std::string_view before = script.substr(0, at);
  while (!before.empty() && std::string_view(" \t\"'\\").find(before.back()) != std::string_view::npos)
    before.remove_suffix(1);
  if (before.empty() || std::string_view("\n;|&({`!)").find(before.back()) != std::string_view::npos)
    return true;
  const std::size_t begin = before.find_last_of(" \t\n;|&(){}`");
  const std::string_view previous = before.substr(begin == before.npos ? 0 : begin + 1);
  return is_among(previous, "do then else elif if time while command builtin until") ||
         previous.find('=') != std::string_view::npos;
}

// Whether one of the options after a builtin's name has the letter f.
bool has_function_option(std::string_view rest) {
  while (true) {
    const std::size_t begin = rest.find_first_not_of(" \t\"'\\");
    if (begin == rest.npos || (rest[begin] != '-' && rest[begin] != '+')) return false;
    rest.remove_prefix(begin);
    const std::string_view option = rest.substr(0, rest.find_first_of(" \t\n;|&)"));
    if (option.find('f') != option.npos) return true;
    rest.remove_prefix(option.size());
  }
}

}  // namespace

bool runs_caller(std::string_view script) {
  return any_use_of(script, kCaller,
                    [script](std::size_t at, std::size_t) { return may_begin_command(script, at); });
}

bool prints_functions(std::string_view script) {
  const bool defines = script.find("()") != script.npos || script.find("( )") != script.npos ||
                       any_use_of(script, "function", [](std::size_t, std::size_t) { return true; });
  if (!defines) return false;
  for (const std::string_view word : {"declare", "typeset", "export"}) {
    const bool prints = any_use_of(script, word, [script](std::size_t, std::size_t end) {
      return has_function_option(script.substr(end));
    });
    if (prints) return true;
  }
  return any_use_of(script, "type", [script](std::size_t at, std::size_t end) {
    return may_begin_command(script, at) && end < script.size() &&
           kBlanks.find(script[end]) != std::string_view::npos;
  });
}

namespace {

const std::unordered_set<std::string_view> kListers = {
    "ps",   "pstree", "pgrep", "pkill",   "killall",   "killall5",     "pidof",    "pidstat",
    "pmap", "pwdx",   "top",   "htop",    "atop",      "iotop",        "lsof",     "lslocks",
    "lsns", "fuser",  "w",     "service", "systemctl", "systemd-cgls", "loginctl", "machinectl"};

bool is_word_char(char c) {
  return is_letter_or_digit(c) || c == '_' || c == '-' || c == '.' || c == '=' || c == ',' || c == ':';
}

bool names_lister(std::string_view script) {
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (!is_word_char(script[at])) continue;
    const std::size_t begin = at;
    while (at < script.size() && is_word_char(script[at])) ++at;
    if (is_process_lister(script.substr(begin, at - begin))) return true;
  }
  return false;
}

}  // namespace

bool signals_jobs(std::string_view script) {
  return script.find('&') != script.npos &&
         std::ranges::any_of(std::array<std::string_view, 5>{"$!", "{!", "kill", "jobs", "disown"},
                             [script](std::string_view each) { return script.find(each) != script.npos; });
}

bool is_process_lister(std::string_view name) { return kListers.contains(name); }

bool lists_processes(std::string_view script) {
  const auto has = [script](std::string_view part) { return script.find(part) != script.npos; };
  // The script text passed to a shell is visible as a whole.
  const bool has_neighbours =
      script.find_first_of("|&;\n`") != script.npos || has("<(") || has(">(") || has("$(");
  if (has("/proc")) return has_neighbours || has("cmdline") || has("find") || has("-r") || has("-R");
  return has_neighbours && names_lister(script);
}

namespace {

template <class Names>
bool is_in(const Names& names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

// Whether every argument is known and passes.
template <class Passes>
bool all_pass(std::span<const shell::Word> words, Passes passes) {
  return std::all_of(words.begin() + 1, words.end(), [&](const shell::Word& word) {
    const auto value = shell::literal_value(word);
    return value && passes(std::string_view(*value));
  });
}

// Options of set that do not matter to words and groups: -e, -o pipefail; and arguments.
bool is_harmless_set(std::span<const shell::Word> words) {
  constexpr std::array<std::string_view, 7> kNames = {"errexit", "nounset",   "pipefail", "xtrace",
                                                      "noglob",  "noclobber", "verbose"};
  bool is_name = false;
  for (const shell::Word& word : words.subspan(1)) {
    const auto value = shell::literal_value(word);
    if (!value) return false;
    if (is_name) {
      if (!is_in(kNames, *value)) return false;
      is_name = false;
      continue;
    }
    if (*value == "--" || *value == "-" || !(value->starts_with('-') || value->starts_with('+'))) return true;
    if (value->find_first_not_of("euxfvCEo", 1) != std::string::npos) return false;
    is_name = value->ends_with('o');
  }
  return true;
}

bool is_harmless_shopt(std::string_view word) {
  constexpr std::array<std::string_view, 13> kWords = {
      "-s",       "-u",         "-q",          "nullglob", "globstar",        "dotglob",     "extglob",
      "failglob", "nocaseglob", "nocasematch", "lastpipe", "inherit_errexit", "checkwinsize"};
  return is_in(kWords, word);
}

bool writes_nowhere(const shell::Redirect& redirect) {
  const bool writes = redirect.operation == shell::RedirectOperator::output ||
                      redirect.operation == shell::RedirectOperator::append ||
                      redirect.operation == shell::RedirectOperator::both ||
                      redirect.operation == shell::RedirectOperator::both_append;
  return writes && redirect.fd == 1 && redirect.fd_variable.empty() &&
         shell::literal_value(redirect.target) == "/dev/null";
}

}  // namespace

bool reads_last_status(std::string_view name, std::span<const shell::Word> words, bool is_known) {
  constexpr std::array<std::string_view, 4> kReaders = {"eval", ".", "source", "trap"};
  if (is_among(name, "exit return logout")) return words.size() < 2 || !shell::literal_value(words[1]);
  if (is_in(kReaders, name)) return true;
  return !is_known && name.find('/') == std::string_view::npos;
}

bool rereads_words(std::string_view name, std::span<const shell::Word> words) {
  if (name == "alias") return words.size() > 1;
  if (name == "set") return !is_harmless_set(words);
  if (name == "shopt") return !all_pass(words, is_harmless_shopt);
  if (name != "trap") return false;
  return !all_pass(words,
                   [](std::string_view word) { return !is_among(word, "ERR DEBUG RETURN err debug"); });
}

bool shows_remembered(const shell::Command& command) {
  const auto* simple = std::get_if<shell::SimpleCommand>(&command.node);
  if (!simple || simple->words.empty() || std::ranges::any_of(command.redirects, writes_nowhere))
    return false;
  const auto holds = [&](std::string_view letters) {
    return std::any_of(simple->words.begin() + 1, simple->words.end(), [&](const shell::Word& word) {
      const std::string value = shell::literal_value(word).value_or("");
      return value.starts_with('-') && value.find_first_of(letters) != std::string::npos;
    });
  };
  const auto name = shell::literal_value(simple->words[0]);
  return (name == "type" && !holds("pPta")) || (name == "command" && holds("V"));
}

}  // namespace assay::equivalence
