// SPDX-License-Identifier: Apache-2.0
// What programs in other languages run. Their texts are not parsed: calls that run or remove something are
// looked for by name, and their arguments are read as far as they are texts.
#include <algorithm>
#include <utility>

#include "assay/internal/linear_regex.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "program_scan.h"

namespace assay {
namespace {

constexpr std::string_view kRuns =
    "system exec popen popen2 popen3 execSync execFile execFileSync spawn spawnSync shell_exec passthru "
    "proc_open execute call check_call check_output run Popen getoutput getstatusoutput execl execlp execv "
    "execve execvp execvpe spawnl spawnlp spawnv spawnvp capture2 capture3 capture2e create_subprocess_shell "
    "create_subprocess_exec pcntl_exec posix_spawn startProcess shell";
// What is removed with all that is in it, and what is not.
constexpr std::string_view kRemovesTrees =
    "rmtree remove_tree rm_rf rm_r remove_entry remove_dir rmSync remove_entry_secure";
constexpr std::string_view kRemoves = "unlink unlinkSync remove removeSync";
constexpr std::string_view kWrites = "writeFile writeFileSync appendFile appendFileSync file_put_contents";

class Calls {
 public:
  Calls(std::string_view language, std::string_view program)
      : scan_{program}, backquotes_run_(is_among(language, "perl ruby php")), comments_('#') {
    if (language == "javascript") comments_ = '\0';
  }

  ProgramEffects effects() && {
    while (!scan_.is_done()) step();
    return std::move(found_);
  }

 private:
  void step() {
    const char c = scan_.now();
    if (c == '`' && backquotes_run_) {
      found_.scripts.push_back(quoted_text(scan_));
    } else if (c == '"' || c == '\'' || c == '`') {
      quoted_text(scan_);
    } else if (c == comments_ && scan_.before() != '$' && scan_.after() != '{') {
      scan_.rest_of_line();
    } else if (c == '%' && scan_.after() == 'x' &&
               std::string_view("{([!|").find(scan_.after(2)) != std::string_view::npos) {
      scan_.at += 2;
      found_.scripts.push_back(bracketed());
    } else if (is_name_character(c)) {
      name();
    } else {
      ++scan_.at;
    }
  }

  void name() {
    const std::size_t begin = scan_.at;
    while (is_name_character(scan_.now())) ++scan_.at;
    const std::string_view word = scan_.text.substr(begin, scan_.at - begin);
    scan_.skip_blanks(" \t");
    if (word == "qx") {
      if (!scan_.is_done() && !is_name_character(scan_.now())) found_.scripts.push_back(bracketed());
      return;
    }
    const bool runs = is_among(word, kRuns), removes_tree = is_among(word, kRemovesTrees);
    if (!runs && !removes_tree && !is_among(word, kRemoves) && !is_among(word, kWrites) && word != "open")
      return;
    if (std::string_view("(\"'[`").find(scan_.now()) == std::string_view::npos) return;
    std::vector<std::string> items = arguments();
    if (items.empty()) return;
    if (word == "open")
      opens(items);
    else if (is_among(word, kWrites))
      found_.written.push_back(items.front());
    else if (runs)
      found_.scripts.push_back(
          items.size() == 1 || items.front().find(' ') != std::string::npos ? items.front() : command(items));
    else
      found_.scripts.push_back((removes_tree ? "rm -r -- " : "rm -- ") + command(items));
  }

  // open("| command"), open("command |"), open("file", "w"), open(F, ">file").
  void opens(const std::vector<std::string>& items) {
    static const Regex writes("[wa+xb]{1,3}|\\+?>{1,2}");
    const bool is_written =
        std::ranges::any_of(items, [](const std::string& each) { return writes.matches(each); });
    for (const std::string& each : items) {
      if (each.starts_with('|'))
        found_.scripts.push_back(each.substr(1));
      else if (each.ends_with('|'))
        found_.scripts.push_back(each.substr(0, each.size() - 1));
      else if (each.starts_with('>') && each.size() > 2)
        found_.written.push_back(each.substr(std::min(each.find_first_not_of("> "), each.size())));
      else if (is_written && !writes.matches(each) && each != kUnknownPart)
        found_.written.push_back(each);
    }
    if (items.size() > 1 &&
        (items.front() == "-|" || items.front() == "|-" || items[1] == "-|" || items[1] == "|-"))
      found_.scripts.push_back(items.back());
  }

  static std::string command(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& each : words) {
      if (!text.empty()) text += ' ';
      text += each.find(kUnknownPart) == std::string::npos ? shell::print(shell::literal_word(each)) : each;
    }
    return text;
  }

  // At an opening bracket or mark: what stands up to its end; goes behind it.
  std::string bracketed() {
    const char open = scan_.now();
    const std::string_view opens = "([{<", closes = ")]}>";
    const std::size_t kind = opens.find(open);
    const char close = kind == opens.npos ? open : closes[kind];
    std::string text;
    int depth = 1;
    for (++scan_.at; !scan_.is_done(); ++scan_.at) {
      const char c = scan_.now();
      if (kind != opens.npos && c == open) ++depth;
      if (c == close && --depth == 0) break;
      text += c;
    }
    ++scan_.at;
    return text;
  }

  // At the first: the texts of a call's arguments, lists among them opened, up to one with a name or an
  // object.
  std::vector<std::string> arguments() {
    std::vector<std::string> items;
    std::string item;
    bool has_item = false;
    const auto finish = [&] {
      if (has_item) items.push_back(std::exchange(item, ""));
      has_item = false;
    };
    int depth = 0;
    while (!scan_.is_done()) {
      const char c = scan_.now();
      if (c == '"' || c == '\'' || c == '`') {
        item += quoted_text(scan_);
        has_item = true;
        continue;
      }
      if (c == '(' || c == '[') {
        ++depth;
      } else if (c == ')' || c == ']') {
        if (--depth <= 0) break;
      } else if (c == ',') {
        finish();
      } else if (c == '{' || c == ';' || (c == '\n' && depth == 0)) {
        break;
      } else if (c == '=' && scan_.after() != '=' && scan_.after() != '>') {
        if (has_item && item == kUnknownPart) has_item = false, item.clear();
        break;
      } else if (is_name_character(c) || c == '$' || c == '@') {
        const std::size_t begin = scan_.at;
        while (is_name_character(scan_.now()) || scan_.now() == '$' || scan_.now() == '@' ||
               (scan_.now() == '.' && is_name_character(scan_.after())))
          ++scan_.at;
        const std::string_view word = scan_.text.substr(begin, scan_.at - begin);
        const char next = scan_.now();
        if (word == "qw" && !is_name_character(next)) {
          for (const std::string& each : words_of(bracketed())) items.push_back(each);
          continue;
        }
        if (word.size() == 1 && (next == '"' || next == '\'')) continue;  // r'…', f"…"
        if (!item.ends_with(kUnknownPart)) item += kUnknownPart;
        has_item = true;
        continue;
      }
      ++scan_.at;
    }
    finish();
    return items;
  }
  static std::vector<std::string> words_of(std::string_view text) {
    std::vector<std::string> words;
    Scan scan{text};
    for (scan.skip_blanks(); !scan.is_done(); scan.skip_blanks()) {
      const std::size_t begin = scan.at;
      while (!scan.is_done() && std::string_view(" \t\n").find(scan.now()) == std::string_view::npos)
        ++scan.at;
      words.emplace_back(text.substr(begin, scan.at - begin));
    }
    return words;
  }

  Scan scan_;
  bool backquotes_run_;
  char comments_;
  ProgramEffects found_;
};

ProgramEffects effects_of_calls(std::string_view language, std::string_view program) {
  return Calls(language, program).effects();
}

// Commands of an editor or a pager: those after "!", and what system() is told.
ProgramEffects effects_of_editor(std::string_view program) {
  static const Regex runs(
      "(?m)^[ \\t]*:*[ \\t]*(?:sil(?:ent)?!?\\s+)?(?:exe(?:cute)?\\s+[\"'])?(?:%|[0-9,$.'<>]+)?\\s*"
      "(?:(?:w|write)\\s+|(?:r|read|te|term|terminal)\\s*)?!(.*)$");
  static const Regex writes(
      "(?m)^[ \\t]*:*[ \\t]*(?:sil(?:ent)?!?[ \\t]+)?(?:%|[0-9,$.]+)?[ \\t]*(?:w|write|sav|saveas)!?[ "
      "\\t]+([^!\\s]\\S*)[ \\t]*$");
  ProgramEffects found = effects_of_calls("vim", program);
  for (const std::string_view script : runs.search_all(program)) found.scripts.emplace_back(script);
  for (const std::string_view file : writes.search_all(program)) found.written.emplace_back(file);
  return found;
}

// Clients of databases and debuggers: lines that leave for a shell.
ProgramEffects effects_of_console(std::string_view program) {
  static const Regex leaves("(?m)^\\s*(?:\\\\!|!|\\.shell\\s|\\.system\\s|system\\s|shell\\s)[ \\t]*(.*)$");
  ProgramEffects found;
  for (const std::string_view script : leaves.search_all(program)) found.scripts.emplace_back(script);
  return found;
}

// The recipes of a makefile, and what it runs while it is read.
ProgramEffects effects_of_makefile(std::string_view program) {
  static const Regex recipes("(?m)^(?:\\t|[^\\s#:=][^#:=\\n]*:[^=\\n;]*;)[ \\t@+-]*(.*)$"),
      reads("\\$\\(shell (.*)\\)");
  ProgramEffects found;
  for (const Regex* each : {&recipes, &reads})
    for (const std::string_view script : each->search_all(program)) found.scripts.emplace_back(script);
  return found;
}

}  // namespace

ProgramEffects effects_of_program(std::string_view language, std::string_view program) {
  constexpr std::size_t kMostBytes = std::size_t{1} << 18;
  if (program.size() > kMostBytes) return {};
  if (language == "awk") return effects_of_awk(program);
  if (language == "sed") return effects_of_sed(program);
  if (language == "vim") return effects_of_editor(program);
  if (language == "console") return effects_of_console(program);
  if (language == "make") return effects_of_makefile(program);
  if (language.empty()) return {};
  return effects_of_calls(language, program);
}

}  // namespace assay
