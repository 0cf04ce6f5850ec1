// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/word.h"

#include <gtest/gtest.h>

#include "assay/internal/shell.h"
#include "oracle.h"

namespace assay::shell {
namespace {

Word word(const std::string& text) { return only_simple_command(parse("declare " + text).tree)->words.at(1); }

std::string show(const Pieces& pieces);

std::string show(const Piece& piece) {
  if (const auto* literal = std::get_if<Literal>(&piece))
    return (literal->quoted ? "q:" : "") + literal->text;
  if (const auto* glob = std::get_if<Glob>(&piece)) return "glob:" + glob->pattern;
  if (const auto* tilde = std::get_if<Tilde>(&piece)) return "tilde:" + tilde->user;
  if (const auto* expansion = std::get_if<Expansion>(&piece)) {
    return (expansion->quoted ? "quoted:" : "live:") + print(Word{{expansion->segment}, {}});
  }
  std::string out;
  for (const Pieces& one : std::get<Brace>(piece).words)
    out += (out.empty() ? "" : " ") + ("<" + show(one) + ">");
  return "brace:" + out;
}

std::string show(const Pieces& pieces) {
  std::string out;
  for (const Piece& piece : pieces) out += (out.empty() ? "" : " + ") + show(piece);
  return out;
}

std::string pieces(const std::string& text, Place place = Place::argument) {
  return show(pieces_of(word(text), place));
}
std::string simple(const std::string& text, Place place = Place::argument) {
  return show(simplified(pieces_of(word(text), place), place));
}
std::string requoted(const std::string& text) { return print(simplified(pieces_of(word(text)))); }

TEST(Pieces, TextIsWhatIsLeftWithoutQuotes) {
  EXPECT_EQ(pieces("a'b c'\"d\"\\e$'\\n'"), "a + q:b c + q:d + q:e + q:\n");
  EXPECT_EQ(pieces("''"), "q:");
  EXPECT_EQ(pieces("\"\""), "q:");
}

TEST(Pieces, GlobsLiveOutsideOfQuotes) {
  EXPECT_EQ(pieces("*.c"), "glob:* + .c");
  EXPECT_EQ(pieces("'*'.c\\?"), "q:* + .c + q:?");
  EXPECT_EQ(pieces("[a-z]?[!x]"), "glob:[a-z] + glob:? + glob:[!x]");
  EXPECT_EQ(pieces("[]a][[:digit:]x]"), "glob:[]a] + glob:[[:digit:]x]");
  EXPECT_EQ(pieces("[\"a-\"'z']"), "glob:[a\\-z]");
  EXPECT_EQ(pieces("[a-$x]b"), "glob:[ + a- + live:$x + glob:] + b");
  EXPECT_EQ(pieces("@(a|b)*"), "live:@(a|b) + glob:*");
}

TEST(Pieces, BracketThatDoesNotCloseIsText) {
  EXPECT_EQ(pieces("["), "[");
  EXPECT_EQ(pieces("a[b"), "a[b");
  EXPECT_EQ(pieces("[']'"), "[ + q:]");
}

TEST(Pieces, TildesLiveAtTheBeginning) {
  EXPECT_EQ(pieces("~/a"), "tilde: + /a");
  EXPECT_EQ(pieces("~bob"), "tilde:bob");
  EXPECT_EQ(pieces("a~ '~' \\~"), "a~");
  EXPECT_EQ(pieces("~'a'"), "~ + q:a");
  EXPECT_EQ(pieces("x=~/a:~/b"), "x= + tilde: + /a: + tilde: + /b");
  EXPECT_EQ(pieces("--x=~"), "--x=~");
  EXPECT_EQ(pieces("a:~b", Place::assignment), "a: + tilde:b");
  EXPECT_EQ(pieces("a:~b"), "a:~b");
}

TEST(Pieces, ExpansionsSayWhetherTheyAreQuoted) {
  EXPECT_EQ(pieces("a\"$x b\"$(c)"), "a + quoted:$x + q: b + live:$(c)");
}

TEST(Pieces, BracesBecomeTheirWords) {
  EXPECT_EQ(pieces("{a,'b'}*"), "brace:<a + glob:*> <q:b + glob:*>");
  EXPECT_EQ(pieces("{a,b}", Place::assignment), "{a,b}");
}

TEST(Pieces, PlaceDecidesWhatLives) {
  EXPECT_EQ(pieces("*~", Place::pattern), "glob:* + ~");
  EXPECT_EQ(pieces("*[a]", Place::plain), "*[a]");
}

TEST(Simplified, QuoteStyleVanishes) {
  for (const char* text : {"'*.log'", "\"*.log\"", "\\*.log", "'*'.log", "\"*\"'.log'", "$'*.log'"}) {
    EXPECT_EQ(simple(text), "*.log") << text;
  }
  EXPECT_NE(simple("*.log"), simple("'*.log'"));
}

TEST(Simplified, QuotesAroundExpansionsStayInArguments) {
  EXPECT_EQ(simple("\"$x\""), "quoted:$x");
  EXPECT_EQ(simple("$x"), "live:$x");
  EXPECT_EQ(simple("\"a$x\"'b'"), simple("a\"$x\"b"));
}

TEST(Simplified, QuotesAroundExpansionsVanishInAssignments) {
  EXPECT_EQ(simple("\"$x\"", Place::assignment), simple("$x", Place::assignment));
  EXPECT_NE(simple("\"$*\"", Place::assignment), simple("$*", Place::assignment));
  EXPECT_NE(simple("\"${x:-~}\"", Place::assignment), simple("${x:-~}", Place::assignment));
  EXPECT_NE(simple("\"$x\"", Place::pattern), simple("$x", Place::pattern));
}

TEST(Simplified, EmptyStringsVanishWhereTheyChangeNothing) {
  EXPECT_EQ(simple("''a\"\""), "a");
  EXPECT_EQ(simple("\"\"\"$x\""), "quoted:$x");
  EXPECT_EQ(simple("''$x"), "q: + live:$x");
  EXPECT_EQ(simple("''\"$@\""), "q: + quoted:$@");
  EXPECT_EQ(simple("''\"\""), "q:");
}

TEST(Simplified, QuotesInBracketsWithAnExpansionStay) { EXPECT_NE(simple("[a-$x]"), simple("[a'-'$x]")); }

TEST(Pieces, ABracketInBracketsIsText) {
  const auto shown = [](const char* text) { return simplified(pieces_of(word(text))); };
  EXPECT_EQ(shown("[[$x]*"), (Pieces{Glob{"["}, Literal{"["}, shown("$x")[0], Glob{"]"}, Glob{"*"}}));
  EXPECT_EQ(shown("[$x[]b'c'"), (Pieces{Glob{"["}, shown("$x")[0], Literal{"["}, Glob{"]"}, Literal{"bc"}}));
  EXPECT_EQ(shown("[[:digit:]$x]"), (Pieces{Glob{"["}, Literal{"[:digit:]"}, shown("$x")[0], Glob{"]"}}));
}

TEST(WordOf, ADollarInBracketsBeginsNothing) {
  EXPECT_EQ(requoted("[$\\P]"), "[\\$P]");
  EXPECT_EQ(simple("[$]"), simple("[\\$]"));
  for (const char* text : {"[$\\P]", "[a$\\P$x]", "[$x$'a']", "[^$\\{a}]", "[$x$]"})
    EXPECT_EQ(simple(requoted(text)), simple(text)) << text;
}

TEST(WordOf, QuotesAroundNothingAreNoMemberOfBrackets) {
  EXPECT_EQ(simple("[\"\"]"), simple("'[]'"));
  EXPECT_EQ(simple("[\"\"]x]"), simple("[]x]"));
  EXPECT_EQ(simple("[''!a]"), simple("[!a]"));
  for (const char* text :
       {"[\"\"]", "[\"\"]x]", "[''!''a]", "[!'']", "s['']b]", "[''$x]", "[''\"$x\"'']", "[''"})
    EXPECT_EQ(simple(requoted(text)), simple(text)) << text;
}

TEST(WordOf, AsFewQuotesAsCanBe) {
  EXPECT_EQ(requoted("\"a\"'.txt'"), "a.txt");
  EXPECT_EQ(requoted("\"*.c\""), "'*.c'");
  EXPECT_EQ(requoted("a\\ b"), "'a b'");
  EXPECT_EQ(requoted("it\\'s"), "\"it's\"");
  EXPECT_EQ(requoted("\"$x\"/\"$y\""), "\"$x/$y\"");
  EXPECT_EQ(requoted("'a '*"), "'a '*");
  EXPECT_EQ(requoted("\"\""), "''");
  EXPECT_EQ(requoted("'{}'"), "{}");
  EXPECT_EQ(requoted("'{a,b}'"), "'{a,b}'");
  EXPECT_EQ(requoted("'#a'"), "'#a'");
  EXPECT_EQ(requoted("'~'"), "'~'");
  EXPECT_EQ(requoted("~/'a b'"), "~/'a b'");
  EXPECT_EQ(requoted("$'\\e[m'"), "$'\\033[m'");
  EXPECT_EQ(print(literal_word("")), "''");
}

TEST(LiteralValue, IsThereOnlyWhereNothingIsAlive) {
  EXPECT_EQ(literal_value(word("a'b '\"c\"\\*")), "ab c*");
  EXPECT_EQ(literal_value(word("{}")), "{}");
  EXPECT_EQ(literal_value(word("'n'ame=~")), "name=~");  // no assignment if the name is quoted
  EXPECT_EQ(literal_value(word("[")), "[");
  for (const char* text :
       {"*", "a?", "[ab]", "~", "{a,b}", "$x", "\"$x\"", "`a`", "$((1))", "@(a)", "<(a)"}) {
    EXPECT_EQ(literal_value(word(text)), std::nullopt) << text;
  }
  EXPECT_EQ(literal_value(word("*"), Place::plain), "*");
}

TEST(Fields, OneOrWhoKnows) {
  const auto fields = [](const char* text) { return fields_of(pieces_of(word(text))); };
  for (const char* text :
       {"a", "\"$x\"", "$#", "$?", "${#x}", "$((1))", "'*'", "\"${x:-$y}\"", "~", "<(a)"}) {
    EXPECT_EQ(fields(text), Fields::one) << text;
  }
  for (const char* text : {"$x", "*", "\"$@\"", "\"${a[@]}\"", "\"${a[$i]}\"", "\"${x:-$@}\"", "{a,b}",
                           "$(a)", "@(a)", "\"${!x@}\"", "\"${!x}\""}) {
    EXPECT_EQ(fields(text), Fields::any) << text;
  }
  EXPECT_EQ(fields_of(pieces_of(word("$x"), Place::assignment), Place::assignment), Fields::one);
}

// Every word of the corpus with a literal value, printed by bash.
TEST(LiteralValue, IsWhatBashPasses) {
  if (corpus().empty()) GTEST_SKIP() << "no corpus at " ASSAY_SHARED_DATA;
  std::string script;
  std::vector<std::string> expected;
  for (std::size_t i = 0; i < corpus().size(); i += stride(4)) {
    const Parsed parsed = parse(corpus()[i]);
    const SimpleCommand* simple = only_simple_command(parsed.tree);
    if (!simple || corpus()[i].ends_with('\\')) continue;
    for (const Word& one : simple->words) {
      const auto value = literal_value(one);
      if (!value) continue;
      const std::string source = corpus()[i].substr(one.span.begin, one.span.end - one.span.begin);
      script += "printf '%s\\0' " + source + "\nprintf '%s\\0' " + print(literal_word(*value)) + "\n";
      expected.insert(expected.end(), 2, *value);
    }
  }
  const auto ran = run("bash -r -O extglob", script);
  if (!ran) GTEST_SKIP() << "bash is not installed";
  std::string all;
  for (const std::string& one : expected) all += one + '\0';
  EXPECT_GT(expected.size(), 1000U);
  EXPECT_TRUE(ran->output == all) << ran->errors.substr(0, 500);
}

}  // namespace
}  // namespace assay::shell
