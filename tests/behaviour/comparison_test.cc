// Two commands in worlds made by hand: where they differ, where they do the same, and where nobody can tell.
#include "assay/internal/behaviour.h"
#include "sandbox_fixture.h"

namespace assay::behaviour {
namespace {

using sandbox::NodeType;
using sandbox::World;
using testing::HasSubstr;
using worlds::NamedWorld;

NamedWorld world(std::vector<sandbox::Entry> entries) {
  return {.name = "by hand", .world = {.entries = std::move(entries)}};
}

const NamedWorld& documents() {
  static const NamedWorld documents =
      world({{.path = "a.txt", .content = "one\ntwo\n"},
             {.path = "b.txt", .content = "two\nthree\nfour\n"},
             {.path = "c.TXT", .content = "five\n"},
             {.path = "d.txt/e.txt", .content = "six\n"},
             {.path = ".hidden.txt", .content = "seven\n"},
             {.path = "old.log", .content = "x\n", .modified = -30 * 86'400}});
  return documents;
}

class ComparisonTest : public sandbox::SandboxTest {
 protected:
  static Comparison compared(std::string_view accepted, std::string_view generated, Question question,
                             std::vector<NamedWorld> worlds = {documents()}) {
    return compare(sandbox(), accepted, generated, worlds, {.question = question});
  }
  static Finding equivalent(std::string_view accepted, std::string_view generated) {
    return compared(accepted, generated, Question::equivalent).finding;
  }
  static Finding fulfils(std::string_view accepted, std::string_view generated) {
    return compared(accepted, generated, Question::fulfils).finding;
  }
};

TEST_F(ComparisonTest, TheSameBytesStatusAndFilesAreTheSame) {
  EXPECT_EQ(equivalent("cat a.txt | wc -l", "wc -l < a.txt"), Finding::same);
  EXPECT_EQ(equivalent("find . -name '*.txt'", "find . -name \"*.txt\" -print"), Finding::same);
  EXPECT_EQ(equivalent("mkdir -p x/y", "mkdir x; mkdir x/y"), Finding::same);
  EXPECT_EQ(equivalent("printenv", "printenv | cat"), Finding::same) << "bash counts its depth";
  EXPECT_EQ(equivalent("rm a.txt b.txt", "rm [ab].txt"), Finding::same);
}

TEST_F(ComparisonTest, WhatIsLeftRunningIsNotSeen) {
  for (const char* answer : {"ls; (sleep 60; rm -rf ~) & disown", "ls; coproc sleep 60"})
    EXPECT_EQ(equivalent("ls", answer), Finding::undecided) << answer;
  EXPECT_EQ(equivalent("ls", "true & wait; ls"), Finding::same);
}

TEST_F(ComparisonTest, WhatComesLateIsNoDifference) {
  const Comparison late = compared("cat a.txt", "(sleep 60; cat a.txt) &", Question::equivalent);
  EXPECT_EQ(late.finding, Finding::undecided);
  EXPECT_THAT(late.why, HasSubstr("leaves processes behind"));
  EXPECT_EQ(equivalent("touch new; rm b.txt", "rm b.txt; (sleep 60; touch new) &"), Finding::undecided);
  EXPECT_EQ(fulfils("ls", "echo b.txt; (sleep 60; ls) &"), Finding::undecided);
  EXPECT_EQ(equivalent("cat a.txt", "echo nine; (sleep 60; cat a.txt) &"), Finding::differs);
  EXPECT_EQ(equivalent("cat a.txt", "(sleep 60; cat a.txt) & exit 3"), Finding::differs);
}

// Each of them fails in a world, and keeps it to itself.
TEST_F(ComparisonTest, WhatReachesBeyondWorldsIsNotSeen) {
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

TEST_F(ComparisonTest, WhatTheShellIsAfterwardsIsNotSeen) {
  for (const auto& [accepted, generated] :
       {std::pair("export EDITOR=vim; echo done", "export EDITOR=emacs; echo done"),
        std::pair("umask 077; echo done", "umask 000; echo done"), std::pair("ls", "set -o noclobber; ls"),
        std::pair("ls", "alias ll='ls -l'; ls"), std::pair("cd d.txt; ls", "pushd d.txt > /dev/null; ls")})
    EXPECT_EQ(equivalent(accepted, generated), Finding::undecided) << generated;
  EXPECT_EQ(equivalent("umask 077; cat a.txt", "umask 077; cat < a.txt"), Finding::same);
  EXPECT_EQ(equivalent("ls", "(umask 077; ls)"), Finding::same);
}

TEST_F(ComparisonTest, ACounterexampleShowsBothOutcomes) {
  const Comparison found =
      compared("find . -name '*.txt'", "find . -type f -name '*.txt'", Question::equivalent);
  ASSERT_EQ(found.finding, Finding::differs);
  EXPECT_THAT(found.shown->accepted.out, HasSubstr("./d.txt\n"));
  EXPECT_THAT(found.shown->generated.out, testing::Not(HasSubstr("./d.txt\n")));
  EXPECT_THAT(found.why, HasSubstr("stdout, line "));
}

TEST_F(ComparisonTest, SaysWhichOutputGoesOn) {
  const auto why = [&](const char* accepted, const char* generated) {
    return compared(accepted, generated, Question::equivalent).why;
  };
  EXPECT_EQ(why("printf 'a\\nb\\n'", "printf 'a\\n'"), "stdout ends before line 2: \"b\"");
  EXPECT_EQ(why("printf 'a\\n'", "printf 'a\\nb\\n'"), "stdout goes on with line 2: \"b\"");
  EXPECT_EQ(why("printf 'a\\n'", "printf a"), "stdout, line 1: no newline at its end");
  EXPECT_EQ(why("printf a", "printf 'a\\n'"), "stdout, line 1: a newline at its end");
}

TEST_F(ComparisonTest, FilesCountByContentModeTargetAndTime) {
  EXPECT_EQ(equivalent("echo a > x", "echo b > x"), Finding::differs);
  EXPECT_EQ(equivalent("echo a > x", "echo a > y"), Finding::differs);
  EXPECT_EQ(equivalent("chmod 600 a.txt", "chmod 640 a.txt"), Finding::differs);
  EXPECT_EQ(equivalent("ln -s a.txt x", "ln -s b.txt x"), Finding::differs);
  EXPECT_EQ(equivalent("ln a.txt x", "cp a.txt x"), Finding::differs);
  EXPECT_EQ(equivalent("cp -p old.log x", "cp old.log x"), Finding::differs);
  EXPECT_EQ(fulfils("cp -p old.log x", "cp old.log x"), Finding::differs);
  EXPECT_EQ(equivalent("touch a.txt", "touch -d yesterday a.txt"), Finding::differs);
  EXPECT_THAT(compared("cp -p old.log x", "cp old.log x", Question::equivalent).why,
              HasSubstr("with another time of change"));
  EXPECT_EQ(equivalent("touch a.txt", "touch ./a.txt"), Finding::same);
}

TEST_F(ComparisonTest, TimesOfAccessCountWhereACommandSetsThem) {
  EXPECT_EQ(equivalent("touch -r old.log a.txt", "touch -m -r old.log a.txt"), Finding::differs);
  EXPECT_EQ(equivalent("touch -m -r old.log a.txt", "touch -r old.log a.txt"), Finding::differs);
  EXPECT_EQ(equivalent("touch -a -d 2020-01-01 a.txt", "touch -a -d 2021-01-01 a.txt"), Finding::differs);
  EXPECT_EQ(equivalent("touch -a -d 2020-01-01 a.txt", "touch --time=atime -d 20200101 a.txt"),
            Finding::same);
  EXPECT_EQ(equivalent("cp -p old.log x", "cp old.log x; touch -m -r old.log x"), Finding::differs);
  EXPECT_EQ(equivalent("cp old.log x; touch -m -r old.log x", "cp -p old.log x"), Finding::differs);
  EXPECT_EQ(equivalent("touch -m a.txt", "touch a.txt"), Finding::differs);
  EXPECT_EQ(equivalent("cp -p old.log x", "cp old.log x; touch -r old.log x"), Finding::same);
  EXPECT_EQ(equivalent("sort a.txt > t; mv t b.txt", "sort a.txt > t; cat t > b.txt; rm t"), Finding::same)
      << "where bytes are written, whether the file is a new one is not asked";
  EXPECT_EQ(fulfils("touch -d 2020-01-01 a.txt", "touch -m -d 2020-01-01 a.txt"), Finding::same);
  EXPECT_EQ(fulfils("touch -a -d 2020-01-01 a.txt", "touch -a -d 2021-01-01 a.txt"), Finding::differs);
  EXPECT_THAT(compared("cat a.txt; touch -a -d 2020-01-01 a.txt", "cat a.txt", Question::equivalent).why,
              HasSubstr("time of access"));
}

TEST_F(ComparisonTest, OwnersTellWhereFilesCanBeOthers) {
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

TEST_F(ComparisonTest, ExitStatusOrItsClass) {
  EXPECT_EQ(equivalent("cat a.txt; exit 3", "cat a.txt; exit 4"), Finding::differs);
  EXPECT_EQ(fulfils("cat a.txt; exit 3", "cat a.txt; exit 4"), Finding::same);
  EXPECT_EQ(fulfils("cat a.txt", "cat a.txt; exit 4"), Finding::differs);
}

TEST_F(ComparisonTest, OrderIsIgnoredUnderFulfilsAlone) {
  EXPECT_EQ(equivalent("find . -name '*.txt'", "find . -name '*.txt' | tac"), Finding::differs);
  EXPECT_EQ(fulfils("find . -name '*.txt'", "find . -name '*.txt' | tac"), Finding::same);
  EXPECT_EQ(fulfils("find . -name '*.txt'", "find . -name '*.txt' | sort"), Finding::same);
  EXPECT_EQ(fulfils("ls | sort -r", "ls | sort"), Finding::differs);
  EXPECT_EQ(fulfils("cat b.txt", "tac b.txt"), Finding::differs);
}

TEST_F(ComparisonTest, UnderFulfilsWordsCountAndAPipesOwnNul) {
  EXPECT_EQ(fulfils("find . -name 'a.txt'", "ls a.txt"), Finding::same);
  EXPECT_EQ(fulfils("find . -name '*.log'", "find . -name '*.log' -print0"), Finding::same);
  EXPECT_EQ(fulfils("wc -l < a.txt", "grep -c '' a.txt | sed 's/^/  /'"), Finding::same);
  EXPECT_EQ(fulfils("find . -type d -name 'd*'", "ls -d */"), Finding::same);
  EXPECT_EQ(fulfils("sudo rm a.txt", "rm a.txt"), Finding::same);
  EXPECT_EQ(fulfils("rm a.txt", "rm -v a.txt"), Finding::same);
}

// Who asks for names is not answered without them; who does not ask is not hurt by them.
TEST_F(ComparisonTest, UnderFulfilsAnAnswerMaySayMoreButNotLess) {
  EXPECT_EQ(fulfils("cat a.txt b.txt | grep e", "grep -H e a.txt b.txt"), Finding::same);
  EXPECT_EQ(fulfils("grep -h e a.txt b.txt", "grep -n e a.txt b.txt"), Finding::differs);
  EXPECT_EQ(fulfils("grep -H e a.txt b.txt", "grep -Hn e a.txt b.txt"), Finding::differs);
  EXPECT_EQ(fulfils("grep -H e a.txt b.txt", "grep -h e a.txt b.txt"), Finding::differs);
  EXPECT_EQ(fulfils("grep -n e a.txt", "grep e a.txt"), Finding::differs);
  EXPECT_EQ(fulfils("find . -type f -exec grep e {} +", "find . -type f -exec grep e {} \\;"),
            Finding::differs);
  EXPECT_EQ(fulfils("wc -l a.txt", "cat a.txt | wc -l"), Finding::same) << "everybody knows of what";
  EXPECT_EQ(fulfils("find . -name '*.txt' -type f -exec wc -l {} \\;",
                    "find . -name '*.txt' -type f -exec cat {} \\; | wc -l"),
            Finding::differs);
  EXPECT_EQ(fulfils("find . -name '*.log'", "find . -name '*.log' -ls"), Finding::same);
  EXPECT_EQ(fulfils("find . -type f -name '*.txt'", "find . -type f -name '*.txt' -exec ls -l {} +"),
            Finding::same);
  EXPECT_EQ(fulfils("find . -name '*.log' -ls", "find . -name '*.log'"), Finding::differs);
  EXPECT_EQ(fulfils("find . -type f -name '*.txt'", "find . -name '*.txt' -ls"), Finding::differs);
}

TEST_F(ComparisonTest, WhetherOneOfManyRunsFailedIsNotAsked) {
  EXPECT_EQ(fulfils("find . -name '*.txt' | xargs wc -c", "find . -name '*.txt' -exec wc -c {} +"),
            Finding::same);
  EXPECT_EQ(fulfils("find . -name '*.txt' -exec cat {} \\;", "find . -name '*.txt' | xargs cat"),
            Finding::same);
  EXPECT_EQ(equivalent("find . -name '*.txt' | xargs wc -c", "find . -name '*.txt' -exec wc -c {} +"),
            Finding::differs);
}

TEST_F(ComparisonTest, WhereNothingIsFoundNothingIsTold) {
  for (const auto question : {Question::equivalent, Question::fulfils}) {
    EXPECT_EQ(compared("find . -name '*.py'", "find . -name '*.pl'", question).finding, Finding::undecided);
    EXPECT_EQ(compared("find . -name '*.py' | wc -l", "find . -name '*.pl' | wc -l", question).finding,
              Finding::undecided);
    EXPECT_EQ(compared("cat missing", "cat missing2", question).finding, Finding::undecided);
    EXPECT_EQ(compared("true", "true", question, {}).why, "there is no world to run them in");
  }
}

TEST_F(ComparisonTest, YesAndNoTellByExitStatusAlone) {
  const std::vector<NamedWorld> both = {world({{.path = "x"}}), world({{.path = "y"}})};
  EXPECT_EQ(compared("test -e x", "[ -e x ]", Question::equivalent, both).finding, Finding::same);
  EXPECT_EQ(compared("test -e x", "[ -e z ]", Question::equivalent, both).finding, Finding::differs);
  EXPECT_EQ(compared("test -e x", "[ -e x ]", Question::equivalent, {both[0]}).finding, Finding::undecided);
}

TEST_F(ComparisonTest, WhatVariesProvesNothing) {
  EXPECT_EQ(equivalent("echo $RANDOM$RANDOM", "echo 7"), Finding::undecided);
  EXPECT_EQ(equivalent("date +%N", "date +%s%N"), Finding::undecided);
  EXPECT_EQ(equivalent("mktemp ./XXXXXXXX", "mktemp ./XXXXXXXX"), Finding::undecided);
  EXPECT_EQ(equivalent("echo 7", "echo $RANDOM$RANDOM"), Finding::differs);
}

TEST_F(ComparisonTest, WhatNoSandboxHasIsUndecidedWithItsReason) {
  EXPECT_EQ(compared("curl example.com", "wget example.com", Question::equivalent).why,
            "the accepted command: curl needs a network or what is outside");
  EXPECT_EQ(compared("sudo cat a.txt", "cat a.txt", Question::equivalent).why,
            "the accepted command: sudo needs root's rights or the machine itself");
  EXPECT_THAT(compared("chown root a.txt", "chown 0 a.txt", Question::equivalent).why,
              HasSubstr("root's rights"));
}

// Each fails for a reason of the sandbox's own: that both fail alike says nothing.
TEST_F(ComparisonTest, WhatTheSandboxRefusesIsUndecided) {
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

TEST_F(ComparisonTest, WhatDoesNotEnd) {
  const std::vector<NamedWorld> worlds = {documents()};
  const Terms brief{.limits = {.timeout = std::chrono::milliseconds(200)}};
  EXPECT_EQ(compare(sandbox(), "tail -f a.txt", "tail -F a.txt", worlds, brief).why,
            "the accepted command does not end by itself");
  EXPECT_EQ(compare(sandbox(), "cat a.txt", "tail -f a.txt", worlds, brief).why,
            "timed out instead of exit status 0");
}

TEST_F(ComparisonTest, WhatPrintsTooMuchInOneWorldIsToldInAnother) {
  NamedWorld large = documents();
  large.world.entries.push_back({.path = "large", .content = std::string(300 << 10, 'x')});
  const auto found = [&](const char* accepted, const char* generated) {
    return compared(accepted, generated, Question::equivalent, {large, documents()});
  };
  EXPECT_EQ(found("cat large a.txt", "cat large").finding, Finding::differs);
  EXPECT_EQ(found("cat large a.txt", "cat large ./a.txt").why, "the accepted command prints too much")
      << "though they do the same where there is no such file";
}

TEST_F(ComparisonTest, AUtilityThatIsMissingIsUnavailable) {
  const Comparison found = compared("no-such-utility a.txt", "cat a.txt", Question::equivalent);
  EXPECT_EQ(found.finding, Finding::unavailable);
  EXPECT_EQ(found.why, "no-such-utility is not in the sandbox");
}

TEST_F(ComparisonTest, AStopIsHeard) {
  std::stop_source stop;
  stop.request_stop();
  const std::vector<NamedWorld> worlds = {documents()};
  EXPECT_EQ(compare(sandbox(), "ls", "ls", worlds, {.stop = stop.get_token()}).finding, Finding::unavailable);
}

TEST_F(ComparisonTest, WhatTakesTooLongInAllWorldsTogetherIsUndecided) {
  const std::vector<NamedWorld> worlds(7, documents());
  const Terms brief{.until = std::chrono::steady_clock::now() + std::chrono::milliseconds(500)};
  const Comparison slow = compare(sandbox(), "sleep 0.4; ls", "sleep 0.4; ls", worlds, brief);
  EXPECT_EQ(slow.finding, Finding::undecided) << "each run is short, and all are the same";
  EXPECT_EQ(slow.why, "running both in all their worlds takes too long");
  Lab hasty({.pair_time = std::chrono::milliseconds(0)});
  EXPECT_EQ(hasty.decide("ls", "ls", documents()).why, slow.why);
  EXPECT_EQ(hasty.decide_in("ls", "ls", documents()).finding, Finding::undecided);
}

TEST_F(ComparisonTest, TheCasesOwnWorldDecidesUnderFulfils) {
  Lab lab;
  EXPECT_EQ(
      lab.decide("find . -name '*.log'", "ls *.log", documents(), {.question = Question::fulfils}).finding,
      Finding::same);
  EXPECT_EQ(
      lab.decide("find . -name '*.txt'", "ls *.txt", documents(), {.question = Question::fulfils}).finding,
      Finding::differs);
}

}  // namespace
}  // namespace assay::behaviour
