#include "flags.h"

#include <gtest/gtest.h>

namespace assay {
namespace {

bool same_flags(std::string_view a, std::string_view b) {
  const bool forth = match_flag_order(a, b).has_value();
  EXPECT_EQ(forth, match_flag_order(b, a).has_value()) << a << " / " << b;
  return forth;
}

TEST(FlagOrder, LettersOfAClusterMayBeReordered) {
  EXPECT_TRUE(same_flags("ls -la", "ls -al"));
  EXPECT_TRUE(same_flags("rm -rf dir", "rm -fr dir"));
  EXPECT_TRUE(same_flags("netstat -tulpn", "netstat -nputl"));
}

TEST(FlagOrder, ClustersMayBeSplitAndJoined) {
  EXPECT_TRUE(same_flags("ls -l -a", "ls -la"));
  EXPECT_TRUE(same_flags("comm -1 -3 a b", "comm -13 a b"));
  EXPECT_TRUE(same_flags("grep -c -v foo a", "grep -vc foo a"));
}

TEST(FlagOrder, SaysWhatDiffers) {
  const auto match = match_flag_order("LC_ALL=C ls -la dir", "LC_ALL=C ls -a  -l dir");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->expected, "ls -la");
  EXPECT_EQ(match->generated, "ls -a -l");
}

TEST(FlagOrder, PipelinesAreComparedCommandByCommand) {
  const auto match = match_flag_order("ls -la | sort -rn | head -5", "ls -al|sort -nr|head -5");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->expected, "ls -la | sort -rn");
  EXPECT_EQ(match->generated, "ls -al | sort -nr");
  EXPECT_FALSE(same_flags("ls -la | wc -l", "ls -al && wc -l"));
  EXPECT_FALSE(same_flags("ls -la | wc -l", "wc -l | ls -al"));
  EXPECT_FALSE(same_flags("ls -la", "ls -al | wc -l"));
}

TEST(FlagOrder, WrappedCommands) {
  EXPECT_TRUE(same_flags("sudo ls -la /root", "sudo ls -al /root"));
  EXPECT_FALSE(same_flags("sudo ls -la", "ls -al"));
}

TEST(FlagOrder, SameWordsAreAMatchWithoutDifference) {
  const auto match = match_flag_order("ls -la", "ls  -la");
  ASSERT_TRUE(match);
  EXPECT_EQ(match->expected, "");
}

TEST(FlagOrder, SignalNumbersAndCountsAreNoClusters) {
  EXPECT_FALSE(same_flags("kill -15 1", "kill -51 1"));
  EXPECT_FALSE(same_flags("head -12 f", "head -21 f"));
  EXPECT_FALSE(same_flags("grep -12 x f", "grep -21 x f"));
  EXPECT_FALSE(same_flags("diff -u12 a b", "diff -u21 a b"));
}

TEST(FlagOrder, ValuesOfFlagsStayWhereTheyAre) {
  EXPECT_FALSE(same_flags("tar -xzf a.tgz", "tar -xfz a.tgz"));
  EXPECT_FALSE(same_flags("head -qn2 a b", "head -nq2 a b"));
  EXPECT_FALSE(same_flags("sort -k2 -n f", "sort -k -n2 f"));
  EXPECT_FALSE(same_flags("grep -ie foo f", "grep -ei foo f"));
  EXPECT_FALSE(same_flags("sed -i -e s/a/b/ f", "sed -ie s/a/b/ f"));
  EXPECT_FALSE(same_flags("cp -rt d a", "cp -tr d a"));
  EXPECT_FALSE(same_flags("mkdir -pm 700 d", "mkdir -mp 700 d"));
}

TEST(FlagOrder, WordsThatOnlyLookLikeFlags) {
  EXPECT_FALSE(same_flags("find . -name x -delete", "find . -delete -name x"));
  EXPECT_FALSE(same_flags("ps -aux", "ps -uxa"));
  EXPECT_FALSE(same_flags("ls -- -la", "ls -- -al"));
  EXPECT_FALSE(same_flags("ls dir -la", "ls dir -al"));
  EXPECT_FALSE(same_flags("echo ls -la", "echo ls -al"));
  EXPECT_FALSE(same_flags("ls --all -l", "ls --lla -a"));
  EXPECT_FALSE(same_flags("ls -l \"$x\" -a", "ls -a \"$x\" -l"));
}

TEST(FlagOrder, OverridingFlagsKeepTheirOrder) {
  EXPECT_FALSE(same_flags("ls -aA", "ls -Aa"));
  EXPECT_FALSE(same_flags("ls -lC", "ls -Cl"));
  EXPECT_FALSE(same_flags("ls -tS", "ls -St"));
  EXPECT_FALSE(same_flags("rm -fi a", "rm -if a"));
  EXPECT_FALSE(same_flags("grep -EF a", "grep -FE a"));
  EXPECT_FALSE(same_flags("du -hk", "du -kh"));
  EXPECT_TRUE(same_flags("rm -rfi a", "rm -fri a"));
}

TEST(FlagOrder, UtilitiesThatPrintTheirFlagsAreNotReordered) {
  EXPECT_FALSE(same_flags("diff -rN a b", "diff -Nr a b"));
}

TEST(FlagOrder, MissingOrRepeatedFlagsAreDifferences) {
  EXPECT_FALSE(same_flags("ls -la", "ls -l"));
  EXPECT_FALSE(same_flags("ls -la", "ls -lla"));
  EXPECT_FALSE(same_flags("ls -la", "ls"));
  EXPECT_FALSE(same_flags("ls -s", "ls -S"));
}

TEST(FlagOrder, QuotedFlagsAreNotTakenApart) {
  EXPECT_FALSE(same_flags("ls '-la'", "ls '-al'"));
  EXPECT_FALSE(same_flags("ls -l\\a", "ls -a\\l"));
  EXPECT_FALSE(same_flags("ls -$x", "ls -x$"));
  EXPECT_FALSE(same_flags("ls -{l,a}", "ls -{a,l}"));
}

TEST(FlagOrder, OperandsAndRedirectionsMustBeTheSame) {
  EXPECT_TRUE(same_flags("ls -la 2>/dev/null", "ls -al 2> /dev/null"));
  EXPECT_FALSE(same_flags("ls -la 2>err", "ls -al 2 >err"));
  EXPECT_FALSE(same_flags("ls -la a b", "ls -al b a"));
  EXPECT_FALSE(same_flags("ls -la 'a b'", "ls -al 'a  b'"));
}

TEST(FlagOrder, NothingIsClaimedAboutWhatIsNotUnderstood) {
  EXPECT_FALSE(same_flags("ls -la <<E\nE", "ls -al <<E\nE"));
  EXPECT_FALSE(same_flags("a=(ls -la)", "a=(ls -al)"));
  EXPECT_FALSE(same_flags("[[ -n x && ls -la ]]", "[[ -n x && ls -al ]]"));
  EXPECT_FALSE(same_flags("for ls in -la; do :; done", "for ls in -al; do :; done"));
}

}  // namespace
}  // namespace assay
