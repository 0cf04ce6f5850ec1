// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/linear_regex.h"

#include <gtest/gtest.h>

#include <regex>

namespace assay {
namespace {

std::string found(std::string_view expression, std::string_view text) {
  const auto match = Regex(expression).search(text);
  return match ? std::string(*match) : "(no match)";
}

std::string fault(std::string_view expression) {
  try {
    Regex regex(expression);
    return "(no fault)";
  } catch (const RegexFault& thrown) {
    return thrown.what();
  }
}

TEST(Regex, CharactersMatchThemselves) {
  EXPECT_EQ(found("ls -l", "run ls -l now"), "ls -l");
  EXPECT_EQ(found("ls -l", "run ls now"), "(no match)");
  EXPECT_EQ(found("", "abc"), "");
}

TEST(Regex, GroupOneIsWhatIsFound) {
  EXPECT_EQ(found("^Command: (.*)$", "Hello\nCommand: ls -la\nBye"), "ls -la");
  EXPECT_EQ(found("(?:a|b)(c+)(d)", "xacccd"), "ccc");
  EXPECT_EQ(found("(?P<name>\\w+)!", "say hello!"), "hello");
  EXPECT_EQ(found("a(b)?", "ac"), "") << "a group that took no part is empty";
}

TEST(Regex, WhatIsWrongIsSaidToTheCallerAlone) {
  testing::internal::CaptureStderr();
  EXPECT_NE(fault("(unclosed"), "(no fault)");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST(Regex, TheFirstMatchIsTheLeftmost) {
  EXPECT_EQ(found("b+|a", "xxabbb"), "a");
  EXPECT_EQ(found("bb|abbb", "abbbb"), "abbb");
}

TEST(Regex, AlternativesAreTriedInOrder) {
  EXPECT_EQ(found("ab|abc", "abc"), "ab");
  EXPECT_EQ(found("abc|ab", "abc"), "abc");
  EXPECT_EQ(found("a|b|", "c"), "");
}

TEST(Regex, GreedyAndLazyRepetitions) {
  EXPECT_EQ(found("`(.*)`", "`a` and `b`"), "a` and `b");
  EXPECT_EQ(found("`(.*?)`", "`a` and `b`"), "a");
  EXPECT_EQ(found("a{2,3}", "aaaa"), "aaa");
  EXPECT_EQ(found("a{2,3}?", "aaaa"), "aa");
  EXPECT_EQ(found("a{2}", "aaaa"), "aa");
  EXPECT_EQ(found("a{2,}", "aaaa"), "aaaa");
  EXPECT_EQ(found("ab??c", "abc"), "abc");
  EXPECT_EQ(found("(?:a?)*?b", "aab"), "aab");
}

TEST(Regex, Classes) {
  EXPECT_EQ(found("[a-c]+", "xxabcabdx"), "abcab");
  EXPECT_EQ(found("[^a-c]+", "abxyc"), "xy");
  EXPECT_EQ(found("[]a]", "a"), "a") << "a ] that comes first stands for itself";
  EXPECT_EQ(found("[\\]\\-x]+", "a]-xb"), "]-x");
  EXPECT_EQ(found("[\\d-]+", "a12-3b"), "12-3");
  EXPECT_EQ(found("[\\D]+", "12ab34"), "ab");
  EXPECT_EQ(found("\\w+\\s\\d+\\S", "  abc 12;"), "abc 12;");
}

TEST(Regex, LinesHaveBeginningsAndEnds) {
  EXPECT_EQ(found("^b$", "a\nb\nc"), "b");
  EXPECT_EQ(found("a.b", "a\nb"), "(no match)");
  EXPECT_EQ(found("a[\\s\\S]b", "a\nb"), "a\nb");
  EXPECT_EQ(found("^$", ""), "");
  EXPECT_EQ(found("c$", "abc"), "c");
}

TEST(Regex, Words) {
  EXPECT_EQ(found("\\bls\\b.*", "false; ls -l"), "ls -l");
  EXPECT_EQ(found("\\Bls", "false ls als"), "ls");
  EXPECT_EQ(found("\\bls\\b", "false als"), "(no match)");
}

TEST(Regex, Escapes) {
  EXPECT_EQ(found("\\$\\(\\.\\*\\)", "x $(.*)"), "$(.*)");
  EXPECT_EQ(found("\\x41\\x{42}C\\t", "ABC\t"), "ABC\t");
  EXPECT_EQ(found("\"cmd\": {\"a\"", "{\"cmd\": {\"a\": 1}}"), "\"cmd\": {\"a\"")
      << "a brace may stand for itself";
}

TEST(Regex, CharactersAreThoseOfUtf8) {
  EXPECT_EQ(found("^.$", "é"), "é");
  EXPECT_EQ(found("[à-ü]+", "aéèb"), "éè");
  EXPECT_EQ(found("ж.", "-жшe"), "жш");
  EXPECT_EQ(found("a(.)b",
                  "a\xff"
                  "b"),
            "\xff")
      << "a byte that is no character";
  EXPECT_EQ(found("a.{3}b",
                  "a\xe2\x82"
                  "xb"),
            "a\xe2\x82"
            "xb");
}

TEST(Regex, FaultsSayWhat) {
  EXPECT_EQ(fault("a(b"), "missing ): a(b");
  EXPECT_EQ(fault("[a"), "missing ]: [a");
  EXPECT_EQ(fault("*a"), "no argument for repetition operator: *");
  EXPECT_EQ(fault("(a)\\1"), "invalid escape sequence: \\1") << "back-references";
  for (const char* expression :
       {"a)", "a{3,2}", "a{2000}", "[b-a]", "(?=a)", "(?<!a)", "\\", "\\q", "((a{1000}){1000}){1000}"})
    EXPECT_NE(fault(expression), "(no fault)") << expression;
  EXPECT_NE(fault(std::string(5000, '(')), "(no fault)");
}

// Compares with the standard library on texts for which it is safe.
TEST(Regex, AgreesWithTheStandardLibraryOnShortTexts) {
  const char* expressions[] = {
      "a|b",       "(a|ab)(c|bcd)", "a*?b",    "(a*)(b*)",       "[ab]+c?",   "^a.*c$",
      "(ab|a)*b?", "\\bb",          "a{1,2}b", "(?:(a)|b)+c",    "(a+|b)*c",  "x*",
      "(a|b)*?c",  "((a)|(b))*",    "a.c|.b.", "(b|a|ab)(c|bc)", "b(a?)\\w$", "[^b]c"};
  const std::string alphabet = "abc";
  for (const char* expression : expressions) {
    const Regex ours(expression);
    const std::regex theirs(expression, std::regex::ECMAScript | std::regex::multiline);
    for (int number = 0; number < 3 * 3 * 3 * 3 * 3; ++number) {
      std::string text;
      for (int rest = number; rest > 0; rest /= 3) text += alphabet[static_cast<std::size_t>(rest % 3)];
      std::smatch match;
      const bool expected = std::regex_search(text, match, theirs);
      const auto got = ours.search(text);
      ASSERT_EQ(got.has_value(), expected) << expression << " on " << text;
      // ECMAScript forgets a group's match from an earlier round of a repetition; Perl, and this engine, do
      // not.
      const bool repeated_group = std::string_view(expression).find(")*") != std::string_view::npos ||
                                  std::string_view(expression).find(")+") != std::string_view::npos;
      if (expected && !repeated_group) {
        EXPECT_EQ(*got, match.size() > 1 ? match[1].str() : match[0].str()) << expression << " on " << text;
      }
    }
  }
}

// std::regex overflows the stack on the first and never finishes the others.
TEST(Regex, HostileTextIsReadToItsEnd) {
  const std::string long_line(1 << 20, 'a');
  EXPECT_EQ(found("(a|b)*c", long_line), "(no match)");
  EXPECT_EQ(found("(a*)*b", long_line), "(no match)");
  EXPECT_EQ(found("^(.*)x$", long_line), "(no match)");
  EXPECT_EQ(found(".*", long_line).size(), long_line.size());
}

}  // namespace
}  // namespace assay
