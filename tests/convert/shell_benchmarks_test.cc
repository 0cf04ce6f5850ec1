// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const Options kOptions{.name = "set", .mapping = {}};

TEST(Nl2shTest, ColumnsAreKnown) {
  const auto made =
      converted(Source::nl2sh, {{"test.csv", "nl,bash,bash2,difficulty\nlist,ls,ls .,0\n"}}, kOptions);
  EXPECT_EQ(made.only_case()["prompt"], "list");
  EXPECT_EQ(made.only_case()["alternatives"], Json{"ls ."});
  EXPECT_EQ(made.only_case()["tags"], Json{"difficulty:0"});
  const auto train =
      converted(Source::nl2sh, {{"train.jsonl", "{\"nl\": \"list\", \"bash\": \"ls\"}\n"}}, kOptions);
  EXPECT_EQ(train.only_case()["expected_command"], "ls") << "this part has no second command";
  EXPECT_THAT(train.remarks(), IsEmpty());
}

TEST(IntercodeTest, TheFileNamesTheWorldThatItsTestsShare) {
  const std::string text =
      "[{\"query\": \"list\", \"gold\": \"ls\", \"gold2\": \"ls\", \"difficulty\": 0},\n"
      " {\"query\": \"where\", \"gold\": \"pwd\", \"gold2\": \"echo $PWD\", \"difficulty\": 1}]";
  const auto made = converted(Source::intercode, {{"data/nl2bash_fs_3.json", text}}, kOptions);
  EXPECT_EQ(made.only_case()["world"], "fs_3");
  EXPECT_EQ(made.only_case()["tags"], Json{"difficulty:0"});
  EXPECT_EQ(made.dataset["test_cases"][1]["alternatives"], Json{"echo $PWD"});
  EXPECT_THAT(
      made.remarks(),
      ElementsAre("data/nl2bash_fs_3.json:1: not carried over: \"ls\" is accepted twice; once is kept"));
  EXPECT_THAT(
      converted(Source::intercode, {{"x.json", "[{\"query\": \"list\", \"gold\": \"ls\"}]"}}, kOptions)
          .remarks(),
      ElementsAre("x.json: note: its name does not say which world its tests share"));
}

TEST(IntercodeTest, TheWorldIsInTheFilesOwnNameAndHasAllItsDigits) {
  const std::string text = "[{\"query\": \"list\", \"gold\": \"ls\"}]";
  EXPECT_EQ(converted(Source::intercode, {{"fs_1/nl2bash_fs_12.json", text}}, kOptions).only_case()["world"],
            "fs_12");
  const auto unnamed = converted(Source::intercode, {{"fs_1/tests.json", text}}, kOptions);
  EXPECT_FALSE(unnamed.only_case().contains("world"));
  EXPECT_THAT(unnamed.remarks(),
              ElementsAre("fs_1/tests.json: note: its name does not say which world its tests share"));
}

TEST(Nl2bashTest, LinesBelongTogetherAndEqualRequestsAreOneCase) {
  const auto made =
      converted(Source::nl2bash, {{"all.nl", "list\nwhere\nlist\nlist\n"}, {"all.cm", "ls\npwd\nls .\nls\n"}},
                kOptions);
  const Json& cases = made.dataset["test_cases"];
  ASSERT_EQ(cases.size(), 2u);
  EXPECT_EQ(cases[0]["expected_command"], "ls");
  EXPECT_EQ(cases[0]["alternatives"], Json{"ls ."});
  EXPECT_THAT(made.remarks(),
              ElementsAre("all.cm:4: not carried over: \"ls\" is accepted twice; once is kept"));
}

TEST(Nl2bashTest, AFaultyPairIsLeftOutAloneAtItsFileAndLine) {
  const std::string nul(1, '\0');
  const auto made = converted(Source::nl2bash,
                              {{"c.nl", "list files\ncopy\nlist files\n\nlist" + nul + "\nonly\nwhere\n\n"},
                               {"c.cm", "ls\ncp a b\n \nls -a\nls\nid" + nul + "\npwd\n\n"}},
                              kOptions);
  EXPECT_THAT(
      made.remarks(),
      ElementsAre("c.cm:3: left out: the command is blank", "c.nl:4: left out: the request is blank",
                  "c.nl:5: left out: holds a NUL character", "c.cm:6: left out: holds a NUL character"));
  EXPECT_EQ(made.made.left_out, 4u);
  const Json& cases = made.dataset["test_cases"];
  ASSERT_EQ(cases.size(), 3u);
  EXPECT_EQ(cases[0]["expected_command"], "ls");
  EXPECT_EQ(cases[2]["prompt"], "where");
  EXPECT_EQ(cases[2]["id"], "t0006") << "ids do not move when pairs are left out";
}

TEST(Nl2bashTest, AByteOrderMarkIsNoPartOfARequest) {
  const std::string mark = "\xEF\xBB\xBF";
  const auto made =
      converted(Source::nl2bash, {{"all.nl", mark + "list\n"}, {"all.cm", mark + "ls\n"}}, kOptions);
  EXPECT_EQ(made.only_case()["prompt"], "list");
  EXPECT_EQ(made.only_case()["expected_command"], "ls");
}

TEST(Nl2bashTest, FilesOfDifferentLengthDoNotBelongTogether) {
  EXPECT_EQ(fault_of([] {
              converted(Source::nl2bash, {{"all.nl", "a\nb\n"}, {"all.cm", "ls\n"}}, kOptions);
            }),
            "all.cm: has 1 line, and all.nl has 2\n");
  EXPECT_EQ(fault_of([] {
              converted(Source::nl2bash, {{"all.nl", "a\n"}}, kOptions);
            }),
            ": nl2bash is 2 files, not 1\n");
}

}  // namespace
}  // namespace assay::convert
