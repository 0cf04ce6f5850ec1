// SPDX-License-Identifier: Apache-2.0
// Commands in disposable worlds, as users of the program see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

const char* const kWorld =
    R"({"entries": [{"path": "a.txt", "content": "one\ntwo\n"}, {"path": "d.txt", "type": "dir"}]})";

class SandboxProgram : public testing::Test {
 protected:
  void SetUp() override {
    ::setenv("XDG_CACHE_HOME", program_.folder().c_str(), 1);
    const auto checked = program_.run({"sandbox", "--check"});
    if (checked.status == 0) return;
    if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << checked.out;
    GTEST_SKIP() << checked.out;
  }
  void TearDown() override { ::unsetenv("XDG_CACHE_HOME"); }
  Program program_;
};

TEST(SandboxCheck, SaysOfEachTierWhetherItWorks) {
  const auto ran = Program().run({"sandbox", "--check"});
  EXPECT_THAT(ran.out, AllOf(HasSubstr("user namespaces with overlays\n"),
                             HasSubstr("user namespaces with copied worlds\n"),
                             HasSubstr("no   Landlock without namespaces\n     it cannot keep"),
                             HasSubstr("  Landlock inside"), HasSubstr("  worlds with busybox\n")));
  EXPECT_THAT(ran.out, HasSubstr(ran.status == 0 ? "commands run in: " : "commands cannot be run here"));
}

TEST_F(SandboxProgram, ShowsOutputEndingAndChangesAsATree) {
  const auto ran = program_.run({"sandbox", "--world", kWorld, "--",
                                 "cat a.txt; mkdir -p x/y; echo z > x/y/z; rm a.txt; echo no >&2; exit 3"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("stdout\n  one\n  two\nstderr\n  no\nexit status 3, after "));
  EXPECT_THAT(
      ran.out,
      HasSubstr(
          "changes\n    home/\n      user/\n-       removed a.txt\n+       created x (folder, mode 0755)\n"));
  EXPECT_THAT(ran.out, HasSubstr("+           created z (2 bytes, mode 0644"));
}

TEST_F(SandboxProgram, NothingOfThisMachineIsChanged) {
  program_.file("kept.txt", "kept");
  const auto ran = program_.run({"sandbox", "--", "rm -rf --no-preserve-root / 2>/dev/null; ls /home"});
  EXPECT_EQ(program_.read("kept.txt"), "kept");
}

TEST_F(SandboxProgram, AProgramsArgumentsArriveAsTheyAre) {
  EXPECT_THAT(program_.run({"sandbox", "--", "printf", "<%s>", "a b", "$HOME", "*"}).out,
              HasSubstr("<a b><$HOME><*>"));
}

TEST_F(SandboxProgram, ExplainShowsWhatBothDidInAWorld) {
  const auto differs =
      program_.run({"explain", "--world", kWorld, "ls -d *.txt", "find . -type f -name '*.txt'"});
  EXPECT_EQ(differs.status, 1) << differs.err;
  EXPECT_THAT(differs.out,
              HasSubstr("in the given world: differs: stdout, line 1: \"./a.txt\" instead of \"a.txt\"\n"));
  EXPECT_THAT(differs.out, AllOf(HasSubstr("a\n  stdout\n    a.txt\n    d.txt\n"),
                                 HasSubstr("b\n  stdout\n    ./a.txt\n")));
  EXPECT_EQ(program_.run({"explain", "--world", kWorld, "cat a.txt", "cat < a.txt"}).status, 0);
  EXPECT_EQ(program_.run({"explain", "--world", kWorld, "curl x", "curl y"}).status, 2);
  EXPECT_EQ(
      program_.run({"explain", "--world", kWorld, "--question", "fulfils", "find . -name a.txt", "ls a.txt"})
          .status,
      0);
}

// A comparison of two runs has to know where their commands ran.
TEST_F(SandboxProgram, ARunNamesTheSandboxAndTheLevelThatACaseBringsAlong) {
  const auto set = [](const std::string& world) {
    return R"({"name": "set", "version": "1.0.0", "description": "d", "created_at": "2026-01-01", "metadata": {"author": "a"},
    "test_cases": [{"id": "a", "prompt": "a", "expected_command": "ls", "category": "c", "risk_level": "safe", "posix_compliant": true, "tags": [])" +
           world + "}]}";
  };
  program_.file("answers.jsonl", R"({"id": "a", "answer": "ls"})");
  program_.file("plain.json", set(""));
  program_.file("worldly.json", set(R"(, "world": "ready/files")"));
  const auto run = [&](const std::string& dataset) {
    return program_.run({"run", "--dataset", dataset, "--recorded", "answers.jsonl", "--output", "out"});
  };
  EXPECT_THAT(run("plain.json").out, Not(HasSubstr("sandbox:")));
  EXPECT_THAT(program_.read("out/runs/latest/run.json"),
              AllOf(Not(HasSubstr("behavioural")), Not(HasSubstr("\"sandbox\""))));
  EXPECT_THAT(run("worldly.json").out, HasSubstr("  sandbox: user namespaces with "));
  EXPECT_THAT(program_.read("out/runs/latest/run.json"),
              AllOf(HasSubstr("\"behavioural\": \"2\""), HasSubstr("\"sandbox\": \"user namespaces with ")));
}

TEST_F(SandboxProgram, AWorldThatIsNoneIsNamed) {
  const auto ran = program_.run({"sandbox", "--world", "no/such.json", "--", "ls"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("no/such.json"));
}

TEST_F(SandboxProgram, LintRunsWhatADatasetAccepts) {
  program_.file("world.json", kWorld);
  program_.file(
      "set.json",
      R"({"name": "set", "version": "1.0.0", "description": "d", "created_at": "2026-01-01", "metadata": {"author": "a"},
    "test_cases": [
     {"id": "fails", "prompt": "a", "expected_command": "cat missing.txt", "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"},
     {"id": "idle", "prompt": "b", "expected_command": "find . -name '*.py'", "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"},
     {"id": "other", "prompt": "c", "expected_command": "ls a.txt", "alternatives": ["ls *.txt"], "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"},
     {"id": "net", "prompt": "d", "expected_command": "curl example.com", "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"},
     {"id": "asked", "prompt": "f", "expected_command": "diff a.txt /etc/hosts", "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"},
     {"id": "good", "prompt": "e", "expected_command": "cat a.txt", "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"}]})");
  const auto ran = program_.run({"lint", "--run", "set.json"});
  EXPECT_THAT(ran.out, HasSubstr("case fails: \"cat missing.txt\" fails in its world: exit status 1, cat: "
                                 "missing.txt: No such file"));
  EXPECT_THAT(ran.out, HasSubstr("case idle: \"find . -name '*.py'\" prints nothing and changes nothing in "
                                 "its world [does_nothing]"));
  EXPECT_THAT(ran.out,
              HasSubstr("case other: \"ls *.txt\" does not do the same as \"ls a.txt\" in its world"));
  EXPECT_THAT(ran.out,
              HasSubstr("case net: \"curl example.com\": curl needs a network or the outside [not_run]"));
  EXPECT_THAT(ran.out, ContainsRegex("note: case good: \"cat a.txt\": its worlds tell [0-9]+ of [0-9]+ near "
                                     "misses apart \\[power\\]"));
  EXPECT_THAT(ran.out, HasSubstr("case net: \"curl example.com\": its power cannot be measured: "));
  EXPECT_THAT(ran.out, Not(ContainsRegex("case (good|asked): .*\\[(not_run|fails|does_nothing)\\]")))
      << "1 is diff's answer";
}

std::string outcome_case(const std::string& id, const std::string& members) {
  return "{\"id\": \"" + id + "\", \"prompt\": \"" + id +
         "\", \"category\": \"c\", \"risk_level\": \"medium\", \"posix_compliant\": true, "
         "\"world\": \"./world.json\", " +
         members + "}";
}

std::string dataset_of(const std::string& cases) {
  return R"({"name": "set", "version": "1.0.0", "test_cases": [)" + cases + "]}";
}

TEST_F(SandboxProgram, LintSaysWhichOutcomesTellNothing) {
  program_.file("world.json", kWorld);
  program_.file("set.json", dataset_of(outcome_case("kept", R"("outcome": {"files": [{"path": "a.txt"}]})") +
                                       ",\n" + outcome_case("wrong", R"("expected_command": "wc -l < a.txt",
                                        "outcome": {"stdout": {"bytes": "3\n"}})") +
                                       ",\n" + outcome_case("good", R"("expected_command": "rm a.txt",
                                        "outcome": {"check": "! test -e a.txt"})")));
  const auto ran = program_.run({"lint", "--run", "set.json"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("set.json:1: error: case kept: an empty answer fulfils its outcome, too "
                                 "[outcome_of_nothing]"));
  EXPECT_THAT(ran.out, HasSubstr("set.json:2: error: case wrong: \"wc -l < a.txt\" does not fulfil its "
                                 "outcome: stdout: \"2\\n\" instead of \"3\\n\" [outcome]"));
  EXPECT_THAT(ran.out, Not(HasSubstr("case good")));
  EXPECT_THAT(ran.out, HasSubstr("2 errors, 0 warnings"));
}

TEST_F(SandboxProgram, AWorldIsSetUpForEveryCommandThatRunsIt) {
  program_.file("world.json", R"({"entries": [], "setup": "echo made > a.txt"})");
  program_.file("broken.json", R"({"entries": [], "setup": "echo no luck >&2; false"})");
  EXPECT_THAT(program_.run({"sandbox", "--world", "world.json", "--", "cat a.txt"}).out,
              HasSubstr("  made\n"));
  EXPECT_EQ(program_.run({"explain", "--world", "world.json", "cat a.txt", "cat *"}).status, 0);
  const auto broken = program_.run({"sandbox", "--world", "broken.json", "--", "true"});
  EXPECT_EQ(broken.status, 2);
  EXPECT_THAT(broken.err, HasSubstr("broken.json: its set-up script: exit status 1, no luck\n"));
  program_.file("set.json", dataset_of(outcome_case("a", R"("expected_command": "cat a.txt")")));
  EXPECT_EQ(program_.run({"lint", "--run", "set.json"}).status, 0);
  program_.file("world.json", R"({"entries": [], "setup": "exit 3"})");
  EXPECT_THAT(program_.run({"lint", "--run", "set.json"}).out,
              HasSubstr("world \"./world.json\": its set-up script: exit status 3 [world]"));
}

// The example in docs/dataset-format.md#outcomes, in the world it describes.
TEST_F(SandboxProgram, TheDocumentedOutcomesHold) {
  std::ostringstream text;
  text << std::ifstream(ASSAY_SOURCE_DIR "/docs/dataset-format.md").rdbuf();
  const std::string page = text.str();
  const std::size_t begin = page.find("```json\n", page.find("## Outcomes")) + 8;
  program_.file("tasks.json", page.substr(begin, page.find("```", begin) - begin));
  std::filesystem::create_directory(program_.folder() / "worlds");
  program_.file("worlds/logs.json", R"({"entries": [
    {"path": "app.log", "content": "ok\nERROR one\nERROR two\n"}, {"path": "db.log", "content": "ERROR three\nok\n"},
    {"path": "notes.txt", "content": "no ERROR of mine\n"}, {"path": "latest", "type": "symlink", "target": "app.log"}]})");
  const auto linted = program_.run({"lint", "--run", "--no-cache", "tasks.json"});
  EXPECT_EQ(linted.out, "0 errors, 0 warnings in 1 dataset\n");
  program_.file("answers.sh", R"(case $1 in
*many*) echo 'grep -h ERROR app.log db.log | wc -l' ;;
*archive*) printf 'set -e\ntar -czf logs.tar.gz *.log\nrm *.log\nchmod 600 logs.tar.gz\n' ;;
*latest*) echo 'ln -s db.log latest' ;;
esac)");
  const auto ran = program_.run({"run", "--dataset", "tasks.json", "--tool", "sh answers.sh {prompt}"});
  EXPECT_THAT(ran.out, HasSubstr(": error: got `ln -s db.log latest`: score 0.00 < 0.80 (outcome): "
                                 "file latest: a link to \"app.log\" instead of a link to \"db.log\""));
  EXPECT_THAT(program_.run({"regrade", "latest"}).out, HasSubstr("2 pass, 1 miss"));
}

}  // namespace
}  // namespace assay
