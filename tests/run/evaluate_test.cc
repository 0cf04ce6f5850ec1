#include "assay/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace assay {
namespace {

Case asking(const std::string& id, const std::string& prompt, const std::string& expected) {
  return {.id = id,
          .name = id,
          .prompt = prompt,
          .accepted = {expected},
          .where = {"set.json", 3},
          .dataset = "set"};
}

Tool shell(const std::string& script) {
  return {.name = "sh", .how = Program{.argv = {"/bin/sh", "-c", script, "sh", "{prompt}"}}};
}

EvaluateOptions conservative(unsigned jobs = 4) {
  EvaluateOptions options{.jobs = jobs};
  for (const auto& name : default_levels()) options.levels.push_back(*built_in_level(name));
  return options;
}

std::map<std::string, Result> evaluated(const std::vector<Case>& cases, const Tool& tool,
                                        const EvaluateOptions& options = conservative()) {
  std::map<std::string, Result> results;
  evaluate(cases, tool, options,
           [&](std::size_t, Result result) { results.emplace(result.asked.id, std::move(result)); });
  return results;
}

TEST(EvaluateTest, GradesEachCaseByItsOwnAnswer) {
  const auto results =
      evaluated({asking("right", "ls", "ls"), asking("wrong", "pwd", "ls")}, shell("echo \"$1\""));
  EXPECT_EQ(results.at("right").grade.status, Status::pass);
  EXPECT_EQ(results.at("wrong").grade.status, Status::miss);
  EXPECT_EQ(results.at("wrong").answer.command, "pwd");
}

TEST(EvaluateTest, ACaseMayAskForMore) {
  auto strict = asking("strict", "ls  -l", "ls -l");
  strict.min_score = 0.99;
  const auto results = evaluated({strict, asking("usual", "ls  -l", "ls -l")}, shell("echo \"$1\""));
  EXPECT_EQ(results.at("strict").grade.status, Status::miss);
  EXPECT_EQ(results.at("usual").grade.status, Status::pass);
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
  const auto found = evaluated({asking_about("q")}, searching(), {}).at("q");
  EXPECT_EQ(found.grade.method, "hit@10");
  EXPECT_EQ(found.grade.why, "a.md is at rank 2");
  EXPECT_EQ(evaluated({asking("c", "ls", "ls")}, shell("echo ls"), {}).at("c").grade.method, "exact");
}

TEST(EvaluateTest, AQueryMayNameItsOwnCutOff) {
  auto query = asking_about("q");
  query.levels = {"hit@1"};
  EXPECT_EQ(evaluated({query}, searching(), {}).at("q").grade.status, Status::miss);
}

TEST(EvaluateTest, ALevelOfTheOtherKindIsAnErrorAtTheCase) {
  EXPECT_THROW(evaluated({asking_about("q")}, searching()), Error);
  auto command = asking("c", "ls", "ls");
  command.levels = {"hit@10"};
  try {
    evaluated({command}, shell("echo ls"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("set.json:3: error: the grading level \"hit@10\" cannot grade c"));
  }
}

TEST(EvaluateTest, AnUnknownLevelStopsBeforeAnythingRuns) {
  auto odd = asking("odd", "ls", "ls");
  odd.levels = {"telepathy"};
  try {
    evaluated({asking("first", "ls", "ls"), odd}, shell("echo ls"));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(),
                testing::HasSubstr("set.json:3: error: case odd names the unknown grading level"));
  }
}

TEST(EvaluateTest, RecordedAnswersNeedNoProgram) {
  Recording recording{.file = "answers.jsonl", .answers = {}};
  recording.answers["known"] = {.ending = Ending::answered, .command = "ls"};
  const auto results =
      evaluated({asking("known", "", "ls"), asking("unknown", "", "ls")}, {.name = "r", .how = recording});
  EXPECT_EQ(results.at("known").grade.status, Status::pass);
  EXPECT_EQ(results.at("unknown").grade.status, Status::unmeasured);
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

TEST(EvaluationTest, AWriterThatFailsIsReportedToTheWaiter) {
  Evaluation evaluation({asking("a", "", "ls")}, shell("echo ls"), conservative(),
                        [](std::size_t, const Result&) { throw Error(Problem{.what = "disk full"}); });
  EXPECT_THROW(evaluation.wait(0), Error);
}

}  // namespace
}  // namespace assay
