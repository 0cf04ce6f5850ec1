// SPDX-License-Identifier: Apache-2.0
// Worlds made by a set-up script: run once, then stored as if they had been written by hand.
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>

#include "assay/internal/behaviour.h"
#include "assay/internal/json.h"
#include "sandbox_fixture.h"
#include "unpacked_root.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;

class SetupTest : public sandbox::SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    cache_ = std::filesystem::path(testing::TempDir()) /
             (std::string("setup_") + testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::remove_all(cache_);
    ::setenv("XDG_CACHE_HOME", cache_.c_str(), 1);
  }
  void TearDown() override { ::unsetenv("XDG_CACHE_HOME"); }

  static worlds::NamedWorld world(const std::string& members) {
    return worlds::parse_world("{" + members + "}", "w.json");
  }
  // The output of a script in the world that is made from `world`.
  static std::string said_in(const worlds::NamedWorld& world, const std::string& script) {
    Lab lab;
    const MadeWorld made = lab.made(world);
    EXPECT_EQ(made.fault, "");
    EXPECT_EQ(made.world.setup, "");
    return said(script, made.world.world);
  }
  std::vector<std::filesystem::path> images() const {
    std::vector<std::filesystem::path> files;
    std::error_code none;
    for (const auto& each : std::filesystem::directory_iterator(cache_ / "assay" / "worlds", none))
      files.push_back(each.path());
    return files;
  }

  std::filesystem::path cache_;
};

TEST_F(SetupTest, WhatTheScriptLeavesIsTheWorld) {
  const auto made =
      world(R"("entries": [{"path": "a.txt", "content": "one\n"}, {"path": "d/e/f", "content": "x"},
      {"path": "gone/g"}],
      "setup": "seq 3 > n; chmod 600 a.txt; ln -s a.txt l; mkdir -p x/y; printf '\\0\\377' > b\nrm d/e/f; rm -r gone; mkfifo p")");
  EXPECT_EQ(said_in(made, "find . -printf '%y %p %l\\n' | sort; stat -c %a a.txt; cat n; od -An -tx1 b"),
            "d . \nd ./d \nd ./d/e \nd ./x \nd ./x/y \nf ./a.txt \nf ./b \nf ./n \nl ./l a.txt\np ./p \n600\n"
            "1\n2\n3\n 00 ff\n");
}

TEST_F(SetupTest, TimesAreRelativeToEachStart) {
  const auto made = world(R"("entries": [{"path": "new"}], "setup": "touch -d '-4 days' old; touch now")");
  EXPECT_EQ(said_in(made, "find . -mtime +2 -type f; find . -newermt '-20 seconds' -type f"),
            "./old\n./now\n");
}

TEST_F(SetupTest, TheScriptRunsOnceForAllProcesses) {
  const auto made = world(R"("entries": [], "setup": "head -c 8 /dev/urandom | od -An -tx1 > id")");
  const std::string id = said_in(made, "cat id");
  EXPECT_EQ(said_in(made, "cat id"), id);
  EXPECT_EQ(images().size(), 1u);
  auto other = made;
  other.setup += " ";
  EXPECT_NE(said_in(other, "cat id"), id);
  EXPECT_EQ(images().size(), 2u);
}

TEST_F(SetupTest, AnImageThatIsNoneIsMadeAgain) {
  const auto made = world(R"("entries": [], "setup": "echo x > a")");
  EXPECT_EQ(said_in(made, "cat a"), "x\n");
  write_file_atomically(images().front(), "{\"entries\": [");
  EXPECT_EQ(said_in(made, "cat a"), "x\n");
  EXPECT_EQ(worlds::read_world(images().front()).world.entries.size(), 1u);
}

TEST_F(SetupTest, AnotherProgramInTheRootMakesAnotherWorld) {
  const sandbox::UnpackedRoot root("setup_programs");
  ASSERT_TRUE(root.is_whole());
  const auto made =
      world(R"("entries": [], "setup": "awk > v", "userland": ")" + root.folder().string() + "\"");
  const auto left = [&] {
    Lab lab;
    const MadeWorld whole = lab.made(made);
    return whole.fault.empty() ? whole.world.world.entries.at(0).content : whole.fault;
  };
  root.script("awk", "echo one");
  EXPECT_EQ(left(), "one\n");
  EXPECT_EQ(left(), "one\n");
  EXPECT_EQ(images().size(), 1u);
  root.script("awk", "echo two");
  EXPECT_EQ(left(), "two\n");
  EXPECT_EQ(images().size(), 2u);
}

TEST_F(SetupTest, WhatLiesInTheCacheIsNeitherFollowedNorWaitedFor) {
  const auto made = world(R"("entries": [], "setup": "echo x > a")");
  EXPECT_EQ(said_in(made, "cat a"), "x\n");
  const std::filesystem::path image = images().front(), precious = cache_ / "precious";
  std::filesystem::remove(image);
  ASSERT_EQ(::mkfifo(image.c_str(), 0600), 0);
  EXPECT_EQ(said_in(made, "cat a"), "x\n");
  EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::symlink_status(image))) << "in its place";
  write_file_atomically(precious, "mine");
  std::filesystem::remove(image);
  std::filesystem::create_symlink(precious, image);
  EXPECT_EQ(said_in(made, "cat a"), "x\n");
  EXPECT_EQ(read_file(precious), "mine");
  EXPECT_EQ(images().size(), 1u);
}

TEST_F(SetupTest, WithoutACacheItIsKeptInMemory) {
  ::setenv("XDG_CACHE_HOME", "/proc/none", 1);
  Lab lab;
  const auto made = world(R"("entries": [], "setup": "head -c 8 /dev/urandom > id")");
  EXPECT_EQ(lab.made(made).world.world.entries.at(0).content,
            lab.made(made).world.world.entries.at(0).content);
}

TEST_F(SetupTest, AScriptThatFailsLeavesNoWorld) {
  Lab lab;
  const auto fault = [&](const std::string& script) {
    return lab.made(world("\"entries\": [], \"setup\": \"" + script + "\"")).fault;
  };
  EXPECT_EQ(fault("echo no luck >&2; exit 3"), "its set-up script: exit status 3, no luck");
  EXPECT_THAT(fault("ln /etc/hosts a; echo > b; ln b c"), HasSubstr("has several names"));
  EXPECT_THAT(fault("rm /etc/hosts"), HasSubstr("/etc/hosts is gone"));
  EXPECT_THAT(fault("rm -rf /srv"), HasSubstr("/srv is gone"));
  EXPECT_THAT(fault("rm /bin; ln -s /tmp /bin"), HasSubstr("/bin is below /bin, which is the sandbox's own"));
  EXPECT_THAT(fault("for i in 1 2 3; do head -c 4000000 /dev/urandom > $i; done"),
              HasSubstr("larger than can be kept"));
  EXPECT_EQ(images().size(), 0u);
}

TEST_F(SetupTest, CommandsAreComparedInTheWorldThatIsMade) {
  Lab lab;
  const auto made = world(R"("entries": [], "setup": "touch a.txt A.TXT")");
  EXPECT_EQ(lab.decide_in("find . -name '*.txt'", "find . -iname '*.txt'", made).finding, Finding::differs);
  const auto broken = world(R"("entries": [], "setup": "echo broken >&2; false")");
  for (const Question question : {Question::equivalent, Question::fulfils}) {
    const Comparison found = lab.decide("ls", "ls -1", broken, {.question = question});
    EXPECT_EQ(found.finding, Finding::broken);
    EXPECT_EQ(found.why, "its set-up script: exit status 1, broken");
  }
}

}  // namespace
}  // namespace assay::behaviour
