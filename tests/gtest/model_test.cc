// SPDX-License-Identifier: Apache-2.0
// A suite whose tool is a model on a server, asked by each case's own process.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "project.h"
#include "scripted_server.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;

ScriptedReply saying(const std::string& text) {
  return replying(200, json({{"choices", {{{"message", {{"content", text}}}}}},
                             {"usage", {{"prompt_tokens", 5}, {"completion_tokens", 2}}}})
                           .dump());
}

void describe(Project& project, const ScriptedServer& server) {
  project.file("model.json",
               json{{"name", "model"}, {"chat", {{"base_url", server.url("/v1")}, {"model", "m"}}}}.dump());
  project.cmake_lists("assay_add_suite(NAME demo DATASETS set.json TOOL_FILE model.json TOOL_CACHE use)\n");
}

TEST(ModelSuite, AsksTheServerInEachCase) {
  Project project;
  project.dataset("set.json", {{"good", "list files", "ls"}, {"bad", "where", "pwd"}});
  ScriptedServer server({saying("```\nls\n```")});
  describe(project, server);
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest();
  EXPECT_NE(ran.status, 0) << "one case missed";
  const auto results = project.results(project.latest());
  EXPECT_EQ(results.at("good").at("status"), "pass");
  EXPECT_EQ(results.at("good").at("tokens"), 7);
  EXPECT_EQ(results.at("bad").at("status"), "miss");
  EXPECT_EQ(server.seen().size(), 2u);
  project.ctest();
  EXPECT_EQ(server.seen().size(), 2u) << "TOOL_CACHE use: replies are kept";
}

TEST(ModelSuite, IsUnmeasuredWhereTheServerFails) {
  Project project;
  project.dataset("set.json", {{"good", "list files", "ls"}});
  ScriptedServer server({replying(400, R"({"error": {"message": "no such model"}})")});
  describe(project, server);
  ASSERT_EQ(project.configure().status, 0);
  const auto ran = project.ctest("--output-on-failure");
  EXPECT_NE(ran.status, 0) << "a tool that cannot be asked makes a suite red, not green";
  EXPECT_THAT(ran.output, AllOf(HasSubstr("UNMEASURED"), HasSubstr("no such model")));
}

TEST(ProfileSuite, HasTheFiguresOfAnEvaluation) {
  Project project;
  project.dataset("set.json", {{"good", "list files", "ls"}, {"bad", "where", "pwd"}});
  project.tool("echo ls");
  project.suite("PROFILE text GATE mean MIN_MEAN 0.4");
  ASSERT_EQ(project.configure().status, 0);
  EXPECT_EQ(project.ctest().status, 0);
  const auto metrics = project.json(project.latest() / "metrics.json");
  EXPECT_EQ(metrics.at("functional_match_rate"), 0.5);
  EXPECT_EQ(metrics.at("total"), 2);
  EXPECT_EQ(metrics.at("run").at("question"), "fulfils");
  const auto results = project.results(project.latest());
  EXPECT_EQ(results.at("good").at("functionally_equivalent"), true);
  EXPECT_EQ(results.at("bad").at("expected"), "pwd");
}

}  // namespace
}  // namespace assay
