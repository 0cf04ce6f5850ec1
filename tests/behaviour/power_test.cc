// SPDX-License-Identifier: Apache-2.0
// The power of worlds: how many near misses of a command they tell apart from it.
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "comparison_fixture.h"
#include "temporary_folder.h"

namespace assay::behaviour {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

// Nothing is kept between tests.
class PowerTest : public ComparisonTest {
 protected:
  void SetUp() override {
    ComparisonTest::SetUp();
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
  }
  void TearDown() override { unsetenv("XDG_CACHE_HOME"); }

  static Power power(std::string_view accepted, std::optional<worlds::NamedWorld> own = {},
                     Question question = Question::equivalent) {
    Lab lab;
    return lab.power(accepted, own, {.question = question});
  }
  static std::vector<std::string> unnoticed(const Power& power) {
    std::vector<std::string> all;
    for (const NearMiss& each : power.unnoticed) all.push_back(each.command);
    return all;
  }

  TemporaryFolder folder_;
};

TEST_F(PowerTest, CountsNearMissesByClass) {
  const Power found =
      power("grep -i one f | head -n 2", world({{.path = "f", .content = "one\nONE\nbone\n"}}));
  ASSERT_EQ(found.fault, "");
  EXPECT_GT(found.share(), 0.8);
  EXPECT_EQ(found.classes.at("number").told, 2u) << "generated worlds have more lines";
  EXPECT_EQ(found.classes.at("letter_case").told, found.classes.at("letter_case").all);
  EXPECT_LE(found.all(), kMostNearMisses);
}

TEST_F(PowerTest, UnderFulfilsTheCasesWorldDecides) {
  const auto thin = world({{.path = "f", .content = "a\n"}});
  const auto rich = world({{.path = "f", .content = "a\nA\nb a\nab\na\n"}});
  const Power little = power("grep -c a f", thin, Question::fulfils);
  const Power much = power("grep -c a f", rich, Question::fulfils);
  EXPECT_LE(little.share(), much.share());
  EXPECT_GT(much.share(), 0.5);
}

TEST_F(PowerTest, WhatTheSandboxDeniesTellsNothingApart) {
  const Power found = power("echo a; test ! -r /root || ls /root");
  ASSERT_EQ(found.fault, "");
  EXPECT_THAT(unnoticed(found), Contains("echo a; test ! -r /root ; ls /root"))
      << "only root could see what ls would print";
}

TEST_F(PowerTest, UnderFulfilsAWorldMadeForThePairTellsANearMissApart) {
  EXPECT_GT(power("head -n 2 f", {}, Question::fulfils).share(), 0.5);
}

TEST_F(PowerTest, WhatCannotRunHasAFault) {
  EXPECT_THAT(power("curl example.com").fault, HasSubstr("network"));
  EXPECT_EQ(power("no_such_program -x").fault, "no_such_program is not in the sandbox");
}

TEST_F(PowerTest, IsKeptForTheNextProcess) {
  const Power first = power("head -n 2 a.txt", documents());
  std::vector<std::filesystem::path> files;
  for (const auto& each : std::filesystem::directory_iterator(folder_.path() / "assay/powers"))
    files.push_back(each.path());
  ASSERT_EQ(files.size(), 1u);
  EXPECT_EQ(power("head -n 2 a.txt", documents()).told(), first.told());
  std::ofstream(files.front()) << R"({"classes": {"number": [1, 2]}, "unnoticed": [[3, "x"]], "fault": ""})";
  EXPECT_EQ(power("head -n 2 a.txt", documents()).all(), 2u) << "it is read from there";
  std::ofstream(files.front()) << "damaged";
  EXPECT_EQ(power("head -n 2 a.txt", documents()).all(), first.all()) << "measured again";
  EXPECT_EQ(power("head -n 2 a.txt", documents(), Question::fulfils).fault, "");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path() / "assay/powers"), {}), 2)
      << "another question, another file";
}

TEST_F(PowerTest, WhatIsKeptOfAnUnknownClassIsMeasuredAgain) {
  const auto own = world({{.path = "f", .content = "a\n"}});
  const Power first = power("head -n 1 f", own);
  for (const auto& each : std::filesystem::directory_iterator(folder_.path() / "assay" / "powers"))
    std::ofstream(each.path()) << R"({"classes": {}, "fault": "", "unnoticed": [[4000, "ls"]]})";
  EXPECT_EQ(power("head -n 1 f", own).all(), first.all());
}

TEST_F(PowerTest, AWorldIsOfferedInWhichANearMissDiffers) {
  Lab lab;
  const auto world = lab.world_for("grep -i one f", "grep one f", {.question = Question::equivalent});
  ASSERT_TRUE(world);
  EXPECT_EQ(compared("grep -i one f", "grep one f", Question::equivalent, {*world}).finding,
            Finding::differs);
  EXPECT_FALSE(lab.world_for("ls", "ls .", {.question = Question::equivalent}));
}

}  // namespace
}  // namespace assay::behaviour
