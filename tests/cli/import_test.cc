// SPDX-License-Identifier: Apache-2.0
// Grades answers that were recorded elsewhere, as runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::json;

constexpr const char* kTwoModels = R"({"run": "old", "id": "list", "answer": "ls", "label": true}
{"run": "old", "id": "where", "answer": "cd", "label": false}
{"run": "old", "id": "when", "answer": "date +%c", "label": true}
{"run": "old", "id": "who", "answer": "who", "label": false}
{"run": "new", "id": "list", "answer": "ls", "label": true}
{"run": "new", "id": "where", "answer": "pwd", "label": false}
{"run": "new", "id": "when", "answer": "cal"}
{"run": "new", "id": "when", "answer": "date"}
)";

TEST(ImportRuns, OneResultIsNotSeveral) {
  const Runs runs;
  const auto ran = runs.recorded(kAllRight, {"--limit", "1", "--store", "elsewhere.db", "--output", "out"});
  for (const std::string added : {"1 result", "0 results"})
    EXPECT_EQ(runs.run({"import", "out/runs/" + Runs::id_in(ran)}).out,
              "run " + Runs::id_in(ran) + ": " + added + " added\n");
}

TEST(ImportAnswers, MakeARunAModel) {
  const Runs runs;
  runs.program().file("models.jsonl", kTwoModels);
  const auto imported = runs.run({"import", "models.jsonl", "--dataset", "four.json"});
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_THAT(imported.out,
              ContainsRegex("run [-0-9a-f]+: new: 3 pass, 0 miss, 1 unmeasured\n"
                            "  against 2 labels: precision 0.5000 \\(1/2\\), recall 1.0000 \\(1/1\\)\n"
                            "run [-0-9a-f]+: old: 1 pass, 3 miss, 0 unmeasured\n"
                            "  against 4 labels: precision 1.0000 \\(1/1\\), recall 0.5000 \\(1/2\\)\n"));
  const auto compared =
      runs.run({"compare", "latest", "latest~1", "--fail-on", "regression", "--allow-missing"});
  EXPECT_EQ(compared.status, 0) << compared.out;
  EXPECT_THAT(compared.out, HasSubstr("tool differs (old -> new)"));
}

TEST(ImportAnswers, LabelsStayWithTheRun) {
  const Runs runs;
  runs.program().file("models.jsonl", kTwoModels);
  const auto imported = runs.run({"import", "models.jsonl", "--dataset", "four.json", "--json"});
  const auto old = Json::parse(imported.out.substr(imported.out.find('\n') + 1));
  EXPECT_EQ(old.at("labels").at("right_missed"), 1);
  const auto shown = Json::parse(runs.run({"show", old.at("run_id"), "--json"}).out);
  EXPECT_EQ(shown.at("labels"), old.at("labels"));
  EXPECT_THAT(runs.run({"show", old.at("run_id")}).out,
              HasSubstr("against 4 labels: precision 1.0000 (1/1)"));
  const auto regraded =
      Json::parse(runs.run({"regrade", old.at("run_id"), "--levels", "exact", "--json"}).out);
  EXPECT_EQ(regraded.at("labels"), old.at("labels")) << "people say what they said";
}

// What claude did, by its session file.
std::string session(const std::vector<std::string>& commands) {
  std::string lines = R"({"type": "user", "message": {"role": "user", "content": "make f in sub"}})"
                      "\n";
  for (const std::string& command : commands) {
    const std::string id = std::to_string(lines.size());
    const Json call = {{"type", "tool_use"}, {"id", id}, {"name", "Bash"}, {"input", {{"command", command}}}};
    const Json result = {{"type", "tool_result"}, {"tool_use_id", id}, {"content", ""}};
    for (const auto& [type, part] : {std::pair("assistant", call), std::pair("user", result)})
      lines +=
          Json{{"type", type}, {"message", {{"id", id + type}, {"content", Json::array({part})}}}}.dump() +
          "\n";
  }
  return lines;
}

TEST(ImportAnswers, AllCommandsOfAnAgentRunInTheWorldOfTheCase) {
  const Runs runs;
  runs.program().file(
      "tasks.json",
      R"({"name": "tasks", "version": "1", "test_cases": [{"id": "make", "prompt": "make f in sub",
    "category": "files", "risk_level": "low", "posix_compliant": true, "world": "w.json",
    "outcome": {"files": [{"path": "sub/f", "content": "ready\n"}, {"path": "f", "type": "absent"}]}}]})");
  runs.program().file("w.json", R"({"entries": [{"path": "sub", "type": "dir"}]})");
  runs.program().file("right.jsonl", session({"cd sub", "exit 3", "kill -9 $$", "echo 'ready",
                                              "x=f; echo ready >$x", "cat f"}));
  runs.program().file("wrong.jsonl", session({"cd nowhere", "echo ready >f"}));
  const auto import = [&](const std::vector<std::string>& further) {
    std::vector<std::string> arguments = {"import", "--from", "claude", "--dataset", "tasks.json"};
    arguments.insert(arguments.end(), further.begin(), further.end());
    return runs.run(arguments).out;
  };
  const std::string right = import({"right.jsonl"});
  if (right.find("1 unmeasured") != std::string::npos) GTEST_SKIP() << right;
  EXPECT_THAT(right, HasSubstr(": claude: 1 pass, 0 miss, 0 unmeasured\n"));
  EXPECT_THAT(import({"wrong.jsonl"}), HasSubstr(": claude: 0 pass, 1 miss, 0 unmeasured\n"));
  EXPECT_THAT(import({"right.jsonl", "--commands", "last"}), HasSubstr(": claude: 0 pass, 1 miss"));
  EXPECT_THAT(import({"right.jsonl", "wrong.jsonl"}),
              HasSubstr("2 transcripts: 2 of 2 answers taken, 0 left out\n"));
  EXPECT_THAT(
      runs.run({"import", "right.jsonl", "--from", "jsonl", "--dataset", "tasks.json", "--commands", "all"})
          .err,
      HasSubstr("--commands: has no effect with --from jsonl, only with transcripts of agents"));
}

TEST(ImportAnswers, AFileWithoutRunsIsOneOfItsName) {
  const Runs runs;
  runs.program().file("gpt.jsonl", "{\"id\": \"list\", \"answer\": \"ls  -1\"}\n");
  EXPECT_THAT(runs.run({"import", "gpt.jsonl", "--dataset", "four.json", "--levels", "exact"}).out,
              HasSubstr(": gpt: 0 pass, 1 miss, 3 unmeasured\n"));
  const auto run = Json::parse(runs.run({"show", "--json"}).out).at("run");
  EXPECT_EQ(run.at("tool"), "gpt");
  EXPECT_EQ(run.at("tool_path"), "gpt.jsonl");
  EXPECT_EQ(run.at("levels"), Json({"exact"}));
}

TEST(ImportAnswers, ADatasetMayStandBeforeTheFiles) {
  const Runs runs;
  runs.program().file("one.jsonl", "{\"id\": \"list\", \"answer\": \"ls\"}\n");
  runs.program().file("two.jsonl", "{\"id\": \"list\", \"answer\": \"cd\"}\n");
  const auto imported = runs.run({"import", "--dataset", "four.json", "one.jsonl", "two.jsonl"});
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_THAT(imported.out, AllOf(HasSubstr(": one: 1 pass, 0 miss, 3 unmeasured\n"),
                                  HasSubstr(": two: 0 pass, 1 miss, 3 unmeasured\n")));
}

TEST(ImportAnswers, FaultsNameTheirLine) {
  const Runs runs;
  const auto said = [&](const std::string& line) {
    runs.program().file("a.jsonl", line);
    const auto ran = runs.run({"import", "a.jsonl", "--dataset", "four.json"});
    EXPECT_EQ(ran.status, 2);
    EXPECT_FALSE(runs.program().has("assay.db")) << "nothing is stored where something is wrong";
    return ran.err;
  };
  EXPECT_THAT(said(R"({"id": "nobody", "answer": "ls"})"),
              HasSubstr("an answer for \"nobody\", which no dataset asks"));
  EXPECT_THAT(said(R"({"id": "list", "answer": "ls", "label": "yes"})"),
              HasSubstr("a.jsonl:1: error: \"label\" is neither true nor false"));
  EXPECT_THAT(said(R"({"id": "list", "answer": "ls", "attempt": 0})"),
              HasSubstr("\"attempt\" is not an integer"));
  EXPECT_THAT(said("{\"id\": \"list\", \"answer\": \"ls\", \"attempt\": 1}\n"
                   "{\"id\": \"list\", \"answer\": \"ls\", \"attempt\": 1}\n"),
              HasSubstr("a.jsonl:2: error: a second answer for \"list\""));
  EXPECT_EQ(runs.run({"import", "a.jsonl", "--levels", "exact"}).status, 3) << "levels are for --dataset";
}

// Answers of two real models, judged by people. The data is not part of the project.
TEST(ImportAnswers, OfTwoRealModelsAgreeWithPeople) {
  const std::string labelled = ASSAY_SHARED_DATA "/judged_pairs.jsonl";
  if (!std::filesystem::exists(labelled)) GTEST_SKIP() << "no " << labelled;
  const Runs runs;
  const auto made =
      runs.program().bash("python3 " ASSAY_SOURCE_DIR "/bench/judged_pairs.py " + labelled + " .");
  if (made.status != 0) GTEST_SKIP() << "python3 is needed to read the data: " << made.err;

  const auto all = Json::parse(runs.run({"import", "all.jsonl", "--dataset", "judged.json", "--json"}).out);
  const auto& labels = all.at("labels");
  const int claims = labels.at("right_passed").get<int>() + labels.at("wrong_passed").get<int>();
  std::printf("all predictions: %s\n", labels.dump().c_str());
  EXPECT_GT(claims, 150);
  EXPECT_GE(labels.at("precision"), 0.94) << "people err too: docs/benchmarks.md";
  EXPECT_GE(labels.at("recall"), 0.25);

  const auto both = runs.run({"import", "first.jsonl", "--dataset", "asked_of_both.json"});
  EXPECT_EQ(both.status, 0) << both.err;
  std::printf("%s", both.out.c_str());
  const auto compared =
      Json::parse(runs.run({"compare", "latest~1", "latest", "--suite", "asked_of_both", "--json"}).out);
  EXPECT_EQ(compared.at("counts").at("missing_in_a"), 0);
  EXPECT_EQ(compared.at("counts").at("missing_in_b"), 0);
  EXPECT_EQ(compared.at("causes").at(0), "tool differs (stc -> tellina)");
}

TEST(ImportAnswers, OfAnotherProgramAreGradedAgain) {
  const Runs runs;
  runs.program().file("answers.jsonl",
                      "{\"request\": \"p\", \"id\": \"list\", \"said\": \"ls\"}\n"
                      "{\"id\": \"elsewhere\", \"said\": \"ls\"}\n");
  const auto importing = [&](const std::string& how) {
    return runs.run({"import", "answers.jsonl", "--from", "jsonl", "--map", "answer=said", "--dataset",
                     "four.json", how});
  };
  const auto imported = importing("--question=equivalent");
  EXPECT_EQ(imported.status, 1) << "an answer was left out; " << imported.err;
  EXPECT_THAT(imported.out, AllOf(HasSubstr("answers.jsonl:2: left out: no case has the id \"elsewhere\"\n"
                                            "answers.jsonl: 1 of 2 answers taken, 1 left out\n"
                                            "  next: name the dataset that was made from these tests; "),
                                  HasSubstr(": answers: 1 pass, 0 miss, 3 unmeasured\n")));
  EXPECT_THAT(runs.run({"show", "latest", "--case", "list"}).out, HasSubstr("ls"));
  EXPECT_THAT(imported.out, EndsWith("\nstore assay.db\n"));
  EXPECT_THAT(importing("--json").out,
              AllOf(HasSubstr("{\"file\":\"answers.jsonl\",\"answers\":1,\"left_out\":1}\n"),
                    HasSubstr("\"next\":\"name the dataset that was made from these tests; ")));
}

TEST(ImportAnswers, AMappingIsWrongInTheCallOrForTheFile) {
  const Runs runs;
  runs.program().file("answers.jsonl", "{\"id\": \"list\", \"answer\": \"ls\", \"model\": \"m\"}\n");
  const auto mapped = [&](const std::string& map) {
    return runs.run({"import", "answers.jsonl", "--from", "jsonl", "--map", map, "--dataset", "four.json"});
  };
  EXPECT_EQ(mapped("models=model").status, 3);
  EXPECT_THAT(mapped("models=model").err, HasSubstr("next: its parts are id, prompt, answer, run, attempt, "
                                                    "latency_ms, tokens, cost, refused, label\n"));
  EXPECT_EQ(mapped("run=by").status, 2);
  EXPECT_THAT(mapped("run=by").err, HasSubstr("answers.jsonl:1: error: there is no member \"by\"\n"
                                              "  next: the members are answer, id, model\n"));
  EXPECT_EQ(mapped("run=model").status, 0);
}

TEST(ImportAnswers, OnlyRowsHaveMembersToMap) {
  const auto refused = Program().run(
      {"import", "r.json", "--from", "promptfoo", "--map", "answer=said", "--dataset", "four.json"});
  EXPECT_EQ(refused.status, 3);
  EXPECT_THAT(refused.err, HasSubstr("--map: has no effect with --from promptfoo, only with jsonl\n"));
}

TEST(ImportAnswers, AreReadAsTheOutputOfATool) {
  const Runs runs;
  runs.program().file("answers.jsonl", R"({"id": "list", "answer": "```bash\nls\n```"}
{"id": "where", "answer": "$ pwd"}
{"id": "when", "answer": "I'm sorry, but no."}
{"id": "who", "answer": "Error: rate limit"}
)");
  runs.program().file("model.json",
                      R"({"name": "model", "argv": ["model", "{prompt}"], "strip": ["fences", "prompt-sign"],
 "refusal": {"regex": "^I'm sorry"}, "unavailable": {"stdout": "^Error: rate limit"}})");
  const std::vector<std::string> plain = {"import", "answers.jsonl", "--from",
                                          "jsonl",  "--dataset",     "four.json"};
  EXPECT_THAT(runs.run(plain).out, HasSubstr("0 pass, 4 miss, 0 unmeasured"));
  auto read = plain;
  read.insert(read.end(), {"--tool", "model.json"});
  EXPECT_THAT(runs.run(read).out, HasSubstr("2 pass, 1 miss, 1 unmeasured"));
  EXPECT_THAT(runs.run({"show", "--case", "set/when"}).out, HasSubstr("refused"));
  EXPECT_THAT(runs.run({"compare", "latest~1", "latest"}).out,
              HasSubstr("reader version differs (none -> model)"));
  read.back() = "nobody";
  EXPECT_THAT(runs.run(read).err,
              HasSubstr("nobody: error: is neither a file nor the name of a known tool\n  next: "));
}

TEST(ImportAnswers, OfAnotherProgramNeedADatasetThatTheyAreOf) {
  const Runs runs;
  runs.program().file("answers.jsonl", "{\"id\": \"elsewhere\", \"answer\": \"ls\"}\n");
  const auto wrong = runs.run({"import", "answers.jsonl", "--from", "jsonl", "--dataset", "four.json"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("answers.jsonl:1: error: no case of the dataset has an answer in it"));
  EXPECT_EQ(runs.run({"import", "answers.jsonl", "--from", "jsonl"}).status, 3);
}

TEST(ImportAnswers, OfAnotherProgramThatAreFaultyAreNotBlamedOnTheDataset) {
  const Runs runs;
  runs.program().file("answers.jsonl", "{\"id\": \"list\", \"answer\": true}\n");
  const auto wrong = runs.run({"import", "answers.jsonl", "--from", "jsonl", "--dataset", "four.json"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err,
              AllOf(HasSubstr("answers.jsonl:1: error: "), HasSubstr("its answer is true or false"),
                    HasSubstr("next: correct that answer")));
}

TEST(ImportAnswers, OfAnotherProgramThatRefusedAreRefusals) {
  const Runs runs;
  runs.program().file("answers.jsonl",
                      "{\"id\": \"list\", \"answer\": \"ls\", \"refused\": false}\n"
                      "{\"id\": \"where\", \"refused\": true}\n"
                      "{\"id\": \"when\", \"answer\": \"date\", \"refused\": \"no\"}\n");
  const auto imported = runs.run({"import", "answers.jsonl", "--from", "jsonl", "--dataset", "four.json"});
  EXPECT_EQ(imported.status, 1) << imported.err;
  EXPECT_THAT(imported.out, AllOf(HasSubstr("answers.jsonl:3: left out: its refused is the text \"no\""),
                                  HasSubstr(": answers: 1 pass, 1 miss, 2 unmeasured\n")));
}

TEST(ImportAnswers, OfAnotherProgramThatAreMissingAreMissingInTheFileThatTheUserNamed) {
  const Runs runs;
  runs.program().file(
      "res.v2.json",
      R"({"results": [{"testCase": {"metadata": {"id": "list"}}, "response": {"output": "ls"}}]})");
  const auto imported = runs.run({"import", "res.v2.json", "--from", "promptfoo", "--dataset", "four.json"});
  EXPECT_EQ(imported.status, 0) << imported.err;
  EXPECT_THAT(imported.out, HasSubstr(": res.v2: 1 pass, 0 miss, 3 unmeasured\n"));
  EXPECT_THAT(runs.run({"show", "--case", "set/when"}).out, HasSubstr("no line for \"when\" in res.v2.json"));
}

TEST(ImportAnswers, OfAnotherProgramHaveTheirFaultsAtTheirOwnFile) {
  const Runs runs;
  runs.program().file("answers.jsonl",
                      "{\"id\": \"list\", \"answer\": \"ls\", \"attempt\": 2}\n"
                      "{\"id\": \"list\", \"answer\": \"ls\", \"attempt\": 2}\n");
  const auto wrong = runs.run({"import", "answers.jsonl", "--from", "jsonl", "--dataset", "four.json"});
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, HasSubstr("answers.jsonl:2: error: a second answer for attempt 2 of \"list\""));
  EXPECT_THAT(wrong.err, Not(HasSubstr("assay-import-")));
}

}  // namespace
}  // namespace assay
