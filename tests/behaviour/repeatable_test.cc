// SPDX-License-Identifier: Apache-2.0
// What commands do may be kept only if it depends on their world alone.
#include "repeatable.h"

#include <gtest/gtest.h>

namespace assay::behaviour {
namespace {

bool repeats(const std::string& script, const sandbox::World& world = {}) {
  return is_repeatable(world, sandbox::shell_command(script));
}

TEST(Repeatable, AreCommandsThatReadNamesAndContents) {
  for (const char* script :
       {"cat a", "ls -R", "find . -name '*.c' -type f", "find . -name x -exec grep -l y {} +",
        "find . -type f -print0 | xargs -0 rm -f", "sort a | uniq -c | head -n 3", "awk '{print $1}' a",
        "mv a b", "sed -i s/a/b/ f", "cp a b", "touch a", "find /etc -name x", "echo $HOME/x >/dev/null",
        "find . -printf '%p %s\\n'", "bash -c 'cat a'", "whoami", "find . -name x | xargs ls"})
    EXPECT_TRUE(repeats(script)) << script;
}

TEST(Repeatable, AreNoneThatReadTimesTheMachineProcessesOrChance) {
  for (const char* script : {"date",
                             "ls -l",
                             "ls -lt",
                             "ls --sort=time",
                             "find . -mtime -1",
                             "find . -newer a",
                             "find . -ls",
                             "find . -printf '%t'",
                             "find . -newermt 2020-01-01",
                             "find . -exec ls -l {} \\;",
                             "find . -type f | xargs ls -la",
                             "stat a",
                             "touch -d yesterday a",
                             "cp -a a b",
                             "cp -p a b",
                             "mv -u a b",
                             "X='-mtime -1'; find . $X",
                             "find . $(cat a)",
                             "read X <a; find . $X",
                             "cat a | xargs find .",
                             "rg --sort modified x",
                             "echo $HOSTNAME",
                             "x='\\t'; echo ${x@P}",
                             "tar cf x.tar a",
                             "gzip a",
                             "diff -u a b",
                             "sort -R a",
                             "shuf a",
                             "mktemp",
                             "echo $RANDOM",
                             "echo $$",
                             "echo $SECONDS",
                             "printf '%(%F)T'",
                             "[ a -nt b ]",
                             "[[ a -ot b ]]",
                             "ps",
                             "uname -a",
                             "hostname",
                             "df",
                             "cat /proc/cpuinfo",
                             "cat '/pr'oc/uptime",
                             "head -c 4 /dev/urandom",
                             "dd if=/dev/urandom",
                             "find /",
                             "find ../..",
                             "cd ..; find .",
                             "ls /*",
                             "grep -r x $UNSET/",
                             "awk 'BEGIN { print rand() }'",
                             "awk 'BEGIN { print systime() }'",
                             "awk 'BEGIN { system(\"date\") }'",
                             "time ls",
                             "sleep 1 & ls",
                             "tee >(cat) <a",
                             "find . | xargs -P 4 cat",
                             "perl -e 'print time'"})
    EXPECT_FALSE(repeats(script)) << script;
}

TEST(Repeatable, AreNoneWhoseProgramsAreNotKnown) {
  for (const char* script :
       {"frobnicate a", "./ls", "bin/cat a", "$X a", "eval \"$X\"", "bash script.sh", "sh <a", ". ./a",
        "PATH=.:$PATH ls", "xargs $X <a", "ls $OPTIONS", "echo -l | xargs ls", "ls 'a"})
    EXPECT_FALSE(repeats(script)) << script;
}

TEST(Repeatable, AreNoneInAWorldThatLeadsOutOfItself) {
  EXPECT_TRUE(repeats("cat a", {.entries = {{.path = "a", .content = "x"}}}));
  EXPECT_FALSE(repeats("xargs cat <a", {.entries = {{.path = "a", .content = "/proc/uptime\n"}}}));
  EXPECT_FALSE(repeats("ls *", {.entries = {{.path = "-l", .content = ""}}}));
  EXPECT_FALSE(
      repeats("find -L .", {.entries = {{.path = "a", .type = sandbox::NodeType::link, .content = "/"}}}));
  const auto with_link = [](const char* path, const char* target) {
    return sandbox::World{.entries = {{.path = path, .type = sandbox::NodeType::link, .content = target}}};
  };
  EXPECT_TRUE(repeats("find -L .", with_link("d/up", "..")));
  EXPECT_TRUE(repeats("find -L .", with_link("up", "../other")));
  EXPECT_FALSE(repeats("find -L .", with_link("up", "../..")));
  EXPECT_FALSE(repeats("find -L .", with_link("d/up", "../../../proc/uptime")));
  EXPECT_FALSE(repeats("find -L .", with_link("up", "d/../../..")));
  EXPECT_FALSE(repeats("find -L .", with_link("up", "../d/../..")));
  EXPECT_FALSE(repeats("ls", {.environment = {{"PATH", "/home/user/bin"}}}));
  EXPECT_FALSE(repeats("awk 1 a", {.userland = "goawk"}));
}

}  // namespace
}  // namespace assay::behaviour
