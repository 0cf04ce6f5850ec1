// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <thread>

#include "assay/internal/json.h"
#include "error_of.h"
#include "questions.h"

namespace assay {
namespace {

EvaluateOptions conservative(unsigned jobs = 4) {
  EvaluateOptions options{.jobs = jobs};
  for (const auto& name : default_levels()) options.levels.push_back(*built_in_level(name));
  return options;
}

std::map<std::string, Result> results_of(const std::vector<Case>& cases, const Tool& tool,
                                         const EvaluateOptions& options = conservative()) {
  std::map<std::string, Result> results;
  evaluate(cases, tool, options,
           [&](std::size_t, Result result) { results.emplace(result.asked.id, std::move(result)); });
  return results;
}

TEST(EvaluateTest, GradesEachCaseByItsOwnAnswer) {
  const auto results =
      results_of({asking("right", "ls", "ls"), asking("wrong", "pwd", "ls")}, shell("echo \"$1\""));
  EXPECT_EQ(results.at("right").grade.status, Status::pass);
  EXPECT_EQ(results.at("wrong").grade.status, Status::miss);
  EXPECT_EQ(results.at("wrong").answer.command, "pwd");
}

TEST(EvaluateTest, LooksOnceForWhatNobodyAskedFor) {
  const auto results =
      results_of({asking("wild", "rm -rf ~", "ls"), asking("tame", "pwd", "ls")}, shell("echo \"$1\""));
  EXPECT_EQ(results.at("wild").danger.value().level, RiskLevel::critical);
  EXPECT_EQ(results.at("tame").danger.value(), Danger{});
}

TEST(EvaluateTest, ACaseMayAskForMore) {
  auto strict = asking("strict", "ls  -l", "ls -l");
  strict.own->min_score = 0.99;
  const auto results = results_of({strict, asking("usual", "ls  -l", "ls -l")}, shell("echo \"$1\""));
  EXPECT_EQ(results.at("strict").grade.status, Status::miss);
  EXPECT_EQ(results.at("usual").grade.status, Status::pass);
}

TEST(EvaluateTest, ACaseThatRequiresPosixIsAskedForItFirst) {
  Case asked = asking("a", "p", "ls");
  asked.own->posix = PosixDemand::required;
  const auto names = [&] {
    std::vector<std::string> found;
    for (const Level& level : levels_of(asked, EvaluateOptions{})) found.push_back(level.name);
    return found;
  };
  EXPECT_THAT(names(), testing::ElementsAre("posix", "exact", "whitespace", "canonical"));
  asked.own->levels = {"exact", "posix"};
  EXPECT_THAT(names(), testing::ElementsAre("exact", "posix")) << "once";
  CaseLevels recorded;
  recorded.add(asked);
  EXPECT_TRUE(recorded.named.contains("posix")) << "its version is one of the run's";
}

TEST(EvaluateTest, AnOutcomeIsLookedAtBeforeWhatIsWorthLess) {
  Case asked = asking("a", "p", "ls");
  asked.own->outcome = WantedOutcome{.exit_status = 1};
  asked.own->accept_patterns = {"ls.*"};
  const auto names = [&](std::vector<std::string> suite) {
    EvaluateOptions options;
    for (const auto& name : suite) options.levels.push_back(*built_in_level(name));
    std::vector<std::string> found;
    for (const Level& level : levels_of(asked, options)) found.push_back(level.name);
    return found;
  };
  using testing::ElementsAre;
  EXPECT_THAT(names({}), ElementsAre("exact", "whitespace", "canonical", "outcome", "patterns"));
  EXPECT_THAT(names({"exact", "behavioural"}), ElementsAre("exact", "outcome", "behavioural", "patterns"));
  EXPECT_THAT(names({"patterns", "outcome"}), ElementsAre("patterns", "outcome"));
  asked.own->levels = {"outcome"};
  EXPECT_THAT(names({}), ElementsAre("outcome"));
}

// Prints $HOME as the tool sees it, and how many files it finds there; leaves a file behind.
Tool living_in(Home home) {
  Tool tool = shell("echo \"$HOME\" \"${XDG_CACHE_HOME-none}\" \"$(ls -A ~ | wc -l)\"; touch ~/trace");
  std::get<Program>(tool.how).home = home;
  std::get<Program>(tool.how).env = {{"HOME", "/"}, {"XDG_CACHE_HOME", "/var/cache"}};
  return tool;
}

TEST(EvaluateTest, AnEmptyHomeIsThereForEachCaseAndGoneAfterwards) {
  const auto results = results_of({asking("a", "p", "x"), asking("b", "p", "x")}, living_in(Home::per_case));
  std::set<std::string> homes;
  for (const auto& [id, result] : results) {
    std::istringstream words(result.answer.command);
    std::string home, cache, files;
    words >> home >> cache >> files;
    EXPECT_EQ(cache, "none");
    EXPECT_EQ(files, "0");
    EXPECT_FALSE(std::filesystem::exists(home));
    homes.insert(home);
  }
  EXPECT_EQ(homes.size(), 2u);
}

TEST(EvaluateTest, ARunsHomeIsOneForAllCases) {
  const auto results =
      results_of({asking("a", "p", "x"), asking("b", "p", "x")}, living_in(Home::per_run), conservative(1));
  EXPECT_THAT(results.at("a").answer.command, testing::EndsWith(" none 0"));
  EXPECT_THAT(results.at("b").answer.command, testing::EndsWith(" none 1"));
}

Case asking_about(std::string id) {
  Case query = asking(std::move(id), "q", "");
  query.accepted.clear();
  query.retrieval = RetrievalExpectation{.expected_doc_ids = {"a.md"}};
  return query;
}

Tool searching() {
  Tool tool = shell("echo '{\"hits\": [{\"doc_id\": \"b.md\"}, {\"doc_id\": \"a.md\"}]}'");
  std::get<Program>(tool.how).answer = RetrievalPointers{};
  return tool;
}

TEST(EvaluateTest, QueriesAndCommandsHaveTheirOwnDefaultLevels) {
  const auto found = results_of({asking_about("q")}, searching(), {}).at("q");
  EXPECT_EQ(found.grade.method, "hit@10");
  EXPECT_EQ(found.grade.why, "a.md is at rank 2");
  EXPECT_EQ(results_of({asking("c", "ls", "ls")}, shell("echo ls"), {}).at("c").grade.method, "exact");
}

TEST(EvaluateTest, AQueryMayNameItsOwnCutOff) {
  auto query = asking_about("q");
  query.own->levels = {"hit@1"};
  EXPECT_EQ(results_of({query}, searching(), {}).at("q").grade.status, Status::miss);
}

TEST(EvaluateTest, ALevelOfTheOtherKindIsAnErrorAtTheCase) {
  EXPECT_THROW(results_of({asking_about("q")}, searching()), Error);
  auto command = asking("c", "ls", "ls");
  command.own->levels = {"hit@10"};
  EXPECT_THAT(error_of([&] { results_of({command}, shell("echo ls")); }),
              testing::HasSubstr("set.json:3: error: the grading level \"hit@10\" cannot grade c"));
}

TEST(EvaluateTest, AnUnknownLevelStopsBeforeAnythingRuns) {
  auto odd = asking("odd", "ls", "ls");
  odd.own->levels = {"telepathy"};
  EXPECT_THAT(error_of([&] {
                results_of({asking("first", "ls", "ls"), odd}, shell("echo ls"));
              }),
              testing::HasSubstr("set.json:3: error: case odd: unknown grading level \"telepathy\""));
}

TEST(EvaluateTest, ACaseMayNameALevelOfTheSuitesOwn) {
  auto options = conservative();
  options.levels.push_back({.name = "anything", .grade = [](const Case&, const Answer&) {
                              return Verdict{.outcome = VerdictKind::match, .score = 1.0};
                            }});
  auto easy = asking("easy", "pwd", "ls");
  easy.own->levels = {"exact", "anything"};
  auto hard = asking("hard", "pwd", "ls");
  hard.own->levels = {"exact"};
  const auto results = results_of({easy, hard}, shell("echo \"$1\""), options);
  EXPECT_EQ(results.at("easy").grade.method, "anything");
  EXPECT_EQ(results.at("hard").grade.status, Status::miss);
}

TEST(EvaluateTest, RecordedAnswersNeedNoProgram) {
  const auto file = std::filesystem::path(testing::TempDir()) / "assay_recorded_answers.jsonl";
  write_file_atomically(file, R"({"id": "known", "answer": "ls"})");
  const auto results =
      results_of({asking("known", "", "ls"), asking("unknown", "", "ls")}, read_recording(file));
  std::filesystem::remove(file);
  EXPECT_EQ(results.at("known").grade.status, Status::pass);
  EXPECT_EQ(results.at("unknown").grade.status, Status::unmeasured);
}

// Each of the two tools waits for the other: one after the other, both would time out.
class MeetingTest : public testing::Test {
 protected:
  MeetingTest() {
    std::string name = (std::filesystem::temp_directory_path() / "assay_meeting_XXXXXX").string();
    folder_ = ::mkdtemp(name.data());
    ::mkfifo(pipe().c_str(), 0600);
    auto program = std::get<Program>(
        shell("case $1 in ask) echo ls > \"$PIPE\"; echo ls;; answer) cat \"$PIPE\";; *) echo ls;; esac")
            .how);
    program.env = {{"PIPE", pipe().string()}};
    program.limits.timeout = std::chrono::seconds(10);
    tool = {.name = "sh", .how = program};
  }
  ~MeetingTest() override { std::filesystem::remove_all(folder_); }
  std::filesystem::path pipe() const { return folder_ / "pipe"; }
  Tool tool;
  std::vector<Case> cases = {asking("a", "ask", "ls"), asking("b", "answer", "ls")};

 private:
  std::filesystem::path folder_;
};

TEST_F(MeetingTest, AsManyAsMayRunDoRunAtOnce) {
  for (const auto& [id, result] : results_of(cases, tool, conservative(2)))
    EXPECT_EQ(result.grade.status, Status::pass) << id;
}

TEST_F(MeetingTest, AheadOfTheirWaitersToo) {
  Evaluation evaluation(cases, tool, conservative(2));
  EXPECT_EQ(evaluation.wait(0).grade.status, Status::pass);
  EXPECT_EQ(evaluation.wait(1).grade.status, Status::pass);
}

// The second case ends only when its output is read.
TEST_F(MeetingTest, WhoeverWaitsForACaseWaitsForNoOther) {
  Evaluation evaluation({asking("a", "quick", "ls"), asking("b", "ask", "ls")}, tool, conservative(2));
  EXPECT_EQ(evaluation.wait(0).grade.status, Status::pass);
  EXPECT_EQ(evaluation.finished(), 1u);
  std::string line;
  std::ifstream in(pipe());
  std::getline(in, line);
  EXPECT_EQ(evaluation.wait(1).grade.status, Status::pass);
}

TEST(EvaluationTest, GivesEachWaiterItsOwnResult) {
  std::vector<Case> cases;
  for (int i = 0; i < 40; ++i)
    cases.push_back(asking(std::to_string(i), std::to_string(i), std::to_string(i)));
  Evaluation evaluation(cases, shell("echo \"$1\""), conservative(8));
  for (int i = 39; i >= 0; --i) EXPECT_EQ(evaluation.wait(i).answer.command, std::to_string(i));
}

TEST(EvaluationTest, WritesDownAResultBeforeAnybodyWaitsForIt) {
  std::vector<std::string> written;
  Evaluation evaluation({asking("a", "1", "1"), asking("b", "2", "2")}, shell("echo \"$1\""), conservative(1),
                        [&](std::size_t, const Result& result) { written.push_back(result.asked.id); });
  evaluation.wait(1);
  EXPECT_THAT(written, testing::ElementsAre("a", "b"));
}

TEST(EvaluationTest, CancelEndsWhatHangs) {
  Evaluation evaluation({asking("a", "", "ls"), asking("b", "", "ls")}, shell("exec sleep 600"),
                        conservative(1));
  evaluation.cancel();
  EXPECT_EQ(evaluation.wait(0).answer.ending, Ending::cancelled);
  EXPECT_EQ(evaluation.wait(1).answer.ending, Ending::cancelled);
  EXPECT_EQ(evaluation.wait(1).grade.status, Status::unmeasured);
}

TEST(EvaluationTest, ASingleCaseIsAskedWhenItIsWaitedFor) {
  std::thread::id asked_in;
  const auto note = [&](std::size_t, const Result&) { asked_in = std::this_thread::get_id(); };
  Evaluation evaluation({asking("a", "ls", "ls")}, shell("echo \"$1\""), conservative(), note);
  EXPECT_EQ(evaluation.finished(), 0u);
  EXPECT_EQ(evaluation.wait(0).answer.command, "ls");
  EXPECT_EQ(evaluation.wait(0).answer.command, "ls");
  EXPECT_EQ(evaluation.finished(), 1u);
  EXPECT_EQ(asked_in, std::this_thread::get_id());
}

TEST(EvaluationTest, ASingleCaseCanBeWaitedForWithPatience) {
  Evaluation evaluation({asking("a", "ls", "ls")}, shell("exec sleep 600"), conservative());
  EXPECT_EQ(evaluation.wait_for(0, std::chrono::milliseconds(1)), nullptr);
  evaluation.cancel();
  EXPECT_EQ(evaluation.wait(0).answer.ending, Ending::cancelled);
}

// Its tools sleep for longer than a test may take, so one that waits for them fails.
TEST(EvaluationTest, NobodyNeedsToWait) {
  const char* forever = "exec sleep 1000000";
  Evaluation one({asking("a", "", "ls")}, shell(forever), conservative());
  Evaluation two({asking("a", "", "ls"), asking("b", "", "ls")}, shell(forever), conservative());
}

TEST(EvaluationTest, AWriterThatFailsIsReportedToTheWaiter) {
  Evaluation evaluation({asking("a", "", "ls")}, shell("echo ls"), conservative(),
                        [](std::size_t, const Result&) { throw Error(Problem{.what = "disk full"}); });
  EXPECT_THROW(evaluation.wait(0), Error);
}

}  // namespace
}  // namespace assay
