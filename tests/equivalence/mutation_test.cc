// SPDX-License-Identifier: Apache-2.0
// A small change to a real command has to be noticed, unless it is known to be harmless.
#include <cctype>
#include <cstdio>

#include "corpus.h"
#include "verdicts.h"

namespace assay {
namespace {

std::vector<std::string> mutation_sample() {
  std::vector<std::string> commands = lines_of("nl2bash_commands.txt");
  if (!commands.empty()) return commands;
  return {"cp a.txt b.txt", "find . -mtime 3 -name '*.log'", "grep 'a b' f", "head -n 5 f", "ls *.c"};
}

// Applies `mutate` to every command; a mutant that is proven equivalent must be known to be harmless.
template <class Mutate, class Harmless>
void expect_noticed(std::string_view what, Mutate mutate, Harmless is_harmless) {
  int mutants = 0;
  int harmless = 0;
  for (const std::string& command : mutation_sample()) {
    const std::string mutant = mutate(command);
    if (mutant.empty() || mutant == command) continue;
    ++mutants;
    const Comparison result = compare(command, mutant);
    if (!is_proven(result)) continue;
    ++harmless;
    EXPECT_TRUE(is_harmless(command, mutant, result)) << what << "\n"
                                                      << command << "\n"
                                                      << mutant << "\n"
                                                      << describe(result);
  }
  std::printf("%.*s: %d mutants, %d harmless\n", static_cast<int>(what.size()), what.data(), mutants,
              harmless);
}

bool holds(const Comparison& result, std::string_view rule) {
  return std::find(result.rules.begin(), result.rules.end(), rule) != result.rules.end();
}

TEST(Mutation, OneDigit) {
  const auto change_digit = [](std::string text) {
    const std::size_t at = text.find_last_of("0123456789");
    if (at == std::string::npos) return std::string();
    text[at] = text[at] == '9' ? '8' : static_cast<char>(text[at] + 1);
    return text;
  };
  // An awk pattern that is a number is true, whichever number it is, except for 0.
  const auto is_true_pattern = [](const std::string& command) {
    const std::size_t at = command.find_last_of("0123456789");
    const auto stands_alone = [&](std::size_t i, std::string_view marks) {
      return i < command.size() && marks.find(command[i]) != std::string_view::npos;
    };
    return at > 0 && command[at] != '0' && stands_alone(at - 1, "{};' \"") && stands_alone(at + 1, "'; \"");
  };
  // Harmless: a digit in a comment, and one that a set of tr contains already.
  expect_noticed("one digit", change_digit,
                 [&](const std::string& command, const std::string&, const Comparison& result) {
                   return (result.method == "whitespace" && command.find('#') != std::string::npos) ||
                          holds(result, "character-set") ||
                          (holds(result, "awk-program") && is_true_pattern(command));
                 });
}

// Swaps the last two words if neither is an option: harmless only for sets.
TEST(Mutation, SwappedOperands) {
  const auto swap_last_words = [](const std::string& text) {
    const std::size_t second = text.rfind(' ');
    if (second == std::string::npos || second == 0) return std::string();
    const std::size_t first = text.rfind(' ', second - 1);
    if (first == std::string::npos) return std::string();
    const std::string left = text.substr(first + 1, second - first - 1);
    const std::string right = text.substr(second + 1);
    if (left.empty() || right.empty() || left[0] == '-' || right[0] == '-') return std::string();
    return text.substr(0, first + 1) + right + " " + left;
  };
  expect_noticed("swapped operands", swap_last_words,
                 [](const std::string& command, const std::string&, const Comparison& result) {
                   const bool is_set = holds(result, "operand-set") || holds(result, "sorted-operands") ||
                                       holds(result, "operand-links") || holds(result, "find-test-order") ||
                                       holds(result, "dig-header") || holds(result, "assignment-order") ||
                                       holds(result, "operand-place") || holds(result, "redirect-order") ||
                                       holds(result, "flag-order");
                   return is_set || command.find('#') != std::string::npos || result.method == "whitespace" ||
                          result.method == "quoting";
                 });
}

// The first quoted word loses its quotes: harmless if they kept nothing together.
TEST(Mutation, DroppedQuotes) {
  const auto drop_quotes = [](std::string text) {
    const std::size_t open = text.find_first_of("'\"");
    if (open == std::string::npos) return std::string();
    const std::size_t close = text.find(text[open], open + 1);
    if (close == std::string::npos) return std::string();
    text.erase(close, 1);
    text.erase(open, 1);
    return text;
  };
  expect_noticed("dropped quotes", drop_quotes,
                 [](const std::string& command, const std::string&, const Comparison& result) {
                   const std::size_t open = command.find_first_of("'\"");
                   const std::size_t close = command.find(command[open], open + 1);
                   const std::string inside = command.substr(open + 1, close - open - 1);
                   // $ and backslashes only where the shell gives them no meaning; ~ and = only after the
                   // start of a word.
                   const bool is_plain = inside.find_first_of(" \t\n*?[]|&;<>()`\"'") == std::string::npos;
                   return is_plain || holds(result, "echo-text") || holds(result, "joined-words") ||
                          holds(result, "printed-words") || result.method == "quoting" ||
                          result.method == "whitespace";
                 });
}

TEST(Mutation, WidenedGlob) {
  const auto widen = [](std::string text) {
    const std::size_t at = text.find("*.");
    if (at == std::string::npos) return std::string();
    return text.erase(at + 1, 1);
  };
  expect_noticed("widened glob", widen,
                 [](const std::string&, const std::string&, const Comparison&) { return false; });
}

TEST(Mutation, ALostOption) {
  const auto drop_option = [](const std::string& text) {
    const std::size_t at = text.find(" -");
    if (at == std::string::npos) return std::string();
    const std::size_t end = std::min(text.find(' ', at + 1), text.size());
    return text.substr(0, at) + text.substr(end);
  };
  expect_noticed("lost option", drop_option,
                 [](const std::string& command, const std::string&, const Comparison& result) {
                   return holds(result, "repeated-option") || holds(result, "default-value") ||
                          holds(result, "find-default-action") || holds(result, "find-negation") ||
                          holds(result, "dashes") || holds(result, "find-test-order") ||
                          holds(result, "find-option-place") || holds(result, "pattern-dialect") ||
                          holds(result, "sed-script") || holds(result, "argument-form") ||
                          holds(result, "grep-count") || holds(result, "dig-header") ||
                          result.method == "output" || holds(result, "pipe-output") ||
                          holds(result, "unseen-errors") || holds(result, "quotes") ||
                          holds(result, "tar-compression") || command.find(" - ") != std::string::npos ||
                          command.find('#') != std::string::npos;
                 });
}

TEST(Mutation, AnotherConnector) {
  const auto swap_connector = [](std::string text) {
    const std::size_t at = text.find(" && ");
    if (at == std::string::npos) return std::string();
    return text.replace(at, 4, " || ");
  };
  expect_noticed("another connector", swap_connector,
                 [](const std::string& command, const std::string&, const Comparison&) {
                   return command.find('#') != std::string::npos;
                 });
}

}  // namespace
}  // namespace assay
