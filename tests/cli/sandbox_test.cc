// Commands in disposable worlds, as users of the program see them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

const char* const kWorld =
    R"({"entries": [{"path": "a.txt", "content": "one\ntwo\n"}, {"path": "d.txt", "type": "dir"}]})";

class SandboxProgram : public testing::Test {
 protected:
  void SetUp() override {
    const auto checked = program_.run({"sandbox", "--check"});
    if (checked.status == 0) return;
    if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << checked.out;
    GTEST_SKIP() << checked.out;
  }
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

// What a comparison of two runs has to know of where their commands ran.
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
              AllOf(HasSubstr("\"behavioural\": \"1\""), HasSubstr("\"sandbox\": \"user namespaces with ")));
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
     {"id": "good", "prompt": "e", "expected_command": "cat a.txt", "category": "c", "risk_level": "safe", "posix_compliant": true, "world": "./world.json"}]})");
  const auto ran = program_.run({"lint", "--run", "set.json"});
  EXPECT_THAT(ran.out, HasSubstr("case fails: \"cat missing.txt\" fails in its world: exit status 1, cat: "
                                 "missing.txt: No such file"));
  EXPECT_THAT(ran.out, HasSubstr("case idle: \"find . -name '*.py'\" prints nothing and changes nothing in "
                                 "its world [does_nothing]"));
  EXPECT_THAT(ran.out,
              HasSubstr("case other: \"ls *.txt\" does not do the same as \"ls a.txt\" in its world"));
  EXPECT_THAT(ran.out,
              HasSubstr("case net: \"curl example.com\": curl needs a network or what is outside [not_run]"));
  EXPECT_THAT(ran.out, Not(HasSubstr("case good")));
}

}  // namespace
}  // namespace assay
