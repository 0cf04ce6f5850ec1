// SPDX-License-Identifier: Apache-2.0
#include "partial_credit.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <vector>

#include "assay/internal/commands_run.h"
#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"
#include "assay/internal/utilities.h"
#include "assay/internal/word.h"
#include "text.h"

namespace assay {
namespace {

struct UtilityUse {
  std::string name;
  std::set<std::string> flags;  // by their canonical names if a table knows the utility
};

struct Outline {
  std::vector<UtilityUse> uses;  // in the order of the text, nested ones after the ones that run them
  // The command with "_" for each argument and its flags sorted: equal for commands that differ only in
  // arguments.
  std::string template_text;
};

constexpr int kMaxDepth = 8;  // of nested commands

class Reader {
 public:
  Reader(const UtilityTables& tables, Outline& outline) : tables_(tables), outline_(outline) {}

  // Reads a script, and turns `list` into its template.
  void list(shell::List& list, int depth) {
    shell::for_each_simple_command(list, [&](shell::SimpleCommand& command) { simple(command, depth); });
  }

 private:
  void simple(shell::SimpleCommand& command, int depth) {
    if (command.words.empty()) return;
    std::vector<std::string> shape = read(command.words, depth);
    command.words.resize(1);
    for (std::string& each : shape) command.words.push_back(shell::literal_word(each));
  }

  // Records the utility and the commands that it runs. Returns its flags, sorted, then "_" for each argument.
  std::vector<std::string> read(std::span<const shell::Word> words, int depth) {
    std::vector<std::string> texts;
    for (const shell::Word& word : words) texts.push_back(shell::literal_value(word).value_or("$"));
    const std::string name(base_name(texts.front()));
    std::vector<Argument> arguments;
    for (const std::string& text : std::span(texts).subspan(1)) arguments.push_back({text, Known::literal});
    const Utility* utility = tables_.find(name);
    const ParsedInvocation parsed = utility ? parse_options(*utility, arguments) : ParsedInvocation{};
    const bool is_read = utility && !parsed.unknown_at;
    std::vector<std::string> flags = is_read ? flags_of(parsed, arguments) : dashed(arguments);
    outline_.uses.push_back({name, {flags.begin(), flags.end()}});
    std::ranges::sort(flags);
    const std::size_t others = arguments.size() - std::min(arguments.size(), flags.size());
    flags.insert(flags.end(), is_read ? operands_of(parsed, arguments) : others, "_");
    if (depth < kMaxDepth)
      for (const CommandRun& each : commands_run_by(tables_, name, arguments).all)
        run(each, words, texts, depth);
    return flags;
  }

  static std::vector<std::string> dashed(std::span<const Argument> arguments) {
    std::vector<std::string> flags;
    for (const Argument& each : arguments)
      if (each.text.starts_with('-') && each.text.size() > 1)
        flags.emplace_back(each.text.substr(0, each.text.find('=')));
    return flags;
  }
  static std::vector<std::string> flags_of(const ParsedInvocation& parsed,
                                           std::span<const Argument> arguments) {
    std::vector<std::string> flags;
    for (const ParsedOption& each : parsed.options) flags.push_back(parsed.utility->options[each.id].name());
    for (std::size_t at = parsed.expression_at.value_or(arguments.size()); at < arguments.size();) {
      const Primary* primary = parsed.utility->find_primary(arguments[at].text);
      if (primary && primary->names.front() != "(") flags.push_back(primary->names.front());
      at += 1 + (primary ? primary->arguments : 0);
    }
    return flags;
  }
  // Option values count as arguments too.
  static std::size_t operands_of(const ParsedInvocation& parsed, std::span<const Argument> arguments) {
    std::size_t count = parsed.operands.size();
    for (const ParsedOption& each : parsed.options) count += each.value.form != ValueForm::none;
    for (std::size_t at = parsed.expression_at.value_or(arguments.size()); at < arguments.size(); ++at)
      count += parsed.utility->find_primary(arguments[at].text) == nullptr;
    return count;
  }

  void run(const CommandRun& command, std::span<const shell::Word> words,
           const std::vector<std::string>& texts, int depth) {
    if (command.is_default || command.are_keys) return;
    if (command.form == CommandRun::Form::argv) {
      read(words.subspan(command.begin + 1, command.end - command.begin), depth + 1);
      return;
    }
    std::string text = command.text;
    for (std::size_t i = command.begin; i < command.end; ++i)
      text += (text.empty() ? "" : " ") + texts[i + 1];
    script(text, depth + 1);
  }
  void script(const std::string& text, int depth) {
    auto parsed = shell::parse(text);
    if (parsed) list(parsed.tree, depth);
  }

  const UtilityTables& tables_;
  Outline& outline_;
};

// None if the parser cannot read it.
std::optional<Outline> outline_of(std::string_view command, const UtilityTables& tables) {
  auto parsed = shell::parse(command);
  if (!parsed) return std::nullopt;
  Outline outline;
  Reader(tables, outline).list(parsed.tree, 0);
  outline.template_text = shell::print(parsed.tree);
  return outline;
}

constexpr std::size_t kMostTokens = 10'000;

// For two uses of the same utility.
double flag_score(const std::set<std::string>& a, const std::set<std::string>& b) {
  if (a.empty() && b.empty()) return 1.0;
  std::vector<std::string> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  const double shared = static_cast<double>(common.size());
  const double either = static_cast<double>(a.size() + b.size()) - shared;
  return (2.0 * shared - either) / static_cast<double>(std::max(a.size(), b.size()));
}

double overlap_of(const Outline& a, const Outline& b) {
  const std::size_t longer = std::max(a.uses.size(), b.uses.size());
  if (longer == 0) return 1.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < longer; ++i) {
    const bool is_same = i < a.uses.size() && i < b.uses.size() && a.uses[i].name == b.uses[i].name;
    sum += is_same ? 0.5 * (1.0 + flag_score(a.uses[i].flags, b.uses[i].flags)) : -1.0;
  }
  return sum / static_cast<double>(longer);
}

std::vector<std::string_view> sorted_tokens(std::string_view text) {
  auto tokens = words_of(text, kMostTokens);
  std::ranges::sort(tokens);
  return tokens;
}

double token_f1(const std::vector<std::string_view>& a, const std::vector<std::string_view>& b) {
  if (a.empty() && b.empty()) return 1.0;
  std::vector<std::string_view> common;
  std::ranges::set_intersection(a, b, std::back_inserter(common));
  return 2.0 * static_cast<double>(common.size()) / static_cast<double>(a.size() + b.size());
}

bool is_nearer(const PartialCredit& a, const PartialCredit& b) {
  const double none = -2.0;  // less than any overlap
  const double in_a = a.overlap.value_or(none);
  const double in_b = b.overlap.value_or(none);
  return in_a != in_b ? in_a > in_b : a.token_f1 > b.token_f1;
}

}  // namespace

std::optional<PartialCredit> partial_credit(std::span<const std::string> accepted, std::string_view generated,
                                            const OwnTables& own_tables) {
  if (accepted.empty()) return std::nullopt;
  if (std::ranges::find(accepted, generated) != accepted.end()) return PartialCredit{1.0, 1.0, true};
  static const UtilityTables built_in;
  const UtilityTables& tables = own_tables ? own_tables->get() : built_in;
  const auto outline = outline_of(generated, tables);
  const auto tokens = sorted_tokens(generated);
  std::optional<PartialCredit> best;
  for (const std::string& command : accepted) {
    PartialCredit credit{.token_f1 = token_f1(sorted_tokens(command), tokens)};
    if (const auto other = outline ? outline_of(command, tables) : std::nullopt) {
      credit.overlap = overlap_of(*other, *outline);
      credit.template_match = other->template_text == outline->template_text;
    }
    if (!best || is_nearer(credit, *best)) best = credit;
  }
  return best;
}

}  // namespace assay
