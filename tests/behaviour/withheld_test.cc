// SPDX-License-Identifier: Apache-2.0
// Commands that every sandbox stops: that two of them fail alike proves nothing about them.
#include "withheld.h"

#include "comparison_fixture.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;

class WithheldTest : public ComparisonTest {
 protected:
  // Each command is followed by one that behaves alike in both.
  static Comparison both(const std::string& accepted, const std::string& generated, Question question) {
    return compared(accepted + "; ls", generated + "; ls", question);
  }
};

struct Stopped {
  const char* accepted;
  const char* generated;
};

constexpr Stopped kStopped[] = {
    // owners
    {"chown root a.txt", "chown 12 a.txt"},
    {"chown bin a.txt", "chown daemon a.txt"},
    {"chgrp root a.txt", "chgrp bin a.txt"},
    {"chown -f root a.txt", "chown -f bin a.txt"},
    {"find . -name a.txt -exec chown root {} +", "find . -name b.txt -exec chown root {} +"},
    {"ls a.txt | xargs chown root", "ls b.txt | xargs chown root"},
    {"sh -c 'chown root a.txt'", "sh -c 'chown root b.txt'"},
    // attributes and capabilities of files
    {"chattr +i a.txt", "chattr +a a.txt"},
    {"setcap cap_net_raw+ep a.txt", "setcap cap_chown+ep a.txt"},
    {"setfacl -m u:bin:r a.txt", "setfacl -m u:bin:w a.txt"},
    // devices, mounts, memory
    {"mknod x c 1 3", "mknod x c 1 5"},
    {"mount -t tmpfs none d.txt", "mount -t proc none d.txt"},
    {"umount /proc", "umount /sys"},
    {"swapon a.txt", "swapon b.txt"},
    // the machine
    {"sysctl -w vm.swappiness=1", "sysctl -w vm.swappiness=2"},
    {"ip link set lo up", "ip link set lo down"},
    {"hostname first", "hostname second"},
    {"date -s 2020-01-01 > /dev/null", "date -s 2021-01-01 > /dev/null"},
    {"systemctl start ssh", "systemctl stop ssh"},
    {"echo 1 > /proc/sys/kernel/panic", "echo 2 > /proc/sys/kernel/panic"},
    {"echo one > /usr/share/notes", "echo two > /usr/share/notes"},
    // processes
    {"sudo -u bin ls", "sudo -u daemon ls"},
    {"runuser -u bin ls", "runuser -u daemon ls"},
    {"nice -n -5 ls", "nice -n -6 ls"},
    {"renice -5 $$", "renice -6 $$"},
    {"ionice -c1 ls", "ionice -c2 ls"},
    {"crontab a.txt", "crontab b.txt"},
    // space
    {"dd if=/dev/zero of=f bs=1M count=20", "dd if=/dev/zero of=f bs=1M count=30"},
    {"truncate -s 1G a.txt", "truncate -s 2G a.txt"},
    {"fallocate -l 1G f", "fallocate -l 2G f"},
    {"head -c 20M /dev/zero | tee f", "head -c 30M /dev/zero | tee f"},
    // missing utilities and modules
    {"nothing-here a.txt", "nothing-there a.txt"},
    {"find . -exec nothing-here {} \\;", "find . -exec nothing-there {} \\;"},
    {"ls | xargs nothing-here", "ls | xargs nothing-there"},
    {"env nothing-here", "env nothing-there"},
    {"nohup nothing-here", "nohup nothing-there"},
    {"timeout 3 nothing-here", "timeout 3 nothing-there"},
    {"sh -c nothing-here", "sh -c nothing-there"},
    {"perl -MNothing::Here -e 1", "perl -MNothing::There -e 1"},
};

TEST_F(WithheldTest, TwoThatFailAlikeInEverySandboxAreNotTheSame) {
  for (const Stopped& each : kStopped) {
    for (const auto question : {Question::equivalent, Question::fulfils}) {
      const Comparison found = both(each.accepted, each.generated, question);
      EXPECT_TRUE(found.finding == Finding::undecided || found.finding == Finding::unavailable)
          << each.accepted << ": " << found.why;
      EXPECT_NE(found.why, "no world could tell the commands apart") << each.accepted;
    }
  }
}

TEST_F(WithheldTest, NorWhereTheyHideThatTheyFail) {
  for (const Stopped& each : kStopped) {
    for (const char* hidden :
         {" 2>/dev/null", " >/dev/null 2>&1", " &> /dev/null", " 2> /dev/null || true"}) {
      const Comparison found = both(each.accepted + std::string(hidden), each.generated + std::string(hidden),
                                    Question::equivalent);
      EXPECT_TRUE(found.finding == Finding::undecided || found.finding == Finding::unavailable)
          << each.accepted << hidden << ": " << found.why;
    }
  }
}

TEST_F(WithheldTest, TheReasonIsTheLineThatSaysIt) {
  EXPECT_THAT(
      both("chown root a.txt", "chown 0 a.txt", Question::equivalent).why,
      HasSubstr("the accepted command needs something that no sandbox has: chown: changing ownership"));
  EXPECT_THAT(
      both("ls", "ls; nice -n -5 true", Question::equivalent).why,
      HasSubstr("the generated command needs something that no sandbox has: nice: cannot set niceness"));
  EXPECT_THAT(both("ls", "nothing-here 2>/dev/null; ls", Question::equivalent).why,
              HasSubstr("hides that nothing-here is not in the sandbox"));
}

// A hidden failure of only one of them is no counterexample either.
TEST_F(WithheldTest, ADifferenceThatTheSandboxMakesIsNone) {
  EXPECT_EQ(equivalent("find . -name a.txt", "nothing-here a.txt 2> /dev/null"), Finding::undecided);
  EXPECT_EQ(equivalent("head -c 20M /dev/zero > f", "truncate -s 20M f"), Finding::undecided);
}

TEST_F(WithheldTest, WhatAWorldForbidsCounts) {
  const std::vector<worlds::NamedWorld> closed = {
      world({{.path = "closed", .mode = 0, .content = "x\n"}, {.path = "open", .content = "x\n"}})};
  EXPECT_EQ(compared("cat *", "cat closed open", Question::equivalent, closed).finding, Finding::same);
  EXPECT_EQ(compared("cat *", "cat open", Question::equivalent, closed).finding, Finding::differs);
  EXPECT_EQ(equivalent("cat a.txt missing", "cat ./a.txt missing"), Finding::same);
}

TEST_F(WithheldTest, PlacesThatWorldsDoNotHave) {
  EXPECT_EQ(equivalent("TZ=Asia/Tokyo date +%Y", "TZ=Europe/Berlin date +%Y"), Finding::undecided);
  EXPECT_EQ(equivalent("TZ=JST-9 date +%Y", "TZ=UTC date +%Y"), Finding::same);
  EXPECT_EQ(equivalent("LC_ALL=de_DE.UTF-8 sort a.txt", "LC_ALL=C sort a.txt"), Finding::undecided);
}

TEST(OutspokenTest, ComplaintsGoWhereTheyCanBeRead) {
  EXPECT_EQ(with_visible_errors("a 2>/dev/null; b"), "a ; b");
  EXPECT_EQ(with_visible_errors("a > f 2>&1 | b"), "a > f  | b");
  EXPECT_EQ(with_visible_errors("a &> f; b |& c"), "a > f; b | c");
  EXPECT_EQ(with_visible_errors("(a 2>> log)"), "(a )");
  EXPECT_EQ(with_visible_errors("sh -c 'a 2>/dev/null'"), "sh -c 'a '");
  EXPECT_EQ(with_visible_errors("echo 12>f"), "echo 12>f");
}

}  // namespace
}  // namespace assay::behaviour
