// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_of.h"

namespace assay {
namespace {

using testing::HasSubstr;
using namespace std::string_literals;

std::string errors_of(std::string_view text, const JsonLimits& limits = {}) {
  return error_of([&] { parse_json(text, "f", limits); });
}

int line_of(std::string_view text, std::string_view pointer) {
  const JsonValue value = parse_json(text, "f");
  const JsonValue* found = value.at_pointer(pointer);
  return found ? found->line : -1;
}

TEST(Json, ReadsEveryKind) {
  const JsonValue value =
      parse_json(R"({"n": null, "b": true, "i": -3, "d": 0.5, "s": "x\u00e9", "a": [], "o": {}})", "f");
  EXPECT_TRUE(value.find("n")->is_null());
  EXPECT_TRUE(*value.find("b")->boolean());
  EXPECT_EQ(*value.find("i")->integer(), -3);
  EXPECT_EQ(value.find("d")->number(0), 0.5);
  EXPECT_EQ(value.find("i")->number(0), -3);
  EXPECT_EQ(value.find("s")->number(7), 7);
  EXPECT_EQ(*value.find("s")->string(), "xé");
  EXPECT_TRUE(value.find("a")->array()->empty());
  EXPECT_TRUE(value.find("o")->object()->empty());
  EXPECT_EQ(value.find("other"), nullptr);
}

TEST(Json, KeepsMembersInFileOrder) {
  const JsonValue value = parse_json(R"({"z": 1, "a": 2})", "f");
  EXPECT_EQ(value.object()->at(0).first, "z");
  EXPECT_EQ(value.object()->at(1).first, "a");
}

TEST(Json, IntegersPastSixtyThreeBitsBecomeDoubles) {
  EXPECT_EQ(*parse_json("9223372036854775807", "f").integer(), INT64_MAX);
  EXPECT_EQ(parse_json("9223372036854775808", "f").number(0), 9223372036854775808.0);
}

TEST(JsonLine, IsThatOfTheFirstByteForEveryKind) {
  const char* text =
      "{\n\"s\": \"x\",\n\"i\": 1\n,\n\"d\": 1.5\n,\"b\":\ntrue\n,\"n\":null\n,\"o\":\n{\n}\n,\"a\": "
      "[\n1\n,\n2]\n}";
  EXPECT_EQ(line_of(text, ""), 1);
  EXPECT_EQ(line_of(text, "/s"), 2);
  EXPECT_EQ(line_of(text, "/i"), 3);
  EXPECT_EQ(line_of(text, "/d"), 5);
  EXPECT_EQ(line_of(text, "/b"), 7);
  EXPECT_EQ(line_of(text, "/n"), 8);
  EXPECT_EQ(line_of(text, "/o"), 10);
  EXPECT_EQ(line_of(text, "/a"), 12);
  EXPECT_EQ(line_of(text, "/a/0"), 13);
  EXPECT_EQ(line_of(text, "/a/1"), 15);
}

TEST(JsonLine, HoldsWithCarriageReturns) { EXPECT_EQ(line_of("{\r\n\"a\":\r\n1\r\n}", "/a"), 3); }

TEST(JsonPointer, UnescapesAndRefusesWhatIsNotThere) {
  const JsonValue value = parse_json(R"({"a/b": [{"~": 1}], "": 2})", "f");
  EXPECT_EQ(*value.at_pointer("/a~1b/0/~0")->integer(), 1);
  EXPECT_EQ(*value.at_pointer("/")->integer(), 2);
  for (const char* nowhere : {"/a~1b/1", "/a~1b/00", "/a~1b/-", "/x", "a", "/a~1b/0/~0/x"}) {
    EXPECT_EQ(value.at_pointer(nowhere), nullptr) << nowhere;
  }
}

TEST(JsonError, NamesLineColumnAndWhatWasExpected) {
  EXPECT_EQ(errors_of("{\n  \"a\": 1,\n  }"),
            "f:3: error: not valid JSON at column 3: unexpected '}'; expected string literal\n"
            "  next: fix the text at or just before that place");
  EXPECT_THAT(errors_of("{\"a\": 1}\n x"), HasSubstr("f:2: error: not valid JSON at column 2"));
  EXPECT_THAT(errors_of("{\"a\":\n1"), HasSubstr("f:2: error: not valid JSON"));
}

TEST(JsonError, LineOfAStringThatRunsOverItsLine) {
  EXPECT_THAT(errors_of("{\n\"a\": \"x\ny\"}"), HasSubstr("f:2: error: not valid JSON"));
}

TEST(JsonError, EmptyOrBlank) {
  EXPECT_THAT(errors_of(""), HasSubstr("f:1: error: is empty"));
  EXPECT_THAT(errors_of(" \n"), HasSubstr("f:1: error: is empty"));
}

TEST(JsonError, DoesNotRepeatWhatWasRead) {
  EXPECT_EQ(errors_of("[0.5\n] x"),
            "f:2: error: not valid JSON at column 3: invalid literal; expected end of input\n"
            "  next: fix the text at or just before that place");
  EXPECT_EQ(errors_of("[tru]"),
            "f:1: error: not valid JSON at column 5: invalid literal\n"
            "  next: fix the text at or just before that place");
}

TEST(JsonError, EveryDuplicateKeyWithItsPointer) {
  EXPECT_EQ(
      errors_of("{\"a\": [{\"b\": 1,\n \"b\": 2}],\n\"a\": 3}"),
      "f:2: error: member \"b\" is given twice, first in line 1 (at /a/0/b)\n  next: remove one of the two\n"
      "f:3: error: member \"a\" is given twice, first in line 1 (at /a)\n  next: remove one of the two");
}

TEST(JsonError, DuplicateKeyInALargeObject) {
  std::string text = "{";
  for (int i = 0; i < 100; ++i) text += "\"k" + std::to_string(i) + "\": 0,\n";
  EXPECT_THAT(errors_of(text + "\"k3\": 1}"),
              HasSubstr("f:101: error: member \"k3\" is given twice, first in line 4"));
  EXPECT_EQ(errors_of(text + "\"k100\": 1}"), "no error");
}

TEST(JsonError, NamesOfTwoHundredBytesAreShownWholeAndLongerOnesCut) {
  const auto twice = [](std::size_t length) {
    const std::string name(length, 'n');
    return errors_of("{\"" + name + "\": 1, \"" + name + "\": 2}");
  };
  EXPECT_THAT(twice(200), HasSubstr("member \"" + std::string(200, 'n') + "\" is given twice"));
  EXPECT_THAT(twice(201),
              HasSubstr("member \"" + std::string(100, 'n') + " … " + std::string(100, 'n') + "\" is"));
}

TEST(JsonError, ByteOrderMark) {
  EXPECT_EQ(errors_of("\xEF\xBB\xBF{}"),
            "f:1: error: begins with a byte order mark\n  next: save it as UTF-8 without one");
}

TEST(JsonError, InvalidUtf8AndNulAtTheirLines) {
  EXPECT_EQ(errors_of("{\n\"a\": \"\xC3(\"}\n\0"s),
            "f:2: error: is not UTF-8: byte 0xC3\n  next: save it as UTF-8\n"
            "f:3: error: holds a NUL byte\n  next: remove it");
}

TEST(JsonError, NothingIsReadPastANul) { EXPECT_THAT(errors_of("{}\0garbage"s), HasSubstr("NUL")); }

TEST(JsonError, LoneSurrogateEscape) {
  EXPECT_THAT(errors_of("[\n\"\\ud800\"]"), HasSubstr("f:2: error: not valid JSON"));
}

TEST(JsonError, NumberOutOfRange) {
  EXPECT_THAT(errors_of("[\n1e999\n]"), HasSubstr("f:2: error: not valid JSON at column 6: number overflow"));
}

TEST(JsonError, MessageStaysOneShortLine) {
  const std::string message = errors_of("[\"" + std::string(100'000, 'x'));
  EXPECT_LT(message.size(), 500u);
  EXPECT_THAT(errors_of("[\"\x1b[2J"), testing::Not(HasSubstr("\x1b")));
}

TEST(JsonLimit, DepthIsRefusedNotOverrun) {
  EXPECT_THAT(errors_of(std::string(100'000, '[')), HasSubstr("is nested deeper than 64 levels"));
  EXPECT_EQ(errors_of(std::string(64, '[') + std::string(64, ']')), "no error");
  EXPECT_THAT(errors_of(std::string(65, '[') + std::string(65, ']')), HasSubstr("nested deeper"));
}

TEST(JsonLimit, BytesAndValuesAreRefused) {
  EXPECT_THAT(errors_of("[1,2,3]", {.bytes = 6}), HasSubstr("larger than the limit of 6 bytes"));
  EXPECT_THAT(errors_of("[1,2,3]", {.values = 3}), HasSubstr("has more than 3 values"));
  EXPECT_EQ(errors_of("[1,2,3]", {.values = 4}), "no error");
}

TEST(JsonText, IsThatOfAMemberOrAPlace) {
  const auto value = parse_json(R"({"a": "x", "n": 1, "list": [{"b": "y"}]})", "f");
  EXPECT_EQ(value.text("a"), "x");
  EXPECT_EQ(value.text("n"), "");
  EXPECT_EQ(value.text("none", "otherwise"), "otherwise");
  EXPECT_EQ(value.text_at("/list/0/b"), "y");
  EXPECT_EQ(value.text_at("/list/1/b"), "");
}

TEST(JsonLine, HasTheLineOfItsFile) {
  EXPECT_EQ(parse_json_line(R"({"a": [1]})", {"f", 7}).find("a")->line, 7);
  EXPECT_THAT(error_of([&] {
                parse_json_line("{\"a\": }", {"f", 7});
              }),
              HasSubstr("f:7: error: not valid JSON at column 7"));
}

TEST(JsonLines, ArePassedOnOneByOneWithoutBlankOnes) {
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_lines.jsonl";
  write_file_atomically(file, "{\"n\": 1}\n\n  \n[2]\n{");
  std::vector<std::string> seen;
  const auto take = [&](const JsonValue& value, const SourceLine& where) {
    seen.push_back(to_string(where).substr(file.string().size()) + (value.array() ? " array" : " object"));
  };
  EXPECT_THAT(error_of([&] { read_json_lines(file, take); }),
              HasSubstr("assay_lines.jsonl:5: error: not valid JSON"));
  EXPECT_THAT(seen, testing::ElementsAre(":1 object", ":4 array"));
  std::filesystem::remove(file);
}

TEST(ForeignJson, WhatOtherProgramsWriteIsRead) {
  std::vector<int> halves;
  const auto take = [&](int line) { halves.push_back(line); };
  const auto read = parse_foreign_json(
      "{\"a\": NaN, \"b\": [-Infinity, 1e999, -0.5],\n\"c\": \"NaN \\\\\", \"d\": \"\\uD83D\", \"e\": "
      "\"\\ud83d\\uDE00\\udc00\"}",
      {"in", 7}, take);
  EXPECT_TRUE(read.find("a")->is_null());
  EXPECT_TRUE(read.at_pointer("/b/0")->is_null() && read.at_pointer("/b/1")->is_null());
  EXPECT_EQ(read.at_pointer("/b/2")->number(0), -0.5);
  EXPECT_EQ(*read.find("c")->string(), "NaN \\");
  EXPECT_EQ(*read.find("d")->string(), "\xEF\xBF\xBD");
  EXPECT_EQ(*read.find("e")->string(), "\xF0\x9F\x98\x80\xEF\xBF\xBD");
  EXPECT_EQ(read.find("c")->line, 8);
  EXPECT_EQ(halves, (std::vector{8, 8}));
}

TEST(ForeignJson, AWordIsNoNumber) {
  for (const char* text : {"nan", "[NaNs]", "{\"a\": inf}", "\"\\ud83d", "{NaN: 1}", ""})
    EXPECT_THROW(parse_foreign_json(text, {"in", 1}), Error) << text;
}

TEST(ForeignJson, MayBeDeep) {
  const auto nested = [](std::size_t levels) { return std::string(levels, '[') + std::string(levels, ']'); };
  EXPECT_TRUE(parse_foreign_json(nested(1000), {"in", 1}).array());
  EXPECT_THROW(parse_foreign_json(nested(1001), {"in", 1}), Error);
}

}  // namespace
}  // namespace assay
