// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "program.h"

namespace assay {
namespace {

TEST(PosixCommandTest, PrintsWhatDepartsAndWhatToWriteInstead) {
  const auto ran = Program().run({"posix", "[[ -f x ]] && sed -i s/a/b/ x"});
  EXPECT_EQ(ran.status, 1);
  EXPECT_EQ(ran.out,
            "[[ -f x ]] && sed -i s/a/b/ x\n"
            "  column 1: [[ … ]] is a bashism; write [ … ], or case for patterns [syntax]\n"
            "  column 19: sed -i is not in POSIX; write a new file, then mv [option]\n");
}

TEST(PosixCommandTest, ItsStatusSaysWhetherAllCommandsAreKnownToBePosix) {
  EXPECT_EQ(Program().run({"posix", "ls -la", "wc -l f"}).status, 0);
  EXPECT_EQ(Program().run({"posix", "ls -la", "ls --all"}).status, 1);
  EXPECT_EQ(Program().run({"posix", "ls 'a"}).status, 2);
}

TEST(PosixCommandTest, JsonHasOneObjectACommand) {
  const auto ran = Program().run({"posix", "--json", "ls |& wc"});
  const auto row = nlohmann::json::parse(ran.out);
  EXPECT_EQ(row["compliant"], false);
  EXPECT_EQ(row["departures"][0]["begin"], 3);
  EXPECT_EQ(row["departures"][0]["what"], "|& is a bashism");
  EXPECT_TRUE(nlohmann::json::parse(Program().run({"posix", "--json", "ls 'a"}).out)["compliant"].is_null());
}

}  // namespace
}  // namespace assay
