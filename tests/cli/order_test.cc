// SPDX-License-Identifier: Apache-2.0
// The order in which cases are asked.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "runs.h"

namespace assay {
namespace {

using testing::HasSubstr;

// The second case takes longest.
constexpr const char* kUneven =
    "echo \"$1\" >> asked.log; case $1 in list) sleep .2; echo ls;; where) sleep .6; echo pwd;; when) echo "
    "date;; who) "
    "sleep .4; echo whoami;; esac\n";

std::string asked_in(const Runs& runs, const std::vector<std::string>& further) {
  runs.program().file("asked.log", "");
  std::vector<std::string> arguments = {"--jobs", "1"};
  arguments.insert(arguments.end(), further.begin(), further.end());
  const auto ran = runs.scripted(kUneven, arguments);
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  std::string log = runs.program().read("asked.log");
  std::ranges::replace(log, '\n', ' ');
  return log;
}

TEST(OrderTest, WhatTookLongestIsAskedFirst) {
  const Runs runs;
  EXPECT_EQ(asked_in(runs, {"--order", "dataset"}), "list where when who ");
  EXPECT_EQ(asked_in(runs, {"--order", "longest"}), "where who list when ");
  EXPECT_EQ(asked_in(runs, {"--order", "longest", "--limit", "2"}), "where who ");
  EXPECT_EQ(asked_in(runs, {"--order", "longest:assay.db", "--store", "new.db"}), "where who list when ");
}

TEST(OrderTest, WithoutATimedRunTheOrderIsThatOfTheDatasets) {
  const Runs runs;
  const auto first = runs.scripted(kUneven, {"--order", "longest", "--jobs", "1"});
  EXPECT_EQ(first.status, 0);
  EXPECT_THAT(first.err, HasSubstr("note: the store has no complete run of suite set"));
  EXPECT_EQ(runs.program().read("asked.log"), "list\nwhere\nwhen\nwho\n");
  runs.recorded(kAllRight, {"--store", "recorded.db"});
  const auto untimed = runs.recorded(kAllRight, {"--store", "recorded.db", "--order", "longest"});
  EXPECT_EQ(untimed.status, 0);
  EXPECT_THAT(untimed.err, HasSubstr("has timed no case"));
}

TEST(OrderTest, ACaseThatWasNotTimedComesFirst) {
  const Runs runs;
  asked_in(runs, {"--filter", "*.w*", "--name", "partly"});
  EXPECT_EQ(asked_in(runs, {"--order", "longest:partly"}), "list where who when ");
}

TEST(OrderTest, AnOrderMayBeRandomAndNothingElse) {
  const Runs runs;
  const auto seven = asked_in(runs, {"--order", "random:7"});
  EXPECT_EQ(seven, asked_in(runs, {"--shuffle", "7"}));
  EXPECT_NE(seven, asked_in(runs, {"--order", "random:3"}));
  for (const char* order : {"", "shortest", "random", "random:", "random:x", "longest:"})
    EXPECT_EQ(runs.recorded(kAllRight, {"--order", order}).status, 3) << order;
  EXPECT_EQ(runs.recorded(kAllRight, {"--order", "longest", "--shuffle", "1"}).status, 3);
  const auto missing = runs.recorded(kAllRight, {"--order", "longest:nothing"});
  EXPECT_EQ(missing.status, 2);
  EXPECT_THAT(missing.err, HasSubstr("has no run nothing"));
}

TEST(OrderTest, LongestFirstIsDealtSoThatShardsHaveAlikeToDo) {
  const Runs runs;
  asked_in(runs, {"--store", "earlier.db"});
  const auto shard = [&](const std::string& which) {
    return asked_in(
        runs, {"--run-id", "r", "--shard", which, "--order", "longest:earlier.db", "--store", "shared.db"});
  };
  EXPECT_EQ(shard("1/2"), "where when ");
  EXPECT_EQ(shard("2/2"), "who list ");
  const auto otherwise = runs.scripted(kUneven, {"--run-id", "r", "--shard", "1/2", "--store", "shared.db"});
  EXPECT_EQ(otherwise.status, 2);
  EXPECT_THAT(otherwise.err, HasSubstr("another order of them"));
  const auto nameless = runs.scripted(kUneven, {"--run-id", "q", "--shard", "1/2", "--order", "longest"});
  EXPECT_EQ(nameless.status, 2);
  EXPECT_THAT(nameless.err, HasSubstr("--order longest:RUN"));
}

}  // namespace
}  // namespace assay
