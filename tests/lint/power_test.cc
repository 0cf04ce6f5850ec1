// SPDX-License-Identifier: Apache-2.0
// `lint --run`: how much the worlds of a case could have noticed.
#include <cstdlib>
#include <fstream>

#include "assay/lint.h"
#include "sandbox_fixture.h"
#include "temporary_folder.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

class LintPowerTest : public sandbox::SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    setenv("XDG_CACHE_HOME", folder_.path().c_str(), 1);
  }
  void TearDown() override { unsetenv("XDG_CACHE_HOME"); }

  std::string linted(const std::string& command, const std::string& more, Question question) {
    std::ofstream(folder_.path() / "world.json") << R"({"entries": [{"path": "f", "content": "a\n"}]})";
    std::ofstream(folder_.path() / "set.json")
        << R"({"name": "set", "version": "1", "test_cases": [{"id": "one", "prompt": "p", "category": "c",
      "risk_level": "safe", "posix_compliant": true, "expected_command": ")"
        << command << '"' << more << "}]}";
    std::string text;
    for (const LintFinding& each :
         lint({folder_.path() / "set.json"}, {.tables = {}, .runs_commands = true, .question = question}))
      text += to_string(each);
    return text;
  }

  TemporaryFolder folder_;
};

TEST_F(LintPowerTest, NamesThePowerOfEachAcceptedCommand) {
  const std::string text = linted("grep -c a f", R"(, "world": "./world.json")", Question::equivalent);
  EXPECT_THAT(text, ContainsRegex("set.json:1: note: case one: \"grep -c a f\": its worlds tell [0-9]+ of "
                                  "[0-9]+ near misses apart"));
}

TEST_F(LintPowerTest, NamesWhatNobodyWouldNoticeAndOffersAWorld) {
  const std::string text = linted("ls f", R"(, "world": "./world.json")", Question::fulfils);
  EXPECT_THAT(text, ContainsRegex("warning: case one: nobody would notice \"ls [^\"]*\" for \"ls f\" "
                                  "\\([a-z_]+\\) \\[power\\]"));
  EXPECT_THAT(text, HasSubstr("  next: a world in which they differ: {\""));
}

TEST_F(LintPowerTest, ACaseWithoutAWorldHasThoseThatAreGenerated) {
  EXPECT_THAT(linted("head -n 2 f", "", Question::equivalent), ContainsRegex("its worlds tell [0-9]+ of"));
}

TEST_F(LintPowerTest, WhatCannotBeMeasuredIsOneLine) {
  const std::string text = linted("curl example.com", "", Question::equivalent);
  EXPECT_THAT(text,
              AllOf(HasSubstr("set.json:1: warning: case one: \"curl example.com\": its power cannot be "
                              "measured: "),
                    Not(HasSubstr("near misses apart"))));
}

TEST_F(LintPowerTest, WhereAnOutcomeDecidesThereIsNone) {
  EXPECT_THAT(linted("rm f", R"(, "world": "./world.json", "outcome": {"check": "! test -e f"})",
                     Question::equivalent),
              Not(HasSubstr("power")));
}

}  // namespace
}  // namespace assay
