// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/shell.h"

namespace assay::shell {
namespace {

std::string_view cut(std::string_view source, Span span) {
  return source.substr(span.begin, span.end - span.begin);
}

const SimpleCommand& simple_command(const Parsed& parsed) { return *only_simple_command(parsed.tree); }

TEST(Span, CoversTheWordAsWritten) {
  const std::string_view source = "  find . -name \"a b\"'c' >out.txt # d";
  const Parsed parsed = parse(source);
  ASSERT_TRUE(parsed);
  const Command& command = *only_command(parsed.tree);
  EXPECT_EQ(cut(source, command.span), "find . -name \"a b\"'c' >out.txt");
  EXPECT_EQ(cut(source, simple_command(parsed).words[3].span), "\"a b\"'c'");
  EXPECT_EQ(cut(source, simple_command(parsed).words[3].segments[1].span), "'c'");
  EXPECT_EQ(cut(source, command.redirects[0].span), ">out.txt");
  EXPECT_EQ(cut(source, command.redirects[0].target.span), "out.txt");
}

TEST(Span, OfWordsInSubstitutionsIsThatOfTheSource) {
  const std::string_view source = "echo `a b` \"$(c d)\"";
  const Parsed parsed = parse(source);
  ASSERT_TRUE(parsed);
  const auto& first = std::get<CommandSubstitution>(simple_command(parsed).words[1].segments[0].node);
  EXPECT_EQ(cut(source, only_simple_command(first.body)->words[1].span), "b");
  const auto& quoted = std::get<DoubleQuoted>(simple_command(parsed).words[2].segments[0].node);
  EXPECT_EQ(cut(source, quoted.parts[0].span), "$(c d)");
}

TEST(Span, OfRewrittenTextIsThatOfTheWhole) {
  const std::string_view source = "echo `a \\$b`";
  const Parsed parsed = parse(source);
  ASSERT_TRUE(parsed);
  const auto& inner = std::get<CommandSubstitution>(simple_command(parsed).words[1].segments[0].node);
  EXPECT_EQ(cut(source, only_simple_command(inner.body)->words[1].span), "`a \\$b`");
}

TEST(Span, DoesNotCountForEquality) { EXPECT_EQ(parse("a  b").tree, parse("  a b").tree); }

TEST(Span, OfListItems) {
  const std::string_view source = "a && b | c ; d &";
  const Parsed parsed = parse(source);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(cut(source, parsed.tree.items[0].span), "a && b | c");
  EXPECT_EQ(cut(source, parsed.tree.items[1].span), "d");
}

}  // namespace
}  // namespace assay::shell
