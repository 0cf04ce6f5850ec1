// SPDX-License-Identifier: Apache-2.0
#include "repeatable.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/commands_run.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/word.h"
#include "calls.h"

namespace assay::behaviour {
namespace {

using namespace shell;

// Words of a shell, or of a program in another language, that ask for the time, a number of a process or
// chance.
constexpr auto kOfTheRun = std::to_array<std::string_view>(
    {"RANDOM",     "SRANDOM",  "SECONDS", "EPOCHSECONDS", "EPOCHREALTIME", "BASHPID",  "PPID",
     "TIMEFORMAT", "PROCINFO", "rand",    "srand",        "systime",       "strftime", "mktime",
     "localtime",  "gmtime",   "now",     "time",         "times",         "-nt",      "-ot",
     "-N",         "HOSTNAME", "GROUPS",  "PS4",          "PROMPT_COMMAND"});
// Likewise, wherever they stand: numbers of processes, printf's times, and commands whose output nobody waits
// for.
constexpr auto kMarks = std::to_array<std::string_view>({"$$", "$!", "${$", "${!", "@P}", "%(", ">("});

constexpr auto kFindsTimes = std::to_array<std::string_view>(
    {"-amin", "-anewer", "-atime", "-cmin", "-cnewer", "-ctime", "-mmin", "-mtime", "-newer", "-daystart",
     "-used", "-inum", "-ls", "-fls", "-fprintf", "-fstype"});
constexpr auto kPrintedTimes =
    std::to_array<std::string_view>({"%t", "%T", "%a", "%A", "%c", "%C", "%B", "%i", "%D", "%F"});

constexpr auto kPlainDevices = std::to_array<std::string_view>(
    {"/dev/null", "/dev/zero", "/dev/full", "/dev/stdin", "/dev/stdout", "/dev/stderr"});

bool holds_one_of(std::string_view text, std::span<const std::string_view> parts) {
  return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != text.npos; });
}

bool is_of_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// Whether a word may lead to what is not the world's own: the root, from which /proc is in reach, what is
// above the current folder, or the machine itself.
bool leaves_the_world(std::string_view word) {
  if (is_one_of(word, kPlainDevices)) return false;
  for (const std::string_view place : {"/proc", "/sys", "/dev", "/run"})
    if (word.starts_with(place) && (word.size() == place.size() || !is_of_name(word[place.size()])))
      return true;
  if (word.starts_with('/')) {
    const std::string_view first = word.substr(1, word.find('/', 1) - 1);
    if (first.find_first_not_of(".*?[]") == first.npos || first.find_first_of("*?[$") != first.npos)
      return true;
  }
  for (std::size_t at = 0; (at = word.find("..", at)) != word.npos; at += 2)
    if ((at == 0 || word[at - 1] == '/') && (at + 2 == word.size() || word[at + 2] == '/')) return true;
  // A variable that is empty leaves the root.
  std::size_t end = word.starts_with('$') ? 1 : word.npos;
  while (end < word.size() && is_of_name(word[end])) ++end;
  if (end >= word.size() || word[end] != '/') return false;
  const std::string_view name = word.substr(1, end - 1), rest = word.substr(end + 1);
  return name != "HOME" && name != "PWD" && (rest.empty() || rest.find_first_of("*?[.$") == 0);
}

// Words as if without quotes, also those within others: of if=/dev/zero, of {/a,/b}.
bool has_words_of_the_machine(std::string_view script) {
  std::string bare;
  std::ranges::copy_if(script, std::back_inserter(bare),
                       [](char c) { return c != '\'' && c != '"' && c != '\\'; });
  if (holds_one_of(bare, kMarks)) return true;
  constexpr std::string_view kBetween = " \t\n;|&()<>`=,:{}";
  for (std::size_t at = 0; (at = bare.find_first_not_of(kBetween, at)) != bare.npos;) {
    const std::size_t end = std::min(bare.find_first_of(kBetween, at), bare.size());
    const std::string_view word = std::string_view(bare).substr(at, end - at);
    if (leaves_the_world(word) || is_one_of(word, kFindsTimes)) return true;
    at = end;
  }
  for (std::size_t at = 0; at < bare.size();) {
    std::size_t end = at;
    while (end < bare.size() && (is_of_name(bare[end]) || bare[end] == '-')) ++end;
    if (is_one_of(std::string_view(bare).substr(at, end - at), kOfTheRun)) return true;
    at = std::max(end, at + 1);
  }
  return false;
}

class RepeatableWalk : public Visitor {
 public:
  static bool allows(std::string_view script, int depth) {
    constexpr int kMostDepth = 8;
    const Parsed parsed = parse(script);
    if (!parsed || depth > kMostDepth || has_words_of_the_machine(script)) return false;
    RepeatableWalk walk(depth);
    constexpr auto kReaders = std::to_array<std::string_view>({"$(", "`", "read", "mapfile"});
    walk.reads_words_ = holds_one_of(script, kReaders);
    walk.list(parsed.tree);
    return walk.is_allowed_;
  }

 private:
  explicit RepeatableWalk(int depth) : depth_(depth) {}

  void and_or(const AndOr& item) override {
    is_allowed_ &= !item.background;
    Visitor::and_or(item);
  }
  void coprocess(const Coprocess& /*node*/, const Command& /*command*/) override { is_allowed_ = false; }
  void simple_command(const SimpleCommand& node, const Command& command) override {
    Visitor::simple_command(node, command);
    // What is looked up where.
    for (const Assignment& each : node.assignments)
      is_allowed_ &=
          !is_one_of(each.name, {"PATH", "BASH_ENV", "ENV", "PS4"}) && !each.name.starts_with("LD_");
    if (node.words.empty()) return;
    std::vector<std::string> words;
    for (const Word& word : node.words) words.push_back(literal_value(word).value_or(""));
    std::vector<Argument> arguments;
    for (std::size_t i = 1; i < words.size(); ++i)
      arguments.push_back({words[i], literal_value(node.words[i]) ? Known::literal : Known::split});
    call(words.front(), arguments, false);
    before_ = words.front();
  }

  // `is_fed`: xargs adds arguments to it.
  void call(std::string_view path, std::span<const Argument> arguments, bool is_fed) {
    const std::string_view name = base_name(path);
    const Utility* utility =
        path.size() == name.size() || path.starts_with("/bin/") || path.starts_with("/usr/bin/")
            ? find_utility(name)
            : nullptr;
    if (!utility || !utility->repeatable.holds) return forbid();
    const ParsedInvocation parsed = parse_options(*utility, arguments);
    const Fact& fact = utility->repeatable;
    // An argument that is not known may be an option, but the paths that find prints are none.
    const bool is_open = parsed.uncertain_at || (is_fed && before_ != "find");
    if (parsed.unknown_at || (is_open && !fact.unless.empty())) return forbid();
    if (std::ranges::any_of(fact.unless, [&](OptionId id) { return parsed.has(id); })) return forbid();
    if (name == "find") {
      // Its conditions are no options, and may be read from a file or from another command's output.
      const bool is_read = reads_words_ && !std::ranges::all_of(arguments, [](const Argument& each) {
                             return each.known == Known::literal;
                           });
      if (is_fed || is_read || asks_for_times(arguments)) return forbid();
    }
    const CommandsRun run = commands_run_by(tables(), name, arguments);
    if (!run.is_complete || run.runs_input) return forbid();
    if (run.all.empty() && is_one_of(name, {"bash", "sh", "dash"})) return forbid();
    for (const CommandRun& each : run.all) {
      const auto words = each.arguments_in(arguments);
      if (each.has_gaps || each.are_keys ||
          std::ranges::any_of(words, [](const Argument& word) { return word.known != Known::literal; }))
        return forbid();
      if (each.form == CommandRun::Form::argv) {
        call(words.front().text, words.subspan(1), name == "xargs");
        continue;
      }
      std::string script = each.text;
      for (const Argument& word : words) (script += script.empty() ? "" : " ") += word.text;
      is_allowed_ &= allows(script, depth_ + 1);
    }
  }

  static bool asks_for_times(std::span<const Argument> arguments) {
    bool is_format = false;
    return std::ranges::any_of(arguments, [&](const Argument& each) {
      const bool prints = std::exchange(is_format, each.text == "-printf");
      if (prints) return each.known != Known::literal || holds_one_of(each.text, kPrintedTimes);
      return is_one_of(each.text, kFindsTimes) || each.text.starts_with("-newer");
    });
  }

  static const UtilityTables& tables() {
    static const UtilityTables own;
    return own;
  }
  void forbid() { is_allowed_ = false; }

  bool is_allowed_ = true;
  bool reads_words_ = false;  // some of its words may be those of a file
  std::string before_;        // the command before, which a pipeline may read
  int depth_;
};

// Of what is not a world's own.
constexpr auto kPlaces = std::to_array<std::string_view>({"/proc", "/sys/", "/dev/"});

// A link leads no further than its text says: where it passes another one, that is looked at by itself.
bool leaves_the_world(const sandbox::World& world, const sandbox::Entry& link) {
  const std::string& target = link.content;
  if (target.starts_with('/') || !target.starts_with("..")) return leaves_the_world(target);
  std::string_view rest = target;
  while (rest == ".." || rest.starts_with("../")) rest.remove_prefix(std::min<std::size_t>(3, rest.size()));
  const std::filesystem::path place = std::filesystem::path(world.folder) / link.path;
  return leaves_the_world(rest) ||
         leaves_the_world((place.parent_path() / target).lexically_normal().string());
}

// Its files may hold names of places that are not its own, which a command may read and go to.
bool is_closed(const sandbox::World& world) {
  const auto is_plain = [&](const sandbox::Entry& entry) {
    const bool is_link = entry.type == sandbox::NodeType::link;
    return !holds_one_of(entry.content, kPlaces) && !(is_link && leaves_the_world(world, entry));
  };
  // Names that a glob or find would hand to a command as options.
  const auto has_dash = [](const sandbox::Entry& entry) {
    return entry.path.starts_with('-') || entry.path.find("/-") != std::string::npos;
  };
  const auto is_looked_up = [](const auto& variable) {
    return is_one_of(variable.first, {"PATH", "BASH_ENV", "ENV", "PS4"}) ||
           variable.first.starts_with("LD_") || holds_one_of(variable.second, kPlaces);
  };
  return !is_one_of(world.userland, {"uutils", "goawk"}) && !holds_one_of(world.input, kPlaces) &&
         std::ranges::all_of(world.entries, is_plain) && std::ranges::none_of(world.entries, has_dash) &&
         std::ranges::none_of(world.environment, is_looked_up);
}

}  // namespace

bool is_repeatable(const sandbox::World& world, const sandbox::Command& command) {
  if (command.argv != sandbox::shell_command(command.argv.back()).argv || !is_closed(world)) return false;
  constexpr std::size_t kMost = 20'000;
  static std::mutex mutex;
  static std::map<std::string, bool> known;
  const std::string& script = command.argv.back();
  {
    const std::lock_guard lock(mutex);
    if (const auto found = known.find(script); found != known.end()) return found->second;
  }
  const bool is_allowed = RepeatableWalk::allows(script, 0);
  const std::lock_guard lock(mutex);
  if (known.size() >= kMost) known.clear();
  return known.emplace(script, is_allowed).first->second;
}

}  // namespace assay::behaviour
