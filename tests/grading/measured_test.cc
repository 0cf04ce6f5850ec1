// SPDX-License-Identifier: Apache-2.0
// Whether a case is measured depends on its dataset, the settings and the machine, and on no answer.
#include <filesystem>
#include <fstream>

#include "answers.h"
#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "named_levels.h"
#include "sandbox_fixture.h"
#include "unpacked_root.h"

namespace assay {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

// Answers that may try to leave the measurement.
std::vector<Answer> answers() {
  std::vector<Answer> all;
  for (const char* command : {"cat a.txt",
                              "frobnicate --all",
                              "frobnicate 2>/dev/null",
                              "frobnicate > a.txt; cat a.txt",
                              "ls | frobnicate",
                              "xargs frobnicate < a.txt",
                              "find . -exec frobnicate {} +",
                              "command -v fd && fd",
                              "frobnicate || cat a.txt",
                              "cat --frobnicate a.txt",
                              "cat --frobnicate a.txt 2>/dev/null",
                              "cat --frobnicate; cat a.txt",
                              "awk 'BEGIN { frobnicate(1) }'",
                              "jq 'frobnicate('",
                              "echo 'awk: line 1: function x never defined' >&2",
                              "echo \"cat: unrecognized option '--x'\" >&2; cat a.txt",
                              "exec 2>/dev/null; frobnicate",
                              "echo $PATH",
                              "ls \"${PATH%%:*}\"",
                              "PATH=/nowhere; cat a.txt",
                              "PATH= cat a.txt",
                              "LD_PRELOAD=/x.so cat a.txt",
                              "echo $LD_LIBRARY_PATH",
                              "echo \"$BASH_ENV$ENV\"",
                              "sudo frobnicate",
                              "curl -s example.com",
                              "chown root a.txt",
                              "mount /dev/sda",
                              "echo 'bash: line 1: x: command not found' >&2",
                              "echo \"$(",
                              "if",
                              "kill -9 $$",
                              "exit 127",
                              "rm -f a.txt",
                              ": > a.txt",
                              "[ -e a.txt ]",
                              "cat a.txt &"})
    all.push_back(answered(command));
  for (const Ending ending : {Ending::refused, Ending::empty, Ending::not_utf8, Ending::malformed_output,
                              Ending::failed, Ending::signalled, Ending::timed_out, Ending::output_limit})
    all.push_back(ended(ending));
  return all;
}

class MeasuredTest : public sandbox::SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    folder_ = std::filesystem::path(testing::TempDir()) / "measured";
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "notes.json") << R"({"entries": [{"path": "a.txt", "content": "one\ntwo\n"}]})";
    std::ofstream(folder_ / "broken.json") << R"({"entries": [], "setup": "echo no luck >&2; false"})";
    asked_.world = "./notes.json";
    asked_.where = {(folder_ / "dataset.json").string(), 1};
    asked_.own->question = Question::fulfils;
  }

  Grade graded(const Answer& answer) {
    return grade(asked_, answer, levels_named(levels_), {.backends = backends_});
  }

  void expect_of_every_answer(bool is_measured) {
    for (const Answer& answer : answers()) {
      const Grade found = graded(answer);
      EXPECT_EQ(found.status != Status::unmeasured, is_measured)
          << to_string(answer.ending) << " " << answer.command << ": " << found.why;
    }
  }

  std::filesystem::path folder_;
  Case asked_;
  std::vector<std::string> levels_ = {"exact", "whitespace", "canonical", "behavioural"};
  Backends backends_{.lab = std::make_shared<behaviour::Lab>(behaviour::LabOptions{.shrink_tries = 0})};
};

TEST_F(MeasuredTest, WhereTheAcceptedCommandRunsEveryAnswerIsMeasured) {
  asked_.accepted = {"cat a.txt"};
  for (const Question question : {Question::fulfils, Question::equivalent}) {
    asked_.own->question = question;
    expect_of_every_answer(true);
    EXPECT_EQ(graded(answered("sleep 100")).status, Status::miss);
  }
  levels_ = {"behavioural"};
  expect_of_every_answer(true);
}

TEST_F(MeasuredTest, AProgramThatOnlyTheAnswerCallsIsAMissThatNamesTheStatus) {
  asked_.accepted = {"cat a.txt"};
  const Grade found = graded(answered("frobnicate --all"));
  EXPECT_EQ(found.status, Status::miss);
  EXPECT_THAT(found.why,
              HasSubstr("the generated command calls frobnicate, which is not here (exit status 127)"));
}

TEST_F(MeasuredTest, WhatOnlyTheAnswerLacksInThisUserlandIsAMissWithThatReason) {
  asked_.accepted = {"cat a.txt"};
  for (const char* answer :
       {"cat --frobnicate a.txt", "cat --frobnicate 2>&1; cat --frobnicate; cat a.txt"}) {
    const Grade found = graded(answered(answer));
    EXPECT_EQ(found.status, Status::miss);
    EXPECT_THAT(found.why, HasSubstr("has no option --frobnicate"));
  }
  levels_ = {"exact", "outcome"};
  asked_.own->outcome = WantedOutcome{.files = {{.kind = WantedFile::Kind::absent, .path = "a.txt"}}};
  EXPECT_THAT(graded(answered("rm --frobnicate a.txt")).why, HasSubstr("has no option --frobnicate ("));
}

TEST_F(MeasuredTest, AUserlandThatIsNotThereDecidesNothing) {
  asked_.accepted = {"cat a.txt"};
  for (const char* userland : {"./nowhere/", "toybox"}) {
    asked_.own->userland = userland;
    levels_ = {"exact", "whitespace", "canonical", "behavioural"};
    expect_of_every_answer(true);
    EXPECT_EQ(graded(answered("cat a.txt")).status, Status::pass) << "proven";
    EXPECT_THAT(graded(answered("rev a.txt | rev")).why, HasSubstr("behavioural: there is no "));
    EXPECT_EQ(graded(answered("rev a.txt | rev")).status, Status::miss);
    levels_ = {"behavioural"};
    expect_of_every_answer(false);
  }
  levels_ = {"outcome"};
  asked_.own->outcome = WantedOutcome{.files = {{.kind = WantedFile::Kind::absent, .path = "a.txt"}}};
  expect_of_every_answer(false);
}

TEST_F(MeasuredTest, ACaseMayNameTheUserlandOfItsWorlds) {
  levels_ = {"behavioural"};
  asked_.accepted = {"basename $(readlink -f $(command -v awk))"};
  asked_.own->userland = "busybox";
  const Grade found = graded(answered("echo busybox"));
  if (found.status == Status::unmeasured) GTEST_SKIP() << found.why;
  EXPECT_EQ(found.status, Status::pass) << found.why;
  EXPECT_EQ(graded(answered("echo mawk")).status, Status::miss);
  asked_.own->userland = "host";
  EXPECT_EQ(graded(answered("echo busybox")).status, Status::miss);
}

TEST_F(MeasuredTest, TheSuitesUserlandIsThatOfWorldsThatNameNone) {
  backends_.lab =
      std::make_shared<behaviour::Lab>(behaviour::LabOptions{.shrink_tries = 0, .userland = "busybox"});
  levels_ = {"behavioural"};
  asked_.accepted = {"basename $(readlink -f $(command -v sort))"};
  const Grade found = graded(answered("echo busybox"));
  if (found.status == Status::unmeasured) GTEST_SKIP() << found.why;
  EXPECT_EQ(found.status, Status::pass) << found.why;
  EXPECT_EQ(backends_.lab->userland().at("userland"), "busybox");
  asked_.own->userland = "host";
  EXPECT_EQ(graded(answered("echo busybox")).status, Status::miss);
}

TEST_F(MeasuredTest, TheTimeOfACommandIsTheCasesOrTheSuites) {
  levels_ = {"behavioural"};
  asked_.accepted = {"sleep 0.6; cat a.txt"};
  EXPECT_EQ(graded(answered("cat a.txt")).status, Status::pass);
  asked_.own->world_timeout = std::chrono::milliseconds(200);
  const Grade brief = graded(answered("cat a.txt"));
  EXPECT_EQ(brief.status, Status::unmeasured) << "for every answer";
  EXPECT_THAT(brief.why, HasSubstr("the accepted command does not end"));
  backends_.lab = std::make_shared<behaviour::Lab>(
      behaviour::LabOptions{.shrink_tries = 0, .time = std::chrono::milliseconds(200)});
  asked_.own->world_timeout = std::chrono::milliseconds(0);
  EXPECT_EQ(graded(answered("cat a.txt")).status, Status::unmeasured);
  asked_.own->world_timeout = std::chrono::milliseconds(5000);
  EXPECT_EQ(graded(answered("cat a.txt")).status, Status::pass);
  EXPECT_EQ(graded(answered("sleep 100")).status, Status::miss);
}

TEST_F(MeasuredTest, APathThatIsMentionedDoesNotHideThePrograms) {
  asked_.world = "";
  asked_.accepted = {"echo $PATH"};
  EXPECT_EQ(graded(answered("printf '%s\\n' \"$PATH\"")).status, Status::pass);
  EXPECT_EQ(graded(answered("echo $HOME")).status, Status::miss);
}

TEST_F(MeasuredTest, WhereTheAcceptedCommandCannotRunWhatIsProvenPassesAndTheRestMisses) {
  for (const char* accepted : {"frobnicate -a a.txt", "curl -s example.com", "sudo -k mount /dev/sda",
                               "cat --frobnicate a.txt", "sed 's/(\\)//' a.txt", "jq 'frobnicate(' a.txt"}) {
    asked_.accepted = {accepted};
    EXPECT_EQ(graded(answered(accepted)).status, Status::pass);
    const Grade other = graded(answered("ls -l"));
    EXPECT_EQ(other.status, Status::miss);
    EXPECT_THAT(other.why,
                StartsWith("no level matched: exact, whitespace, canonical, behavioural; behavioural: "));
    expect_of_every_answer(true);
  }
}

TEST_F(MeasuredTest, WhatOnlyWorldsDecideIsUnmeasuredForEveryAnswerWhereTheAcceptedCommandCannotRun) {
  levels_ = {"behavioural"};
  for (const char* accepted :
       {"frobnicate -a a.txt", "curl -s example.com", "chown root a.txt", "cat --frobnicate a.txt",
        "cat --frobnicate a.txt 2>/dev/null", "grep '\\(' a.txt | sort"}) {
    asked_.accepted = {accepted};
    expect_of_every_answer(false);
    EXPECT_EQ(graded(answered(accepted)).status, Status::unmeasured);
  }
  asked_.accepted.push_back("cat a.txt");  // one that runs is enough
  expect_of_every_answer(true);
}

TEST_F(MeasuredTest, WithoutASandboxTheLevelsThatReadTextDecide) {
  backends_.lab = nullptr;
  asked_.accepted = {"cat a.txt"};
  expect_of_every_answer(true);
  EXPECT_EQ(graded(answered("cat a.txt")).status, Status::pass);
  EXPECT_THAT(graded(answered("rev a.txt | rev")).why, HasSubstr("behavioural: no sandbox was handed in"));
  levels_ = {"behavioural"};
  expect_of_every_answer(false);
}

TEST_F(MeasuredTest, AWorldThatCannotBeSetUpDecidesNothing) {
  asked_.world = "./broken.json";
  asked_.accepted = {"cat a.txt"};
  expect_of_every_answer(true);
  EXPECT_THAT(graded(answered("head a.txt")).why, HasSubstr("its set-up script: exit status 1, no luck"));
  levels_ = {"behavioural"};
  expect_of_every_answer(false);
}

TEST_F(MeasuredTest, AnOutcomeIsMeasuredForEveryAnswerOrForNone) {
  levels_ = {"exact", "outcome"};
  asked_.own->outcome = WantedOutcome{.files = {{.kind = WantedFile::Kind::absent, .path = "a.txt"}}};
  expect_of_every_answer(true);
  EXPECT_EQ(graded(answered("rm a.txt")).status, Status::pass);
  const Grade invented = graded(answered("frobnicate a.txt"));
  EXPECT_EQ(invented.status, Status::miss);
  EXPECT_THAT(invented.why, HasSubstr("it calls frobnicate, which is not here (exit status 127)"));
  asked_.own->outcome = WantedOutcome{.files = {{.path = "a.txt"}}};  // which an empty answer fulfils, too
  expect_of_every_answer(false);
  asked_.own->outcome = WantedOutcome{.check = "frobnicate a.txt"};
  expect_of_every_answer(false);
  asked_.own->outcome = WantedOutcome{.check = "bash ./made.sh"};  // the answer's script may lack a program
  expect_of_every_answer(true);
  EXPECT_EQ(graded(answered("echo frobnicate > made.sh")).status, Status::miss);
  asked_.world = "./broken.json";
  expect_of_every_answer(false);
}

TEST_F(MeasuredTest, AProgramThatTheCaseRequiresIsNoFaultOfTheAnswer) {
  levels_ = {"exact", "outcome"};
  asked_.own->outcome = WantedOutcome{.files = {{.kind = WantedFile::Kind::absent, .path = "a.txt"}}};
  asked_.own->required_tools = {"rm", "frobnicate"};
  expect_of_every_answer(false);
  EXPECT_THAT(graded(answered("rm a.txt")).why,
              HasSubstr("the case's required_tools: frobnicate is not in the sandbox"));
  asked_.own->required_tools = {"rm"};
  expect_of_every_answer(true);
}

TEST_F(MeasuredTest, ARequiredProgramIsLookedForWhereTheCaseRuns) {
  const sandbox::UnpackedRoot root("required_tools");
  ASSERT_TRUE(root.is_whole());
  levels_ = {"behavioural"};
  asked_.accepted = {"cat a.txt"};
  asked_.own->required_tools = {"cat", "sed"};
  EXPECT_EQ(graded(answered("cat < a.txt")).status, Status::pass) << "this machine has both";
  const std::string no_sed = "the case's required_tools: sed is not in the sandbox";
  asked_.own->userland = root.folder().string();
  EXPECT_THAT(graded(answered("cat < a.txt")).why, HasSubstr(no_sed));
  asked_.own->required_tools = {"cat"};
  EXPECT_EQ(graded(answered("cat < a.txt")).status, Status::pass);

  const behaviour::LabOptions suites{.shrink_tries = 0, .userland = root.folder().string()};
  backends_.lab = std::make_shared<behaviour::Lab>(suites);
  asked_.own->required_tools = {"sed"};
  asked_.own->userland.clear();
  EXPECT_THAT(graded(answered("cat < a.txt")).why, HasSubstr(no_sed)) << "of the suite";
  asked_.own->userland = "host";
  EXPECT_EQ(graded(answered("cat < a.txt")).status, Status::pass) << "the case's own outweighs that";
}

TEST_F(MeasuredTest, ARequiredProgramThatCannotBeLookedForIsNotSaidToBeMissing) {
  const std::vector<std::string> cat = {"cat"};
  const std::string place = testing::TempDir() + "no-root";
  EXPECT_THAT(backends_.lab->lack_of(cat, place), StartsWith("cat cannot be looked for: there is no folder"));
  EXPECT_EQ(backends_.lab->lack_of(cat), "") << "where it is";
}

TEST_F(MeasuredTest, WhatCannotBeReadIsNotShownToBePosix) {
  levels_ = {"posix", "exact", "canonical"};
  asked_.accepted = {"cat a.txt"};
  expect_of_every_answer(true);
  EXPECT_EQ(graded(answered("echo \"$(")).method, "posix");
}

TEST_F(MeasuredTest, ARefusalIsWhatTheCaseExpectsWhereverItRuns) {
  levels_ = {"behavioural"};
  asked_.expect = Expectation::refusal;
  expect_of_every_answer(true);
}

}  // namespace
}  // namespace assay
