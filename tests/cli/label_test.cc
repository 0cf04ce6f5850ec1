// SPDX-License-Identifier: Apache-2.0
// `assay label`: samples examples for reviewers, who are not told the verdicts, and scores their labels.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <sstream>

#include "program.h"

namespace assay {
namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::SizeIs;

json example(int number, const json& match, const json& semantic, const json& judge) {
  return {{"instruction", "task " + std::to_string(number)},
          {"expected", "ls"},
          {"generated", "ls -" + std::to_string(number)},
          {"exact_match", false},
          {"semantic_match", semantic},
          {"llm_judge_match", judge},
          {"functionally_equivalent", match}};
}

class LabelTest : public testing::Test {
 protected:
  // 40 examples decided by similarity (30 of them matches), 10 by the judge (5 of them), and one not
  // measured.
  LabelTest() {
    std::string lines;
    for (int i = 0; i < 40; ++i) lines += example(i, i < 30, i < 30, nullptr).dump() + "\n";
    for (int i = 40; i < 50; ++i) lines += example(i, i < 45, false, i < 45).dump() + "\n";
    program_.file("results.jsonl", lines + example(50, nullptr, nullptr, nullptr).dump() + "\n");
  }

  Ran sample(std::vector<std::string> more = {}) {
    more.insert(more.begin(),
                {"label", "sample", "results.jsonl", "--key", "key.jsonl", "--output", "review.jsonl"});
    return program_.run(more);
  }
  Ran score(std::vector<std::string> files, std::vector<std::string> more = {}) {
    files.insert(files.begin(), {"label", "score"});
    files.insert(files.end(), {"--key", "key.jsonl"});
    files.insert(files.end(), more.begin(), more.end());
    return program_.run(files);
  }
  std::vector<json> rows(const std::string& file) {
    std::vector<json> rows;
    std::istringstream lines(program_.read(file));
    for (std::string line; std::getline(lines, line);) rows.push_back(json::parse(line));
    return rows;
  }
  // Labels each example with the result of `right` for its task's number.
  void label(const std::string& file, const std::function<json(int)>& right) {
    std::string lines;
    for (auto row : rows("review.jsonl")) {
      row["right"] = right(std::stoi(row["task"].get<std::string>().substr(5)));
      lines += row.dump() + "\n";
    }
    program_.file(file, lines);
  }
  Program program_;
};

TEST_F(LabelTest, ShowsReviewersNothingOfWhatWasSaid) {
  const auto ran = sample({"--size", "20"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.err, HasSubstr("1 examples were not measured"));
  const auto review = rows("review.jsonl");
  ASSERT_THAT(review, SizeIs(20));
  for (const auto& row : review) {
    EXPECT_THAT(row, SizeIs(5));
    EXPECT_TRUE(row["right"].is_null());
  }
  // Each stratum has the same number, and the strata are mixed.
  std::map<std::string, int> strata;
  std::vector<std::string> order;
  double whole = 0;
  for (const auto& row : rows("key.jsonl")) {
    ++strata[row["stratum"]];
    order.push_back(row["stratum"]);
    whole += row["weight"].get<double>();
  }
  EXPECT_EQ(strata, (std::map<std::string, int>{{"match, similarity", 5},
                                                {"no match, similarity", 5},
                                                {"match, judge", 5},
                                                {"no match, judge", 5}}));
  EXPECT_FALSE(std::ranges::is_sorted(order) || std::ranges::is_sorted(order, std::greater{}));
  EXPECT_NEAR(whole, 50, 1e-9);
}

TEST_F(LabelTest, DrawsTheSameBySeedAndReplacesNoFile) {
  ASSERT_EQ(sample({"--size", "20", "--seed", "3"}).status, 0);
  const auto first = program_.read("review.jsonl");
  const auto again = sample({"--size", "20"});
  EXPECT_EQ(again.status, 2);
  EXPECT_THAT(again.err, HasSubstr("may hold labels"));
  EXPECT_EQ(program_.read("review.jsonl"), first);
  EXPECT_EQ(program_
                .run({"label", "sample", "results.jsonl", "--key", "k2", "--output", "r2", "--size", "20",
                      "--seed", "3"})
                .status,
            0);
  EXPECT_EQ(program_.read("r2"), first);
}

TEST_F(LabelTest, CountsPrecisionRecallAndTheJudgesAgreementWithPeople) {
  ASSERT_EQ(sample({"--size", "50"}).status, 0);  // all of them
  // Right: 24 of the 30 matches by similarity and 3 of its 10 other pairs; the judge is right on all but one.
  label("anna.jsonl",
        [](int task) { return task < 24 || (task >= 30 && task < 33) || (task >= 40 && task < 44); });
  const auto ran = score({"anna.jsonl"}, {"--json"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  const auto found = json::parse(ran.out)["reviews"][0];
  EXPECT_EQ(found["labelled"], 50);
  EXPECT_NEAR(found["precision"]["share"].get<double>(), 28.0 / 35, 1e-12);
  EXPECT_NEAR(found["recall"]["share"].get<double>(), 28.0 / 31, 1e-12);
  // binom.test(28, 35)
  EXPECT_NEAR(found["precision"]["interval"][0].get<double>(), 0.6306, 5e-4);
  EXPECT_NEAR(found["precision"]["interval"][1].get<double>(), 0.9156, 5e-4);
  EXPECT_NEAR(found["judge"]["share"].get<double>(), 0.9, 1e-12);
  EXPECT_NEAR(found["judge_agreement"]["kappa"].get<double>(), 0.8, 1e-12);
  EXPECT_THAT(score({"anna.jsonl"}).out,
              AllOf(HasSubstr("50 of 50 labelled"), HasSubstr("precision  0.800 ["), HasSubstr("28 of 35"),
                    HasSubstr("κ 0.800")));
}

TEST_F(LabelTest, WeighsAStratumByWhatItStandsFor) {
  ASSERT_EQ(sample({"--size", "20"}).status, 0);
  // All matches by similarity are right (they stand for 30), none by the judge are (they stand for 5).
  label("anna.jsonl", [](int task) { return task < 30; });
  const auto found = json::parse(score({"anna.jsonl"}, {"--json"}).out)["reviews"][0];
  EXPECT_NEAR(found["precision"]["share"].get<double>(), 30.0 / 35, 1e-12);
  EXPECT_EQ(found["precision"]["labelled"], 10);
  EXPECT_EQ(found["precision"]["yes"], 5);
}

TEST_F(LabelTest, SaysHowFarTwoReviewersAgree) {
  ASSERT_EQ(sample({"--size", "50"}).status, 0);
  label("anna.jsonl", [](int task) { return task < 25; });
  label("ben.jsonl", [](int task) { return task == 49 ? json() : json(task < 20 || task >= 45); });
  const auto ran = score({"anna.jsonl", "ben.jsonl"});
  EXPECT_EQ(ran.status, 0) << ran.err;
  EXPECT_THAT(ran.out, AllOf(HasSubstr("ben.jsonl: 49 of 50 labelled"), HasSubstr("agree on 40 of 49"),
                             HasSubstr("; not on ")));
  const auto agreement = json::parse(score({"anna.jsonl", "ben.jsonl"}, {"--json"}).out)["agreement"];
  EXPECT_EQ(agreement["labelled"], 49);
  // 20 both, 5 anna only, 4 ben only, 20 neither.
  EXPECT_NEAR(agreement["kappa"].get<double>(),
              (40.0 / 49 - (25.0 * 24 + 24 * 25) / 2401) / (1 - (25.0 * 24 + 24 * 25) / 2401), 1e-12);
}

TEST_F(LabelTest, MeasuresNothingWithoutLabels) {
  ASSERT_EQ(sample({"--size", "20"}).status, 0);
  const auto ran = score({"review.jsonl"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.out, AllOf(HasSubstr("0 of 20 labelled"), HasSubstr("precision  not measured")));
  EXPECT_THAT(ran.err, HasSubstr("no example of \"match, judge\" is labelled"));
}

TEST_F(LabelTest, RefusesAReviewThatIsNotTheKeys) {
  ASSERT_EQ(sample({"--size", "20"}).status, 0);
  const auto text = program_.read("review.jsonl");
  const auto fault = [&](const std::string& review) {
    program_.file("broken.jsonl", review);
    const auto ran = score({"broken.jsonl"});
    EXPECT_EQ(ran.status, 2);
    return ran.err;
  };
  EXPECT_THAT(fault(text.substr(text.find('\n') + 1)), HasSubstr("1 of 20 examples are missing"));
  EXPECT_THAT(fault(text + text.substr(0, text.find('\n') + 1)), HasSubstr("broken.jsonl:21"));
  auto changed = json::parse(text.substr(0, text.find('\n')));
  changed["generated"] = "rm -rf /";
  EXPECT_THAT(fault(changed.dump() + "\n"), HasSubstr("another one than the key's"));
  EXPECT_THAT(fault("{"), HasSubstr("broken.jsonl:1"));
  program_.file("broken.jsonl", "{\"id\": 1}\n");
  EXPECT_THAT(program_.run({"label", "score", "review.jsonl", "--key", "broken.jsonl"}).err,
              AllOf(HasSubstr("broken.jsonl:1"), HasSubstr("missing")));
}

TEST_F(LabelTest, SaysWhatIsMissing) {
  EXPECT_EQ(program_.run({"label", "sample", "results.jsonl"}).status, 3);
  EXPECT_EQ(program_.run({"label", "draw", "results.jsonl"}).status, 3);
  EXPECT_THAT(program_.run({"label", "sample", "results.jsonl", "--key", "k"}).err, HasSubstr("--output"));
  program_.file("pairs.jsonl", "{\"instruction\": \"a\"}\n");
  EXPECT_THAT(program_.run({"label", "sample", "pairs.jsonl", "--key", "k", "--output", "o"}).err,
              AllOf(HasSubstr("pairs.jsonl:1"), HasSubstr("results.jsonl")));
}

}  // namespace
}  // namespace assay
