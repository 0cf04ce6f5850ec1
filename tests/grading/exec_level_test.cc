// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <future>
#include <thread>

#include "answers.h"
#include "assay/grading.h"

namespace assay {
namespace {

using namespace std::chrono_literals;
using testing::HasSubstr;
using testing::StartsWith;

Case asking(const std::string& id = "c") {
  Case asked = a_case(id, {"ls -a"});
  asked.prompt = "list all";
  return asked;
}

ExecLevel shell(std::string script) { return {"own", {"/bin/sh", "-c", std::move(script)}}; }

Grade graded_by(const ExecLevel& described, std::string answer = "ls -A", GradingOptions options = {}) {
  const Level level = level_of(described);
  return grade(asking(), answered(std::move(answer)), {&level, 1}, options);
}

TEST(ExecLevel, SaysVerdictScoreAndWhy) {
  const Grade grade = graded_by(shell(R"(echo '{"verdict": "match", "score": 0.9, "why": "lists them"}')"));
  EXPECT_EQ(grade.status, Status::pass);
  EXPECT_EQ(grade.score, 0.9);
  EXPECT_EQ(grade.method, "own");
  EXPECT_EQ(grade.why, "lists them");
  EXPECT_EQ(graded_by(shell(R"(echo '{"verdict": "mismatch", "why": "hides some"}')")).why, "hides some");
  EXPECT_EQ(graded_by(shell(R"(echo '{"verdict": "undecided"}')")).status, Status::miss);
  EXPECT_EQ(graded_by(shell(R"(echo '{"verdict": "unavailable", "why": "no model"}')")).status,
            Status::unmeasured);
}

TEST(ExecLevel, IsToldTheCaseAndTheAnswerInOneLine) {
  const Level level = level_of(shell(R"sh(
    read -r line && ! read -r more || exit 3
    case $line in
      '{"case":{"id":"c","dataset":"d","prompt":"list \"all\"","expect":"command","accepted":["ls -a"],'*'},"answer":{"text":"ls -A","blocked":null,"exit_code":0}}')
        echo '{"verdict": "match", "score": 1}' ;;
      *) echo "$line" >&2; exit 4 ;;
    esac)sh"));
  Case asked = asking();
  asked.dataset = "d";
  asked.prompt = "list \"all\"";
  Answer answer = answered("ls -A");
  answer.exit_code = 0;
  EXPECT_EQ(grade(asked, answer, {&level, 1}).why, "");
  EXPECT_EQ(grade(asked, answer, {&level, 1}).status, Status::pass);
}

// The reason why a case is not measured.
std::string unmeasured(const ExecLevel& described) {
  const Grade grade = graded_by(described);
  EXPECT_EQ(grade.status, Status::unmeasured) << grade.why;
  EXPECT_EQ(grade.verdicts.at(0).outcome, VerdictKind::error);
  return grade.why;
}

TEST(ExecLevel, AnErrorOfItsOwnMeasuresNothing) {
  EXPECT_EQ(unmeasured(shell("echo boo >&2; exit 3")), "error: /bin/sh ended with status 3: boo");
  EXPECT_EQ(unmeasured(shell("kill -9 $$")), "error: /bin/sh was ended by signal 9");
  EXPECT_THAT(unmeasured({"own", {"/no/such/grader"}}),
              StartsWith("error: /no/such/grader cannot be started: "));
  ExecLevel slow = shell("sleep 60");
  slow.timeout = 50ms;
  EXPECT_EQ(unmeasured(slow), "error: /bin/sh took longer than 50 ms");
  EXPECT_EQ(unmeasured(shell("yes | head -c 100000")), "error: /bin/sh printed more than 65536 bytes");
}

TEST(ExecLevel, WhatIsNoAnswerMeasuresNothing) {
  const auto said = [](const std::string& reply) {
    return unmeasured(shell("cat <<'E'\n" + reply + "\nE\n"));
  };
  EXPECT_THAT(said("match"), HasSubstr("did not answer with one JSON object: "));
  EXPECT_THAT(said(R"({"verdict": "match", "score": 1} {})"),
              HasSubstr("did not answer with one JSON object: "));
  EXPECT_THAT(said("[]"), HasSubstr("cannot be understood: its answer is not a JSON object"));
  EXPECT_THAT(said("{}"), HasSubstr("its \"verdict\" is not match, mismatch, undecided or unavailable"));
  EXPECT_THAT(said(R"({"verdict": "yes"})"), HasSubstr("its \"verdict\" is not match"));
  EXPECT_THAT(said(R"({"verdict": "match"})"), HasSubstr("it says match without a \"score\""));
  EXPECT_THAT(said(R"({"verdict": "match", "score": 1.5})"), HasSubstr("score 1.5 is not in 0…1"));
  EXPECT_THAT(said(R"({"verdict": "match", "score": "1"})"), HasSubstr("is not in 0…1"));
  EXPECT_THAT(said(R"({"verdict": "match", "score": 1, "wy": ""})"), HasSubstr("an unknown member \"wy\""));
}

TEST(ExecLevel, IsEndedWhereNobodyWantsToKnow) {
  std::stop_source stop;
  std::jthread stopping([&] {
    std::this_thread::sleep_for(50ms);
    stop.request_stop();
  });
  const auto before = std::chrono::steady_clock::now();
  const Grade grade = graded_by(shell("sleep 60"), "ls", {.stop = stop.get_token()});
  EXPECT_EQ(grade.status, Status::unmeasured);
  EXPECT_EQ(grade.why, "grading was stopped");
  EXPECT_EQ(grade.verdicts.at(0).why, "/bin/sh was stopped");
  EXPECT_LT(std::chrono::steady_clock::now() - before, 30s);
}

TEST(ExecLevel, RunsSoManyAtOnceAndNoMore) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "exec_level_at_once";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directory(folder);
  // Waits for another instance of itself, and says how many there are.
  ExecLevel described = shell(R"sh(
    cd "$0" && : > run.$$
    for i in 1 2 3 4 5 6 7 8 9 10; do [ "$(ls run.* | wc -l)" -lt 2 ] || break; sleep 0.05; done
    n=$(ls run.* | wc -l); sleep 0.1; rm run.$$
    echo '{"verdict": "match", "score": 1, "why": "'$n'"}')sh");
  described.argv.push_back(folder);
  described.at_once = 2;
  const Level level = level_of(described);
  const Case asked = asking();
  const Answer answer = answered("ls");
  std::vector<std::promise<Grade>> grades(6);
  for (auto& each : grades)
    start_grading(asked, answer, {&level, 1}, {},
                  [&each](Graded graded_by) { each.set_value(std::get<Grade>(graded_by)); });
  int most = 0;
  for (auto& each : grades) {
    const Grade grade = each.get_future().get();
    EXPECT_EQ(grade.status, Status::pass) << grade.why;
    most = std::max(most, std::atoi(grade.why.c_str()));
  }
  EXPECT_EQ(most, 2);
}

TEST(ExecLevel, IsAnotherVersionWhereItsProgramIs) {
  const auto file = std::filesystem::path(testing::TempDir()) / "exec_level_version";
  const auto version = [&](const char* text) {
    std::ofstream(file) << text;
    return level_of({"own", {"/bin/sh", file}}).version;
  };
  const std::string first = version("echo 1");
  EXPECT_EQ(version("echo 1"), first);
  EXPECT_NE(version("echo 2"), first);
  EXPECT_NE(level_of({"own", {"/bin/sh", file, "x"}}).version, level_of({"own", {"/bin/sh", file}}).version);
}

}  // namespace
}  // namespace assay
