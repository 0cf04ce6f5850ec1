// SPDX-License-Identifier: Apache-2.0
// Commands that see how a script is written, which processes run it, or where its errors go.
#include "verdicts.h"

namespace assay {
namespace {

// _, the last word of the previous command, is among the variables.
TEST(Visibility, ListsOfVariablesShowHowTheScriptIsWritten) {
  expect_apart({{"declare", "true && declare"}, {"set | wc -l", "(set) | wc -l"}});
}

TEST(Visibility, AShellSaysByWhichNameItWasCalled) {
  expect_apart(
      {{"bash -c 'echo $0'", "/bin/bash -c 'echo $0'"}, {"sh -c 'echo ${0}'", "/bin/sh -c 'echo ${0}'"}});
  expect_method("rewrite", {{"bash -c 'echo 1'", "/bin/bash -c 'echo 1'"}});
}

TEST(Visibility, AListOfProcessesShowsSubshells) {
  expect_apart({{"ps -ef | grep $$ | grep -v grep", "( ps -ef | grep $$ | grep -v grep )"}});
}

TEST(Visibility, JobsAreShownAndFoundAsTheyWereWritten) {
  expect_apart({{"sleep '1' & jobs", "sleep 1 & jobs"},
                {"sleep 1 & kill %'sleep 1'", "sleep '1' & kill %'sleep 1'"},
                {"ls -l -a > o & wait %'ls -l'", "ls -a -l > o & wait %'ls -l'"}});
  expect_method("values", {{"sleep 1 & kill -9 %1", "sleep 1 & kill -KILL %1"}});
}

TEST(Visibility, AProcessMayLookAtItself) {
  expect_apart({{"readlink -f /proc/self/exe", "realpath /proc/self/exe"},
                {"cat /proc/self/cmdline -e", "cat -e /proc/self/cmdline"}});
}

TEST(Visibility, TracesShowAScript) {
  expect_apart({{"bash -xc 'ls -l -a f' 2> o", "bash -xc 'ls -a -l f' 2> o"},
                {"BASH_XTRACEFD=1 bash -xc 'ls -l -a f'", "BASH_XTRACEFD=1 bash -xc 'ls -a -l f'"}});
}

// Such as test -t 2, and whatever else a script may ask about it.
TEST(Visibility, WhatRunsCommandsMayAskForStandardError) {
  expect_apart({{"bash 2>/dev/null", "bash"},
                {"perl -e 'print 1 if -c STDERR' 2>/dev/null", "perl -e 'print 1 if -c STDERR'"},
                {"sed 's/.*/test -t 2/e' f 2>/dev/null", "sed 's/.*/test -t 2/e' f"},
                {"awk 'BEGIN{system(\"test -t 2\")}' 2>/dev/null", "awk 'BEGIN{system(\"test -t 2\")}'"},
                {"make 2>/dev/null", "make"}});
}

// The shell replaces itself by the last simple command, and not by one in braces.
TEST(Visibility, TheEnvironmentShowsHowAShellRanTheLastCommand) {
  expect_apart({{"bash -c 'printenv'", "bash -c '{ printenv; }'"},
                {"bash -c 'env | sort'", "bash -c '{ env; } | sort'"},
                {"bash -c 'cat <<< $SHLVL'", "bash -c '{ cat <<< $SHLVL; }'"}});
  expect_method("utility", {{"bash -c 'ls'", "bash -c '{ ls; }'"}});
}

TEST(Visibility, ASubshellIsTheParentOfItsCommands) {
  expect_apart({{"(ls; bash -c 'echo $PPID')", "ls; bash -c 'echo $PPID'"}});
  expect_method("values", {{"kill -9 $PPID", "kill -KILL $PPID"}});
}

// >& f is &> f.
TEST(Visibility, ErrorsLeadToAFile) {
  expect_apart({{"ls x >& f 2>/dev/null; cat f", "ls x >& f; cat f"},
                {"{ ls x 2>/dev/null; } >& f", "{ ls x; } >& f"},
                {"{ ls x 2>/dev/null; } >& $x", "{ ls x; } >& $x"},
                {"cat 2>/dev/null <&2", "cat <&2"}});
  expect_method("utility", {{"ls x 2>/dev/null; echo y >&2", "ls x; echo y >&2"}});
}

// An apostrophe in a comment or a here-document begins no quotes.
TEST(Visibility, TheLastArgumentIsSeenBehindApostrophes) {
  expect_apart({{"ls -l -a # don't\necho $_", "ls -a -l # don't\necho $_"},
                {"cat << E\ndon't\nE\nls -l -a\necho $_", "cat << E\ndon't\nE\nls -a -l\necho $_"},
                {"x=_; ls -l -a; echo ${!x}", "x=_; ls -a -l; echo ${!x}"}});
  expect_method("flag_order", {{"ls -l -a # don't", "ls -a -l"},
                               {"ls -l -a; perl -ne 'print $_' f", "ls -a -l; perl -ne 'print $_' f"}});
}

TEST(Visibility, PrintedFunctionsShowHowTheyAreWritten) {
  expect_apart({{"f() { caller; }; f", "f() { caller; }\nf"},
                {"f() { echo ${x}; }; declare -f f", "f() { echo $x; }; declare -f f"},
                {"f() { echo `a`; }; type f", "f() { echo $(a); }; type f"},
                {"f() { ls &> o; }; typeset -f", "f() { ls > o 2>&1; }; typeset -f"},
                {"f() { [[ a = b ]]; }; export -f f; env", "f() { [[ a == b ]]; }; export -f f; env"}});
  expect_method("quoting",
                {{"grep -l caller ${x}", "grep -l caller $x"}, {"f() { ls ${x}; }; f", "f() { ls $x; }; f"}});
}

TEST(Visibility, PrintenvWithoutNamesListsWhoStartedIt) {
  expect_apart({{"env printenv --", "printenv"}, {"env printenv -0", "printenv -0"}});
  expect_method("utility", {{"env printenv HOME", "printenv HOME"}});
}

// Without them, curl and wget write more than messages.
TEST(Visibility, OptionsThatSilenceMayDoMore) {
  expect_apart({{"curl -s 'h.com/[1-2]'", "curl 'h.com/[1-2]'"},
                {"curl -s 'h.com/{a,b}'", "curl 'h.com/{a,b}'"},
                {"curl -s --url 'h.com/[1-2]'", "curl --url 'h.com/[1-2]'"},
                {"curl -s \"http://$h/f\"", "curl \"http://$h/f\""},
                {"curl --libcurl o.c -s h", "curl --libcurl o.c h"},
                {"wget -q h/f &", "wget h/f &"},
                {"{ wget -q h/f; } &", "{ wget h/f; } &"},
                {"f() { wget -q h/f; }; f & wait", "f() { wget h/f; }; f & wait"},
                {"wget -q --warc-file=x u", "wget --warc-file=x u"},
                {"wget -q -e logfile=x u", "wget -e logfile=x u"}});
  expect_method("utility", {{"curl -s http://h.com/f", "curl http://h.com/f"},
                            {"curl -sO h.com/a -O h.com/b", "curl -O h.com/a -O h.com/b"},
                            {"wget -q h.com/f", "wget h.com/f"}});
}

// What they run may look at its standard error.
TEST(Visibility, ProgramsThatRunOthersMaySeeTheirErrors) {
  expect_apart({{"su -c x u 2>/dev/null", "su -c x u"},
                {"split --filter=x f 2>/dev/null", "split --filter=x f"},
                {"flock f -c x 2>/dev/null", "flock f -c x"},
                {"rsync -e x a b 2>/dev/null", "rsync -e x a b"},
                {"psql -c x 2>/dev/null", "psql -c x"},
                {"sqlite3 f .shell 2>/dev/null", "sqlite3 f .shell"},
                {"crontab -e 2>/dev/null", "crontab -e"},
                {"dpkg -i x.deb 2>/dev/null", "dpkg -i x.deb"},
                {"apt-get install x 2>/dev/null", "apt-get install x"}});
  expect_method("utility", {{"split -l 5 f 2>/dev/null", "split -l 5 f"},
                            {"rsync -a a b 2>/dev/null", "rsync -a a b"},
                            {"sed -n -e p f 2>/dev/null", "sed -n -e p f"}});
}

// They see the shell, and commands that run next to them.
TEST(Visibility, MoreProgramsListProcesses) {
  expect_apart({{"pmap 1 2>/dev/null", "pmap 1"},
                {"killall bash 2>/dev/null", "killall bash"},
                {"zcat f & sleep 1; pidof gzip", "gzip -dc f & sleep 1; pidof gzip"}});
  expect_method("flag_order", {{"pmap -x -q 1 | cat -n -E", "pmap -q -x 1 | cat -E -n"}});
}

}  // namespace
}  // namespace assay
