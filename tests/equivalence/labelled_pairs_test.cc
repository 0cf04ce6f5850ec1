// SPDX-License-Identifier: Apache-2.0
// Precision and recall on labelled pairs. A wrong "equivalent" fails; recall has a floor.
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>

#include "corpus.h"
#include "verdicts.h"

namespace assay {
namespace {

using Json = nlohmann::json;

std::vector<Json> rows_of(const std::string& name) {
  std::vector<Json> rows;
  for (const std::string& line : lines_of(name)) rows.push_back(Json::parse(line));
  return rows;
}

struct Tally {
  int found = 0;
  int all = 0;
};

void print_shares(const std::map<std::string, Tally>& tallies) {
  for (const auto& [name, tally] : tallies)
    std::printf("%-16s %4d of %4d\n", name.c_str(), tally.found, tally.all);
}

TEST(LabelledPairs, NoFalseEquivalenceAmongConfirmedPairs) {
  const auto rows = rows_of("equiv_pairs_all.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no equiv_pairs_all.jsonl in " ASSAY_SHARED_DATA;
  std::map<std::string, Tally> classes;
  std::map<std::string, Tally> tiers;
  for (const Json& row : rows) {
    const std::string a = row.at("a");
    const std::string b = row.at("b");
    const Comparison result = compare(a, b);
    EXPECT_EQ(compare(b, a).method, result.method) << a << "\n" << b;
    if (!row.at("equivalent").get<bool>()) {
      EXPECT_FALSE(is_proven(result)) << row.at("id") << "\n" << a << "\n" << b << "\n" << describe(result);
      continue;
    }
    for (Tally* each : {&classes[row.at("class")], &tiers[row.at("tier")]}) {
      ++each->all;
      each->found += is_proven(result);
    }
  }
  print_shares(classes);
  print_shares(tiers);
  EXPECT_GE(tiers["strict"].found, tiers["strict"].all * 0.92);
  EXPECT_GE(tiers["normal"].found, tiers["normal"].all * 0.72);
}

TEST(LabelledPairs, NoFalseEquivalenceAmongCommandsOfDifferentTasks) {
  const auto rows = rows_of("feh_pairs.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no feh_pairs.jsonl in " ASSAY_SHARED_DATA;
  Tally tally;
  for (const Json& row : rows) {
    const std::string a = row.at("ground_truth");
    const std::string b = row.at("candidate");
    const Comparison result = compare(a, b);
    if (!row.at("equivalent").get<bool>()) {
      EXPECT_FALSE(is_proven(result)) << a << "\n" << b << "\n" << describe(result);
    } else if (!row.at("identical_text").get<bool>()) {
      ++tally.all;
      tally.found += is_proven(result);
    }
  }
  std::printf("proven: %d of %d pairs for one task with different texts\n", tally.found, tally.all);
}

// People labelled the predictions by what the prompt asked for: the remaining false positives are pairs with
// the same meaning, one of which was judged wrong.
TEST(LabelledPairs, JudgedPredictions) {
  const auto rows = rows_of("judged_pairs.jsonl");
  if (rows.empty()) GTEST_SKIP() << "no judged_pairs.jsonl in " ASSAY_SHARED_DATA;
  Tally positives;
  int claims = 0;
  for (const Json& row : rows) {
    const std::string prediction = row.at("prediction");
    const std::vector<std::string> gold = row.at("gold");
    if (std::find(gold.begin(), gold.end(), prediction) != gold.end()) continue;
    const bool label = row.at("correct_command");
    positives.all += label;
    for (const std::string& each : gold) {
      const Comparison result = compare(each, prediction);
      if (!is_proven(result) || result.score < 0.80) continue;
      ++claims;
      positives.found += label;
      if (!label)
        std::printf("labelled wrong: %s\n  gold:         %s\n  %s\n", prediction.c_str(), each.c_str(),
                    result.why.c_str());
      break;
    }
  }
  std::printf("%d claims, %d of them labelled right; %d predictions labelled right\n", claims,
              positives.found, positives.all);
  EXPECT_GE(positives.found, claims * 0.95);
}

}  // namespace
}  // namespace assay
