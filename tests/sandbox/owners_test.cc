// SPDX-License-Identifier: Apache-2.0
// Files of a world that belong to other users, if this machine has a range of user numbers for them.
#include <array>
#include <fstream>
#include <sstream>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using testing::HasSubstr;

std::string bytes_of(const char* path) {
  std::ostringstream bytes;
  bytes << std::ifstream(path, std::ios::binary).rdbuf();
  return bytes.str();
}

World with_owners() {
  return {.entries = {{.path = "secret", .mode = 0600, .owner = 0, .group = 0, .content = "root's\n"},
                      {.path = "shared", .mode = 0664, .owner = 0, .group = kGroup, .content = "of both\n"},
                      {.path = "mine", .content = "the user's\n"},
                      {.path = "strangers", .owner = 4242, .group = 4242},
                      {.path = "/srv/roots", .type = NodeType::folder, .mode = 0755, .owner = 0, .group = 0},
                      {.path = "/srv/roots/f", .owner = 33, .group = 33},
                      {.path = "link", .type = NodeType::link, .owner = 0, .group = 0, .content = "mine"}}};
}

class OwnersTest : public SandboxTest {
 protected:
  void SetUp() override {
    SandboxTest::SetUp();
    if (IsSkipped() || HasFatalFailure() || sandbox().has_owners()) return;
    GTEST_SKIP() << "no range of users' numbers: neither root nor newuidmap with a line in /etc/subuid";
  }
};

TEST_F(OwnersTest, CommandsSeeWhoseFilesAre) {
  EXPECT_EQ(said("stat -c '%n %U:%G %a' secret shared mine link /srv/roots", with_owners()),
            "secret root:root 600\nshared root:staff 664\nmine user:staff 644\nlink root:root 777\n"
            "/srv/roots root:root 755\n");
  EXPECT_EQ(said("find . -user root | sort; find . -nouser; find /srv -uid 33", with_owners()),
            "./link\n./secret\n./shared\n./strangers\n/srv/roots/f\n");
  EXPECT_EQ(
      said("ls -l shared | cut -d' ' -f1-4; [ -O mine ] && [ ! -O secret ] && echo right", with_owners()),
      "-rw-rw-r-- 1 root staff\nright\n");
}

TEST_F(OwnersTest, RightsAreThoseOfTheUser) {
  EXPECT_THAT(said("cat secret", with_owners()), HasSubstr("Permission denied"));
  EXPECT_THAT(said("rm /srv/roots/f", with_owners()), HasSubstr("Permission denied"));
  EXPECT_THAT(said("chmod 777 secret", with_owners()), HasSubstr("not permitted"));
  EXPECT_EQ(said("echo more >> shared; cat shared; rm -f secret; ls secret 2> /dev/null", with_owners()),
            "of both\nmore\n")
      << "the folder is the user's";
}

TEST_F(OwnersTest, NobodyIsGivenAFile) {
  for (const char* command : {"chown root mine", "chown 4242 mine", "chgrp root mine", "chown user secret"})
    EXPECT_THAT(said(command, with_owners()), HasSubstr("not permitted")) << command;
}

TEST_F(OwnersTest, EffectsHaveOwners) {
  const SandboxResult outcome = run("mv secret kept; cp shared copied", with_owners());
  ASSERT_EQ(outcome.effects.size(), 3u) << outcome.err;
  EXPECT_EQ(outcome.effects[0].path, "/home/user/copied");
  EXPECT_EQ(outcome.effects[0].after.owner, kUser);
  EXPECT_EQ(outcome.effects[1].path, "/home/user/kept");
  EXPECT_EQ(outcome.effects[1].after.owner, 0u);
  EXPECT_EQ(outcome.effects[1].after.mode, 0600u);
  EXPECT_EQ(outcome.effects[2].before.owner, 0u);
}

TEST_F(OwnersTest, CopiedWorldsHaveThemToo) {
  Sandbox copies({.best = Tier::copied});
  EXPECT_EQ(copies.run(with_owners(), shell_command("stat -c %U secret; echo x > new")).out, "root\n");
}

// The file is a setuid program owned by root that prints its own user.
TEST_F(OwnersTest, NobodyBecomesRoot) {
  World world = with_owners();
  world.entries.push_back(
      {.path = "id", .mode = 06755, .owner = 0, .group = 0, .content = bytes_of("/usr/bin/id")});
  const SandboxResult outcome = run("stat -c %a id; ./id -u; ./id -g; ./id -ru", world);
  EXPECT_EQ(outcome.out, "6755\n1000\n50\n1000\n") << outcome.err;
  EXPECT_THAT(said("grep -h ^Cap /proc/self/status | cut -f2 | sort -u", world), "0000000000000000\n");
  EXPECT_THAT(said("cat /proc/self/setgroups", world), "deny\n");
}

// Seen from outside, where their numbers are different.
TEST_F(OwnersTest, ProcessesHaveTheUsersNumberAlone) {
  Cell cell = sandbox().open(with_owners());
  const SandboxResult outcome = cell.run(shell_command("cat /proc/self/uid_map | tr -s ' '; id -G"));
  EXPECT_THAT(outcome.out, HasSubstr(" 0 0 1000\n 1000 1000 1\n 1001 1001 64535\n50\n"));
  for (const pid_t pid : descendants_of(::getpid())) {
    std::ifstream status("/proc/" + std::to_string(pid) + "/status");
    for (std::string line; std::getline(status, line);) {
      if (!line.starts_with("Uid:")) continue;
      std::istringstream numbers(line.substr(4));
      for (unsigned number; numbers >> number;) EXPECT_LT(number, 0x70000000u) << line;
    }
  }
}

}  // namespace
}  // namespace assay::sandbox
