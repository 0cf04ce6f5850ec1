// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "oracle.h"

namespace assay::shell {
namespace {

Word braced(const std::string& text) { return only_simple_command(parse("x " + text).tree)->words.at(1); }

// The words that a word expands to, separated by bars.
std::string expanded(const std::string& text) {
  const auto words = expand_braces(braced(text));
  if (!words) return "refused";
  std::string out;
  for (const Word& one : *words) out += (out.empty() ? "" : "|") + print(one);
  return out;
}

TEST(Brace, ListsAndSequences) {
  EXPECT_EQ(expanded("a{b,c}d"), "abd|acd");
  EXPECT_EQ(expanded("{1..3}{a,b}"), "1a|1b|2a|2b|3a|3b");
  EXPECT_EQ(expanded("{08..10}"), "08|09|10");
  EXPECT_EQ(expanded("{a..e..2}"), "a|c|e");
  EXPECT_EQ(expanded("{5..1..2}"), "5|3|1");
}

TEST(Brace, WithoutACommaOrSequenceThereIsNone) {
  for (const char* text :
       {"{}", "{a}", "a{b", "a}b", "{a..bc}", "{1..a}", "\\{a,b}", "{a\\,b}", "'{a,b}'", "${x}"}) {
    EXPECT_EQ(expanded(text), print(braced(text)));
  }
}

TEST(Brace, QuotesAndExpansionsStayWhole) {
  EXPECT_EQ(expanded("{a,'b,c'}\"{d,e}\""), "a\"{d,e}\"|'b,c'\"{d,e}\"");
  EXPECT_EQ(expanded("$x{$y,${z:-a,b}}"), "$x$y|$x${z:-a,b}");
}

TEST(Brace, EmptyWordsVanish) { EXPECT_EQ(expanded("{,a,}"), "a"); }

TEST(Brace, TooManyOrDoubtfulIsRefused) {
  EXPECT_EQ(expanded("{1..100000}"), "refused");
  EXPECT_EQ(expanded("{1..40}{1..40}"), "refused");
  EXPECT_EQ(expanded("{A..z}"), "refused");
  EXPECT_EQ(expanded("{a,b}{c,d}{e,f}{g,h}{i,j}{k,l}{m,n}{o,p}{q,r}{s,t}"), "refused");
}

TEST(Brace, AsBashDoesIt) {
  const std::vector<std::string> words = {
      "{a,b}",        "{a},b}",      "{a,{b,c}}",    "{{a,b},c}",   "{a,b}}",     "{{a,b}",
      "{a,{b}",       "{a..{b,c}}",  "{a..c,d}",     "x{,y}",       "{,}",        "{a,}",
      "{}{a,b}",      "a{},b}",      "{1..3..0}",    "{-1..1}",     "{01..3}",    "{1..-2}",
      "{-01..1}",     "{10..1..3}",  "{a..a}",       "{+1..3}",     "{1..3}x{",   "{a..b..c}",
      "{1..2..3..4}", "a{b,c}d{e",   "{a,b}{",       "{,a}{b,}c",   "{{1..2},x}", "{a,b,{1..3}}",
      "{..}",         "{1..}",       "{a,b}..{c,d}", "{0..9..4}",   "{z..a..5}",  "{a..b}{1..2}",
      "{001..2}",     "{1..010..4}", "a{b}c{d,e}",   "{a,b{c,d}e}", "{{{a,b}}}",  "{a\\,b,c}",
      "{a,b\\}c}",    "{\\{a,b}",    "{}}",          "{},a",        "{},{a,b}",   "{a,b},{c,d}"};
  std::string script;
  for (const std::string& text : words) script += "printf '%s|' " + text + "; echo\n";
  const auto printed = run_lines("bash", script);
  if (!printed) GTEST_SKIP() << "bash is not installed";
  ASSERT_EQ(printed->size(), words.size());
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string ours;
    const auto results = expand_braces(braced(words[i]));
    ASSERT_TRUE(results) << words[i];
    for (const Word& one : *results) {
      std::string value;
      for (const Segment& segment : one.segments) value += static_text(segment).value_or("?");
      ours += value + "|";
    }
    EXPECT_EQ(ours.empty() ? "|" : ours, printed->at(i)) << words[i];
  }
}

}  // namespace
}  // namespace assay::shell
