// SPDX-License-Identifier: Apache-2.0
// Tools that are models on servers, as users of the program run them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "runs.h"
#include "scripted_server.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const std::string kSoon = "retry-after-ms: 1\r\n";

ScriptedReply saying(const std::string& text, const std::string& ending = "stop") {
  return replying(200, json({{"choices", {{{"finish_reason", ending}, {"message", {{"content", text}}}}}},
                             {"usage", {{"prompt_tokens", 100}, {"completion_tokens", 10}}}})
                           .dump());
}

class ModelTool : public testing::Test {
 protected:
  void describe(const std::string& name, const ScriptedServer& server, json more = json::object()) {
    more["base_url"] = server.url("/v1");
    more["model"] = "m";
    program().file(name + ".json", json{{"name", name}, {"chat", more}}.dump());
  }
  // One request at a time, so that the script answers the cases in order: list, where, when, who.
  Ran ask(const std::string& name, std::vector<std::string> further = {}) {
    std::vector<std::string> arguments = {"run",          "--dataset", "four.json", "--tool",
                                          name + ".json", "--jobs",    "1"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    return runs.run(arguments);
  }
  std::vector<json> rows(const std::string& folder) {
    std::vector<json> found;
    std::istringstream lines(program().read(folder + "/runs/latest/results.jsonl"));
    for (std::string line; std::getline(lines, line);) found.push_back(json::parse(line));
    return found;
  }
  const Program& program() const { return runs.program(); }
  Runs runs;
};

TEST_F(ModelTool, IsRunAsAnyTool) {
  ScriptedServer server({saying("ls"), saying("```sh\npwd\n```"), saying("`date`"), saying("uname")});
  describe("model", server,
           {{"system", "You are a shell."}, {"temperature", 0}, {"price", {{"input", 1}, {"output", 10}}}});
  const auto ran = ask("model", {"--output", "out"});
  EXPECT_EQ(ran.status, 1) << ran.err;
  EXPECT_THAT(ran.out, HasSubstr("75.0 %"));
  const auto metrics = json::parse(program().read("out/runs/latest/metrics.json"));
  EXPECT_THAT(metrics.dump(), HasSubstr("\"tokens\""));
  EXPECT_EQ(rows("out").at(0).at("tokens"), 110);
  EXPECT_DOUBLE_EQ(rows("out").at(0).at("cost").get<double>(), 0.0002);
  EXPECT_THAT(server.seen().at(0).body, AllOf(HasSubstr("You are a shell."), HasSubstr("list")));
  const auto info = json::parse(program().read("out/runs/latest/run.json"));
  EXPECT_EQ(info.at("parts").at("model"), "m");
}

TEST_F(ModelTool, WhatTheServerCannotDoIsUnmeasured) {
  ScriptedServer server({saying("ls"), replying(400, R"({"error": {"message": "too long"}})"),
                         saying("date", "length"), saying("")});
  describe("model", server);
  const auto ran = ask("model", {"--output", "out"});
  EXPECT_EQ(ran.status, 2) << "what is not measured is neither passed nor failed";
  const auto found = rows("out");
  EXPECT_EQ(found.at(0).at("status"), "pass");
  for (const int i : {1, 2, 3}) EXPECT_EQ(found.at(i).at("status"), "unmeasured") << found.at(i);
  EXPECT_THAT(found.at(1).dump(), HasSubstr("too long"));
}

TEST_F(ModelTool, ABusyServerIsAskedAgain) {
  ScriptedServer server({replying(429, "{}", kSoon), replying(500, "{}", kSoon), saying("ls"), saying("pwd"),
                         saying("date"), saying("whoami")});
  describe("model", server);
  EXPECT_EQ(ask("model").status, 0);
}

TEST_F(ModelTool, TheKeyIsInTheEnvironmentAlone) {
  ScriptedServer server({replying(401, R"({"error": {"message": "wrong key s3cret-k3y"}})")});
  describe("model", server, {{"key", "ASSAY_TEST_MODEL_KEY"}});
  ::unsetenv("ASSAY_TEST_MODEL_KEY");
  const auto without = ask("model", {"--output", "without"});
  EXPECT_EQ(without.status, 2);
  EXPECT_EQ(server.connections(), 0);
  EXPECT_THAT(rows("without").at(0).dump(), HasSubstr("the environment has no ASSAY_TEST_MODEL_KEY"));
  ::setenv("ASSAY_TEST_MODEL_KEY", "s3cret-k3y", 1);
  const auto with = ask("model", {"--output", "with"});
  ::unsetenv("ASSAY_TEST_MODEL_KEY");
  EXPECT_EQ(with.status, 2);
  EXPECT_THAT(server.seen().at(0).headers, HasSubstr("Bearer s3cret-k3y"));
  const auto searched = program().bash("grep -rla s3cret-k3y with assay.db* ; true");
  EXPECT_EQ(searched.out, "") << "no file of the run has it";
  EXPECT_THAT(with.out + with.err, Not(HasSubstr("s3cret-k3y")));
}

TEST_F(ModelTool, StopsAtItsCost) {
  ScriptedServer server({saying("ls"), saying("pwd"), saying("date"), saying("whoami")});
  describe("model", server, {{"price", {{"input", 1000}, {"output", 10'000}}}});  // an answer costs 0.2
  const auto ran = ask("model", {"--max-cost", "0.4", "--output", "out"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_EQ(server.seen().size(), 2u);
  EXPECT_THAT(rows("out").at(3).dump(), HasSubstr("0.4000 of the 0.4000 that asking may cost is spent"));
}

TEST_F(ModelTool, ACostNeedsSomethingThatHasAPrice) {
  ScriptedServer server({saying("ls")});
  describe("model", server);
  const auto unpriced = ask("model", {"--max-cost", "1"});
  EXPECT_EQ(unpriced.status, 2);
  EXPECT_THAT(unpriced.err, AllOf(HasSubstr("the model model has no price"), HasSubstr("\n  next: ")));
  const auto none = runs.scripted("echo ls", {"--max-cost", "1"});
  EXPECT_EQ(none.status, 2);
  EXPECT_THAT(none.err, HasSubstr("--max-cost limits nothing"));
  EXPECT_THAT(runs.scripted("echo ls", {"--tool-cache", "use"}).err, HasSubstr("--tool-cache keeps nothing"));
  EXPECT_EQ(server.connections(), 0);
}

TEST_F(ModelTool, KeptRepliesStandForAServerWhereThatIsAskedFor) {
  {
    ScriptedServer server({saying("ls"), saying("pwd"), saying("date"), saying("whoami")});
    describe("model", server);
    EXPECT_EQ(ask("model", {"--tool-cache", "use"}).status, 0);
  }
  const auto kept = ask("model", {"--tool-cache", "only"});
  EXPECT_EQ(kept.status, 0) << kept.out << kept.err;
  EXPECT_EQ(ask("model", {"--tool-cache", "only", "--repeat", "2"}).status, 2) << "one attempt is kept";
  EXPECT_EQ(ask("model").status, 2) << "asked anew by default, and the server has gone";
}

TEST_F(ModelTool, StandsInAMatrixWithItsTokensAndItsCost) {
  ScriptedServer server({saying("ls"), saying("pwd"), saying("date"), saying("whoami")});
  describe("model", server, {{"price", {{"input", 1000}, {"output", 10'000}}}});
  program().file("recorded.jsonl", R"({"id": "list", "answer": "ls"})"
                                   "\n");
  const auto ran = runs.run({"matrix", "--dataset", "four.json", "--tool", "model.json", "--recorded",
                             "recorded.jsonl", "--jobs", "1", "--max-cost", "9"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("model      100.0 %"), HasSubstr("tokens"), HasSubstr("cost"),
                             HasSubstr("440"), HasSubstr("0.8")))
      << ran.err;
}

TEST_F(ModelTool, ModelsOfAMatrixShareItsBudget) {
  ScriptedServer server({saying("ls")});
  const json price = {{"price", {{"input", 1000}, {"output", 10'000}}}};
  describe("first", server, price);
  describe("second", server, price);
  const auto ran = runs.run({"matrix", "--dataset", "four.json", "--tool", "first.json", "--tool",
                             "second.json", "--jobs", "1", "--max-cost", "1"});
  EXPECT_EQ(ran.status, 2) << ran.err;
  EXPECT_EQ(server.seen().size(), 5u);
}

TEST_F(ModelTool, WhatHasNoPriceIsFoundBeforeAnotherIsAsked) {
  ScriptedServer server({saying("ls")});
  describe("first", server, {{"price", {{"input", 1}, {"output", 1}}}});
  describe("second", server);
  const auto ran = runs.run({"matrix", "--dataset", "four.json", "--tool", "first.json", "--tool",
                             "second.json", "--max-cost", "1"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("the model second has no price"));
  EXPECT_EQ(server.connections(), 0);
}

TEST_F(ModelTool, ReadyOnesAreThereForLocalServers) {
  for (const char* name : {"ollama", "llama.cpp"}) {
    const auto printed = runs.run({"tools", name});
    EXPECT_EQ(printed.status, 0);
    EXPECT_THAT(json::parse(printed.out).at("chat").at("base_url").get<std::string>(),
                HasSubstr("http://localhost:"));
  }
  ScriptedServer server({saying("ls"), saying("pwd"), saying("date"), saying("whoami")});
  program().file("mine.json", json{{"like", "ollama"}, {"chat", {{"base_url", server.url("/v1")}}}}.dump());
  EXPECT_EQ(ask("mine").status, 0);
  EXPECT_THAT(server.seen().at(0).body, HasSubstr("llama3.2"));
}

}  // namespace
}  // namespace assay
