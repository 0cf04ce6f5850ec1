// SPDX-License-Identifier: Apache-2.0
// What other userlands make of an answer: told beside the verdict, which stays that of the suite's userland.
#include <cstdlib>
#include <fstream>

#include "answers.h"
#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "named_levels.h"
#include "sandbox_fixture.h"
#include "temporary_folder.h"
#include "unpacked_root.h"

namespace assay {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;

auto is(Status status, const std::string& why) {
  return AllOf(Field(&UserlandGrade::status, status), Field(&UserlandGrade::why, HasSubstr(why)));
}

class UserlandsTest : public sandbox::SandboxTest {
 protected:
  UserlandsTest() : root_("userlands") {
    root_.script("nl", "echo other");
    root_.script("tac", "echo \"tac: invalid option -- 's'\" >&2; exit 1");
    asked_.accepted = {"cat a.txt"};
    asked_.world = R"({"entries": [{"path": "a.txt", "content": "x\n"}]})";
  }
  Grade graded(const std::string& command, std::vector<std::string> others) {
    const Backends backends{.lab = std::make_shared<behaviour::Lab>(behaviour::LabOptions{
                                .shrink_tries = 0, .other_userlands = std::move(others)})};
    const std::vector<Level> levels = levels_named(levels_);
    return grade(asked_, answered(command), levels, {.backends = backends});
  }
  Grade graded(const std::string& command) { return graded(command, {root()}); }
  std::string root() const { return root_.folder().string(); }

  sandbox::UnpackedRoot root_;
  Case asked_ = a_case();
  std::vector<std::string> levels_ = {"exact", "canonical", "behavioural"};
};

TEST_F(UserlandsTest, WhatTheProgramsOfThatUserlandDoDecides) {
  const Grade found = graded("nl a.txt");
  EXPECT_EQ(found.status, Status::miss);
  EXPECT_THAT(found.userlands, ElementsAre(is(Status::miss, "\"other\" instead of ")));
}

TEST_F(UserlandsTest, NoTextIsEvidenceThere) {
  asked_.accepted = {"sed -n 1p a.txt"};
  const Grade found = graded("sed -n 1p a.txt");
  EXPECT_EQ(found.method, "exact");
  EXPECT_THAT(found.userlands, ElementsAre(is(Status::unmeasured, "sed is not in the sandbox")));
}

TEST_F(UserlandsTest, WhatTheAcceptedCommandIsNotUnderstoodInSaysNothing) {
  asked_.accepted = {"tac -s x a.txt"};
  const Grade found = graded("tac -s x a.txt");
  EXPECT_EQ(found.status, Status::pass);
  EXPECT_THAT(found.userlands,
              ElementsAre(is(Status::unmeasured, "the accepted command: tac has no option -s")));
}

TEST_F(UserlandsTest, AnIntervalPassesUnderGawkAndFailsUnderAMawkThatReadsItAsText) {
  for (const char* awk : {"gawk", "mawk"}) {
    const sandbox::SandboxResult read = run(R"(awk 'BEGIN { print ("aa" ~ /^a{2}$/) }')", {.userland = awk});
    if (read.end != sandbox::End::exited && std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << read.why;
    if (read.end != sandbox::End::exited) GTEST_SKIP() << read.why;
    if (read.out == "1\n" && std::string_view(awk) == "mawk") GTEST_SKIP() << "mawk knows {n} here";
  }
  const TemporaryFolder folder;
  std::ofstream(folder / "codes.json") << R"({"entries": [{"path": "a.txt", "content": "7\n42\n42424\n"}]})";
  asked_.world = "./codes.json";
  asked_.where = {(folder / "dataset.json").string(), 1};
  asked_.own->question = Question::fulfils;
  const std::string answer = "awk '/^[0-9]{2,4}$/' a.txt";
  asked_.accepted = {"grep -E '^[0-9]{2,4}$' a.txt"};
  EXPECT_THAT(graded(answer, {"gawk", "mawk"}).userlands,
              ElementsAre(is(Status::pass, "the same"),
                          is(Status::miss, " does not know {n} (stdout: nothing instead of \"42\")")));
  asked_.accepted = {answer};
  EXPECT_THAT(graded(answer, {"gawk", "mawk"}).userlands,
              ElementsAre(is(Status::pass, "the same"), is(Status::unmeasured, " does not know {n}")));
}

TEST_F(UserlandsTest, OneThatIsNotThereIsUnmeasuredInItsColumnOnly) {
  const Grade found = graded("cat < a.txt", {"./nowhere", root()});
  EXPECT_EQ(found.status, Status::pass);
  EXPECT_THAT(found.userlands, ElementsAre(is(Status::unmeasured, "there is no folder ./nowhere"),
                                           is(Status::pass, "the same")));
  EXPECT_EQ(found.userlands.front().userland, "./nowhere");
}

TEST_F(UserlandsTest, TheyOutweighTheUserlandThatTheCaseNames) {
  levels_ = {"behavioural"};
  asked_.own->userland = "host";
  EXPECT_THAT(graded("nl a.txt").userlands, ElementsAre(is(Status::miss, "\"other\"")));
}

TEST_F(UserlandsTest, TheConditionsOfACaseAreCheckedThere) {
  asked_.accepted.clear();
  asked_.own->outcome = WantedOutcome{.output = WantedOutput{.tokens = "other"}};
  asked_.own->question = Question::fulfils;
  levels_ = {"outcome"};
  const Grade found = graded("nl a.txt");
  EXPECT_EQ(found.status, Status::miss);
  EXPECT_THAT(found.userlands, ElementsAre(is(Status::pass, "")));
}

TEST_F(UserlandsTest, NothingIsRunThatIsNoCommandToCompare) {
  EXPECT_THAT(graded("cat a.txt", {}).userlands, IsEmpty());
  levels_ = {"text_equals"};
  EXPECT_THAT(graded("cat a.txt").userlands, IsEmpty());
  levels_ = {"exact"};
  EXPECT_EQ(graded("cat a.txt").userlands.size(), 1u);
  asked_.expect = Expectation::refusal;
  EXPECT_THAT(graded("cat a.txt").userlands, IsEmpty());
}

}  // namespace
}  // namespace assay
