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
            "s.csv:1: there is no column \"quest\"\n");
  EXPECT_EQ(next_step_of([] { inspect("quests,target\nlist,ls\n", "s.csv", "prompt=quest"); }),
            "did you mean \"quests\"?");
  EXPECT_EQ(fault_of([] { inspect("input,target\nlist,ls\n", "s.csv", "tags=x"); }),
            ": --map: tags has no effect on inspect\n");
}

TEST(InspectTest, WithoutItsColumnsAFileIsRefused) {
  const auto reading = [](const std::string& text, const std::string& file, const std::string& map = "") {
    return [=] { inspect(text, file, map); };
  };
  EXPECT_EQ(fault_of(reading("q,a\nlist,ls\n", "s.csv")), "s.csv:1: there is no column \"input\"\n");
  EXPECT_EQ(next_step_of(reading("q,a\nlist,ls\n", "s.csv")),
            "name the one that holds the prompts, as in --map prompt=NAME,expected=NAME; there are: q, a");
  EXPECT_EQ(fault_of(reading("q,a\nlist,ls\n", "s.csv", "prompt=q")),
            "s.csv:1: there is no column \"target\"\n");
  EXPECT_EQ(fault_of(reading("\n{\"q\": \"list\", \"target\": \"ls\"}\n", "s.jsonl")),
            "s.jsonl:2: there is no member \"input\"\n");
  EXPECT_EQ(fault_of(reading("q,a\nlist,ls\n", "s.csv", "prompt=q,expected=a")), "");
  EXPECT_EQ(fault_of(reading("input,target\n,\n", "s.csv")), "") << "the columns are there";
}

TEST(InspectTest, APromptWithAnImageIsNotItsText) {
  EXPECT_THAT(
      inspect(
          R"({"input": [{"role": "user", "content": [{"type": "text", "text": "one "}, {"type": "image", "image": "a.png"}, {"type": "text", "text": "two"}]}], "target": "ls"})"
          "\n"
          R"({"input": [{"role": "user", "content": ["one"]}], "target": "ls"})"
          "\n")
          .remarks(),
      ElementsAre("s.jsonl:1: left out: its prompt has a part that is not text: image",
                  "s.jsonl:2: left out: its prompt has a part that is not text: text"));
}

TEST(InspectTest, AnIdWhoseDigitsAreLostIsRefused) {
  EXPECT_EQ(fault_of([] { inspect("{\"id\": 1e20, \"input\": \"p\", \"target\": \"ls\"}\n"); }),
            "s.jsonl:1: the id is a number too large to keep its digits: 1e+20\n");
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
