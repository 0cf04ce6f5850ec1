#include <gtest/gtest.h>

#include "invocation_text.h"

namespace assay {
namespace {

struct Reading {
  const char* line;
  const char* meaning;
};

void expect(std::initializer_list<Reading> readings) {
  for (const Reading& each : readings) EXPECT_EQ(read(each.line), each.meaning) << each.line;
}

TEST(OptionParser, SplitsClusters) {
  expect({{"ls -la", "ls -l -a |"},
          {"ls -l -a dir", "ls -l -a | dir"},
          {"tail -fn5 log", "tail -f -n=5 | log"}});
}

TEST(OptionParser, AnArgumentOptionEndsItsCluster) {
  expect({{"tar -xzf a.tgz", "tar -x -z -f=a.tgz |"},
          {"tar -xfz a.tgz", "tar -x -f=z | a.tgz"},
          {"sort -nk2 f", "sort -n -k=2 | f"}});
}

TEST(OptionParser, TakesValuesAttachedSeparateAndBehindEquals) {
  expect({{"cut -d, -f1 x", "cut -d=, -f=1 | x"},
          {"cut -d ',' -f 1 x", "cut -d=, -f=1 | x"},
          {"cut --delimiter=, --fields 1 x", "cut -d=, -f=1 | x"},
          {"head --lines= x", "head -n= | x"},
          {"cut -d= -f1", "cut -d== -f=1 |"}});
}

TEST(OptionParser, OptionalValuesMustBeAttached) {
  expect({{"sed -i.bak p f", "sed -i=.bak | p f"},
          {"sed -i .bak f", "sed -i | .bak f"},
          {"sed -ie p f", "sed -i=e | p f"},
          {"sed --in-place=.bak p f", "sed -i=.bak | p f"},
          {"ls --color=always d", "ls --color=always | d"},
          {"ls --color always d", "ls --color | always d"}});
}

TEST(OptionParser, PermutesForGnuUtilities) {
  expect({{"grep foo a.txt -n", "grep -n | foo a.txt"}, {"rm a -r b -f", "rm -r -f | a b"}});
}

TEST(OptionParser, DoubleDashEndsTheOptions) {
  expect({{"rm -- -rf", "rm | -rf"},
          {"rm -f -- a -r", "rm -f | a -r"},
          {"grep -e -- x", "grep -e=-- | x"},
          {"rm -- a -- b", "rm | a -- b"}});
}

TEST(OptionParser, ALoneDashIsAnOperand) { expect({{"wc - a", "wc | - a"}, {"grep x -", "grep | x -"}}); }

TEST(OptionParser, AcceptsUnambiguousAbbreviationsOnly) {
  expect({{"ls --al", "ls | ! 0"},  // --all or --almost-all
          {"ls --rec", "ls -R |"},
          {"sort --rev f", "sort -r | f"},
          {"grep --colo=never x", "grep --color=never | x"}});
}

TEST(OptionParser, SaysWhatItDoesNotKnow) {
  expect({{"ls --nosuch d", "ls | ! 0"},
          {"ls -l -! d", "ls -l | ! 1"},
          {"ls --all=x", "ls | ! 0"},
          {"ls -w", "ls -w | ! 0"},
          {"nosuchutility -x", "no table"}});
}

TEST(OptionParser, ReadsNumericShorthandWhereTheUtilityDoes) {
  expect({{"head -5 f", "head -n=5 | f"},
          {"head f -5", "head | f ! 1"},
          {"tail -3 f", "tail -n=3 | f"},
          {"tail +3 f", "tail -n=+3 | f"},
          {"tail -3 f g", "tail | ! 0"},
          {"grep -2 x f", "grep -C=2 | x f"},
          {"grep x f -2", "grep -C=2 | x f"},
          {"sort +1 f", "sort +=1 | f"},
          {"kill -9 12", "kill -s=9 | 12"},
          {"kill -KILL 12", "kill -KILL | 12"},
          {"kill -s KILL 12", "kill -s=KILL | 12"}});
}

TEST(OptionParser, ReadsTarBundlesInOrder) {
  expect({{"tar xfz a.tgz d", "tar -x -f=a.tgz -z | d"},
          {"tar fcz n.tgz pk", "tar -f=n.tgz -c -z | pk"},
          {"tar xfC a.tar dest f", "tar -x -f=a.tar -C=dest | f"},
          {"tar -fcz n.tgz pk", "tar -f=cz | n.tgz pk"}});
}

TEST(OptionParser, FindsTheInnerCommand) {
  expect({{"xargs -n1 -r echo -n", "xargs -n=1 -r | > echo -n"}, {"xargs -0", "xargs -0 |"}});
}

TEST(OptionParser, StopsAtFindsExpression) {
  expect({{"find -L a b -name x", "find -L | a b : -name"},
          {"find . '(' -name x ')'", "find | . : ("},
          {"find", "find |"},
          {"find -O3 . -print", "find -O=3 | . : -print"},
          {"find \"$d\" -name x", "find | $ : -name ? 0"},
          {"find dir/\"$d\" -name x", "find | dir/$ : -name"}});
}

TEST(OptionParser, TreatsExpansionsAsWhatTheyMightBe) {
  expect({{"rm \"$f\"", "rm | $ ? 0"},
          {"rm -- \"$f\"", "rm | $"},
          {"rm a\"$f\"", "rm | a$"},
          {"rm a$f", "rm | a$ ? 0"},
          {"rm *.txt", "rm | $ ? 0"},
          {"rm dir/*.txt", "rm | dir/$"},
          {"head -n \"$n\" f", "head -n=$ | f"},
          {"head -n $n f", "head -n=$ | f ? 1"},
          {"head -n1\"$n\" f", "head -n=1$ | f"},
          {"head -n\"$n\" f", "head -n=$ | f ? 0"},
          {"ls --color=\"$c\"", "ls --color=$ |"},
          {"ls -\"$c\"", "ls | ! 0"},
          {"ls -l\"$c\"", "ls -l | ! 0"},
          {"ls \"$d\" -l", "ls -l | $ ? 0"},
          {"xargs cmd \"$x\"", "xargs | > cmd "}});
}

}  // namespace
}  // namespace assay
