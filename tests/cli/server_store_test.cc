// SPDX-License-Identifier: Apache-2.0
// A store on a PostgreSQL server, as commands accept it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "postgres_server.h"
#include "runs.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

class ServerStoreTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!PostgresServer::absence().empty()) GTEST_SKIP() << PostgresServer::absence();
    PostgresServer::of_this_process().run("DROP SCHEMA IF EXISTS store CASCADE; CREATE SCHEMA store");
    store_ = PostgresServer::of_this_process().url("postgres", "store");
  }
  std::string store_;
};

TEST_F(ServerStoreTest, IsTakenByEveryCommandThatTakesAFile) {
  const Runs runs;
  const Program& program = runs.program();
  const Ran first = runs.recorded(kAllRight, {"--store", store_, "--name", "first"});
  EXPECT_THAT(first.out, HasSubstr("store " + store_));
  const Ran second = runs.recorded(kAllRight, {"--store", store_});
  EXPECT_THAT(program.run({"runs", "--store", store_}).out,
              AllOf(HasSubstr("first"), HasSubstr("store " + store_)));
  EXPECT_THAT(program.run({"show", "latest", "--store", store_}).err, "");
  EXPECT_EQ(program.run({"compare", "first", "latest", "--store", store_}).status, 0);
  EXPECT_EQ(program.run({"compare", store_ + "#first", store_}).status, 0);
  EXPECT_EQ(program.run({"report", store_, "--output", "out"}).status, 0);
  EXPECT_TRUE(program.has("out/results.jsonl"));
  EXPECT_EQ(program.run({"gc", "--keep", "1", "--store", store_}).status, 0);
  EXPECT_THAT(program.run({"runs", "--store", store_}).out, Not(HasSubstr("first")));
  EXPECT_FALSE(program.has("assay.db"));
}

TEST_F(ServerStoreTest, IsMergedWithFilesBothWays) {
  const Runs runs;
  const Program& program = runs.program();
  runs.recorded(kAllRight, {"--store", "shard.db", "--name", "of-file"});
  EXPECT_THAT(program.run({"merge", "shard.db", "--store", store_}).out, HasSubstr("1 run added"));
  EXPECT_THAT(program.run({"merge", store_, "--store", "copy.db"}).out, HasSubstr("1 run added"));
  const auto shown = [&](const std::string& store) {
    return program.run({"show", "of-file", "--json", "--store", store}).out;
  };
  EXPECT_THAT(shown(store_), HasSubstr("accuracy"));
  EXPECT_EQ(shown(store_), shown("shard.db"));
  EXPECT_EQ(shown("copy.db"), shown("shard.db"));
  EXPECT_THAT(program.run({"merge", store_, "--store", store_}).err, HasSubstr("others are merged into"));
}

TEST_F(ServerStoreTest, APasswordInItsUrlIsRefusedAndNowhereRepeated) {
  const Runs runs;
  for (const std::string url :
       {"postgresql://me:hunter2@localhost/runs", "postgres://localhost/runs?password=hunter2"}) {
    const Ran ran = runs.recorded(kAllRight, {"--store", url});
    EXPECT_EQ(ran.status, 2);
    EXPECT_THAT(ran.err, AllOf(HasSubstr("the URL has a password"), HasSubstr("next: ")));
    EXPECT_THAT(ran.out + ran.err, Not(HasSubstr("hunter2")));
  }
}

TEST_F(ServerStoreTest, IsNamedWhereItCannotBeReached) {
  const Runs runs;
  const Ran ran = runs.recorded(kAllRight, {"--store", "postgresql:///runs?host=/nowhere"});
  EXPECT_EQ(ran.status, 2);
  EXPECT_THAT(ran.err, AllOf(HasSubstr("postgresql:///runs?host=/nowhere"), HasSubstr("cannot be reached"),
                             HasSubstr("next: ")));
}

}  // namespace
}  // namespace assay
