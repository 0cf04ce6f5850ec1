#include "pull_reader.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace assay {
namespace {

// What the reader makes of a lone string, and what the parser that defines it does.
void expect_same_string(const std::string& text) {
  std::string value;
  PullReader reader(text);
  const bool read = reader.string(value) && reader.at_end();
  const auto parsed = nlohmann::json::parse(text, nullptr, false);
  ASSERT_EQ(read, !parsed.is_discarded()) << text;
  if (read) {
    EXPECT_EQ(value, parsed.get<std::string>()) << text;
  }
}

void expect_same_number(const std::string& text) {
  double value = 0;
  PullReader reader(text);
  const bool read = reader.number(value) && reader.at_end();
  const auto parsed = nlohmann::json::parse(text, nullptr, false);
  ASSERT_EQ(read, !parsed.is_discarded()) << text;
  if (read) {
    EXPECT_EQ(value, parsed.get<double>()) << text;
  }
}

TEST(PullReader, ReadsStringsAsTheParserDoes) {
  for (const char* text : {R"("")",
                           R"("a")",
                           R"( "é" )",
                           R"("\"\\\/\b\f\n\r\t")",
                           R"("\u0041\u00e9\u20AC\ud83d\ude00")",

                           R"("\ud800")",
                           R"("\udc00")",
                           R"("\ud800\u0041")",
                           R"("\ud800\ud800")",
                           R"("\uD83D\uDE00x")",
                           R"("\u12")",
                           R"("\u12g4")",
                           R"("\u+123")",
                           R"("\x")",
                           R"("\)",
                           R"("a)",
                           R"(")",
                           "\"\n\"",
                           "\"\x1f\"",
                           "\"\x7f\"",
                           R"(a)"}) {
    expect_same_string(text);
  }
}

TEST(PullReader, RefusesAnEscapedNul) {
  std::string value;
  EXPECT_FALSE(PullReader(R"("a\u0000")").string(value));
}

TEST(PullReader, ReadsNumbersAsTheParserDoes) {
  for (const char* text : {"0",
                           "-0",
                           "1",
                           "-1",
                           "10",
                           "0.5",
                           "-0.25",
                           "1e2",
                           "1E+2",
                           "1e-2",
                           "1.5e3",
                           "123456789012345678901234567890",
                           "1e308",
                           "1e309",
                           "-1e309",
                           "1e-400",
                           "5e-324",
                           "0.1",
                           "01",
                           "+1",
                           ".5",
                           "1.",
                           "1e",
                           "1e+",
                           "-",
                           "--1",
                           "0x1",
                           "1 2",
                           "nan",
                           "inf",
                           "",
                           "18446744073709551616",
                           "9007199254740993"}) {
    expect_same_number(text);
  }
}

TEST(PullReader, IntegersHaveNoFractionAndFit) {
  const auto integer = [](std::string_view text) -> std::optional<std::int64_t> {
    std::int64_t value = 0;
    PullReader reader(text);
    if (!reader.integer(value) || !reader.at_end()) return std::nullopt;
    return value;
  };
  EXPECT_EQ(integer("9223372036854775807"), INT64_MAX);
  EXPECT_EQ(integer("-0"), 0);
  EXPECT_EQ(integer("9223372036854775808"), std::nullopt);
  EXPECT_EQ(integer("1.0"), std::nullopt);
  EXPECT_EQ(integer("1e0"), std::nullopt);
}

TEST(PullReader, ReadsObjectsAndArraysAndUnescapesKeys) {
  PullReader reader(R"( { "a" : [ 1 , 2 ] , "\u0062" : { } , "c" : [ ] } )");
  std::string keys;
  std::int64_t sum = 0;
  EXPECT_TRUE(reader.object([&](std::string_view key) {
    keys += key;
    if (key == "b") return reader.object([](std::string_view) { return false; });
    return reader.array([&] {
      std::int64_t value = 0;
      const bool read = reader.integer(value);
      sum += value;
      return read;
    });
  }));
  EXPECT_TRUE(reader.at_end());
  EXPECT_EQ(keys, "abc");
  EXPECT_EQ(sum, 3);
}

TEST(PullReader, RefusesMissingAndSurplusCommas) {
  for (const char* text :
       {"[1 2]", "[1,]", "[,1]", "[1", "[", "{\"a\":1,}", "{\"a\" 1}", "{a:1}", "{\"a\":1"}) {
    PullReader reader(text);
    std::int64_t value = 0;
    const bool read = text[0] == '[' ? reader.array([&] { return reader.integer(value); })
                                     : reader.object([&](std::string_view) { return reader.integer(value); });
    EXPECT_FALSE(read) << text;
  }
}

}  // namespace
}  // namespace assay
