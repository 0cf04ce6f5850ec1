// SPDX-License-Identifier: Apache-2.0
// When two commands do the same, and where they differ.
#include "comparison_fixture.h"
#include "sameness.h"

namespace assay::behaviour {
namespace {

using testing::HasSubstr;
using worlds::NamedWorld;

TEST_F(ComparisonTest, TheSameBytesStatusAndFilesAreTheSame) {
  EXPECT_EQ(equivalent("cat a.txt | wc -l", "wc -l < a.txt"), Finding::same);
  EXPECT_EQ(equivalent("find . -name '*.txt'", "find . -name \"*.txt\" -print"), Finding::same);
  EXPECT_EQ(equivalent("mkdir -p x/y", "mkdir x; mkdir x/y"), Finding::same);
  EXPECT_EQ(equivalent("printenv", "printenv | cat"), Finding::same) << "bash counts its depth";
  EXPECT_EQ(equivalent("rm a.txt b.txt", "rm [ab].txt"), Finding::same);
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

TEST_F(ComparisonTest, ATimeThatIsSetIsWhatTheRequestIsAbout) {
  EXPECT_EQ(fulfils("touch -d '2 days ago' a.txt", "touch a.txt"), Finding::differs);
  EXPECT_EQ(fulfils("touch -d '2 days ago' a.txt", "touch -d '3 days ago' a.txt"), Finding::differs);
  EXPECT_EQ(fulfils("touch -d '2 days ago' a.txt", "touch -a -d '2 days ago' a.txt"), Finding::differs);
  EXPECT_EQ(fulfils("touch -d '2 days ago' new", "touch new"), Finding::differs);
  EXPECT_EQ(fulfils("touch -d '2 days ago' a.txt", "touch -d '48 hours ago' a.txt"), Finding::same);
  EXPECT_EQ(fulfils("sed -i s/one/1/ a.txt", "sed -i s/one/1/ a.txt; touch -r old.log a.txt"), Finding::same);
}

TEST_F(ComparisonTest, ANewFileInPlaceOfTheOldOneIsAnotherFile) {
  if (sandbox().tier() != sandbox::Tier::overlay) GTEST_SKIP() << "copied worlds do not tell";
  EXPECT_EQ(equivalent("sort a.txt > t; mv t b.txt", "sort a.txt > t; cat t > b.txt; rm t"),
            Finding::differs);
  EXPECT_EQ(equivalent("sed -i s/one/1/ a.txt", "sed s/one/1/ a.txt > t; mv t a.txt"), Finding::same);
  EXPECT_EQ(equivalent("chmod 600 a.txt", "chmod u=rw,go= a.txt"), Finding::same);
  EXPECT_EQ(fulfils("sed -i s/one/1/ a.txt", "printf '1\ntwo\n' > a.txt"), Finding::same);
  EXPECT_EQ(fulfils("truncate -s 0 a.txt", ": > a.txt"), Finding::same);
  EXPECT_EQ(fulfils("rm a.txt; touch a.txt", ": > a.txt"), Finding::same);
  const Comparison found = compared("truncate -s 0 a.txt", "rm a.txt; touch a.txt", Question::fulfils);
  EXPECT_EQ(found.finding, Finding::differs);
  EXPECT_THAT(found.why, HasSubstr("as a new file in its place"));
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
  EXPECT_EQ(fulfils("touch -d 2020-01-01 a.txt", "touch -m -d 2020-01-01 a.txt"), Finding::same);
  EXPECT_EQ(fulfils("touch -a -d 2020-01-01 a.txt", "touch -a -d 2021-01-01 a.txt"), Finding::differs);
  EXPECT_THAT(compared("cat a.txt; touch -a -d 2020-01-01 a.txt", "cat a.txt", Question::equivalent).why,
              HasSubstr("time of access"));
}

TEST_F(ComparisonTest, ExitStatusOrItsClass) {
  EXPECT_EQ(equivalent("cat a.txt; exit 3", "cat a.txt; exit 4"), Finding::differs);
  EXPECT_EQ(fulfils("cat a.txt; exit 3", "cat a.txt; exit 4"), Finding::same);
  EXPECT_EQ(fulfils("cat a.txt", "cat a.txt; exit 4"), Finding::differs);
}

// What does not count where nobody asked for it, each beside what does.
TEST_F(ComparisonTest, UnderFulfilsUnitsReportsNumbersAndStatusCountWhereTheyWereAskedFor) {
  struct Beside {
    const char *accepted, *right, *wrong;
  };
  for (const auto& [accepted, right, wrong] : std::vector<Beside>{
           {"ls -l", "ls -lh", "ls -1h"},
           {"du -s d.txt", "du -sh d.txt", "du -sh a.txt"},
           {"ls -lh", "ls -h -l", "ls"},
           {"find . -name '*.log' -print -delete", "find . -name '*.log' -exec rm -v {} +",
            "find . -name '*.log' -delete -printf 'gone\\n'"},
           {"sed -n 2p b.txt", "cat -n b.txt | sed -n 2p", "cat -n b.txt | sed -n 3p"},
           {"grep -C 1 three b.txt", "grep -n -C 1 three b.txt", "grep -n three b.txt"},
           {"grep -h two *.txt", "cat *.txt | grep two", "grep -s two *.txt"},
           {"diff a.txt b.txt", "diff a.txt b.txt | cat", "diff b.txt a.txt | cat"},
           {"diff a.txt b.txt | cat", "diff a.txt b.txt", "diff b.txt a.txt"},
           {"awk 'END { print NR / 4 }' a.txt", "awk 'END { printf \"%.2f\\n\", NR / 4 }' a.txt",
            "awk 'END { printf \"%d\\n\", NR / 4 }' a.txt"}}) {
    EXPECT_EQ(fulfils(accepted, right), Finding::same) << accepted << " ~ " << right;
    EXPECT_EQ(fulfils(accepted, wrong), Finding::differs) << accepted << " ~ " << wrong;
    EXPECT_NE(equivalent(accepted, wrong), Finding::same) << accepted << " ~ " << wrong;
  }
}

TEST_F(ComparisonTest, AReportCountsWhereNothingWasDone) {
  sandbox::SandboxResult unpacked{.end = sandbox::End::exited, .out = "  inflating: a\n"};
  sandbox::SandboxResult listed = unpacked, quiet{.end = sandbox::End::exited};
  const sandbox::Effect made{.change = sandbox::Change::created, .path = "a"};
  unpacked.effects = quiet.effects = {made};
  const Measure measure{.question = Question::fulfils, .reports = true};
  EXPECT_EQ(Expected(unpacked, unpacked, measure).difference(quiet), "");
  quiet.effects.clear();
  EXPECT_NE(Expected(unpacked, unpacked, measure).difference(quiet), "");
  EXPECT_NE(Expected(listed, listed, measure).difference(quiet), "");
}

TEST_F(ComparisonTest, WhoFailedByTheWayIsNotAskedToFail) {
  const auto shut = world({{.path = "shut", .type = sandbox::NodeType::folder, .mode = 0},
                           {.path = "big.log", .content = "x\n"}});
  const auto asked = [&](const char* accepted, const char* generated, Question question) {
    return compared(accepted, generated, question, {shut}).finding;
  };
  const char *quiet = "find . -type f 2>/dev/null", *filtered = "find . -type f 2>&1 | grep -v denied";
  EXPECT_EQ(asked(quiet, filtered, Question::fulfils), Finding::same);
  EXPECT_EQ(asked(quiet, filtered, Question::equivalent), Finding::differs);
  EXPECT_EQ(asked(filtered, quiet, Question::fulfils), Finding::differs);
  EXPECT_EQ(fulfils("cat a.txt; exit 3", "cat a.txt"), Finding::differs) << "it complained of nothing";
}

TEST_F(ComparisonTest, TheShellAfterwardsCountsUnderEquivalent) {
  EXPECT_EQ(equivalent("x=1 cat a.txt", "x=1; cat a.txt"), Finding::differs);
  EXPECT_EQ(fulfils("x=1 cat a.txt", "x=1; cat a.txt"), Finding::same);
  EXPECT_EQ(equivalent("cat a.txt; x=1", "(x=1; cat a.txt)"), Finding::differs);
  EXPECT_EQ(equivalent("umask 077", "umask u=rwx,go="), Finding::same);
  EXPECT_EQ(equivalent("export EDITOR=vi", "EDITOR=vi; export EDITOR"), Finding::same);
  EXPECT_EQ(equivalent("export EDITOR=vi", "EDITOR=vi"), Finding::differs);
  EXPECT_EQ(equivalent("set -e", "set -o errexit"), Finding::same);
  EXPECT_EQ(equivalent("set -f", "set -o nounset"), Finding::differs);
  EXPECT_EQ(equivalent("f() { ls; }", "f() { ls -a; }"), Finding::differs);
  EXPECT_EQ(equivalent("set -- a b", "set -- 'a b'"), Finding::differs);
  EXPECT_EQ(equivalent("trap 'rm x' EXIT", "trap 'rm y' EXIT"), Finding::differs);
  EXPECT_EQ(equivalent("cd d.txt", "cd ./d.txt/"), Finding::same);
  EXPECT_EQ(equivalent("cd d.txt", "cd d.txt/.."), Finding::differs);
  EXPECT_EQ(equivalent("unset HOME", "HOME="), Finding::differs);
  EXPECT_EQ(equivalent("ls", "alias ll='ls -l'; ls"), Finding::differs);
  EXPECT_EQ(equivalent("cd d.txt; ls", "pushd d.txt > /dev/null; ls"), Finding::differs);
  EXPECT_EQ(equivalent("umask 077; cat a.txt", "umask 077; cat < a.txt"), Finding::same);
  EXPECT_EQ(equivalent("ls", "(umask 077; ls)"), Finding::same);
  EXPECT_THAT(compared("x=1 cat a.txt", "x=1; cat a.txt", Question::equivalent).why,
              HasSubstr("stdout goes on with line 3: \"the shell then has: declare -- x=\"1\"\""));
  EXPECT_EQ(compared("f() { ls; }; cat a.txt", "cat a.txt", Question::equivalent).shown->generated.out,
            "one\ntwo\n");
}

TEST_F(ComparisonTest, VariablesOfLoopsDoNotCountAfterwards) {
  EXPECT_EQ(equivalent("for f in *.txt; do cat $f; done", "for g in *.txt; do cat $g; done; x=1"),
            Finding::differs);
  EXPECT_EQ(equivalent("for f in a.txt b.txt; do cat $f; done; x=1", "cat a.txt b.txt; x=1"), Finding::same);
  EXPECT_EQ(equivalent("while read -r l; do echo $l; done < a.txt; x=1", "cat a.txt; x=1"), Finding::same);
}

TEST_F(ComparisonTest, NamesThatLookLikeOptionsTellCommandsApart) {
  const auto dashes = world({{.path = "-x", .content = "1\n"}, {.path = "b", .content = "2\n"}});
  for (const Question question : {Question::equivalent, Question::fulfils})
    EXPECT_EQ(compared("rm ./*", "rm *", question, {dashes}).finding, Finding::differs);
  EXPECT_EQ(compared("rm ./*", "rm -- *", Question::equivalent, {dashes}).finding, Finding::same);
  const auto more = world({{.path = "-p", .content = "1\n"}, {.path = "b", .content = "2\n"}});
  EXPECT_EQ(compared("x=1; rm *", "x=1; rm ./*", Question::equivalent, {more}).finding, Finding::differs);
}

TEST_F(ComparisonTest, WhatVariesSomewhereIsNowhereTheSame) {
  const auto one = world({{.path = "a.txt", .content = "only\n"}});
  const auto many =
      world({{.path = "a.txt", .content = "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n13\n14\n15\n"}});
  EXPECT_EQ(compared("shuf a.txt", "cat a.txt", Question::equivalent, {one}).finding, Finding::same);
  const Comparison found = compared("shuf a.txt", "cat a.txt", Question::equivalent, {one, many});
  EXPECT_EQ(found.finding, Finding::undecided);
  EXPECT_EQ(found.why, "the accepted command does something else each time");
}

TEST_F(ComparisonTest, WhatMayBeTheSandboxsFaultIsShown) {
  for (const char* answer :
       {"ls -a; echo 'ls: x: Permission denied' >&2; false", "ls -a; head -c 400000 /dev/zero >&2"}) {
    const Comparison found = compared("ls", answer, Question::equivalent);
    EXPECT_EQ(found.finding, Finding::undecided) << answer;
    EXPECT_TRUE(found.shown) << answer;
  }
}

TEST_F(ComparisonTest, OrderIsIgnoredUnderFulfilsAlone) {
  EXPECT_EQ(equivalent("find . -name '*.txt'", "find . -name '*.txt' | tac"), Finding::differs);
  EXPECT_EQ(fulfils("find . -name '*.txt'", "find . -name '*.txt' | tac"), Finding::same);
  EXPECT_EQ(fulfils("find . -name '*.txt'", "find . -name '*.txt' | sort"), Finding::same);
  EXPECT_EQ(fulfils("ls | sort -r", "ls | sort"), Finding::differs);
  EXPECT_EQ(fulfils("cat b.txt", "tac b.txt"), Finding::differs);
}

TEST_F(ComparisonTest, WhichProgramPrintsTheEnvironmentIsNoPartOfIt) {
  EXPECT_EQ(fulfils("env | sort", "printenv | sort"), Finding::same);
  EXPECT_EQ(equivalent("env | sort", "printenv | sort"), Finding::differs);
}

TEST_F(ComparisonTest, UnderFulfilsWordsCountAndAPipesOwnNul) {
  EXPECT_EQ(fulfils("find . -name 'a.txt'", "ls a.txt"), Finding::same);
  EXPECT_EQ(fulfils("find . -name '*.log'", "find . -name '*.log' -print0"), Finding::same);
  EXPECT_EQ(fulfils("wc -l < a.txt", "grep -c '' a.txt | sed 's/^/  /'"), Finding::same);
  EXPECT_EQ(fulfils("find . -type d -name 'd*'", "ls -d */"), Finding::same);
  EXPECT_EQ(fulfils("sudo rm a.txt", "rm a.txt"), Finding::same);
  EXPECT_EQ(fulfils("rm a.txt", "rm -v a.txt"), Finding::same);
}

// If names were asked for, an answer without them fails; if they were not, an answer with them still passes.
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

TEST_F(ComparisonTest, YesAndNoTellByExitStatusAlone) {
  const std::vector<NamedWorld> both = {world({{.path = "x"}}), world({{.path = "y"}})};
  EXPECT_EQ(compared("test -e x", "[ -e x ]", Question::equivalent, both).finding, Finding::same);
  EXPECT_EQ(compared("test -e x", "[ -e z ]", Question::equivalent, both).finding, Finding::differs);
  EXPECT_EQ(compared("test -e x", "[ -e x ]", Question::equivalent, {both[0]}).finding, Finding::undecided);
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
