#include "quote.h"

#include <gtest/gtest.h>

namespace assay::howto {
namespace {

TEST(Quote, SafeWordsStayBare) {
  EXPECT_EQ(quote("notes.txt"), "notes.txt");
  EXPECT_EQ(quote("/var/log/app-1.2/x_y"), "/var/log/app-1.2/x_y");
  EXPECT_EQ(quote("bob@example.com:/srv"), "bob@example.com:/srv");
}

TEST(Quote, EverythingElseGoesIntoSingleQuotes) {
  EXPECT_EQ(quote("my notes.txt"), "'my notes.txt'");
  EXPECT_EQ(quote("*.log"), "'*.log'");
  EXPECT_EQ(quote("$(reboot)"), "'$(reboot)'");
  EXPECT_EQ(quote("a;b"), "'a;b'");
  EXPECT_EQ(quote("two\nlines"), "'two\nlines'");
  EXPECT_EQ(quote(""), "''");
}

TEST(Quote, ASingleQuoteLeavesTheQuotesAndComesBack) { EXPECT_EQ(quote("it's"), R"('it'\''s')"); }

TEST(Quote, TabsAndNewlinesAloneAreSpelled) {
  EXPECT_EQ(quote("\t"), R"($'\t')");
  EXPECT_EQ(quote("\n"), R"($'\n')");
}

TEST(Quote, HomeStaysOpenAtTheFrontOnly) {
  EXPECT_EQ(quote("~"), "~");
  EXPECT_EQ(quote("~/my docs"), "~/'my docs'");
  EXPECT_EQ(quote("a~b"), "'a~b'");
}

TEST(Quote, OpenGlobsQuoteTheRest) {
  EXPECT_EQ(quote_open_glob("*.txt"), "*.txt");
  EXPECT_EQ(quote_open_glob("my *.txt"), "'my '*.txt");
  EXPECT_EQ(quote_open_glob("$(x)*"), "'$(x)'*");
  EXPECT_EQ(quote_open_glob("~/*.txt"), "~/*.txt");
}

TEST(Filter, SedTextMatchesItselfOnly) {
  EXPECT_EQ(filtered("a/b.c*", "sed"), R"(a\/b\.c\*)");
  EXPECT_EQ(filtered("a&b", "sed"), R"(a\&b)");
  EXPECT_EQ(filtered("it's", "sed"), R"(it'\''s)");
  EXPECT_EQ(filtered("a\nb", "sed"), R"(a\nb)");
}

TEST(Filter, SlashesKeepARegularExpression) { EXPECT_EQ(filtered("^/usr.*", "slashes"), R"(^\/usr.*)"); }

TEST(Filter, StringsOfAwkKeepTheirQuotes) { EXPECT_EQ(filtered(R"(a"b\c)", "string"), R"(a\"b\\c)"); }

TEST(Filter, NamesDropWhatNoVariableHolds) { EXPECT_EQ(filtered("$PA TH;rm", "name"), "PATHrm"); }

TEST(Filter, WordsAreQuotedOneByOne) {
  EXPECT_EQ(filtered("make  -j4;reboot $X", "words"), "make '-j4;reboot' '$X'");
}

TEST(Filter, TrSpellsItsCharacters) {
  EXPECT_EQ(filtered("\t", "tr"), R"('\t')");
  EXPECT_EQ(filtered(",", "tr"), ",");
}

TEST(Filter, NumbersAreReckonedWith) {
  EXPECT_EQ(filtered("5", "next"), "6");
  EXPECT_EQ(filtered("2G", "blocks"), "bs=1M count=2048");
  EXPECT_EQ(filtered("512K", "blocks"), "bs=512K count=1");
  EXPECT_EQ(filtered("500K", "rate"), "500k");
  EXPECT_EQ(filtered("3", "field"), "$3");
}

TEST(Filter, AnUnknownNameIsNone) { EXPECT_EQ(filtered("x", "perl"), std::nullopt); }

}  // namespace
}  // namespace assay::howto
