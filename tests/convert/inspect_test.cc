// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

Converted inspect(const std::string& text, const std::string& file = "s.jsonl", const std::string& map = "") {
  return converted(Source::inspect, {{file, text}},
                   {.name = "set", .mapping = map.empty() ? Mapping{} : mapping_from(map)});
}

TEST(InspectTest, ASampleIsACase) {
  const auto made = inspect(
      R"({"input": "list", "target": ["ls", "ls ."], "metadata": {"category": "listing", "level": 2}})"
      "\n"
      R"({"id": "w", "input": [{"role": "system", "content": "be brief"}, {"role": "user", "content": [{"type": "text", "text": "where"}]}], "target": "pwd"})"
      "\n");
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0)["id"], "1") << "as inspect_ai numbers them";
  EXPECT_EQ(cases.at(0)["alternatives"], Json{"ls ."});
  EXPECT_EQ(cases.at(0)["category"], "listing");
  EXPECT_EQ(cases.at(0)["tags"], Json{"level:2"});
  EXPECT_EQ(cases.at(1)["id"], "w");
  EXPECT_EQ(cases.at(1)["prompt"], "where");
  EXPECT_THAT(
      made.remarks(),
      ElementsAre(
          "s.jsonl:2: not carried over: 1 message of the input: the last one of the user is the prompt"));
}

TEST(InspectTest, TablesAndArraysAreReadAsWell) {
  EXPECT_EQ(inspect("input,target,id\nlist,ls,a\n", "s.csv").only_case()["id"], "a");
  EXPECT_THAT(inspect("[{\"input\": \"list\", \"target\": \"ls\"}]", "s.json").remarks(), IsEmpty());
}

TEST(InspectTest, AVerdictIsNotACommand) {
  EXPECT_THAT(inspect("{\"input\": \"p\", \"target\": true}\n{\"input\": \"p\", \"target\": 3}\n"
                      "{\"input\": \"p\", \"target\": [\"ls\", false]}\n{\"input\": 3, \"target\": \"ls\"}\n"
                      "{\"input\": \"p\", \"target\": \"true\"}\n")
                  .remarks(),
              ElementsAre("s.jsonl:1: left out: its target is true or false, not text",
                          "s.jsonl:2: left out: its target is a number, not text",
                          "s.jsonl:3: left out: its target holds true or false, not text",
                          "s.jsonl:4: left out: its input is a number, not text"));
  EXPECT_EQ(inspect("input,target\nsucceed,true\n", "s.csv").only_case()["expected_command"], "true")
      << "in a table it is a word";
}

TEST(InspectTest, AMappingNamesMembersThatAreThere) {
  EXPECT_EQ(inspect("question,target\nlist,ls\n", "s.csv", "prompt=question").only_case()["prompt"], "list");
  EXPECT_EQ(fault_of([] { inspect("question,target\nlist,ls\n", "s.csv", "prompt=quest"); }),
            "s.csv:2: there is no column \"quest\"\n");
  EXPECT_EQ(next_step_of([] { inspect("quests,target\nlist,ls\n", "s.csv", "prompt=quest"); }),
            "did you mean \"quests\"?");
  EXPECT_EQ(fault_of([] { inspect("input,target\nlist,ls\n", "s.csv", "tags=x"); }),
            ": --map: tags has no effect on inspect\n");
}

TEST(InspectTest, ASampleWithoutAChoiceHasNone) {
  EXPECT_THAT(inspect(R"({"input": "p", "target": "ls", "choices": []})").remarks(), IsEmpty());
}

TEST(InspectTest, ATableWithoutARowIsTheWrongFile) {
  EXPECT_EQ(fault_of([] { inspect("input,target\n", "s.csv"); }), "s.csv:1: there are no tests in it\n");
}

TEST(InspectTest, SaysWhatASampleLoses) {
  EXPECT_THAT(
      inspect("{\"input\": \"p\", \"target\": \"A\", \"choices\": [\"x\"]}\n"
              "{\"input\": \"p\", \"target\": \"ls\", \"files\": {\"a\": \"b\"}, \"setup\": \"touch f\"}\n"
              "{\"input\": \"p\"}\n")
          .remarks(),
      ElementsAre("s.jsonl:1: left out: has choices: its target is a letter, not a command",
                  "s.jsonl:2: not carried over: the member \"files\"",
                  "s.jsonl:2: not carried over: the member \"setup\"",
                  "s.jsonl:3: left out: there is no expected answer"));
}

}  // namespace
}  // namespace assay::convert
