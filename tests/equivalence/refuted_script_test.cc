// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine once called equivalent, and that a world refuted when both were run (tests/refute):
// syntax that the shell itself reads.
#include "verdicts.h"

namespace assay {
namespace {

// dash refuses them.
TEST(RefutedScript, RepeatedOrLoneBangsAreNoSh) {
  expect_apart({{"sh -c '! ! ls -a'", "sh -c 'ls -a'"},
                {"sh -c 'ls -a -l; !'", "sh -c 'ls -l -a; !'"},
                {"sh -c 'ls `! ! ls -a -l`'", "sh -c 'ls `! ! ls -l -a`'"}});
  expect_method("utility", {{"bash -c '! ! ls -a -l'", "bash -c 'ls -l -a'"}});
}

TEST(RefutedScript, ArithmeticKeepsQuotes) {
  expect_apart({{"echo $((n * 2))", "echo $((n \\* 2))"},
                {"echo $((1 < 2 ? 3 : 4))", "echo $((1 < 2 '?' 3 : 4))"},
                {"echo $((n - 1))", "echo $((n '' - 1))"},
                {"((n * 2))", "((n \\* 2))"}});
}

// The file is created, or standard input replaced, before a group's words are expanded, but after a command's
// own words are.
TEST(RefutedScript, AGroupIsRedirectedBeforeItsWordsAreExpanded) {
  expect_apart({{"{ echo *; } > o", "echo * > o"},
                {"if true; then ls *; fi > o", "ls * > o"},
                {"{ echo $x; } > o", "echo $x > o"},
                {"{ echo $(cat); } < f", "echo $(cat) < f"}});
  expect_method("quoting",
                {{"{ ls -l a; } > o", "ls -l a > o"}, {"{ ls *; } 2>/dev/null", "ls * 2>/dev/null"}});
}

// _, the last word of the previous command, is among the variables.
TEST(RefutedScript, ListsOfVariablesShowHowTheScriptIsWritten) {
  expect_apart({{"declare", "true && declare"}, {"set | wc -l", "(set) | wc -l"}});
}

TEST(RefutedScript, ASubstitutionInARedirectionLeavesItsStatus) {
  expect_apart({{"<<< \"$(cat f)\"", "true <<< \"$(cat f)\""}, {"> \"$(false)o\"", ": > \"$(false)o\""}});
}

TEST(RefutedScript, AQuotedOptionOfADeclarationReadsNoKeys) {
  expect_apart({{"declare -A a=([k]=1 [' k ']=2)", "declare \"-A\" a=([k]=1 [' k ']=2)"}});
}

// In the background a group reads /dev/null, but a pipeline reads the shell's input.
TEST(RefutedScript, PipelinesInTheBackgroundReadWhatTheShellReads) {
  expect_apart({{"cat | sort &", "( cat | sort ) &"},
                {"cat | sort &", "{ cat | sort; } &"},
                {"{ cat; } | sort &", "( cat | sort ) &"},
                {"cat | sort & wait", "( ( cat | sort ) ) & wait"}});
}

// If o cannot be opened, ! { ls; } > o is false, and the negation inside is never evaluated.
TEST(RefutedScript, NegationLeavesARedirectionOfAGroupAlone) {
  expect_apart({{"! { ls; } > o", "! ls > o"},
                {"! ( ls ) > o", "! ls > o"},
                {"! if true; then ls; fi > o", "! ls > o"},
                {"! { ls; } > o", "! { { ls; } > o; }"},
                {"! { ls; pwd; } > o", "! { { ls; pwd; } > o; }"},
                {"! { ls; pwd; } > o", "! ( { ls; pwd; } > o )"},
                {"if ! { ls; } > o; then pwd; fi", "if ! ls > o; then pwd; fi"}});
  expect_method(
      "quoting",
      {{"! { ls; }", "! ls"}, {"! { { ls; } > o; }", "! ls > o"}, {"! ls | { cat; } > o", "! ls | cat > o"}});
}

TEST(RefutedScript, AShellSaysByWhichNameItWasCalled) {
  expect_apart(
      {{"bash -c 'echo $0'", "/bin/bash -c 'echo $0'"}, {"sh -c 'echo ${0}'", "/bin/sh -c 'echo ${0}'"}});
  expect_method("rewrite", {{"bash -c 'echo 1'", "/bin/bash -c 'echo 1'"}});
}

// ls | < nowhere is true, but ls | : < nowhere is not.
TEST(RefutedScript, RedirectionsAloneNeverFailInAPipeline) {
  expect_apart({{"ls | > o < f", "ls | : > o < f"}, {"ls | > o < f", "ls | if true; then > o < f; fi"}});
  expect_method("utility", {{"> o < f", ": > o < f"}});
}

TEST(RefutedScript, AListOfProcessesShowsSubshells) {
  expect_apart({{"ps -ef | grep $$ | grep -v grep", "( ps -ef | grep $$ | grep -v grep )"}});
}

// To sh, 02 is an argument.
TEST(RefutedScript, DescriptorsOfShAreOneDigit) {
  expect_apart({{"sh -c 'ls empty 2>/dev/null'", "sh -c 'ls empty 02>/dev/null'"}});
  expect_method("utility", {{"bash -c 'ls empty 2>/dev/null'", "bash -c 'ls empty 02>/dev/null'"}});
}

TEST(RefutedScript, ATestMayCountWhatItNames) {
  expect_apart({{"([ -v a[i++] ]); echo $i", "[ -v a[i++] ]; echo $i"},
                {"(test -v \"$x\"); echo $i", "test -v \"$x\"; echo $i"}});
  expect_method("utility", {{"([ -v a ])", "[ -v a ]"}});
}

// If one is refused, those after it are not made; and a reference sets the variable it names.
TEST(RefutedScript, AssignmentsToVariablesWithAttributesKeepTheirOrder) {
  expect_apart({{"UID=1 B=2\necho \"$B\"", "B=2 UID=1\necho \"$B\""},
                {"readonly A=0\nA=1 B=2", "readonly A=0\nB=2 A=1"},
                {"declare -n A=B; A=1 B=2; echo $B", "declare -n A=B; B=2 A=1; echo $B"},
                {"declare -n r=f; for f in a b; do r='a b'; ls $f; done",
                 "declare -n r=f; for f in a b; do r='a b'; ls \"$f\"; done"}});
  expect_method("flag_order", {{"A=1 B=2", "B=2 A=1"}});
}

// A script that changes which programs are found, or how words are split, is compared word for word.
TEST(RefutedScript, WhatTheShellReadsIsSetInManyWays) {
  const std::string_view set[] = {"x=PATH; read \"$x\" < f",
                                  "x=PATH; printf -v \"$x\" p",
                                  "getopts p \"$x\" -p",
                                  "read $x < f",
                                  "declare -n P=PATH; P=p",
                                  "((PATH=1))",
                                  "echo $((PATH=1))",
                                  "let PATH=1",
                                  "let \"$x\"",
                                  "[[ PATH=1 -eq 1 ]]",
                                  "echo ${v:PATH=1}",
                                  "for ((PATH=1; PATH<2; PATH++)); do ls; done",
                                  "printf -vPATH p",
                                  "printf -v'PATH' p",
                                  "read -aPATH < f",
                                  "mapfile -C eval -c 1 a < f",
                                  "ls {PATH}> o"};
  for (const std::string_view each : set) {
    const std::string script(each);
    expect_apart({{script + "; ls -l -a", script + "; ls -a -l"}});
  }
  expect_apart({{"env PATH=p ls -l -a", "env PATH=p ls -a -l"},
                {"env BASH_ENV=f bash -c 'ls -l -a'", "env BASH_ENV=f bash -c 'ls -a -l'"},
                {"env 'BASH_FUNC_ls%%=() { pwd; }' bash -c 'ls -l -a'",
                 "env 'BASH_FUNC_ls%%=() { pwd; }' bash -c 'ls -a -l'"},
                {"bash -lc 'ls -l -a'", "bash -lc 'ls -a -l'"}});
  expect_method("flag_order", {{"echo $PATH; ls -l -a", "echo $PATH; ls -a -l"},
                               {"[[ $PATH == x ]]; ls -l -a", "[[ $PATH == x ]]; ls -a -l"},
                               {"read -p \"$x\" y; ls -l -a", "read -p \"$x\" y; ls -a -l"}});
}

TEST(RefutedScript, JobsAreShownAndFoundAsTheyWereWritten) {
  expect_apart({{"sleep '1' & jobs", "sleep 1 & jobs"},
                {"sleep 1 & kill %'sleep 1'", "sleep '1' & kill %'sleep 1'"},
                {"ls -l -a > o & wait %'ls -l'", "ls -a -l > o & wait %'ls -l'"}});
  expect_method("values", {{"sleep 1 & kill -9 %1", "sleep 1 & kill -KILL %1"}});
}

TEST(RefutedScript, AProcessMayLookAtItself) {
  expect_apart({{"readlink -f /proc/self/exe", "realpath /proc/self/exe"},
                {"cat /proc/self/cmdline -e", "cat -e /proc/self/cmdline"}});
}

TEST(RefutedScript, TracesShowAScript) {
  expect_apart({{"bash -xc 'ls -l -a f' 2> o", "bash -xc 'ls -a -l f' 2> o"},
                {"BASH_XTRACEFD=1 bash -xc 'ls -l -a f'", "BASH_XTRACEFD=1 bash -xc 'ls -a -l f'"}});
}

// Such as test -t 2, and whatever else a script may ask about it.
TEST(RefutedScript, WhatRunsCommandsMayAskForStandardError) {
  expect_apart({{"bash 2>/dev/null", "bash"},
                {"perl -e 'print 1 if -c STDERR' 2>/dev/null", "perl -e 'print 1 if -c STDERR'"},
                {"sed 's/.*/test -t 2/e' f 2>/dev/null", "sed 's/.*/test -t 2/e' f"},
                {"awk 'BEGIN{system(\"test -t 2\")}' 2>/dev/null", "awk 'BEGIN{system(\"test -t 2\")}'"},
                {"make 2>/dev/null", "make"}});
}

// l may be a link to /dev/fd/3.
TEST(RefutedScript, WhatIsOpenedMayBeADescriptor) {
  expect_method("rewrite", {{"ls > l 3>/dev/null", "ls 3>/dev/null > l"}});
  expect_method("flag_order", {{"ls > l 2>/dev/null", "ls 2>/dev/null > l"}});
}

// The word behind it is its value, and the letters in its own are further options.
TEST(Refuted, OptionsOfAShellAreNamedInAWordOfTheirOwn) {
  expect_apart({{"sh -u -o: x", "sh -u -o : x"},
                {"bash -oe pipefail s", "bash -o e pipefail s"},
                {"set -opipefail", "set -o pipefail"}});
  expect_method("flag_order", {{"bash -eo pipefail s", "bash -e -o pipefail s"}});
}

// With one name found, grep has a pattern and no file: it reads standard input, which xargs replaces.
TEST(Refuted, TheFirstNameThatIsFoundMayBeAPattern) {
  expect_apart({{"find . -print0 | xargs -0 grep", "find . -exec grep {} +"},
                {"find . -name x | xargs -I{} grep {}", "find . -name x -exec grep {} \\;"},
                {"xargs -a f grep", "xargs grep < f"},
                {"xargs -a f cat", "xargs cat < f"}});
  expect_method("rewrite",
                {{"find . -type f -print0 | xargs -0 -r grep x", "find . -type f -exec grep x {} +"}});
}

// A slash in brackets is part of the pattern, and the blank behind it too.
TEST(Refuted, BlanksInBracketsOfAwkStay) {
  expect_apart({{"awk '/[]/ x]/' f", "awk '/[]/x]/' f"},
                {"awk '/[^]/ x]/' f", "awk '/[^]/x]/' f"},
                {"awk '/[[:alpha:]/ x]/' f", "awk '/[[:alpha:]/x]/' f"}});
  expect_method("utility", {{"awk '/[[:alpha:]]x/ {print $1}' f", "awk '/[[:alpha:]]x/{print $1}' f"}});
}

// What it prints goes to a command that a variable names.
TEST(Refuted, AwkPipesIntoAVariable) {
  expect_apart({{"seq 3 | awk -v c=tee '{print|c}' | true", "true"},
                {"cat f | awk -v c=sh '{print|c}'", "awk -v c=sh '{print|c}' < f"}});
  expect_method("rewrite", {{"cat f | awk '/a|b/ {print $1 || 2}'", "awk '/a|b/ {print $1 || 2}' < f"}});
}

// The shell replaces itself by the last simple command, and not by one in braces.
TEST(Refuted, TheEnvironmentShowsHowAShellRanTheLastCommand) {
  expect_apart({{"bash -c 'printenv'", "bash -c '{ printenv; }'"},
                {"bash -c 'env | sort'", "bash -c '{ env; } | sort'"},
                {"bash -c 'cat <<< $SHLVL'", "bash -c '{ cat <<< $SHLVL; }'"}});
  expect_method("utility", {{"bash -c 'ls'", "bash -c '{ ls; }'"}});
}

// Bash loses what follows ((…) on the next line.
TEST(RefutedScript, DoubledParenthesesBeforeALineEndAreNotNestedSubshells) {
  expect_apart({{"((echo a)\necho b)", "( (echo a)\necho b)"}, {"((ls)\n)", "(ls)"}});
  expect_method("whitespace", {{"((ls); pwd)", "( (ls); pwd)"}});
}

TEST(RefutedScript, ASubshellIsTheParentOfItsCommands) {
  expect_apart({{"(ls; bash -c 'echo $PPID')", "ls; bash -c 'echo $PPID'"}});
  expect_method("values", {{"kill -9 $PPID", "kill -KILL $PPID"}});
}

// In the background a lone command reads /dev/null, but the first one of a pipeline the shell's input.
TEST(RefutedScript, APipelineInTheBackgroundReadsTheInput) {
  expect_apart({{"sort | uniq & wait", "sort -u & wait"},
                {"head -n5 | tail -n5 & wait", "head -n5 & wait"},
                {"tac | tac & wait", "cat & wait"},
                {"sort -n | sort & wait", "sort & wait"},
                {"rev | cut -d/ -f1 | rev & wait", "awk -F/ '{print $NF}' & wait"},
                {"awk '/b/{print $1}' & wait", "grep b | awk '{print $1}' & wait"},
                {"tr '\\n' '\\0' | xargs -0 rm & wait", "xargs -d '\\n' rm & wait"},
                {"x=$(sort | uniq & wait)", "x=$(sort -u & wait)"}});
  expect_method("rewrite", {{"sort f | uniq & wait", "sort -u f & wait"},
                            {"sort < f | uniq & wait", "sort -u < f & wait"},
                            {"(sort | uniq) & wait", "(sort -u) & wait"},
                            {"true && sort | uniq & wait", "true && sort -u & wait"}});
}

// Double quotes change how the word in an operator is read.
TEST(RefutedScript, QuotesAroundAnOperatorsWord) {
  expect_apart({{"[[ ${x:-'a'} == a ]]", "[ \"${x:-'a'}\" = a ]"},
                {"[[ ${x:-~} == /root ]]", "[ \"${x:-~}\" = /root ]"},
                {"[[ -d ${1-~} ]]", "[ -d \"${1-~}\" ]"},
                {"env A=\"${x:-'a'}\" printenv A", "A=${x:-'a'} printenv A"},
                {"env TZ=\"${z:-'UTC'}\" date", "TZ=${z:-'UTC'} date"}});
  expect_method("utility", {{"[[ ${x:-a} == a ]]", "[ \"${x:-a}\" = a ]"},
                            {"env A=\"${x:-a}\" printenv A", "A=${x:-a} printenv A"}});
}

// Commands of a group may change the folder, or the file that is written.
TEST(RefutedScript, OnlyTextsAreWrittenTogether) {
  expect_apart({{"{ echo a; cd d; } > o; echo b >> o", "{ echo a; cd d; echo b; } > o"},
                {"{ echo a; rm o; } > o; echo b >> o", "{ echo a; rm o; echo b; } > o"},
                {"{ echo a; echo c > o; } > o; echo b >> o", "{ echo a; echo c > o; echo b; } > o"},
                {"{ echo a; sleep 1 & } > o; echo b >> o", "{ echo a; sleep 1 & echo b; } > o"}});
  expect_method("rewrite", {{"echo a > o; echo b >> o; echo c >> o", "{ echo a; echo b; echo c; } > o"},
                            {"{ echo a; echo b; } > o; echo c >> o", "{ echo a; echo b; echo c; } > o"}});
}

// A substitution in a later command of a pipeline reads the pipe.
TEST(RefutedScript, SubstitutionsOfLaterStagesReadThePipe) {
  expect_apart({{"echo a | cat > \"$(cat)\"", "echo a > \"$(cat)\""},
                {"sort f | uniq > \"$(head -n1)\"", "sort -u f > \"$(head -n1)\""}});
  expect_method("rewrite", {{"sort f | uniq > \"$(date)\"", "sort -u f > \"$(date)\""}});
}

}  // namespace
}  // namespace assay
