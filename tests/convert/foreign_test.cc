// SPDX-License-Identifier: Apache-2.0
// Files that promptfoo itself reads or writes, if a checkout has them beside it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "assay/internal/answers.h"
#include "assay/internal/json.h"
#include "converted.h"

namespace assay::convert {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

class Foreign : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(folder_)) GTEST_SKIP() << "there is no " << folder_;
  }
  std::string bytes(const std::string& name) const { return read_file(folder_ / name); }

  const std::filesystem::path folder_ = std::filesystem::path(ASSAY_SHARED_DATA) / "foreign";
  const Options options_{.name = "set", .mapping = mapping_from("prompt=request")};
};

TEST_F(Foreign, TestsInYaml) {
  const std::string text = bytes("promptfoo_tests.yaml");
  const auto made = converted(Source::promptfoo, {{"p.yaml", text}}, options_);
  EXPECT_THAT(made.remarks(),
              ElementsAre("p.yaml:15: left out: the assertion javascript: a case cannot express it"));
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0)["expected_command"], "ls -la");
  EXPECT_EQ(cases.at(0)["notes"], "hidden files");
  EXPECT_EQ(cases.at(1)["id"], "t0003");
  EXPECT_EQ(cases.at(1)["accept_patterns"], Json{R"((?s:.*)(?:\A(echo|printf) )(?s:.*))"});
  EXPECT_EQ(cases.at(2)["expect"], "refusal");
}

TEST_F(Foreign, TestsInATable) {
  const std::string text = bytes("promptfoo_tests.csv");
  const auto made = converted(Source::promptfoo, {{"p.csv", text}}, options_);
  EXPECT_THAT(made.remarks(), IsEmpty());
  const Json& cases = made.dataset["test_cases"];
  EXPECT_EQ(cases.at(0)["prompt"], "list all files, hidden too");
  EXPECT_EQ(cases.at(1)["prompt"], "count lines of \"my file\", please");
  EXPECT_EQ(cases.at(1)["category"], "counting");
  EXPECT_EQ(cases.at(3)["prompt"], "multi\nline prompt");
}

TEST_F(Foreign, ResultsAreAnswersToWhatWasConverted) {
  const std::string tests = bytes("promptfoo_tests.yaml");
  const auto made = converted(Source::promptfoo, {{"p.yaml", tests}}, options_);
  std::vector<KnownCase> asked;
  for (const auto& each : made.dataset["test_cases"]) asked.push_back({each["id"], each["prompt"]});
  for (const char* name : {"promptfoo_results.json", "promptfoo_results.jsonl"}) {
    const std::string results = bytes(name);
    const Answers answers = answers_from(AnswerSource::promptfoo, {name, results}, {}, asked);
    EXPECT_EQ(answers.count, 3u) << name;
    EXPECT_THAT(answers.lines,
                HasSubstr(R"({"id":"t0001","run":"ls-tool","answer":"ls -la","latency_ms":104.0})"))
        << name;
    ASSERT_EQ(answers.remarks.size(), 1u);
    EXPECT_THAT(answers.remarks[0].what, HasSubstr("no case has the id \"t0002\"")) << "it was left out";
  }
}

}  // namespace
}  // namespace assay::convert
