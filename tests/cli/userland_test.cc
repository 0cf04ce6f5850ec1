// SPDX-License-Identifier: Apache-2.0
// Runs whose worlds have unpacked roots: what a run records of them is what is in them, not where they are.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "program.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

// `$1`: a root with copies of this machine's bash, head, sed and tr.
constexpr const char* kUnpack = R"sh(set -e
mkdir -p "$1/usr/bin"
for program in bash head sed tr; do
  file=$(readlink -f "$(command -v $program)")
  cp "$file" "$1/usr/bin/$program"
  for needed in $(ldd "$file" | grep -o '/[^ ]*'); do mkdir -p "$1${needed%/*}"; cp -L "$needed" "$1$needed"; done
done
)sh";

// Of a program whose version is not recorded.
constexpr const char* kOtherTr =
    "rm u/usr/bin/tr; printf '#!/bin/bash\necho other\n' > u/usr/bin/tr; chmod 755 u/usr/bin/tr; ";

class UserlandRunTest : public testing::Test {
 protected:
  UserlandRunTest() {
    program_.file("unpack.sh", kUnpack);
    program_.file("w.json", R"({"entries": [{"path": "a.txt", "content": "x\ny\n"}]})");
    program_.file("of_root.json",
                  R"({"userland": "./u", "entries": [{"path": "a.txt", "content": "x\ny\n"}]})");
    program_.file("answers.jsonl",
                  "{\"id\": \"a\", \"answer\": \"sed -n 1p a.txt | tr x x\"}\n"
                  "{\"id\": \"b\", \"answer\": \"sed -n 1p a.txt | tr x x\"}\n");
    dataset("w.json", "");
    // For root, the sandbox reads it as a user without rights.
    EXPECT_EQ(program_.bash("bash unpack.sh u && chmod a+rx .").status, 0);
    if (const Ran has = program_.bash("$assay sandbox -- true"); has.status != 0) no_sandbox_ = has.err;
  }
  void SetUp() override {
    if (!no_sandbox_.empty()) GTEST_SKIP() << no_sandbox_;
  }

  // Two cases in that world, with further members.
  void dataset(const std::string& world, const std::string& further,
               const std::string& accepted = "head -n 1 a.txt") const {
    const auto one = [&](const char* id) {
      return std::string("{\"id\": \"") + id + "\", \"prompt\": \"" + id + R"(", "expected_command": ")" +
             accepted + R"(", "category": "c", "risk_level": "safe",)" +
             R"("posix_compliant": true, "levels": ["behavioural"], "question": "fulfils", "world": ")" +
             world + "\"" + further + "}";
    };
    program_.file("set.json", R"({"name": "set", "version": "1", "description": "d", "test_cases": [)" +
                                  one("a") + "," + one("b") + R"(], "created_at": "2026-01-01T00:00:00Z"})");
  }
  Ran after(const std::string& change, const std::string& options) const {
    return program_.bash(change + "$assay run --dataset set.json --recorded answers.jsonl " + options);
  }
  // A run, and another one after that change.
  Ran compared(const std::string& options, const std::string& change, const std::string& later) const {
    const Ran first = after("", options);
    EXPECT_THAT(first.out, HasSubstr("2 pass, 0 miss, 0 unmeasured")) << first.err;
    after(change, later);
    return program_.bash("$assay compare latest~1 latest --fail-on regression");
  }

  Program program_;
  std::string no_sandbox_;
};

TEST_F(UserlandRunTest, AnotherProgramInTheRootOfACaseIsTheMachines) {
  dataset("w.json", R"(, "userland": "./u")");
  const Ran ran = compared("", kOtherTr, "");
  EXPECT_EQ(ran.status, 2) << ran.out;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("the machine changed"), HasSubstr("the userland (set: ./u) differs")));
}

TEST_F(UserlandRunTest, AnotherProgramInTheRootOfAWorldIsTheMachines) {
  dataset("of_root.json", "");
  const Ran ran = compared("", kOtherTr, "");
  EXPECT_EQ(ran.status, 2) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("the userland (set: of_root.json) differs"));
}

TEST_F(UserlandRunTest, AnotherProgramInTheRootOfTheSuiteIsTheMachines) {
  const Ran ran = compared("--userland ./u", kOtherTr, "--userland ./u");
  EXPECT_EQ(ran.status, 2) << ran.out;
  EXPECT_THAT(ran.out, HasSubstr("the userland (suite) differs"));
}

TEST_F(UserlandRunTest, TheSameRootElsewhereIsTheSame) {
  const Ran ran = compared("--userland ./u", "cp -r u elsewhere; ", "--userland ./elsewhere");
  EXPECT_EQ(ran.status, 0) << ran.out;
  EXPECT_THAT(ran.out, Not(HasSubstr("userland")));
}

TEST_F(UserlandRunTest, ShardsOfTheSameRootInTwoPlacesAreMergedThoseOfTwoRootsAreNot) {
  after("cp -r u v; ", "--userland ./u --run-id cut --shard 1/2 --store 1.db");
  after("", "--userland ./v --run-id cut --shard 2/2 --store 2.db");
  const Ran same = program_.bash("$assay merge 1.db 2.db --store same.db --gate");
  EXPECT_EQ(same.status, 0) << same.out << same.err;
  after(kOtherTr, "--userland ./u --run-id cut --shard 2/2 --store other.db");
  const Ran other = program_.bash("$assay merge 1.db other.db --store both.db --gate");
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("with another userland suite"));
}

// Whatever is answered, also the accepted command itself.
TEST_F(UserlandRunTest, ARootThatIsGoneOrOfAnotherProcessorMeasuresNothing) {
  dataset("w.json", R"(, "userland": "./u")");
  program_.file("answers.jsonl",
                "{\"id\": \"a\", \"answer\": \"head -n 1 a.txt\"}\n{\"id\": \"b\", \"answer\": \"false\"}\n");
  const auto expect = [&](const std::string& change, const std::string& reason) {
    const Ran ran = after(change, "");
    EXPECT_EQ(ran.status, 2) << ran.out;
    EXPECT_THAT(
        ran.out,
        AllOf(HasSubstr("0 pass, 0 miss, 2 unmeasured"), HasSubstr("\nset.json:1: "),
              HasSubstr(reason + ": unpack one of this processor there, or name another userland\n")));
  };
  expect("printf '\\363\\000' | dd of=u/usr/bin/bash bs=1 seek=18 conv=notrunc 2>/dev/null; ",
         "u is an unpacked root of another processor (riscv64)");
  expect("rm -r u; ", "there is no folder ./u");
}

TEST_F(UserlandRunTest, ACasesTimeForACommandGoesBeforeThatOfTheSuite) {
  program_.file("answers.jsonl", R"({"id": "a", "answer": "sed -n 1p a.txt"})"
                                 "\n"
                                 R"({"id": "b", "answer": "sed -n 1p a.txt"})");
  const auto ran = [&](const char* of_case, const char* of_suite) {
    dataset("w.json", of_case, "sleep 0.5; head -n 1 a.txt");
    return after("", of_suite);
  };
  EXPECT_THAT(ran("", "").out, HasSubstr("2 pass, 0 miss, 0 unmeasured"));
  const Ran brief = ran(R"(, "world_timeout_s": 0.2)", "");
  EXPECT_THAT(brief.out, AllOf(HasSubstr("0 pass, 0 miss, 2 unmeasured"),
                               HasSubstr("the accepted command does not end")));
  EXPECT_THAT(ran("", "--world-timeout 0.2").out, HasSubstr("0 pass, 0 miss, 2 unmeasured"));
  EXPECT_THAT(ran(R"(, "world_timeout_s": 8)", "--world-timeout 0.2").out,
              HasSubstr("2 pass, 0 miss, 0 unmeasured"));
  const Ran wrong = ran(R"(, "world_timeout_s": 0.05)", "");
  EXPECT_EQ(wrong.status, 2);
  EXPECT_THAT(wrong.err, AllOf(HasSubstr("set.json:1"), HasSubstr("world_timeout_s")));
}

TEST_F(UserlandRunTest, ARunIsNotResumedWithAnotherRoot) {
  dataset("w.json", R"(, "userland": "./u")");
  after("", "");
  const Ran resumed = after(kOtherTr, "--resume latest");
  EXPECT_EQ(resumed.status, 2);
  EXPECT_THAT(resumed.err, HasSubstr("with another userland set: ./u"));
}

TEST_F(UserlandRunTest, OthersHaveAColumnEachAndChangeNoVerdict) {
  const Ran ran = after("", "--other-userlands ./u,./nowhere");
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out,
              AllOf(HasSubstr("2 pass, 0 miss, 0 unmeasured"), HasSubstr("/u: 2 pass, 0 miss"),
                    HasSubstr("/nowhere: 0 pass, 0 miss, 2 unmeasured; set.json:1: there is no folder")));
  const Ran other = after(kOtherTr, "--other-userlands ./u --output reports");
  EXPECT_EQ(other.status, 0) << other.err;
  EXPECT_THAT(other.out, AllOf(HasSubstr("2 pass, 0 miss, 0 unmeasured"), HasSubstr("/u: 0 pass, 2 miss")));
  EXPECT_THAT(program_.bash("cat reports/runs/latest/metrics.json").out,
              HasSubstr("/u\": {\n      \"pass\": 0"));
  const Ran shown = program_.bash("$assay show latest");
  EXPECT_THAT(shown.out, HasSubstr("/u: 0 pass, 2 miss")) << "the store has them";
}

TEST_F(UserlandRunTest, ARunIsNotResumedWithOtherOnesThanItBeganWith) {
  after("", "--other-userlands ./u");
  EXPECT_THAT(after("", "--other-userlands host --resume latest").err,
              HasSubstr("with another one of the other userlands: "));
  EXPECT_THAT(after(kOtherTr, "--other-userlands ./u --resume latest").err,
              HasSubstr("with another one of the other userlands: "));
}

}  // namespace
}  // namespace assay
