// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

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

TEST(OptionParser, SomeOptionalValuesMayBeTheNextWord) {
  expect({{"journalctl -n 5 x", "journalctl -n=5 | x"},
          {"journalctl -fn50", "journalctl -f -n=50 |"},
          {"journalctl -n -u x", "journalctl -n -u=x |"},
          {"journalctl -r -n all", "journalctl -r -n | all ? 1"},
          {"journalctl -n 5x", "journalctl -n | 5x ? 0"},
          {"git branch --merged -r", "git | / branch --merged=-r |"},
          {"git branch -r --merged", "git | / branch -r --merged |"}});
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
          {"sort +1 f", "sort | ! 0"},
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

TEST(OptionParser, ReadsPsInBothStyles) {
  expect({{"ps aux", "ps a u x |"},
          {"ps -ef", "ps -A -f |"},
          {"ps ax -o pid", "ps a x -o=pid |"},
          {"ps axo pid", "ps a x o=pid |"},
          {"ps 1", "ps | 1"},
          {"ps \"$x\"", "ps | $ ? 0"},
          {"ps qq", "ps | ! 0"}});
}

TEST(OptionParser, FindsInnerCommandsOfWrappers) {
  expect({{"sudo -u bob ls -l", "sudo -u=bob | > ls -l"},
          {"sudo A=1 ls", "sudo | A=1 > ls"},
          {"sudo -l", "sudo -l |"},
          {"env -i A=1 B=2 cmd C=3", "env -i | A=1 B=2 > cmd C=3"},
          {"env", "env |"},
          {"env \"$x\" cmd", "env | >  cmd ? 0"},
          {"timeout -k 5 10 cmd -k", "timeout -k=5 | 10 > cmd -k"},
          {"nice -5 cmd", "nice -n=5 | > cmd"},
          {"nice -n 5 cmd -n", "nice -n=5 | > cmd -n"},
          {"nohup cmd -x", "nohup | > cmd -x"},
          {"command -v ls", "command -v | ls"},
          {"command ls -l", "command | > ls -l"},
          {"time -p ls", "time -p | > ls"},
          {"watch -n1 'ls | wc'", "watch -n=1 | > ls | wc"},
          {"sh -c 'a b' name", "sh -c | name > a b"},
          {"bash -ec 'a b'", "bash -e -c | > a b"},
          {"sh script -c", "sh | script -c"},
          {"ssh -p 22 host ls -l", "ssh -p=22 | host > ls -l"},
          {"ssh host -p 22 ls -p", "ssh -p=22 | host > ls -p"},
          {"ssh host", "ssh | host"}});
}

TEST(OptionParser, ReadsSubcommands) {
  expect({{"git -C d commit -am msg", "git -C=d | / commit -a -m=msg |"},
          {"git stash push -m x", "git | / stash | / push -m=x |"},
          {"git checkout -- f", "git | / checkout | -- f"},
          {"git checkout f", "git | / checkout | f"},
          {"git nosuch -x", "git | > nosuch -x ! 0"},
          {"git log -3 --oneline", "git | / log -n=3 --oneline |"},
          {"docker run -it --rm img sh -c x", "docker | / run -i -t --rm | img > sh -c x"},
          {"docker run --name=n img", "docker | / run --name=n | img"},
          {"docker container ls -a", "docker | / container | / ls -a |"},
          {"kubectl -n ns get pods -o=wide", "kubectl -n=ns | / get -o=wide | pods"},
          {"kubectl get -n ns pods", "kubectl | / get -n=ns | pods"},
          {"kubectl exec pod -it -- ls -l", "kubectl | / exec -i -t | pod -- > ls -l"}});
}

TEST(OptionParser, ReadsEchoAsBashDoes) {
  expect({{"echo -n foo", "echo -n | foo"},
          {"echo -ne foo", "echo -n -e | foo"},
          {"echo foo -n", "echo | foo -n"},
          {"echo -nx foo", "echo | -nx foo"},
          {"echo -- foo", "echo | -- foo"},
          {"echo - foo", "echo | - foo"},
          {"echo --help", "echo | --help"}});
}

TEST(OptionParser, ReadsKeysOfDd) {
  expect({{"dd if=a of=b bs=1M", "dd if==a of==b bs==1M |"},
          {"dd if=\"$f\"", "dd if==$ |"},
          {"dd nosuch=1", "dd | ! 0"},
          {"dd x", "dd | ! 0"}});
}

TEST(OptionParser, TakesEverythingAsAnOperandWhereThereAreNoOptions) {
  expect({{"expr 1 + 2", "expr | 1 + 2"}, {"test -f x -a -d y", "test | -f x -a -d y"}, {"true", "true |"}});
}

TEST(OptionParser, ReadsWordsBehindOneDash) {
  expect({{"ip -br addr", "ip -br | addr"},
          {"ip -brief -4 addr show -x", "ip -br -4 | addr show -x"},
          {"ip -j4 addr", "ip | ! 0"}});
}

TEST(OptionParser, ReadsPlusOptionsWhereThereAreAny) {
  expect({{"set +e -u", "set +e -u |"},
          {"set -o pipefail", "set -o=pipefail |"},
          {"date +%F", "date | +%F"},
          {"date \"+$f\"", "date | +$"},
          {"date -u +%F", "date -u | +%F"}});
}

TEST(OptionParser, TakesPairsOfValues) {
  expect({{"jq --arg a 1 .x f", "jq --arg=a,1 | .x f"}, {"jq --arg a", "jq --arg=a | ! 0"}});
}

TEST(OptionParser, KnowsWhereLongNamesTakeNoEqualsSign) {
  expect({{"curl --max-time=3 u", "curl | ! 0"},
          {"curl --max-time 3 u", "curl -m=3 | u"},
          {"curl -m3 u", "curl -m=3 | u"},
          {"curl -sSL u", "curl -s -S -L | u"}});
}

TEST(OptionParser, StopsTranslatingTrAtItsFirstSet) {
  expect({{"tr -d a", "tr -d | a"}, {"tr a b -d", "tr | a b -d"}, {"tr -- -a b", "tr | -a b"}});
}

TEST(OptionParser, TellsWhereEachPartStands) {
  const Words words = words_of("-n 5 file -c3 --lines=7");
  const std::vector<Argument> arguments = words.arguments();
  const ParsedInvocation parsed = parse_options(*find_utility("head"), arguments);
  ASSERT_EQ(parsed.options.size(), 3u);
  EXPECT_EQ(parsed.options[0].argument, 0u);
  EXPECT_EQ(parsed.options[0].value.argument, 1u);
  EXPECT_EQ(parsed.options[0].value.form, ValueForm::separate);
  EXPECT_EQ(parsed.options[1].value.argument, 3u);
  EXPECT_EQ(parsed.options[1].value.offset, 2u);
  EXPECT_EQ(parsed.options[1].value.form, ValueForm::attached);
  EXPECT_EQ(parsed.options[2].value.offset, 8u);
  EXPECT_EQ(parsed.options[2].value.form, ValueForm::equals);
  EXPECT_EQ(parsed.operands, std::vector<std::uint32_t>{2});
}

TEST(OptionParser, MemoryIsReusedWithoutLeftovers) {
  ParsedInvocation parsed;
  const Words first = words_of("-l --nosuch");
  parse_options(*find_utility("ls"), first.arguments(), parsed);
  EXPECT_TRUE(parsed.unknown_at);
  const Words second = words_of("a b");
  const std::vector<Argument> arguments = second.arguments();
  parse_options(*find_utility("rm"), arguments, parsed);
  EXPECT_FALSE(parsed.unknown_at || parsed.uncertain_at);
  EXPECT_TRUE(parsed.options.empty());
  EXPECT_EQ(parsed.operands.size(), 2u);
}

// Whatever the arguments, every result refers to one of them, and operands are in order.
TEST(OptionParser, AccountsForAnyArguments) {
  static const char* const pieces[] = {"-",  "--", "-a", "-x5", "--all", "--a=b", "=",        "+",     "+3",
                                       "-9", "",   "a",  "x=1", "(",     "-name", "\xff\xfe", "--\xff"};
  std::mt19937 random(11);
  ParsedInvocation parsed;
  for (const std::string& name : UtilityTables().names()) {
    for (int round = 0; round < 60; ++round) {
      std::vector<Argument> arguments(random() % 6);
      for (Argument& argument : arguments)
        argument = {pieces[random() % std::size(pieces)], static_cast<Known>(random() % 4)};
      parse_options(*find_utility(name), arguments, parsed);
      for (const std::uint32_t operand : parsed.operands) ASSERT_LT(operand, arguments.size());
      for (const ParsedOption& option : parsed.options) {
        ASSERT_LT(option.id, find_utility(name)->options.size());
        ASSERT_LT(option.argument, arguments.size());
        ASSERT_LT(option.value.argument, arguments.size());
        ASSERT_LE(option.value.offset, arguments[option.value.argument].text.size());
      }
      EXPECT_TRUE(std::ranges::is_sorted(parsed.operands));
    }
  }
}

}  // namespace
}  // namespace assay
