// SPDX-License-Identifier: Apache-2.0

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <utility>

#include "assay/internal/commands_run.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "languages/characters.h"
#include "script/state.h"

namespace assay::equivalence {
namespace {

using namespace shell;

constexpr int kMostNested = 8;  // wrappers and shells within one another

// How a program that shows its environment is started.
struct Start {
  std::string program;
  std::string way;  // the constructs and wrappers around it, and the variables that it is given
  auto operator<=>(const Start&) const = default;
};

// A program of another language that names the environment: ENVIRON, os.environ, getenv.
bool names_environment(std::string_view argument) {
  return lowercase(argument).find("env") != std::string::npos;
}

bool is_text(const Segment& segment) { return std::holds_alternative<Text>(segment.node); }

// The text at the beginning of a word: A= of A="$x".
std::string beginning_of(const std::vector<Segment>& segments) {
  std::string text;
  for (const Segment& each : segments) {
    const auto* quoted = std::get_if<DoubleQuoted>(&each.node);
    if (quoted) text += beginning_of(quoted->parts);
    if (!is_text(each)) break;
    text += std::get<Text>(each.node).text;
  }
  return text;
}

// printenv HOME. The value of such a variable does not depend on what started the program.
bool is_other_variable(const Argument& argument) {
  return argument.known == Known::literal && argument.text != "SHLVL" && argument.text != "_" &&
         !argument.text.starts_with('-');
}

// Finds the programs that show their environment, with what is around each of them.
class Starts : public Visitor {
 public:
  Starts(const UtilityTables& tables, int depth) : tables_(tables), depth_(depth) {}

  std::vector<Start> of(const List& tree) {
    list(tree);
    return std::move(found_);
  }

 private:
  // Adds to the way for as long as it lives.
  class Within {
   public:
    Within(std::string& way, std::string_view what) : way_(way), size_(way.size()) { way += what; }
    ~Within() { way_.resize(size_); }
    Within(const Within&) = delete;
    Within& operator=(const Within&) = delete;

   private:
    std::string& way_;
    const std::size_t size_;
  };

  void list(const List& all) override {
    for (const AndOr& each : all.items) {
      const Within within(way_, &each != &all.items.back() || each.background ? "before others;" : "");
      and_or(each);
    }
  }
  void and_or(const AndOr& item) override {
    for (const Link& link : item.links) {
      const Within within(way_, item.links.size() == 1        ? ""
                                : &link == &item.links.back() ? "last&"
                                                              : "first&");
      pipeline(link.pipeline);
    }
  }
  void pipeline(const Pipeline& pipeline) override {
    const Within prefix(way_, pipeline.timing != Timing::none || pipeline.negated ? "!" : "");
    const Within within(way_, pipeline.commands.size() > 1 ? "|" : "");
    for (const Command& each : pipeline.commands) command(each);
  }
  void command(const Command& command) override {
    // Which construct it is; a simple command is none.
    const std::size_t kind = command.node.index();
    const Within construct(way_, kind == 0 ? "" : std::to_string(kind) + " ");
    const Within within(way_, command.redirects.empty() ? "" : ">");
    Visitor::command(command);
  }
  void function(const FunctionDefinition& node, const Command& command) override {
    functions_.push_back(node.name);
    Visitor::function(node, command);
  }
  void substitution(const List& body) override {
    const Within within(way_, "$(");
    Visitor::substitution(body);
  }

  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    if (node.words.empty()) return;
    std::string given;
    for (const Assignment& each : node.assignments) given += each.name + "=";
    const Within within(way_, given);
    std::vector<std::string> texts;
    std::vector<Argument> arguments;
    texts.reserve(node.words.size());
    for (const Word& each : node.words) {
      const auto text = literal_value(each);
      texts.push_back(text ? *text : beginning_of(each.segments));
      arguments.push_back({texts.back(), text ? Known::literal : Known::split});
    }
    // Braces in a name are written out before anything runs: what they name is in the form.
    if (arguments[0].known != Known::literal && std::ranges::all_of(node.words[0].segments, is_text)) return;
    call(arguments, 0);
  }

  void call(std::span<const Argument> words, int depth) {
    if (words.empty()) return;
    const std::string name(base_name(words[0].text));
    if (std::ranges::find(functions_, name) != functions_.end()) return;
    const auto arguments = words.subspan(1);
    std::string given = " " + name;
    if (is_among(name, "env sudo"))
      for (const Argument& each : arguments) given += each.text.substr(0, each.text.find('=') + 1);
    const Within within(way_, given);
    const Utility* utility = tables_.find(name);
    const CommandsRun inner = commands_run_by(tables_, name, arguments);
    if (depth < kMostNested && !inner.all.empty()) {
      for (const CommandRun& each : inner.all) run(each, arguments, name, depth + 1);
      return;
    }
    const bool names_others =
        name == "printenv" && !arguments.empty() && std::ranges::all_of(arguments, is_other_variable);
    if (names_others) return;
    const bool shows =
        !utility || utility->shows_environment || depth >= kMostNested ||
        (!utility->language.empty() &&
         std::ranges::any_of(arguments, [](const Argument& each) { return names_environment(each.text); }));
    if (shows) found_.push_back({name, way_});
  }

  void run(const CommandRun& command, std::span<const Argument> arguments, const std::string& runner,
           int depth) {
    if (command.form == CommandRun::Form::argv) return call(command.arguments_in(arguments), depth);
    std::string text = command.text;
    bool is_known = !command.are_keys;
    for (const Argument& each : command.arguments_in(arguments)) {
      is_known &= each.known == Known::literal;
      text += (text.empty() ? "" : " ") + std::string(each.text);
    }
    const Parsed parsed = is_known && depth_ + depth < kMostNested ? parse(text) : Parsed{};
    const bool is_read = is_known && depth_ + depth < kMostNested && parsed;
    if (!is_read || text.find("SHLVL") != text.npos) return found_.push_back({runner, way_});
    for (Start& each : Starts(tables_, depth_ + depth).of(parsed.tree))
      found_.push_back({std::move(each.program), way_ + " " + each.way});
  }

  const UtilityTables& tables_;
  const int depth_;
  std::string way_;
  std::vector<std::string> functions_;
  std::vector<Start> found_;
};

std::vector<Start> starts_of(const List& tree, const UtilityTables* tables) {
  static const UtilityTables kCompiledIn;
  std::vector<Start> starts = Starts(tables ? *tables : kCompiledIn, 0).of(tree);
  std::ranges::sort(starts);
  return starts;
}

// The escapes \u and \U of characters beyond ASCII, which only $'…' has.
std::vector<std::string_view> unicode_escapes(std::string_view script) {
  constexpr std::string_view kHexDigits = "0123456789abcdefABCDEF";
  std::vector<std::string_view> found;
  if (script.find("$'") == script.npos) return found;
  for (auto at = script.find('\\'); at != script.npos; at = script.find('\\', at + 2)) {
    if (at + 1 == script.size() || (script[at + 1] != 'u' && script[at + 1] != 'U')) continue;
    std::size_t end = at + 2;
    while (end < script.size() && kHexDigits.find(script[end]) != kHexDigits.npos) ++end;
    const std::string_view digits = script.substr(at + 2, end - at - 2);
    const std::size_t value = digits.find_first_not_of('0');
    if (value == digits.npos) continue;
    const std::string_view significant = digits.substr(value);
    if (significant.size() > 2 || (significant.size() == 2 && significant[0] >= '8'))
      found.push_back(script.substr(at, end - at));
  }
  std::ranges::sort(found);
  return found;
}

// The first that only one of the two has; none if they are the same.
template <class T>
std::optional<T> first_apart(const std::vector<T>& a, const std::vector<T>& b) {
  std::vector<T> apart;
  std::ranges::set_symmetric_difference(a, b, std::back_inserter(apart));
  return apart.empty() ? std::nullopt : std::optional(apart.front());
}

}  // namespace

constexpr Rule rule::start_of_program = {
    .id = "start-of-program",
    .rung = Rung::rewrite,
    .meaning =
        "a program that shows its environment is started in another way: behind a redirection, in a "
        "group, through another program, or with its variables in another order",
    .same = {"{ env; }", "env"},
    .apart = {"env -i env", "env"},
    .assumption = "nobody looks at how programs are started: SHLVL, _ and the order of variables",
    .sentence = "nobody looks at how {} is started: SHLVL, _ and the order of variables"};

constexpr Rule rule::letters_of_locale = {.id = "letters-of-locale",
                                          .rung = Rung::rewrite,
                                          .meaning = "`$'\\u00e9'` is the letter é",
                                          .same = {"echo $'\\u00e9'", "echo é"},
                                          .apart = {"echo '\\u00e9'", "echo é"},
                                          .assumption = "the locale's characters are those of UTF-8"};

std::vector<Applied> presumptions(std::string_view a, const List& tree_a, std::string_view b,
                                  const List& tree_b, const UtilityTables* tables) {
  std::vector<Applied> presumed;
  const auto presume = [&presumed](const Rule& rule, std::string_view subject) {
    presumed.push_back({&rule, std::string(subject), std::string(subject), {}});
  };
  if (const auto start = first_apart(starts_of(tree_a, tables), starts_of(tree_b, tables)))
    presume(rule::start_of_program, start->program);
  if (const auto escape = first_apart(unicode_escapes(a), unicode_escapes(b)))
    presume(rule::letters_of_locale, *escape);
  return presumed;
}

namespace {

// Whether a parameter that the word expands is as asked for.
template <class Holds>
bool any_parameter(const std::vector<Segment>& segments, const Holds& holds) {
  return std::ranges::any_of(segments, [&holds](const Segment& segment) {
    if (const auto* parameter = std::get_if<Boxed<Parameter>>(&segment.node)) return holds(**parameter);
    const auto* quoted = std::get_if<DoubleQuoted>(&segment.node);
    return quoted && any_parameter(quoted->parts, holds);
  });
}

bool expands_zero(const Word& word) {
  return any_parameter(word.segments, [](const Parameter& each) { return each.name == "0"; });
}

bool reads_last(const Word& word) { return names_variable(print(word), "_"); }

// ${x:_:1} and ${a[_]}.
bool computes_from_last(const Parameter& parameter) {
  if (parameter.subscript && reads_last(*parameter.subscript)) return true;
  return parameter.operation == ParameterOperator::substring &&
         (reads_last(parameter.argument) || (parameter.second && reads_last(*parameter.second)));
}

// $((_)) in a word, also in its quotes.
bool computes_last(const std::vector<Segment>& segments) {
  return std::ranges::any_of(segments, [](const Segment& segment) {
    if (const auto* sum = std::get_if<Arithmetic>(&segment.node)) return names_variable(print(*sum), "_");
    const auto* quoted = std::get_if<DoubleQuoted>(&segment.node);
    return quoted && computes_last(quoted->parts);
  });
}

class References : public Visitor {
 public:
  std::string_view found;

 private:
  void simple_command(const SimpleCommand& node, const Command& command) override {
    // These print the name, or look for parts of it.
    constexpr auto kHarmless = std::to_array<std::string_view>(
        {"echo", "printf", "basename", "dirname", "realpath", "readlink", "[", "test", "ps", "exec"});
    const auto name = node.words.empty() ? std::nullopt : literal_value(node.words[0]);
    const bool may_read = !name || std::ranges::find(kHarmless, *name) == kHarmless.end();
    if (may_read && std::ranges::any_of(node.words, expands_zero)) found = "0";
    if (name == "let" && std::ranges::any_of(node.words, reads_last)) found = "_";
    Visitor::simple_command(node, command);
  }
  void redirect(const Redirect& redirect) override {
    if (expands_zero(redirect.target) && redirect.operation != RedirectOperator::here_string) found = "0";
    Visitor::redirect(redirect);
  }
  void condition(const Condition& condition) override {
    if (is_among(condition.spelling, "-eq -ne -lt -le -gt -ge") &&
        std::ranges::any_of(condition.operands, reads_last))
      found = "_";
    Visitor::condition(condition);
  }
  void word(const Word& word, Place place) override {
    if (any_parameter(word.segments, computes_from_last) || computes_last(word.segments)) found = "_";
    Visitor::word(word, place);
  }
  void arithmetic(const Arithmetic& arithmetic) override {
    if (names_variable(print(arithmetic), "_")) found = "_";
    Visitor::arithmetic(arithmetic);
  }
};

}  // namespace

std::string_view tree_reference(std::string_view script, const List& tree) {
  const bool may_be_named = script.find("$0") != script.npos || script.find("{0") != script.npos;
  const bool may_be_last = script.find('_') != script.npos &&
                           (script.find_first_of("([:") != script.npos || holds_name(script, "let"));
  if (!may_be_named && !may_be_last) return {};
  References references;
  references.list(tree);
  return references.found;
}

}  // namespace assay::equivalence
