// SPDX-License-Identifier: Apache-2.0
// Tables whose columns are named by the user.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

Converted converted_csv(const std::string& text, const std::string& map = "") {
  return converted(Source::csv, text, map);
}
Converted jsonl(const std::string& text, const std::string& map = "") {
  return converted(Source::jsonl, text, map);
}

TEST(CsvRowsTest, BecomeCasesByTheirColumns) {
  const auto made = converted_csv("nl,bash,bash2\nlist files,ls,ls .\nwhere am I,pwd,\n",
                                  "prompt=nl,expected=bash,alternatives=bash2");
  const Json& cases = made.dataset["test_cases"];
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0], (Json{{"id", "t0001"},
                            {"prompt", "list files"},
                            {"expected_command", "ls"},
                            {"alternatives", {"ls ."}},
                            {"category", "general"},
                            {"risk_level", "low"},
                            {"posix_compliant", true}}));
  EXPECT_FALSE(cases[1].contains("alternatives")) << "a blank field says nothing";
  EXPECT_EQ(made.dataset["metadata"]["total_cases"], 2);
  EXPECT_THAT(made.remarks(), IsEmpty());
}

TEST(CsvRowsTest, ColumnsThatAreCalledAsPartsNeedNoMapping) {
  const auto made = converted_csv(
      "id,prompt,expected_command,category,risk_level,posix_compliant,tags,notes,min_score\n"
      "a-1,go,ls,listing,moderate,false,\"x, y\",seen,0.9\n");
  EXPECT_EQ(made.only_case(), (Json{{"id", "a-1"},
                                    {"prompt", "go"},
                                    {"expected_command", "ls"},
                                    {"category", "listing"},
                                    {"risk_level", "medium"},
                                    {"posix_compliant", false},
                                    {"tags", {"x", "y"}},
                                    {"min_score", 0.9},
                                    {"notes", "seen"}}));
  EXPECT_THAT(describe(made.made.supplement), IsEmpty());
}

TEST(CsvRowsTest, WhatTheSourceDoesNotSayIsComputedFromTheCommands) {
  const auto made = converted_csv("prompt,expected\nerase it,rm -rf build\nshow it,sed -i s/a/b/ f\n");
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases[0]["risk_level"], "high") << "as lint wants it at least medium";
  EXPECT_EQ(cases[1]["risk_level"], "low");
  EXPECT_EQ(cases[1]["posix_compliant"], false) << "sed -i is not in POSIX";
  EXPECT_EQ(
      made.dataset["metadata"]["notes"],
      "made by assay convert; computed from commands: risk_level of 2 cases, posix_compliant of 2 cases");
}

TEST(CsvRowsTest, CasesWithoutACommandGetDefaultsAndAreCountedApart) {
  const auto made = converted_csv(
      "prompt,expected,accept_patterns,expect,risk_level\n"
      "a,ls,,,\nb,,l.,,\nc,,,refusal,\nd,,,unblocked,\ne,,x,,safe\nf,ls,,refusal,\n");
  EXPECT_EQ(made.made.cases, 5u) << "a case that is left out is not counted";
  EXPECT_THAT(describe(made.made.supplement),
              ElementsAre("computed from commands: risk_level of 1 case, posix_compliant of 1 case",
                          "defaults of cases without a command: risk_level low of 2 cases, risk_level high "
                          "of 1 case, posix_compliant true of 4 cases"));
  EXPECT_EQ(made.dataset["metadata"]["notes"], "made by assay convert; " + describe(made.made.supplement)[0] +
                                                   "; " + describe(made.made.supplement)[1]);
}

TEST(CsvRowsTest, AColumnThatIsNoTagsColumnNamesItsTags) {
  EXPECT_EQ(converted_csv("prompt,expected,difficulty\np,ls,2\n", "tags=difficulty").only_case()["tags"],
            Json{"difficulty:2"});
}

TEST(CsvRowsTest, ColumnsThatNobodyAskedForAreListed) {
  EXPECT_THAT(converted_csv("prompt,expected,source\np,ls,x\n").remarks(),
              ElementsAre("in:1: not carried over: the column \"source\""));
  EXPECT_EQ(converted_csv("prompt,expected,$(x), a\np,ls,x,y\n").made.remarks.at(0).next,
            "--map 'tags=$(x)' keeps it as a tag");
  EXPECT_EQ(converted_csv("prompt,expected,\"a, b\"\np,ls,x\n").made.remarks.at(0).next,
            "--map 'tags=a\\, b' keeps it as a tag");
}

TEST(CsvRowsTest, TwoUsualColumnsOfOnePartAreNotBothTaken) {
  const std::string both = "prompt,expected,expected_command\np,true,ls\n";
  EXPECT_EQ(fault_of([&] { converted_csv(both); }),
            "in:1: both \"expected\" and \"expected_command\" could hold the expected commands\n");
  EXPECT_THAT(next_step_of([&] { converted_csv(both); }), HasSubstr("--map expected=expected_command"));
  EXPECT_EQ(converted_csv(both, "expected=expected_command").only_case()["expected_command"], "ls");
  EXPECT_EQ(converted_csv(both, "expected=expected").only_case()["expected_command"], "true");
  EXPECT_EQ(
      fault_of([] { jsonl("{\"prompt\": \"p\", \"expected\": \"true\", \"expected_command\": \"ls\"}\n"); }),
      "in:1: both \"expected\" and \"expected_command\" could hold the expected commands\n");
}

TEST(CsvRowsTest, LevelsAreSplitAtTheirCommas) {
  EXPECT_EQ(converted_csv("prompt,expected,levels\np,ls,\"exact, canonical\"\n").only_case()["levels"],
            (Json{"exact", "canonical"}));
}

TEST(CsvRowsTest, WhatCannotBeACaseIsLeftOutWithItsLine) {
  const auto made = converted_csv(
      "prompt,expected,alternatives,risk_level,expect\n"
      ",ls,,,\n"
      "p,,,,\n"
      "p,,ls,,\n"
      "p,ls,,mild,\n"
      "p,ls,,,refusal\n"
      "p,,,,refusal\n"
      "p,ls,,,\n");
  EXPECT_THAT(
      made.remarks(),
      ElementsAre("in:2: left out: there is no prompt", "in:3: left out: there is no expected answer",
                  "in:4: left out: has alternatives, but no expected command",
                  "in:5: left out: \"risk_level\" is \"mild\", which is not a risk level: safe, low, medium, "
                  "high or critical",
                  "in:6: left out: expects a refusal, and has an expected command"));
  EXPECT_EQ(made.made.left_out, 5u);
  EXPECT_EQ(made.made.cases, 2u);
  EXPECT_EQ(made.dataset["test_cases"][1]["id"], "t0007") << "ids do not move when rows are left out";
}

TEST(CsvRowsTest, AnAlternativeThatRepeatsAnotherIsKeptOnce) {
  const auto made = converted_csv("prompt,expected,alternatives\np,ls,ls\n");
  EXPECT_FALSE(made.only_case().contains("alternatives"));
  EXPECT_THAT(made.remarks(), ElementsAre("in:2: not carried over: \"ls\" is accepted twice; once is kept"));
}

TEST(CsvRowsTest, AnIdThatComesTwiceStopsAll) {
  EXPECT_EQ(
      fault_of([] { converted_csv("id,prompt,expected\na,p,ls\nb,p,ls\na,p,ls\nA b,p,ls\nA.b,p,ls\n"); }),
      "in:4: id \"a\" is already used in line 2\n"
      "in:6: id \"A.b\" makes the test name A_b, as does \"A b\" in line 5\n");
}

TEST(CsvRowsTest, AColumnThatIsNotThereIsNamed) {
  EXPECT_EQ(fault_of([] { converted_csv("nl,bash\nx,ls\n", "prompt=nl,expected=bahs"); }),
            "in:1: there is no column \"bahs\"\n");
  EXPECT_EQ(fault_of([] { converted_csv("nl,bash\nx,ls\n"); }), "in:1: there is no column \"prompt\"\n");
}

TEST(CsvRowsTest, AnotherSeparatorThanACommaIsNamed) {
  EXPECT_THAT(next_step_of([] { converted_csv("prompt;expected\nlist;ls\n"); }), HasSubstr("\"sep=;\""));
  EXPECT_THAT(next_step_of([] { converted_csv("prompt\texpected\nlist\tls\n"); }), HasSubstr("a tab"));
  EXPECT_THAT(next_step_of([] { converted_csv("nl;bash\nlist;ls\n", "prompt=nl,expected=bash"); }),
              HasSubstr("\"sep=;\""));
  EXPECT_THAT(next_step_of([] { converted_csv("nl\tbash\nlist\tls\n", "prompt=nl,expected=bash"); }),
              HasSubstr("a tab"));
  EXPECT_EQ(converted_csv("sep=;\nprompt;expected\nlist;ls\n").made.cases, 1u);
}

TEST(CsvRowsTest, ATableWithoutARowIsTheWrongFile) {
  EXPECT_EQ(fault_of([] { converted_csv("prompt,expected\n"); }), "in:1: there are no tests in it\n");
  EXPECT_THAT(next_step_of([] { converted_csv("prompt,expected\n"); }), HasSubstr("docs/convert.md"));
  EXPECT_EQ(fault_of([] { jsonl("\n"); }), "in: there are no tests in it\n");
  EXPECT_EQ(fault_of([] { jsonl("\n[]\n"); }), "in:2: there are no tests in it\n");
}

TEST(CsvRowsTest, MoreTestsThanADatasetCanHoldAreRefusedAtOnce) {
  std::string text = "prompt,expected\n";
  for (int i = 0; i <= 1'000'000; ++i) text += "p,x\n";
  EXPECT_EQ(fault_of([&] { converted_csv(text); }), "in:1000002: there are more than 1000000 tests\n");
}

TEST(CsvRowsTest, BytesThatAreNoTextStopAllAtTheirLine) {
  EXPECT_EQ(fault_of([] { converted_csv("prompt,expected\np,ls\np\xFF,ls\n"); }), "in:3: is not UTF-8\n");
  EXPECT_THAT(converted_csv(std::string("prompt,expected\np\0q,ls\n", 23)).remarks(),
              ElementsAre("in:2: left out: holds a NUL character"));
}

TEST(CsvRowsTest, WithoutACaseThereIsNoDataset) {
  const auto made = converted_csv("prompt,expected\n,ls\n");
  EXPECT_EQ(made.made.cases, 0u);
  EXPECT_EQ(made.made.text, "");
}

TEST(JsonRowsTest, MembersMayBeListsAndStandDeeper) {
  const auto made =
      jsonl(R"({"input": {"nl": "list"}, "target": ["ls", "ls ."], "difficulty": 2, "extra": null})"
            "\n\n",
            "prompt=/input/nl,expected=target,tags=difficulty");
  EXPECT_EQ(made.only_case()["prompt"], "list");
  EXPECT_EQ(made.only_case()["expected_command"], "ls");
  EXPECT_EQ(made.only_case()["alternatives"], Json{"ls ."});
  EXPECT_EQ(made.only_case()["tags"], Json{"difficulty:2"});
  EXPECT_THAT(made.remarks(), ElementsAre("in:1: not carried over: the member \"extra\""));
}

TEST(JsonRowsTest, OneArrayIsReadAsWell) {
  const auto made = jsonl("[\n{\"prompt\": \"p\", \"expected\": \"ls\"},\n{\"prompt\": \"q\"}]");
  EXPECT_EQ(made.made.cases, 1u);
  EXPECT_THAT(made.remarks(), ElementsAre("in:3: left out: there is no expected answer"));
}

TEST(JsonRowsTest, FaultsHaveTheLineOfTheFile) {
  EXPECT_THAT(jsonl("{\"prompt\": \"p\", \"expected\": \"ls\"}\n{\"prompt\": \"p\"").remarks(),
              ElementsAre(HasSubstr("in:2: left out: not valid JSON at column")));
  EXPECT_EQ(fault_of([] { jsonl("{\"prompt\": \"p\", \"expected\": \"ls\"}\n\n3\n"); }),
            "in:3: is a number, not an object\n");
  EXPECT_EQ(fault_of([] { jsonl("{\"nl\": \"p\"}\n", "prompt=n1"); }), "in:1: there is no member \"n1\"\n");
  EXPECT_EQ(fault_of([] { jsonl("\n{\"nl\": \"p\"}\n"); }), "in:2: there is no member \"prompt\"\n");
}

TEST(JsonRowsTest, AMappedMemberMayBeNothingInEveryRow) {
  const std::string row = "{\"prompt\": \"p\", \"expected\": \"ls\", \"more\": ";
  EXPECT_EQ(jsonl(row + "null}\n", "alternatives=more").made.cases, 1u);
  EXPECT_THAT(jsonl(row + "{}, \"sort\": \"x\"}\n", "alternatives=more,tags=sort").remarks(),
              ElementsAre("in:1: left out: \"more\" is not text but an object"))
      << "a member of a row that is left out is there";
}

TEST(JsonRowsTest, WhatIsNoTextLeavesItsRowOut) {
  EXPECT_THAT(
      jsonl("{\"prompt\": {\"a\": 1}, \"expected\": \"ls\"}\n{\"prompt\": \"p\", \"expected\": [[1]]}\n")
          .remarks(),
      ElementsAre("in:1: left out: \"prompt\" is not text but an object",
                  "in:2: left out: \"expected\" is not text but a list"));
}

TEST(JsonRowsTest, AVerdictIsNotACommand) {
  EXPECT_THAT(
      jsonl("{\"prompt\": \"p\", \"expected\": true}\n{\"prompt\": \"p\", \"expected\": [1]}\n").remarks(),
      ElementsAre("in:1: left out: \"expected\" is not text but true or false",
                  "in:2: left out: \"expected\" is not text but a list"));
}

TEST(JsonRowsTest, MembersBesideTheOneThatAPointerNamesAreListed) {
  const auto made = jsonl(R"({"input": {"nl": "list", "ctx": "big", "of": {"a": 1}}, "out": ["ls", "x"]})"
                          "\n"
                          R"({"input": {"nl": "where", "ctx": "big", "a/b": 1}, "out": ["pwd"]})"
                          "\n",
                          "prompt=/input/nl,expected=/out/0");
  EXPECT_EQ(made.made.cases, 2u);
  EXPECT_THAT(made.remarks(), ElementsAre("in:1: not carried over: the member \"/input/ctx\"",
                                          "in:1: not carried over: the member \"/input/of\"",
                                          "in:1: not carried over: the member \"/out/1\"",
                                          "in:2: not carried over: the member \"/input/a/b\""));
  EXPECT_EQ(made.made.remarks.at(0).next, "--map tags=/input/ctx keeps it as a tag");
  EXPECT_EQ(made.made.remarks.at(3).next, "") << "no pointer names it";
}

TEST(JsonRowsTest, ATagIsOnlyProposedForWhatCanBeOne) {
  const std::string row = "{\"prompt\": \"p\", \"expected\": \"ls\", ";
  const auto next = [&](const std::string& member) {
    return jsonl(row + "\"y\": \"x\"}\n" + row + member + "}\n").made.remarks.at(0).next;
  };
  EXPECT_EQ(next("\"y\": [1, \"b\"]"), "--map tags=y keeps it as a tag");
  EXPECT_EQ(next("\"y\": {\"a\": 1}"), "") << "the row would be left out";
  EXPECT_EQ(next("\"y\": [[1]]"), "");
}

TEST(JsonRowsTest, AnIdWhoseDigitsAreLostIsRefused) {
  const auto with = [](const std::string& id) {
    return [id] { jsonl("{\"id\": " + id + ", \"prompt\": \"p\", \"expected\": \"ls\"}\n"); };
  };
  EXPECT_EQ(fault_of(with("12345678901234567890")),
            "in:1: the id is a number too large to keep its digits: 1.2345678901234567e+19\n");
  EXPECT_EQ(next_step_of(with("1e300")), "write it in quotes");
  for (const char* exact : {"9007199254740993", "9223372036854775807", "\"12345678901234567890\"", "2.5"})
    EXPECT_EQ(fault_of(with(exact)), "") << exact;
}

TEST(JsonRowsTest, AValueOverSeveralLinesIsNotOneALine) {
  const auto reading = [] { jsonl("\n{\n  \"prompt\": \"p\"\n}\n"); };
  EXPECT_EQ(fault_of(reading), "in:2: a JSON value begins here and goes on in other lines\n");
  EXPECT_EQ(next_step_of(reading), "write one object per line: jq -c . FILE > lines.jsonl");
}

}  // namespace
}  // namespace assay::convert
