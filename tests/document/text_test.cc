// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/text.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

using namespace std::string_view_literals;

constexpr std::string_view kReplacement = "\uFFFD";

std::string replacements(int count) {
  std::string text;
  while (count-- > 0) text += kReplacement;
  return text;
}

TEST(Utf8, AcceptsEveryLengthAndNul) {
  EXPECT_TRUE(is_utf8(""));
  EXPECT_TRUE(is_utf8("plain ASCII, longer than eight bytes"));
  EXPECT_TRUE(is_utf8("a\0b"sv));
  EXPECT_TRUE(is_utf8("é € 😀 \U0010FFFF"));
}

// Encodes independently, from the standard's table of well-formed byte sequences.
std::string encoded(char32_t c) {
  const auto tail = [&](int shift) { return static_cast<char>(0x80 | ((c >> shift) & 0x3f)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xc0 | c >> 6), tail(0)};
  if (c < 0x10000) return {static_cast<char>(0xe0 | c >> 12), tail(6), tail(0)};
  return {static_cast<char>(0xf0 | c >> 18), tail(12), tail(6), tail(0)};
}

TEST(Utf8, AcceptsEveryCharacterAndNoSurrogate) {
  for (char32_t c = 0; c <= 0x10ffff; ++c) {
    const bool surrogate = c >= 0xd800 && c < 0xe000;
    ASSERT_EQ(is_utf8(encoded(c)), !surrogate) << std::hex << static_cast<unsigned>(c);
  }
}

TEST(Utf8, ReadsNothingPastTheEnd) {
  for (const std::string_view whole : {"é"sv, "€"sv, "😀"sv})
    for (std::size_t length = 1; length < whole.size(); ++length)
      EXPECT_FALSE(is_utf8(whole.substr(0, length))) << whole << " " << length;
}

TEST(Utf8, RefusesOverlongSurrogatesAndTooLarge) {
  for (std::string_view bad :
       {"\xC0\x80"sv, "\xC1\xBF"sv, "\xE0\x80\x80"sv, "\xF0\x80\x80\x80"sv, "\xED\xA0\x80"sv,
        "\xF4\x90\x80\x80"sv, "\xF5\x80\x80\x80"sv, "\xFF"sv, "\x80"sv}) {
    EXPECT_FALSE(is_utf8(bad));
    EXPECT_FALSE(is_utf8("0123456789" + std::string(bad)));
  }
}

TEST(Utf8, RefusesTruncatedSequences) {
  EXPECT_FALSE(is_utf8("\xE2\x82"));
  EXPECT_FALSE(is_utf8("\xF0\x9F\x98"));
  EXPECT_FALSE(is_utf8("\xC3"));
}

TEST(ToUtf8, KeepsWhatIsWellFormed) { EXPECT_EQ(to_utf8("é\n\tx"), "é\n\tx"); }

TEST(ToUtf8, ReplacesEachMaximalSubpartOnce) {
  EXPECT_EQ(to_utf8("a\xF0\x9F\x98z"), "a" + replacements(1) + "z");
  EXPECT_EQ(to_utf8("\xC0\x80"), replacements(2));
  EXPECT_EQ(to_utf8("\xED\xA0\x80"), replacements(3));
  EXPECT_EQ(to_utf8("\xE2\x82"), replacements(1));
}

TEST(Printable, KeepsNewlineAndTabAndLetters) { EXPECT_EQ(printable("a\tb\nü"), "a\tb\nü"); }

TEST(Printable, DisarmsTerminalEscapes) {
  EXPECT_EQ(printable("\x1b[31mred\x07"), "\\x1B[31mred\\x07");
  EXPECT_EQ(printable("\r\x7f\0"sv), "\\x0D\\x7F\\x00");
  EXPECT_EQ(printable("\u009b2J"), "\\u{009B}2J");
}

TEST(Printable, ShowsBidirectionalAndZeroWidthCharacters) {
  EXPECT_EQ(printable("rm \u202Efdp"), "rm \\u{202E}fdp");
  EXPECT_EQ(printable("a\u200Bb\uFEFF\u2066\U000E0041"), "a\\u{200B}b\\u{FEFF}\\u{2066}\\u{E0041}");
}

TEST(Printable, EscapesWhatIsNoCharacter) {
  EXPECT_EQ(printable("a\uFFFEb"), "a\\u{FFFE}b");
  EXPECT_EQ(printable("\U0001FFFF\U0010FFFE\U0010FFFF"), "\\u{1FFFF}\\u{10FFFE}\\u{10FFFF}");
}

// ctest would interpret these elements in a test's output as labels, details and files to attach.
TEST(Printable, HasNoElementsThatCtestObeys) {
  EXPECT_EQ(printable("<CTestLabel>x</CTestLabel>"), "\\x3CCTestLabel>x</CTestLabel>");
  EXPECT_EQ(one_line("a <DartMeasurementFile"), "a \\x3CDartMeasurementFile");
  EXPECT_EQ(printable("wc -l <CT <C <D"), "wc -l <CT <C <D");
}

TEST(OneLine, EscapesNewlineAndTabToo) { EXPECT_EQ(one_line("a\nb\tc\x1b"), "a\\nb\\tc\\x1B"); }

TEST(XmlText, EscapesMarkup) {
  EXPECT_EQ(xml_text("a<b> & \"c\" ]]>"), "a&lt;b&gt; &amp; &quot;c&quot; ]]&gt;");
}

TEST(XmlText, ReplacesWhatXmlForbids) {
  EXPECT_EQ(xml_text("a\x1b\0\uFFFE\xff"sv), "a" + replacements(4));
  EXPECT_EQ(xml_text("tab\tnewline\nreturn\r"), "tab\tnewline\nreturn&#13;");
}

TEST(XmlAttribute, KeepsNewlinesAsReferences) { EXPECT_EQ(xml_attribute("a\nb\tc<"), "a&#10;b&#9;c&lt;"); }

TEST(IsAmong, FindsWholeWordsAlone) {
  for (const char* word : {"cp", "mv", "cp-old"}) EXPECT_TRUE(is_among(word, "cp mv cp-old")) << word;
  for (const char* other : {"", " ", "c", "p", "old", "cp mv", "mv ", "cp-"})
    EXPECT_FALSE(is_among(other, "cp mv cp-old")) << other;
  EXPECT_TRUE(is_among("p", "cp p")) << "behind a word that ends like it";
  EXPECT_FALSE(is_among("a", ""));
}

TEST(Trimmed, DropsBlanksAtBothEndsOnly) {
  EXPECT_EQ(trimmed(" \t\r\n a b \v\f"), "a b");
  EXPECT_EQ(trimmed(" \n "), "");
  EXPECT_EQ(trimmed(""), "");
}

TEST(Beginning, CutsNoCharacterInTwo) {
  EXPECT_EQ(beginning("abc", 3), "abc");
  EXPECT_EQ(beginning("abc", 2), "ab");
  EXPECT_EQ(beginning("aé", 2), "a");
  EXPECT_EQ(beginning("\U0001F600", 3), "");
  EXPECT_EQ(beginning("\x80\x80\x80\x80\x80\x80"sv, 5).size(), 2u)
      << "no endless search in what is not UTF-8";
}

TEST(Shortened, SaysThatThereIsMore) {
  EXPECT_EQ(shortened("abc", 3), "abc");
  EXPECT_EQ(shortened("abcd", 3), "abc…");
  EXPECT_EQ(shortened("aéb", 2), "a…");
}

TEST(BoundedLine, SaysHowMuchMore) {
  EXPECT_EQ(bounded_line("a\nb", 3), "a\\nb");
  EXPECT_EQ(bounded_line("a\nbcde", 3), "a\\nb [… 3 more bytes …]");
}

TEST(WithoutMiddle, KeepsBothEnds) {
  EXPECT_EQ(without_middle("abcdef", 6), "abcdef");
  EXPECT_EQ(without_middle("abcdefg", 4), "ab … fg");
  EXPECT_EQ(without_middle("abcdefg", 2, "|"), "a|g");
}

TEST(LastLine, IsTheLastOneThatIsNotBlank) {
  EXPECT_EQ(last_line("a\nb c \n\n"), "b c");
  EXPECT_EQ(last_line("progress\rdone\r\n"), "done");
  EXPECT_EQ(last_line(" \n"), "");
}

TEST(Counted, HasAPlural) {
  EXPECT_EQ(counted(1, "case"), "1 case");
  EXPECT_EQ(counted(0, "case"), "0 cases");
  EXPECT_EQ(counted(2, "loss", "losses"), "2 losses");
}

}  // namespace
}  // namespace assay
