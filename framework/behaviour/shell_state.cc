// SPDX-License-Identifier: Apache-2.0
#include "shell_state.h"

#include <algorithm>
#include <iterator>

#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "timing.h"

namespace assay::behaviour {
namespace {

using namespace shell;

// What a command does to the shell outside of subshells, as far as its text says.
struct ShellUse {
  bool may_change = false;
  bool may_end = false;  // exit, exec: nothing that follows may run
  // Of its loops. What they hold afterwards is a matter of how the loop is written.
  std::vector<std::string> loop_variables;
};

constexpr std::string_view kChangers[] = {"alias",  "cd",        "declare",  "eval",  "export", "getopts",
                                          "let",    "mapfile",   "popd",     "pushd", "read",   "set",
                                          "shift",  "readarray", "readonly", "shopt", "trap",   "typeset",
                                          "ulimit", "umask",     "unalias",  "unset", "local"};

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

bool is_variable(std::string_view word) {
  return !word.empty() && (word[0] < '0' || word[0] > '9') && std::ranges::all_of(word, is_name_char);
}

// Also if it compares: being asked too often costs a few lines of output.
bool may_assign(std::string_view arithmetic) {
  return arithmetic.find('=') != std::string::npos || arithmetic.find("++") != std::string::npos ||
         arithmetic.find("--") != std::string::npos;
}

class ShellWalk : public Visitor {
 public:
  ShellUse take() && { return std::move(use_); }

 private:
  void and_or(const AndOr& item) override {
    if (!item.background) Visitor::and_or(item);
  }
  void pipeline(const Pipeline& pipeline) override {
    if (pipeline.commands.size() == 1) Visitor::pipeline(pipeline);
  }
  void subshell(const Subshell& /*node*/, const shell::Command& /*command*/) override {}
  void substitution(const List& /*body*/) override {}
  void coprocess(const Coprocess& /*node*/, const shell::Command& /*command*/) override {}
  void function(const FunctionDefinition& node, const shell::Command& command) override {
    use_.may_change = true;
    Visitor::function(node, command);
  }
  void simple_command(const SimpleCommand& node, const shell::Command& command) override {
    Visitor::simple_command(node, command);
    if (node.words.empty()) {
      use_.may_change |= !node.assignments.empty();
      return;
    }
    const std::string name = literal_value(node.words.front()).value_or("");
    use_.may_end |= name == "exit" || name == "exec" || name == "return" || name == "logout";
    const bool is_loop_input = in_condition_ && name == "read";
    use_.may_change |= name == "printf" && node.words.size() > 1 &&
                       literal_value(node.words[1]).value_or("").starts_with("-v");
    use_.may_change |= !is_loop_input && std::ranges::find(kChangers, name) != std::end(kChangers);
    if (!is_loop_input) return;
    for (const Word& word : node.words)
      if (const auto text = literal_value(word); text && *text != name && is_variable(*text))
        use_.loop_variables.push_back(*text);
  }
  void loop(const Loop& node, const shell::Command& /*command*/) override {
    const bool before = std::exchange(in_condition_, true);
    list(node.condition);
    in_condition_ = before;
    list(node.body);
  }
  void for_command(const For& node, const shell::Command& command) override {
    use_.loop_variables.push_back(node.name);
    Visitor::for_command(node, command);
  }
  void arithmetic_for(const ArithmeticFor& node, const shell::Command& command) override {
    const std::string text = print(node.initial);
    const std::string name = text.substr(0, text.find_first_of(" =\t"));
    if (is_variable(name)) use_.loop_variables.push_back(name);
    Visitor::arithmetic_for(node, command);
  }
  void arithmetic_command(const ArithmeticCommand& node, const shell::Command& command) override {
    use_.may_change |= may_assign(print(node.expression));
    Visitor::arithmetic_command(node, command);
  }
  void word(const Word& word, Place place) override {
    const std::string text = print(word);
    use_.may_change |= text.find("${") != std::string::npos && text.find('=') != std::string::npos;
    use_.may_change |= text.find("$((") != std::string::npos && may_assign(text);
    Visitor::word(word, place);
  }

  ShellUse use_;
  bool in_condition_ = false;
};

ShellUse shell_use(std::string_view command) {
  const Parsed parsed = parse(command);
  if (!parsed) return {};
  ShellWalk walk;
  walk.list(parsed.tree);
  return std::move(walk).take();
}

// Whether it reads `$_`, or `_` where a number is computed.
class LastArgument : public Visitor {
 public:
  bool is_read() const { return is_read_; }

 private:
  void word(const Word& word, Place place) override {
    look_at(word.segments, false);
    Visitor::word(word, place);
  }
  void arithmetic(const Arithmetic& arithmetic) override {
    look_at(arithmetic.parts, true);
    Visitor::arithmetic(arithmetic);
  }
  void look_at(const std::vector<Segment>& segments, bool is_number) {
    for (const Segment& each : segments) {
      if (const auto* parameter = std::get_if<Boxed<Parameter>>(&each.node))
        is_read_ |= (*parameter)->name == "_";
      if (const auto* quoted = std::get_if<DoubleQuoted>(&each.node)) look_at(quoted->parts, is_number);
      if (const auto* inner = std::get_if<Arithmetic>(&each.node)) look_at(inner->parts, true);
      const auto* text = std::get_if<Text>(&each.node);
      if (is_number && text) is_read_ |= names_it(text->text);
    }
  }
  static bool names_it(std::string_view text) {
    constexpr std::string_view name = "_";
    for (std::size_t at = text.find(name); at != std::string_view::npos; at = text.find(name, at + 1)) {
      std::size_t begin = at, end = at + name.size();
      while (begin > 0 && is_name_char(text[begin - 1])) --begin;
      while (end < text.size() && is_name_char(text[end])) ++end;
      if (text.substr(begin, end - begin) == name) return true;
    }
    return false;
  }

  bool is_read_ = false;
};

bool reads_last_argument(std::string_view command) {
  const Parsed parsed = parse(command);
  LastArgument walk;
  if (parsed) walk.list(parsed.tree);
  return walk.is_read();
}

constexpr std::string_view kMark = "assay: the shell then has";

// Builtins alone, which need no file of the world. What changes by itself, or tells what ran, goes first.
std::string followed(std::string_view command, const std::vector<std::string>& scratch) {
  std::string text(command);
  text +=
      "\nassay_status=$?\nunset -v BASHPID BASH_CMDS BASH_COMMAND BASH_EXECUTION_STRING BASH_REMATCH "
      "BASH_SUBSHELL COLUMNS DIRSTACK EPOCHREALTIME EPOCHSECONDS FUNCNAME LINENO LINES OLDPWD RANDOM REPLY "
      "SECONDS SRANDOM _";
  for (const std::string& name : scratch) text += ' ' + name;
  text += "\nprintf '" + std::string(kMark) + "\\n'\n";
  return text +=
         "[ $# = 0 ] || printf 'argument %s\\n' \"$@\"\ndeclare -p\ndeclare -f\nalias\ntrap\nset +o\nshopt\n"
         "umask\nulimit -a\ndirs -p\nexit $assay_status";
}

// Both sorted.
using Lines = std::vector<std::string_view>;

Lines lines_after_mark(std::string_view out) {
  Lines lines;
  const std::size_t mark = out.rfind(kMark);
  if (mark == std::string_view::npos) return lines;
  out.remove_prefix(mark + kMark.size() + 1);
  while (!out.empty()) {
    const std::size_t end = std::min(out.find('\n'), out.size() - 1);
    if (const auto line = out.substr(0, end); !line.starts_with("declare -- assay_status="))
      lines.push_back(line);
    out.remove_prefix(end + 1);
  }
  std::ranges::sort(lines);
  return lines;
}

void say(std::string& text, std::string_view what, const Lines& lines, const Lines& others) {
  Lines own;
  std::ranges::set_difference(lines, others, std::back_inserter(own));
  for (const std::string_view line : own) text += std::string(what) + std::string(line) + '\n';
}

}  // namespace

std::optional<std::string> blind_to_last_argument(std::string_view accepted, std::string_view generated) {
  if (!reads_last_argument(accepted) && !reads_last_argument(generated)) return std::nullopt;
  return "what $_ holds depends on how the command before it is written";
}

std::optional<Followed> saying_what_the_shell_has(std::string_view accepted, std::string_view generated) {
  const ShellUse mine = shell_use(accepted), others = shell_use(generated);
  if (accepted.empty() || generated.empty()) return std::nullopt;
  if (mine.may_end || others.may_end || !(mine.may_change || others.may_change)) return std::nullopt;
  std::vector<std::string> scratch = mine.loop_variables;
  scratch.insert(scratch.end(), others.loop_variables.begin(), others.loop_variables.end());
  return Followed{followed(accepted, scratch), followed(generated, scratch)};
}

sandbox::SandboxResult WatchedCell::run(const sandbox::Command& command, const sandbox::Limits& limits) {
  const bool is_followed = command.argv.back().find(kMark) != std::string::npos;
  if (is_followed && idle_.empty())
    idle_ = run_timed(cell_, sandbox::shell_command(followed("", {})), terms_).out;
  sandbox::SandboxResult outcome = run_timed(cell_, command, terms_, limits);
  const std::size_t mark = outcome.out.rfind(kMark);
  if (!is_followed || mark == std::string::npos) return outcome;
  std::string out = outcome.out.substr(0, mark);
  const Lines now = lines_after_mark(outcome.out), before = lines_after_mark(idle_);
  say(out, "the shell then has: ", now, before);
  say(out, "the shell then lacks: ", before, now);
  outcome.out = std::move(out);
  return outcome;
}

}  // namespace assay::behaviour
