// SPDX-License-Identifier: Apache-2.0
// Properties that must hold for every command, tested on real ones.
#include <algorithm>
#include <cstdio>
#include <random>

#include "../tools/sanitized.h"
#include "assay/internal/partial_form.h"
#include "corpus.h"
#include "verdicts.h"

namespace assay {
namespace {

std::vector<std::string> sample() {
  std::vector<std::string> commands = lines_of("nl2bash_commands.txt");
  if (kSanitized) {  // a tenth of them, which takes as long as all of them without a sanitizer
    std::size_t at = 0;
    std::erase_if(commands, [&at](const std::string&) { return at++ % 10 != 0; });
  }
  if (!commands.empty()) return commands;
  return {"find . -type f -name '*.txt' -exec grep -l foo {} \\;",
          "cat \"$1\" | sort | uniq -c | sort -rn | head -n 10",
          "for f in *.jpg; do mv \"$f\" \"${f%.jpg}.png\"; done",
          "tar -czf \"backup-$(date +%F).tar.gz\" /etc 2>/dev/null",
          "echo a; { ls -la; } | wc -l",
          "if true; then echo {1..3}; fi",
          "chmod u=rwx,go=rx f && [ -f x ]"};
}

// Rules to leave out, each with probability 1/2. Rules without which a form cannot be printed are never left
// out.
std::vector<std::string_view> some_rules(std::mt19937& draw) {
  std::vector<std::string_view> rules;
  for (const RuleText& rule : equivalence_rules()) {
    const bool is_needed = rule.method == "exact" || rule.method == "whitespace" || rule.method == "quoting";
    if (!is_needed && draw() % 2 == 0) rules.push_back(rule.id);
  }
  return rules;
}

TEST(Property, ACommandWithBlanksIsItself) {
  for (const std::string& command : sample()) {
    if (command.ends_with('\\')) continue;
    const Comparison result = compare(command, " " + command + "  ");
    if (result.why.find("does not parse") != std::string::npos) continue;
    EXPECT_TRUE(result.method == "whitespace" || result.method == "quoting") << command << "\n"
                                                                             << describe(result);
  }
}

TEST(Property, CanonicalFormsAreTheirOwn) {
  int unsettled = 0;
  for (const std::string& command : sample()) {
    const std::string once = canonical_form(command);
    const std::string twice = canonical_form(once);
    if (once == twice) continue;
    ++unsettled;
    ADD_FAILURE() << command << "\n" << once << "\n" << twice;
    if (unsettled > 5) break;
  }
}

// Applying some rules first, then others, then all, must end in the same form as applying all at once. The
// rules that come first are drawn anew for each command, from a fixed seed. A few forms cannot be typed in,
// so their commands are compared instead; and expanded braces may show a word that looks like a list of
// processes ('w
// ').
TEST(Property, TheOrderOfRulesDoesNotShow) {
  std::mt19937 draw(7);
  std::size_t changed = 0, apart = 0;
  const auto commands = sample();
  for (const std::string& command : commands) {
    std::string text = command;
    for (int round = 0; round < 2; ++round) text = partial_form(text, some_rules(draw));
    changed += text != command;
    if (canonical_form(text) == canonical_form(command)) continue;
    if (compare(text, command).verdict == Equivalence::equivalent) continue;
    ++apart;
    std::printf("%s\n  by some rules first:  %s\n", command.c_str(), text.c_str());
  }
  std::printf("%zu of %zu commands changed by some rules first; of these, %zu came out apart\n", changed,
              commands.size(), apart);
  EXPECT_LE(apart * 5000, commands.size());
  EXPECT_GE(changed * 2, commands.size());
}

// The printed form is for people: a few utilities accept no "=" before a value, and a pattern protected by
// quotes prints without them. Nearly all forms can be typed in again, and none may be read as another
// command's.
TEST(Property, NearlyEveryCommandIsItsCanonicalForm) {
  std::size_t apart = 0;
  const auto commands = sample();
  for (const std::string& command : commands) {
    const Comparison result = compare(command, canonical_form(command));
    apart += !is_proven(result) && result.why.find("does not parse") == std::string::npos;
  }
  std::printf("%zu of %zu commands are not proven equal to their printed form\n", apart, commands.size());
  EXPECT_LE(apart * 500, commands.size());
}

TEST(Property, NeighboursCompareAlikeFromBothSides) {
  const std::vector<std::string> commands = sample();
  for (std::size_t i = 1; i < commands.size(); ++i) {
    const Comparison forth = compare(commands[i - 1], commands[i], {.detail = Detail::verdict});
    const Comparison back = compare(commands[i], commands[i - 1], {.detail = Detail::verdict});
    EXPECT_EQ(forth.verdict, back.verdict) << commands[i - 1] << "\n" << commands[i];
    EXPECT_EQ(forth.method, back.method) << commands[i - 1] << "\n" << commands[i];
  }
}

TEST(Property, AnyBytesAreAnswered) {
  const std::string deep(5000, '(');
  for (const std::string& text :
       {deep, std::string("\0a\0", 3), std::string("\xff\xfe"), std::string("find ") + std::string(300, '!'),
        std::string("grep -E '") + std::string(200, '(') + "'"}) {
    EXPECT_EQ(compare(text, "ls").score, 0.0);
    EXPECT_EQ(compare(text, text).score, 1.0);
  }
}

// Written out, nested intervals would be astronomically long.
TEST(Property, PatternsStayShort) {
  std::string pattern = "a";
  for (int i = 0; i < 40; ++i) pattern = "(" + pattern + "){16}";
  EXPECT_LT(canonical_form("grep -E '" + pattern + "' f").size(), 20'000u);
}

}  // namespace
}  // namespace assay
