// SPDX-License-Identifier: Apache-2.0
// A command added to the accepted ones later: where it is inserted, and that nothing else changes.
#include "assay/internal/further_accepted.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assay/dataset.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr std::string_view kHead = "{\"name\": \"d\", \"version\": \"1\", \"test_cases\": [\n";

std::string with(const std::string& text, const std::vector<FurtherAccepted>& further) {
  return with_further_accepted(text, "d.json", further);
}

// A dataset of one case "1" with these members between its prompt and its category.
std::string of_one(std::string_view members) {
  return std::string(kHead) + "{\"id\": \"1\", \"prompt\": \"p\", " + std::string(members) +
         "\"category\": \"c\", \"risk_level\": \"safe\", \"posix_compliant\": true}]}\n";
}

std::string said_of_accepted(const std::string& text, const FurtherAccepted& further) try {
  return with(text, {further});
} catch (const Error& error) {
  return error.what();
}

TEST(FurtherAcceptedTest, GoesBehindTheLastAlternative) {
  EXPECT_EQ(with(of_one(R"("expected_command": "ls", "alternatives": ["dir"], )"), {{"1", "vdir"}}),
            of_one(R"("expected_command": "ls", "alternatives": ["dir", "vdir"], )"));
  EXPECT_EQ(with(of_one(R"("expected_command": "ls", "alternatives": [ "a" ,"b" ], )"), {{"1", "c"}}),
            of_one(R"("expected_command": "ls", "alternatives": [ "a" ,"b","c" ], )"));
  EXPECT_EQ(with(of_one(R"("expected_command": "ls", "alternatives": [ ], )"), {{"1", "c"}}),
            of_one(R"("expected_command": "ls", "alternatives": ["c"], )"));
}

TEST(FurtherAcceptedTest, IsALineOfItsOwnWhereTheOthersAre) {
  const std::string lines = "\"expected_command\": \"ls\", \"alternatives\": [\r\n\t\"a\"\r\n], ";
  const std::string more = "\"expected_command\": \"ls\", \"alternatives\": [\r\n\t\"a\",\r\n\t\"b\"\r\n], ";
  EXPECT_EQ(with(of_one(lines), {{"1", "b"}}), of_one(more));
}

TEST(FurtherAcceptedTest, WithoutAlternativesStandsBehindTheExpectedCommand) {
  EXPECT_EQ(with(of_one("\n    \"expected_command\" : \"ls ]}\\\"\",\n"), {{"1", "dir"}}),
            of_one("\n    \"expected_command\" : \"ls ]}\\\"\",\n    \"alternatives\" : [\"dir\"],\n"));
  EXPECT_EQ(
      with(R"({"name":"d","version":"1","test_cases":[{"expected_command":"ls","id":"1","prompt":"p",)"
           R"("category":"c","risk_level":"safe","posix_compliant":true}]})",
           {{"1", "a"}, {"1", "b"}}),
      R"({"name":"d","version":"1","test_cases":[{"expected_command":"ls","alternatives":["a","b"],"id":"1",)"
      R"("prompt":"p","category":"c","risk_level":"safe","posix_compliant":true}]})");
}

TEST(FurtherAcceptedTest, OfACaseOfPatternsIsItsExpectedCommand) {
  EXPECT_EQ(with(of_one(R"("accept_patterns": ["l."], )"), {{"1", "dir"}}),
            of_one(R"("expected_command": "dir", "accept_patterns": ["l."], )"));
}

TEST(FurtherAcceptedTest, IsReadBackAsItWas) {
  const std::string command = "grep \"\\d\" 'größe'\n| sort -t '\t'";
  const std::string text = with(of_one(R"("expected_command": "ls", )"), {{"1", command}});
  EXPECT_THAT(parse_dataset(text, "d.json").dataset.cases.front().accepted, ElementsAre("ls", command));
}

TEST(FurtherAcceptedTest, FindsItsCaseAmongOthers) {
  std::string text = std::string(kHead);
  for (const std::string id : {"a", "b", "c"})
    text += (id == "a" ? "" : ",\n") +
            ("{\"id\": \"" + id + "\", \"prompt\": \"" + id +
             "\", \"expected_command\": \"x\", \"category\": \"c\", \"risk_level\": \"safe\", "
             "\"posix_compliant\": true}");
  text += "]}";
  const auto read = parse_dataset(with(text, {{"c", "z"}, {"a", "y"}}), "d.json").dataset;
  EXPECT_THAT(read.cases[0].accepted, ElementsAre("x", "y"));
  EXPECT_THAT(read.cases[1].accepted, ElementsAre("x"));
  EXPECT_THAT(read.cases[2].accepted, ElementsAre("x", "z"));
}

TEST(FurtherAcceptedTest, WhatCannotBeAddedIsNamed) {
  const std::string text = of_one(R"("expected_command": "ls", )");
  EXPECT_THAT(said_of_accepted(text, {"2", "dir"}), HasSubstr("d.json:1: error: has no case \"2\""));
  EXPECT_THAT(said_of_accepted(text, {"1", "ls"}), HasSubstr("d.json:2: error: accepts \"ls\" already"));
  EXPECT_THAT(said_of_accepted(text, {"1", " "}), HasSubstr("is blank"));
  EXPECT_THAT(said_of_accepted(of_one(R"("expect": "refusal", )"), {"1", "dir"}), HasSubstr("error:"));
  EXPECT_THAT(said_of_accepted(of_one(R"("outcome": {"stdout": {"bytes": "x"}}, )"), {"1", "dir"}),
              HasSubstr("is graded by its outcome"));
  EXPECT_THAT(
      said_of_accepted(
          R"({"name": "q", "version": "1", "notes": "empty expected_doc_ids = the tool should refuse", "queries": [{"id": "1", "query": "how", "category": "c", "expected_doc_ids": ["a"]}]})",
          {"1", "dir"}),
      HasSubstr("is a query"));
}

}  // namespace
}  // namespace assay
