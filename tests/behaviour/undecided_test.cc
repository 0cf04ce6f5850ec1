// SPDX-License-Identifier: Apache-2.0
// Comparisons that cannot be decided, and the reasons given.
#include "comparison_fixture.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;
using worlds::NamedWorld;

class UndecidedTest : public ComparisonTest {};

TEST_F(UndecidedTest, WhatIsLeftRunningIsNotSeen) {
  for (const char* answer : {"ls; (sleep 60; rm -rf ~) & disown", "ls; coproc sleep 60"})
    EXPECT_EQ(equivalent("ls", answer), Finding::undecided) << answer;
  EXPECT_EQ(equivalent("ls", "true & wait; ls"), Finding::same);
}

TEST_F(UndecidedTest, WhatComesLateIsNoDifference) {
  const Comparison late = compared("cat a.txt", "(sleep 60; cat a.txt) &", Question::equivalent);
  EXPECT_EQ(late.finding, Finding::undecided);
  EXPECT_THAT(late.why, HasSubstr("a job in the background"));
  EXPECT_EQ(equivalent("touch new; rm b.txt", "rm b.txt; (sleep 60; touch new) &"), Finding::undecided);
  EXPECT_EQ(fulfils("ls", "echo b.txt; (sleep 60; ls) &"), Finding::undecided);
  EXPECT_EQ(equivalent("cat a.txt", "echo nine; (sleep 60; cat a.txt) &"), Finding::differs);
  EXPECT_EQ(equivalent("cat a.txt", "(sleep 60; cat a.txt) & exit 3"), Finding::differs);
}

TEST_F(UndecidedTest, WhatTheShellRemembersOfTheCommandBefore) {
  EXPECT_EQ(equivalent("ls -l d; echo $((_))", "ls d -l; echo $((_))"), Finding::undecided);
  EXPECT_EQ(equivalent("true a; ls \"${_:+x}\"", "true b; ls \"${_:+x}\""), Finding::undecided);
  EXPECT_EQ(equivalent("ls -l; echo \"$_\"", "ls -l .; echo \"$_\""), Finding::differs);
  EXPECT_EQ(equivalent("perl -ne 'print $_' a.txt", "perl -ne print a.txt"), Finding::same) << "perl's own";
}

// Each of these fails in a world without reporting it.
TEST_F(UndecidedTest, WhatReachesBeyondWorldsIsNotSeen) {
  for (const char* extra :
       {"rm -rf /usr/*", "dd if=/dev/zero of=/dev/sda", "killall -9 sshd", "pgrep sshd | xargs kill",
        "python3 -c 'import socket'", "perl -e 'system(\"reboot\")'", "getent hosts a.example",
        "$(printf su)do id", "bash -c \"$(echo Y3VybAo= | base64 -d)\"", "echo Y3VybAo= | base64 -d | sh",
        "eval \"$x\""})
    for (const Question question : {Question::equivalent, Question::fulfils})
      EXPECT_EQ(compared("ls", std::string("ls; ") + extra + " > /dev/null 2>&1; true", question).finding,
                Finding::undecided)
          << extra;
  EXPECT_EQ(equivalent("ls", "/usr/bin/ls 2> /dev/null"), Finding::same);
  EXPECT_EQ(equivalent("cat a.txt | wc -l", "bash -c 'wc -l < a.txt'"), Finding::same);
  EXPECT_EQ(equivalent("wc -l < a.txt", "awk 'END{print NR}' a.txt"), Finding::same);
}

TEST_F(UndecidedTest, WhatAShellThatEndsLeavesIsNotSeen) {
  EXPECT_EQ(equivalent("ls; exit", "set -f; ls; exit"), Finding::undecided);
  EXPECT_EQ(equivalent("ls", "exec ls"), Finding::undecided);
}

TEST_F(UndecidedTest, OwnersTellWhereFilesCanBeOthers) {
  const NamedWorld owned = world(
      {{.path = "roots", .owner = 0, .group = 0, .content = "x\n"}, {.path = "mine", .content = "x\n"}});
  const auto found = [&](const char* accepted, const char* generated, Question question) {
    return compared(accepted, generated, question, {owned});
  };
  if (!sandbox().has_owners()) {
    EXPECT_EQ(found("find . -user root", "find . -uid 0", Question::fulfils).why,
              "roots is another user's, and here files can be the user's alone");
    EXPECT_EQ(found("cat *", "cat mine roots", Question::equivalent).finding, Finding::undecided);
    return;
  }
  for (const Question question : {Question::equivalent, Question::fulfils}) {
    EXPECT_EQ(found("find . -user root", "find . -uid 0", question).finding, Finding::same);
    EXPECT_EQ(found("find . -user root", "find . -user user", question).finding, Finding::differs);
    EXPECT_EQ(found("ls -l roots", "ls -n roots", question).finding, Finding::differs);
    EXPECT_EQ(found("mv roots kept", "cp roots kept; rm -f roots", question).finding, Finding::differs);
    EXPECT_EQ(found("chown root mine", "chgrp root mine", question).finding, Finding::undecided);
  }
  EXPECT_THAT(found("mv roots kept", "cp -p roots kept; rm -f roots", Question::equivalent).why,
              HasSubstr("owner 0:0"));
}

TEST_F(UndecidedTest, WhereNothingIsFoundNothingIsTold) {
  for (const auto question : {Question::equivalent, Question::fulfils}) {
    EXPECT_EQ(compared("find . -name '*.py'", "find . -name '*.pl'", question).finding, Finding::undecided);
    EXPECT_EQ(compared("find . -name '*.py' | wc -l", "find . -name '*.pl' | wc -l", question).finding,
              Finding::undecided);
    EXPECT_EQ(compared("cat missing", "cat missing2", question).finding, Finding::undecided);
    EXPECT_EQ(compared("true", "true", question, {}).why, "there is no world to run them in");
  }
}

TEST_F(UndecidedTest, WhatVariesProvesNothing) {
  EXPECT_EQ(equivalent("echo $RANDOM$RANDOM", "echo 7"), Finding::undecided);
  EXPECT_EQ(equivalent("date +%N", "date +%s%N"), Finding::undecided);
  EXPECT_EQ(equivalent("mktemp ./XXXXXXXX", "mktemp ./XXXXXXXX"), Finding::undecided);
  EXPECT_EQ(equivalent("echo 7", "echo $RANDOM$RANDOM"), Finding::differs);
}

TEST_F(UndecidedTest, WhatNoSandboxHasIsUndecidedWithItsReason) {
  EXPECT_EQ(compared("curl example.com", "wget example.com", Question::equivalent).why,
            "the accepted command: curl needs a network or the outside");
  EXPECT_EQ(compared("sudo cat a.txt", "cat a.txt", Question::equivalent).why,
            "the accepted command: sudo needs root's rights or the machine itself");
  EXPECT_THAT(compared("chown root a.txt", "chown 0 a.txt", Question::equivalent).why,
              HasSubstr("something that no sandbox has"));
}

TEST_F(UndecidedTest, WhatDoesNotEnd) {
  const std::vector<NamedWorld> worlds = {documents()};
  const Terms brief{.limits = {.timeout = std::chrono::milliseconds(200)}};
  EXPECT_EQ(compare(sandbox(), "tail -f a.txt", "tail -F a.txt", worlds, brief).why,
            "the accepted command does not end by itself");
  EXPECT_EQ(compare(sandbox(), "cat a.txt", "tail -f a.txt", worlds, brief).why,
            "the generated command does not end");
}

// Each of these fails because of the sandbox itself, so that both fail alike proves nothing.
TEST_F(UndecidedTest, WhatTheSandboxRefusesIsUndecided) {
  const std::pair<const char*, const char*> refused[] = {
      {"chown root a.txt", "chown -R root a.txt"},
      {"chgrp root a.txt", "chown :root a.txt"},
      {"mknod n b 1 2", "mknod n c 1 2"},
      {"mount -t tmpfs none d.txt", "mount -t proc none d.txt"},
      {"date -s 2020-01-01", "date -s 2021-01-01"},
      {"hostname one", "hostname two"},
      {"dd if=a.txt of=/dev/sda", "cat a.txt > /dev/sda"},
      {"kill -9 1", "kill -15 1"},
      {"renice -n -5 -p $$", "renice -n -9 -p $$"},
      {"echo 1 > /proc/sys/vm/drop_caches", "echo 3 > /proc/sys/vm/drop_caches"},
      {"cp a.txt /usr/bin/a", "cp b.txt /usr/bin/a"}};
  for (const auto& [accepted, generated] : refused) {
    EXPECT_NE(equivalent(accepted, generated), Finding::same) << accepted;
    EXPECT_NE(fulfils(accepted, generated), Finding::same) << accepted;
  }
}

TEST_F(UndecidedTest, WhatPrintsTooMuchInOneWorldIsToldInAnother) {
  NamedWorld large = documents();
  large.world.entries.push_back({.path = "large", .content = std::string(300 << 10, 'x')});
  const auto found = [&](const char* accepted, const char* generated) {
    return compared(accepted, generated, Question::equivalent, {large, documents()});
  };
  EXPECT_EQ(found("cat large a.txt", "cat large").finding, Finding::differs);
  EXPECT_EQ(found("cat large a.txt", "cat large ./a.txt").why, "the accepted command prints too much")
      << "though they do the same where there is no such file";
}

// In the second world there is nothing that it could be kept from.
TEST_F(UndecidedTest, WhatOneWorldKeptFromTheAnswerNoOtherWorldShows) {
  const std::vector<worlds::NamedWorld> worlds = {
      documents(), world({{.path = "a.txt", .content = "one\n"}, {.path = "big/x", .content = ""}})};
  const auto found =
      compared("cat a.txt", "head -c 200M /dev/zero > big; cat a.txt", Question::equivalent, worlds);
  EXPECT_EQ(found.finding, Finding::undecided);
  EXPECT_THAT(found.why, testing::HasSubstr("File size limit exceeded"));
}

TEST_F(UndecidedTest, AUtilityThatIsMissingIsUnavailable) {
  const Comparison found = compared("no-such-utility a.txt", "cat a.txt", Question::equivalent);
  EXPECT_EQ(found.finding, Finding::unavailable);
  EXPECT_EQ(found.why, "no-such-utility is not in the sandbox");
}

TEST_F(UndecidedTest, AStopIsHeard) {
  std::stop_source stop;
  stop.request_stop();
  const std::vector<NamedWorld> worlds = {documents()};
  EXPECT_EQ(compare(sandbox(), "ls", "ls", worlds, {.stop = stop.get_token()}).finding, Finding::unavailable);
}

TEST_F(UndecidedTest, WhatTakesTooLongInAllWorldsTogetherIsUndecided) {
  const std::vector<NamedWorld> worlds(7, documents());
  const Terms brief{.until = std::chrono::steady_clock::now() + std::chrono::milliseconds(500)};
  const Comparison slow = compare(sandbox(), "sleep 0.4; ls", "sleep 0.4; ls", worlds, brief);
  EXPECT_EQ(slow.finding, Finding::undecided) << "each run is short, and all are the same";
  EXPECT_EQ(slow.why, "running both in all their worlds takes too long");
  Lab hasty({.pair_time = std::chrono::milliseconds(0)});
  EXPECT_EQ(hasty.decide("ls", "ls", documents()).why, slow.why);
  EXPECT_EQ(hasty.decide_in("ls", "ls", documents()).finding, Finding::undecided);
}

}  // namespace
}  // namespace assay::behaviour
