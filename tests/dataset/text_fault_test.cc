// SPDX-License-Identifier: Apache-2.0
// Faults of a dataset's text as such: bytes, encoding and JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "faults.h"
#include "sample.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using namespace std::string_literals;

TEST(DatasetTextFault, Empty) { EXPECT_THAT(said_of(""), HasSubstr("d.json:1: error: is empty")); }

TEST(DatasetTextFault, NotJson) {
  EXPECT_THAT(said_of("name: x\n"), HasSubstr("d.json:1: error: not valid JSON at column"));
  EXPECT_THAT(said_of(kSample.substr(0, kSample.size() / 2)), HasSubstr("error: not valid JSON"));
  EXPECT_THAT(said_of(std::string(kSample) + "x"), HasSubstr("d.json:44: error: not valid JSON at column 1"));
}

TEST(DatasetTextFault, AnArray) {
  EXPECT_EQ(said_of("\n[]"),
            "d.json:2: error: expected an object, not an array\n"
            "  next: docs/dataset-format.md says what belongs there; fix it, then assay lint FILE");
}

TEST(DatasetTextFault, DuplicateMember) {
  EXPECT_THAT(said_of_case(kGood + R"(, "id": "2")"), HasSubstr("member \"id\" is given twice"));
}

TEST(DatasetTextFault, ByteOrderMarkInvalidUtf8AndNul) {
  EXPECT_THAT(said_of("\xEF\xBB\xBF" + std::string(kSample)),
              HasSubstr("d.json:1: error: begins with a byte order mark"));
  EXPECT_THAT(said_of(replaced(kSample, "erase", "\xE9rase")),
              HasSubstr("d.json:31: error: is not UTF-8: byte 0xE9"));
  EXPECT_THAT(said_of(std::string(kSample) + "\0"s), HasSubstr("d.json:44: error: holds a NUL byte"));
}

TEST(DatasetTextFault, LoneSurrogates) {
  for (const char* escape : {"\\ud800", "\\udc00", "\\ud800\\u0041", "\\ud800x"}) {
    EXPECT_THAT(said_of_case("\"id\": \"1\", \"prompt\": \"" + std::string(escape) +
                             "\", \"expected_command\": \"a\""),
                HasSubstr("d.json:2: error: not valid JSON"));
  }
}

TEST(DatasetTextFault, DeepNesting) {
  EXPECT_THAT(said_of(std::string(100'000, '[')), HasSubstr("is nested deeper than 64 levels"));
  std::string deep;
  for (int i = 0; i < 100'000; ++i) deep += "{\"test_cases\":";
  EXPECT_THAT(said_of(deep), HasSubstr("is nested deeper than 64 levels"));
}

TEST(DatasetTextFault, LinesAreRightWithCarriageReturns) {
  std::string text;
  for (char c : replaced(kSample, "wipe.2", "list-1")) text += c == '\n' ? "\r\n" : std::string(1, c);
  EXPECT_THAT(said_of(text), HasSubstr("d.json:31: error: id \"list-1\" is that of the case in line 9 too"));
}

TEST(DatasetTextFault, NothingPrintedCanDriveATerminal) {
  EXPECT_THAT(said_of_case(kGood + ", \"\\u001b[2J\": 1"),
              AllOf(HasSubstr("\\x1B[2J"), Not(HasSubstr("\x1b["))));
}

}  // namespace
}  // namespace assay
