// SPDX-License-Identifier: Apache-2.0
// The stores that merging refuses, and the name that each refusal gives.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "read_only.h"
#include "shards.h"

namespace assay {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class MergedSourceTest : public ShardTest {};

TEST_F(MergedSourceTest, TakesStoresOfAFolderThatCannotBeWritten) {
  std::filesystem::create_directory(program_.folder() / "artifact");
  shard(1, 2, "artifact/1.db");
  shard(2, 2, "artifact/2.db");
  const ReadOnly lock(program_.folder() / "artifact");
  if (!lock) GTEST_SKIP() << "root without the right to mount cannot have a read-only folder";
  const Ran merged = merge({"artifact/1.db", "artifact/2.db"}, "m.db", {"--gate"});
  EXPECT_EQ(merged.status, 1) << "cases miss: " << merged.err;
  EXPECT_THAT(merged.out, HasSubstr("artifact/2.db: 0 runs added, 1 joined, 5 results added"));
}

TEST_F(MergedSourceTest, BlamesNoSourceForTheStoreThatCannotBeWritten) {
  const nlohmann::json large{{"id", "case-1"}, {"answer", "echo " + std::string(50'000, 'x')}};
  program_.file("answers.jsonl", large.dump() + "\n");
  shard(1, 2, "1.db");
  shard(2, 2, "2.db");
  merge({"1.db"}, "m.db");
  const Ran full = program_.bash("ulimit -f 40; $assay merge 2.db --store m.db");
  EXPECT_EQ(full.status, 2);
  EXPECT_THAT(full.err,
              AllOf(StartsWith("m.db: error: the store cannot be written"), Not(HasSubstr("2.db"))));
}

TEST_F(MergedSourceTest, NamesTheStoresThatThereAre) {
  shard(1, 2, "1.db");
  const std::string url = "mysql://db.example.org/runs";
  for (const std::vector<std::string>& command : std::vector<std::vector<std::string>>{
           {"merge", "1.db", "--store", url}, {"merge", url}, {"runs", "--store", url}, {"show", url}}) {
    const Ran ran = program_.run(command);
    EXPECT_EQ(ran.status, 2) << command.front();
    EXPECT_THAT(ran.err, AllOf(StartsWith(url + ": error: assay has no store of this kind"),
                               HasSubstr("next: name a file, or the database of a PostgreSQL server")));
  }
}

}  // namespace
}  // namespace assay
