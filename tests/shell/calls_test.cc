// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "assay/internal/shell_visitor.h"

namespace assay::shell {
namespace {

// The names of the simple commands in the order of the visits; "=" for assignments alone.
std::string visited(const char* text) {
  Parsed parsed = parse(text);
  EXPECT_TRUE(parsed) << text << ": " << parsed.error.value_or(ParseError{}).message;
  std::string names;
  for_each_simple_command(parsed.tree, [&](const SimpleCommand& command) {
    names += (names.empty() ? "" : " ") + (command.words.empty() ? "=" : print(command.words.front()));
  });
  return names;
}

TEST(SimpleCommands, OfSubstitutionsComeBeforeTheCommandAndThoseOfRedirectionsAfterIt) {
  EXPECT_EQ(visited("c \"$(a)\" <(b) > \"$(d)\""), "a b c d");
  EXPECT_EQ(visited("x=$(a) b"), "a b");
  EXPECT_EQ(visited("x=$(a)"), "a =");
  EXPECT_EQ(visited("c <<E\n$(d)\nE"), "c d");
}

TEST(SimpleCommands, OfCompoundCommandsAreVisited) {
  EXPECT_EQ(visited("if a; then b; else c; fi; while d; do e; done; (f); { g; }"), "a b c d e f g");
  EXPECT_EQ(visited("f() { a; }; coproc b; for x in $(c); do d; done"), "a b c d");
}

TEST(SimpleCommands, InSubscriptsOfAssignmentsAndOfElementsAreVisited) {
  EXPECT_EQ(visited("x[$(a)]=$(b) c"), "a b c");
  EXPECT_EQ(visited("x=([$(a)]=$(b) $(c))"), "a b c =");
}

TEST(SimpleCommands, InPatternsAreVisited) {
  EXPECT_EQ(visited("case $(a) in $(b)|x$(c)) d ;; *) e ;; esac"), "a b c d e");
  EXPECT_EQ(visited("[[ $(a) == $(b)* && -f $(c) ]]"), "a b c");
}

TEST(SimpleCommands, InArithmeticAreVisited) {
  EXPECT_EQ(visited("for ((i = $(a); i < $(b); i += $(c))); do d; done"), "a b c d");
  EXPECT_EQ(visited("(( $(a) > 1 )); b $(( $(c) + 1 ))"), "a c b");
}

TEST(SimpleCommands, InParametersAreVisited) {
  EXPECT_EQ(visited("c ${x[$(a)]:-$(b)}"), "a b c");
  EXPECT_EQ(visited("c ${x/$(a)/$(b)}"), "a b c");
}

TEST(Lists, OfAWordAreThoseOfItsSubstitutionsButNotTheListsWithin) {
  Parsed parsed = parse("c \"a$(x $(y))\"${b:-`z`}<(v)");
  ASSERT_TRUE(parsed);
  const SimpleCommand* command = only_simple_command(parsed.tree);
  ASSERT_NE(command, nullptr);
  std::string lists;
  for_each_list(command->words.back().segments, [&](const List& list) { lists += print(list) + ";"; });
  EXPECT_EQ(lists, "x $(y);z;v;");
  Word word = command->words.back();
  for_each_list(word.segments, [](List& list) { list.items.clear(); });
  EXPECT_NE(word, command->words.back());
}

}  // namespace
}  // namespace assay::shell
