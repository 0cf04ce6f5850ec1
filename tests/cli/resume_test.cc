// SPDX-License-Identifier: Apache-2.0
// Runs that were stopped and go on, and runs at the same time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "runs.h"

namespace assay {
namespace {

using testing::HasSubstr;

// Kills the program the first time it asks "when".
const std::string kKills = std::string(
                               "if [ \"$1\" = when ] && [ ! -e killed ]; then touch killed; p=$PPID; "
                               "while [ \"$(cat /proc/$p/comm)\" != assay ]; do p=$(awk '/^PPid/ {print $2}' "
                               "/proc/$p/status); done; "
                               "kill -9 $p; sleep 5; fi\n") +
                           kAnswers;

TEST(ResumeTest, AKilledRunGoesOnWhereItStopped) {
  const Runs runs;
  EXPECT_NE(runs.scripted(kKills, {"--jobs", "1"}).status, 0);
  const auto resumed = runs.scripted(kKills, {"--jobs", "1", "--resume", "latest"});
  EXPECT_EQ(resumed.status, 0) << resumed.out << resumed.err;
  EXPECT_THAT(resumed.out, HasSubstr("4 pass, 0 miss, 0 unmeasured"));
  EXPECT_EQ(runs.program().read("asked.log"), "list\nwhere\nwhen\nwho\n");
}

TEST(ResumeTest, TheRunThatIsResumedIsTheNewestThoughAnOlderOneIsComplete) {
  const Runs runs;
  runs.recorded(kAllRight);
  EXPECT_NE(runs.scripted(kKills, {"--jobs", "1"}).status, 0);
  const auto resumed = runs.scripted(kKills, {"--jobs", "1", "--resume", "latest"});
  EXPECT_EQ(resumed.status, 0) << resumed.out << resumed.err;
  EXPECT_EQ(runs.program().read("asked.log"), "list\nwhere\nwhen\nwho\n");
}

TEST(ResumeTest, NoStoreIsMadeForARunThatIsNotThere) {
  const Runs runs;
  const auto ran = runs.recorded(kAllRight, {"--resume", "latest", "--store", "none.db"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, HasSubstr("none.db: error: there is no such store"));
  EXPECT_FALSE(runs.program().has("none.db"));
}

TEST(ResumeTest, OnlyTheSameRunIsResumed) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto other = runs.scripted(kAnswers, {"--resume", "latest"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("with another tool"));
}

// The tool tries to resume the run that is asking it.
TEST(ResumeTest, ARunThatIsGoingOnIsNotResumedAndNotDisturbed) {
  const Runs runs;
  const std::string resumes =
      "[ \"$1\" = when ] && { \"$assay\" run --dataset four.json --tool tool.json --resume latest 2> said; "
      "echo "
      "$? > status; }\n";
  const auto ran = runs.scripted(resumes + kAnswers, {"--jobs", "1"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(runs.program().read("status"), "2\n");
  EXPECT_EQ(runs.program().read("said"), "error: run " + Runs::id_in(ran) +
                                             " is still going on in another process\n  next: wait for it, or "
                                             "stop it; then repeat the command line, or resume the run\n");
  EXPECT_EQ(runs.program().read("asked.log"), "list\nwhere\nwhen\nwho\n");
}

// The tool starts another shard of the run that is asking it.
TEST(ResumeTest, ShardsOfARunWithALongIdRunAtOnce) {
  const Runs runs;
  const std::string id(100, 'n');
  const std::string starts =
      "[ \"$1\" = when ] && \"$assay\" run --dataset four.json --tool tool.json --store b.db --jobs 1 "
      "--run-id " +
      id + " --shard 2/2 > /dev/null 2> said\n";
  const auto ran = runs.scripted(starts + kAnswers, {"--jobs", "1", "--run-id", id, "--shard", "1/2"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(runs.program().read("said"), "");
  EXPECT_EQ(runs.program().read("asked.log"), "list\nwhere\nwho\nwhen\n");
}

// The tool starts a run of the same id, one that has a store of its own; then one that has the same store.
TEST(ResumeTest, ARunOfTheSameIdInAnotherStoreIsAnotherRun) {
  const Runs runs;
  const std::string starts =
      "one() { \"$assay\" run --dataset four.json --tool tool.json --store $1 --jobs 1 --run-id same --shard "
      "1/2; }\n"
      "[ \"$1\" = when ] && [ ! -e b.db ] && one b.db > /dev/null 2> said\n"
      "[ \"$1\" = when ] && [ ! -e again ] && touch again && one assay.db > /dev/null 2> refused\n";
  const auto ran = runs.scripted(starts + kAnswers, {"--jobs", "1", "--run-id", "same", "--shard", "1/2"});
  EXPECT_EQ(ran.status, 0) << ran.out << ran.err;
  EXPECT_EQ(runs.program().read("said"), "");
  EXPECT_THAT(runs.program().read("refused"), HasSubstr("is still going on in another process"));
}

TEST(ResumeTest, AStoreThatIsRemovedOrReplacedMeanwhileIsNoSuccess) {
  for (const std::string loses : {"rm assay.db", "cp assay.db other; mv other assay.db"}) {
    const Runs runs;
    const auto ran = runs.scripted("[ \"$1\" = when ] && { " + loses + "; }\n" + kAnswers, {"--jobs", "1"});
    EXPECT_EQ(ran.status, 2) << loses;
    EXPECT_THAT(ran.err,
                HasSubstr("assay.db: error: the store was removed or replaced while it was written"));
  }
}

TEST(ResumeTest, ARunIsResumedUnderItsOwnMinimumScore) {
  const Runs runs;
  runs.recorded(kAllRight);
  const auto other = runs.recorded(kAllRight, {"--resume", "latest", "--min-score", "0.5"});
  EXPECT_EQ(other.status, 2);
  EXPECT_THAT(other.err, HasSubstr("with another minimum score: 0.8, not 0.5"));
  EXPECT_EQ(runs.recorded(kAllRight, {"--resume", "latest"}).status, 0);
}

}  // namespace
}  // namespace assay
