// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <random>

#include "invocation_text.h"

namespace assay {
namespace {

// The options of a command line in their settled order, then its operands as read() shows them.
std::string settled(const std::string& line) {
  Words words = words_of(line);
  const Utility* utility = find_utility(words.texts.front());
  if (!utility) return "no table";
  words.texts.erase(words.texts.begin());
  words.known.erase(words.known.begin());
  const std::vector<Argument> arguments = words.arguments();
  ParsedInvocation parsed = parse_options(*utility, arguments);
  settle(*utility, parsed.options);
  return shown(parsed, words);
}

struct CallPair {
  const char* left;
  const char* right;
};

void expect_same(std::initializer_list<CallPair> pairs) {
  for (const auto& [left, right] : pairs)
    EXPECT_EQ(settled(left), settled(right)) << left << " and " << right;
}

void expect_different(std::initializer_list<CallPair> pairs) {
  for (const auto& [left, right] : pairs)
    EXPECT_NE(settled(left), settled(right)) << left << " and " << right;
}

TEST(OptionOrder, IndependentOptionsFloat) {
  expect_same({{"ls -l -a", "ls -al"},
               {"sort -k2 -n f", "sort -n -k2 f"},
               {"cut -s -d, -f1 f", "cut -d, -f1 -s f"},
               {"xargs -n1 -r echo", "xargs -r -n1 echo"},
               {"ls -l -1", "ls -1 -l"},
               {"tar -xf a.tar -C d", "tar -C d -xf a.tar"},
               {"grep -A1 -B2 x", "grep -B2 -A1 x"}});
}

TEST(OptionOrder, AGroupKeepsItsOrder) {
  expect_different({{"ls -a -A", "ls -A -a"},
                    {"sort -k1 -k2 f", "sort -k2 -k1 f"},
                    {"sed -e p -e d f", "sed -e d -e p f"},
                    {"sed -e p -E f", "sed -E -e p f"},
                    {"ls -C -1", "ls -1 -C"},
                    {"rsync --exclude=a --include=b s d", "rsync --include=b --exclude=a s d"},
                    {"perl -Ma -mb -e 1", "perl -mb -Ma -e 1"},
                    {"ssh -q -v h", "ssh -v -q h"},
                    {"xargs -n1 -I{} echo", "xargs -I{} -n1 echo"}});
}

TEST(OptionOrder, TheLastOfAGroupWins) {
  expect_same({{"ls -a -A", "ls -A"},
               {"head -c5 -n3 f", "head -n3 f"},
               {"head -n1 -n3 f", "head -n3 f"},
               {"mv -f -i -n a b", "mv -n a b"},
               {"rm -f -i a", "rm -i a"},
               {"ls -h --si", "ls --si"}});
}

TEST(OptionOrder, WhatIsNotWhollyOverriddenStays) {
  expect_different(
      {{"du -b -h d", "du -h d"},                                    // --apparent-size stays
       {"rm -f --interactive=never a", "rm --interactive=never a"},  // and so does the missing file
       {"sort -o a -o b f", "sort -o b f"},                          // an error
       {"cut -f1 -f2 f", "cut -f2 f"},                               // an error
       {"grep -v -e a -e b f", "grep -v -e b f"},
       {"ls -l -C -1", "ls -l -1"}});  // one column, not long
}

TEST(OptionOrder, RepetitionShowsWhereItCounts) {
  expect_same(
      {{"ls -l -l", "ls -l"}, {"grep -e a -e a f", "grep -e a f"}, {"grep -e a -e b f", "grep -e b -e a f"}});
  expect_different({{"ssh -v -v h", "ssh -v h"}, {"journalctl -b -b", "journalctl -b"}});
}

TEST(OptionOrder, HelpAndUnknownRepetitionAreBarriers) {
  expect_different({{"ls --help -l", "ls -l --help"}, {"ls -f -l", "ls -l -f"}});
}

TEST(OptionOrder, UnknownValuesAreNeverTheSame) {
  const Words words = words_of("-k \"$a\" -k \"$b\"");
  const std::vector<Argument> arguments = words.arguments();
  const Utility& sort = *find_utility("sort");
  const ParsedInvocation parsed = parse_options(sort, arguments);
  ASSERT_EQ(parsed.options.size(), 2u);
  EXPECT_FALSE(commute(sort, parsed.options[0], parsed.options[1]));
}

std::vector<ParsedOption> random_options(const Utility& utility, std::mt19937& random) {
  static constexpr std::string_view values[] = {"1", "2"};
  std::vector<ParsedOption> options(2 + random() % 6);
  for (ParsedOption& option : options) {
    option.id = static_cast<OptionId>(random() % utility.options.size());
    if (utility.options[option.id].arity == Arity::none) continue;
    option.value = {values[random() % 2], Known::literal, ValueForm::separate, 0, 0};
  }
  return options;
}

std::string text_of(const Utility& utility, const std::vector<ParsedOption>& options) {
  std::string out;
  for (const ParsedOption& option : options) {
    out += utility.options[option.id].name() + "=" + std::string(option.value.text) + " ";
  }
  return out;
}

TEST(OptionOrder, SwapsThatCommuteNeverShow) {
  std::mt19937 random(7);
  for (const std::string& name : UtilityTables().names()) {
    const Utility& utility = *find_utility(name);
    if (utility.options.empty()) continue;
    for (int round = 0; round < 50; ++round) {
      std::vector<ParsedOption> options = random_options(utility, random);
      const std::string before = text_of(utility, options);
      std::vector<ParsedOption> settled = options;
      settle(utility, settled);
      for (int swaps = 0; swaps < 20; ++swaps) {
        const std::size_t at = random() % (options.size() - 1);
        if (commute(utility, options[at], options[at + 1])) std::swap(options[at], options[at + 1]);
      }
      std::vector<ParsedOption> other = options;
      settle(utility, other);
      EXPECT_EQ(text_of(utility, settled), text_of(utility, other)) << name << ": " << before;
      settle(utility, other);
      EXPECT_EQ(text_of(utility, settled), text_of(utility, other)) << name << ": settled twice: " << before;
    }
  }
}

}  // namespace
}  // namespace assay
