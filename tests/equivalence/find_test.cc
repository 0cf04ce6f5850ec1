// SPDX-License-Identifier: Apache-2.0
#include "verdicts.h"

namespace assay {
namespace {

TEST(Find, TestsCommuteBetweenActions) {
  expect_method("utility",
                {{"find . -name \"*.log\" -type f", "find . -type f -name \"*.log\""},
                 {"find . -type f -name \"*.tmp\" -delete", "find . -name \"*.tmp\" -type f -delete"},
                 {"find . -name a -o -name b", "find . -name b -o -name a"},
                 {"find . -name a -print -name b -type f -ls", "find . -name a -print -type f -name b -ls"},
                 {"find . -type f -name *.log", "find . -name *.log -type f"}});
  expect_apart({{"find . -name x -delete", "find . -delete -name x"},
                {"find . -name x -print -type f -ls", "find . -type f -name x -print -ls"},
                {"find . -type f -name $x", "find . -name $x -type f"},
                {"find . -type f -name *", "find . -name * -type f"}});
}

TEST(Find, TheDefaultActionIsWritten) {
  expect_method("utility", {{"find dir", "find dir -print"},
                            {"find . -path ./dir -prune -o -name x",
                             "find . \\( -path ./dir -prune -o -name x \\) -print"}});
  expect_apart({{"find . -path ./dir -prune -o -name \"*.log\" -print",
                 "find . -path ./dir -prune -o -name \"*.log\""},
                {"find . -name \"*.c\" -o -name \"*.h\" -print",
                 "find . \\( -name \"*.c\" -o -name \"*.h\" \\) -print"}});
}

TEST(Find, LogicRunsFromTheLeft) {
  expect_method(
      "utility",
      {{"find . ! \\( -name \"*.c\" -o -name \"*.h\" \\)", "find . ! -name \"*.c\" ! -name \"*.h\""},
       {"find . -not -name x", "find . ! -name x"},
       {"find . -name a -and -name b", "find . -name a -name b"},
       {"find . -path ./dir -prune -o -print", "find . \\( -path ./dir -prune \\) -o -print"},
       {"find . -name a -print -o -name b -print", "find . \\( -name a -o -name b \\) -print"},
       {"find . ! ! -name x", "find . -name x"},
       {"find . -name a -name a", "find . -name a"},
       {"find . -type f,d", "find . -type d -o -type f"}});
  expect_apart(
      {{"find . \\( -name \"*.c\" -o -name \"*.h\" \\) -delete",
        "find . -name \"*.c\" -o -name \"*.h\" -delete"},
       {"find . -path ./dir -prune -o -print", "find . -print -o -path ./dir -prune"},
       {"find . ! -name \"*.c\" -o -name \"*.h\"", "find . ! \\( -name \"*.c\" -o -name \"*.h\" \\)"},
       {"find . -type f", "find . ! -type d"},
       {"find . -name \"*.c\" -not -path \"*/lib/*\"", "find . -name \"*.c\" -path \"*/lib/*\""},
       {"find . -name a -exec grep -q x {} \\; -print -o -name b -exec grep -q x {} \\; -print",
        "find . \\( -name a -o -name b \\) -exec grep -q x {} \\; -print -print"}});
}

TEST(Find, SizesAreRoundedUp) {
  expect_method("utility", {{"find . -type f -size 0", "find . -type f -empty"},
                            {"find . -name '[^a]*'", "find . -name '[!a]*'"},
                            {"find . -size +1k", "find . -size +1024c"},
                            {"find . -size +1M", "find . -size +1024k"},
                            {"find . -size -1M", "find . -size 0"},
                            {"find . ! -size +1k", "find . -size -1025c"},
                            {"find . -size 2", "find . -size +512c -size -1025c"}});
  expect_apart({{"find . -size -1M -type f", "find . -size -1048576c -type f"},
                {"find . -size +1k -type f", "find . -size +1000c -type f"},
                {"find . -size 1", "find . -size 1c"},
                {"find . -empty", "find . -size 0"},
                {"find . -size +100M", "find . -size 100M"}});
}

TEST(Find, ModesTimesAndNames) {
  expect_method("utility", {{"find . -perm -u+x -type f", "find . -perm -100 -type f"},
                            {"find . -perm 0644", "find . -perm 644"},
                            {"find . -perm /100", "find . -perm -100"},
                            {"find . -perm /a=x", "find . -perm /111"},
                            {"find . -mtime +030", "find . -mtime +30"},
                            {"find . -newer f", "find . -newermm f"},
                            {"find . -iname '*.TXT'", "find . -iname '*.txt'"},
                            {"find . -wholename x", "find . -path x"},
                            {"find . -regex '.*\\.log'", "find . -regextype emacs -regex '.*\\.log'"}});
  expect_apart({{"find . -perm 644", "find . -perm -644"},
                {"find . -perm -111", "find . -perm /111"},
                {"find . -mtime 30", "find . -mtime +30"},
                {"find . -name '*.TXT'", "find . -name '*.txt'"},
                {"find . -name '[ab].txt'", "find . -name '[a-z].txt'"},
                {"find . -regextype posix-extended -regex 'a+'", "find . -regex 'a+'"},
                {"find . -newermt 2020-01-01", "find . -newerct 2020-01-01"}});
}

TEST(Find, OptionsHoldForTheWholeExpression) {
  expect_method("utility", {{"find . -name x -maxdepth 1", "find . -maxdepth 1 -name x"},
                            {"find . -depth -name x -delete", "find . -name x -delete"},
                            {"find . -xdev -name x", "find . -mount -name x"},
                            {"find . -follow -name x", "find -L . -name x"},
                            {"find ./ -type f", "find . -type f"}});
  expect_apart({{"find . -depth", "find ."},
                {"find -L . -type f", "find . -type f"},
                {"find . -name x -follow -type l", "find -L . -name x -type l"},
                {"find . -daystart -mtime 1", "find . -mtime 1"},
                {"find . -mtime 1 -daystart", "find . -daystart -mtime 1"},
                {"find ./", "find ."},
                {"find dlink/ -type f", "find dlink -type f"}});
}

TEST(Find, LooksIntoFoldersUnderAnAssumption) {
  expect_method("rewrite", {{"find . -empty -type f", "find . -type f -empty"},
                            {"find . -empty -name x", "find . -name x -empty"}});
  expect_apart({{"find . -empty -print -name x", "find . -name x -print -empty"}});
}

TEST(Find, WhatItRefusesIsNoOtherSpelling) {
  expect_apart({{"find . -type f,f", "find . -type f"},
                {"find . -type f,d,f", "find . -type f,d"},
                {"find . -regextype perl -name x", "find . -name x"},
                {"find . -maxdepth x -maxdepth 1", "find . -maxdepth 1"},
                {"find . -name '[[^]'", "find . -name '[[!]'"},
                {"find ./ -type f -printf '%H\\n'", "find . -type f -printf '%H\\n'"}});
}

// -delete refuses to imply -depth when that would make -prune ineffective.
TEST(Find, DepthThatIsImpliedAndDepthThatIsSaid) {
  expect_method("utility", {{"find . -depth -name x -delete", "find . -name x -delete"}});
  expect_apart(
      {{"find . -depth -name a -prune -o -name b -delete", "find . -name a -prune -o -name b -delete"}});
}

TEST(Find, TestsBehindACommand) {
  expect_method("utility", {{"find . -exec ls {} \\; -name a -type f -print",
                             "find . -exec ls {} \\; -type f -name a -print"}});
  expect_method("flag_order",
                {{"find . -exec ls -l -a {} \\; -name a", "find . -exec ls -la {} \\; -name a"}});
}

TEST(Find, CommandsItRuns) {
  expect_method("rewrite",
                {{"find dir -type f -exec chmod 600 {} +", "find dir -type f -exec chmod 600 {} \\;"},
                 {"find . -type f -name \"*.log\" -print0 | xargs -0 -r rm -f",
                  "find . -type f -name \"*.log\" -delete"},
                 {"find . -type f -exec rm {} \\;", "find . -type f -delete"},
                 {"find . -name x -exec rm {} \\;", "find . -name x -print0 | xargs -0 rm"},
                 {"find . -name x -print0 | xargs -0 -I{} mv {} d", "find . -name x -exec mv {} d \\;"},
                 {"find . -type f -print0 | xargs -0 -r grep -l x", "find . -type f -exec grep -l x {} +"}});
  expect_apart(
      {{"find . -type f -exec echo {} \\;", "find . -type f -exec echo {} +"},
       {"find . -name \"*.log\" | xargs rm", "find . -name \"*.log\" -delete"},
       {"find . -name x -exec rm {} \\;", "find . -name x -delete"},
       {"find dir -type f -exec echo {} \\;", "find dir -type f -execdir echo {} \\;"},
       {"find . -exec wc -l {} +", "find . -exec wc -l {} \\;"},
       {"find . -type f -print0 | xargs -0 ls", "find . -type f -exec ls {} +"},
       {"find . -exec mv -t d {} +", "find . -exec mv -t d {} \\;"},
       {"find . -exec rm -i {} +", "find . -exec rm -i {} \\;"},
       {"find . -type d -exec rm -r {} +", "find . -type d -exec rm -r {} \\;"},
       {"find dir -type f -exec wc -c {} \\;", "find dir -type f -exec wc -c {}\\;"},
       {"find . -path ./a -prune -o -type f -exec rm {} \\;", "find . -path ./a -prune -o -type f -delete"}});
}

}  // namespace
}  // namespace assay
