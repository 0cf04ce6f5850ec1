// SPDX-License-Identifier: Apache-2.0
// Differences that no world shows, so that equal behaviour in all of them proves nothing.
#include "blind_spots.h"

#include <gtest/gtest.h>

namespace assay::behaviour {
namespace {

bool is_blind(const char* accepted, const char* generated, Question question = Question::equivalent) {
  return blind_spot(calls_of(accepted), calls_of(generated), question).has_value();
}

TEST(BlindSpotsTest, AWorldHasOneFileSystemAndOneUser) {
  EXPECT_TRUE(is_blind("find / -name a", "find / -xdev -name a"));
  EXPECT_TRUE(is_blind("find . -user root", "find . -user bin"));
  EXPECT_TRUE(is_blind("df -h /a", "df -h /b"));
  EXPECT_FALSE(is_blind("find / -mount -name a", "find / -name a -xdev"));
  EXPECT_FALSE(is_blind("find . -user root -name a", "find . -name a -user root"));
}

TEST(BlindSpotsTest, ModesAreNoRightsWhereFilesBelongToOthers) {
  EXPECT_TRUE(is_blind("find . -readable", "find . -perm -400"));
  EXPECT_TRUE(is_blind("find . -perm -u=x", "find . -executable"));
  EXPECT_FALSE(is_blind("find . -type f -readable", "find . -readable -type f"));
  EXPECT_FALSE(is_blind("find . -perm -u=x", "find . -executable", Question::fulfils));
}

TEST(BlindSpotsTest, WhereFilesAreOfSeveralUsersTheyTell) {
  const auto is_blind = [](const char* accepted, const char* generated) {
    return blind_spot(calls_of(accepted), calls_of(generated), Question::equivalent, Owners::several)
        .has_value();
  };
  EXPECT_FALSE(is_blind("find . -user root", "find . -uid 0"));
  EXPECT_TRUE(is_blind("find . -user root -xdev", "find . -uid 0"));
}

TEST(BlindSpotsTest, TimesOfChangeOfInodesCannotBeSet) {
  EXPECT_TRUE(is_blind("find . -ctime -4", "find . -ctime -5"));
  EXPECT_TRUE(is_blind("find . -ctime -4", "find . -mtime -4"));
  EXPECT_FALSE(is_blind("find . -mtime -4", "find . -mtime -5"));
}

TEST(BlindSpotsTest, NobodySitsAtATerminal) {
  for (const char* asking : {"rm a", "find . -name a -exec rm {} \\;", "find . | xargs -I {} /bin/rm {}"}) {
    EXPECT_TRUE(is_blind("rm -f a", asking, Question::fulfils)) << asking;
    EXPECT_TRUE(is_blind(asking, "rm --force a")) << asking;
    // A user who did not ask for silence accepts it.
    EXPECT_FALSE(is_blind(asking, "rm -rf a", Question::fulfils)) << asking;
  }
  EXPECT_FALSE(is_blind("rm -f a", "find . -exec rm -fr {} +"));
  EXPECT_FALSE(is_blind("rm a", "unlink a"));
}

TEST(BlindSpotsTest, JobsEndWhenTheyLike) {
  EXPECT_TRUE(blind_to_jobs("bzip2 -9 a &", "bzip2 -v a"));
  EXPECT_TRUE(blind_to_jobs("ls", "(sleep 1; touch a) & ls"));
  EXPECT_TRUE(blind_to_jobs("ls", "for f in a b; do gzip $f & done"));
  EXPECT_FALSE(blind_to_jobs("bzip2 -9 a & wait", "bzip2 a"));
  EXPECT_FALSE(blind_to_jobs("ls && pwd", "ls 2>&1 | cat"));
}

TEST(BlindSpotsTest, WhatAllWorldsHaveAlikeTellsNothing) {
  for (const auto& [a, b] : {std::pair("pwd", "pwd -P"),
                             {"cp a b", "cp -u a b"},
                             {"unzip -n a.zip", "unzip -o a.zip"},
                             {"chmod +x f", "chmod a+x f"},
                             {"nohup sort a", "sort a"},
                             {"ps -C tail", "ps -C sleep"}}) {
    EXPECT_TRUE(is_blind(a, b)) << b;
    EXPECT_FALSE(is_blind(a, a)) << a;
    EXPECT_FALSE(is_blind(a, b, Question::fulfils)) << b;
  }
  EXPECT_FALSE(is_blind("chmod a+x f", "chmod ugo+x f"));
}

TEST(BlindSpotsTest, WhatTheMachineHasOneOfMayBeWrittenDown) {
  EXPECT_TRUE(blind_to_machine("hostname", "echo world"));
  EXPECT_TRUE(blind_to_machine("echo 1", "echo $PPID"));
  EXPECT_TRUE(blind_to_machine("id -u", "echo 1000"));
  EXPECT_FALSE(blind_to_machine("hostname", "uname -n"));
  EXPECT_FALSE(blind_to_machine("grep hidden a", "grep 'hidden' a"));
  EXPECT_TRUE(blind_to_machine("id -Gn", "id -gn")) << "a world's user has one group";
  EXPECT_TRUE(blind_to_machine("getconf PAGESIZE", "echo 4096"));
  EXPECT_TRUE(blind_to_machine("umask", "echo 0022"));
  EXPECT_FALSE(blind_to_machine("umask 077; touch a", "touch a; chmod 600 a"));
  EXPECT_FALSE(blind_to_machine("id -nG", "id -G -n"));
}

TEST(BlindSpotsTest, NothingIsTheSameBecauseOfTodaysDate) {
  for (const auto& [a, b] : {std::pair("date +%F", "echo 2026-11-29"),
                             {"date +%U", "date +%V"},
                             {"mkdir \"$(date +%F)\"", "mkdir 2026-11-29"},
                             {"printf '%(%Y)T\\n' -1", "echo 2026"},
                             {"date -d 'next monday' +%F", "date -d monday +%F"},
                             {"find . -exec date +%d \\;", "find . -exec date +%e \\;"},
                             {"awk 'BEGIN{print strftime(\"%Y\")}'", "echo 2026"},
                             {"[ $(date +%H) -lt 12 ]", "[ $(date +%H) -le 12 ]"},
                             {"cal", "cal -m"}})
    EXPECT_TRUE(blind_to_clock(a, b)) << a << " ~ " << b;
  for (const auto& [a, b] : {std::pair("cp a a.$(date +%F)", "cp a \"a.$(date +%F)\""),
                             {"date +%F", "date +%Y-%m-%d"},
                             {"date -d @0 +%U", "date -d @0 +%V"},
                             {"date -d 2020-01-31 +%Y", "echo 2020"},
                             {"date -r a.txt +%F", "stat -c %y a.txt | cut -c1-10"}})
    EXPECT_FALSE(blind_to_clock(a, b)) << a << " ~ " << b;
}

}  // namespace
}  // namespace assay::behaviour
