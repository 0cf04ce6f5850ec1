// SPDX-License-Identifier: Apache-2.0
// What the commands of a pipeline read from each other, from files and from the shell.
#include "verdicts.h"

namespace assay {
namespace {

// The shell empties f before, or while, the commands of a pipeline read it.
TEST(Pipeline, APipelineMayOverwriteWhatItReads) {
  expect_apart({{"sort f | uniq > f", "sort -u f > f"},
                {"sort < f | uniq > f", "sort -u < f > f"},
                {"sort f | uniq | tee f", "sort -u f | tee f"},
                {"awk '/x/ {print $2}' f > f", "grep x f | awk '{print $2}' > f"},
                {"grep x f | head -n 2 > f", "grep -m 2 x f > f"},
                {"rev f | cut -d/ -f1 | rev > f", "awk -F/ '{print $NF}' f > f"},
                {"sort f | uniq >& f", "sort -u f >& f"},
                {"grep -f p x | sort | uniq > p", "grep -f p x | sort -u > p"}});
  expect_method("rewrite", {{"sort f | uniq > g", "sort -u f > g"},
                            {"sort f 2> /dev/null | uniq 2> /dev/null", "sort -u f 2> /dev/null"}});
}

// awk reads ahead; sed leaves the rest of its input to a later command.
TEST(Pipeline, AwkReadsAheadOfALaterCommand) {
  expect_apart({{"awk 'NR==1{print;exit}'; cat", "sed 1q; cat"},
                {"while read l; do awk 'NR==1{print;exit}'; done < f", "while read l; do sed 1q; done < f"}});
  expect_method("rewrite", {{"awk 'NR==1{print;exit}' f; cat", "sed 1q f; cat"},
                            {"ls | awk 'NR==1{print;exit}'", "ls | sed 1q"}});
}

// tac goes back to the beginning of its input, whatever others have read of it.
TEST(Pipeline, TacGoesBackToTheBeginning) {
  expect_apart({{"read l; tac | tac", "read l; cat"},
                {"while read l; do tac | tac; done < f", "while read l; do cat; done < f"},
                {"tac | tac > /dev/null; wc -c", "cat > /dev/null; wc -c"},
                {"tac /dev/stdin | tac", "cat /dev/stdin"}});
  expect_method("rewrite",
                {{"tac f | tac", "cat f"}, {"tac < f | tac", "cat < f"}, {"ls | tac | tac", "ls | cat"}});
}

// If the file is missing, the status differs.
TEST(Pipeline, AwkFailsOtherwiseThanCutAndGrep) {
  expect_assumption("the input can be read", {"awk -F: '{print $1}' a", "cut -d: -f1 a"});
  expect_assumption("each line has the fields", {"awk -F: '{print $1}' a", "cut -d: -f1 a"});
  expect_assumption("the input can be read", {"awk '/^x/ {print $2}' f", "grep ^x f | awk '{print $2}'"});
}

// Other formats have no heading, and a whole line shows its blanks.
TEST(Pipeline, HeadingsOfOneLineAreLeftOut) {
  expect_apart(
      {{"lsblk -P | tail -n +2 | wc -l", "lsblk -nP | wc -l"},
       {"lsblk -J | tail -n +2 | wc -l", "lsblk -nJ | wc -l"},
       {"findmnt -P | tail -n +2 | wc -l", "findmnt -nP | wc -l"},
       {"ss -s | tail -n +2 | wc -l", "ss -Hs | wc -l"},
       {"lsblk | tail -n +2 | awk '{print $1; print}'", "lsblk -n | awk '{print $1; print}'"},
       {"lsblk | tail -n +2 | awk '{print $1; print length}'", "lsblk -n | awk '{print $1; print length}'"},
       {"lsblk | tail -n +2 | awk '{print $i}'", "lsblk -n | awk '{print $i}'"}});
  expect_method("rewrite",
                {{"lsblk -l | tail -n +2 | awk '{print $1, $NF}'", "lsblk -nl | awk '{print $1, $NF}'"},
                 {"findmnt -l | sed 1d | wc -l", "findmnt -ln | wc -l"}});
}

// In the background a group reads /dev/null, but a pipeline reads the shell's input.
TEST(Pipeline, PipelinesInTheBackgroundReadWhatTheShellReads) {
  expect_apart({{"cat | sort &", "( cat | sort ) &"},
                {"cat | sort &", "{ cat | sort; } &"},
                {"{ cat; } | sort &", "( cat | sort ) &"},
                {"cat | sort & wait", "( ( cat | sort ) ) & wait"}});
}

// In the background a lone command reads /dev/null, but the first one of a pipeline the shell's input.
TEST(Pipeline, APipelineInTheBackgroundReadsTheInput) {
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

// ls | < nowhere is true, but ls | : < nowhere is not.
TEST(Pipeline, RedirectionsAloneNeverFailInAPipeline) {
  expect_apart({{"ls | > o < f", "ls | : > o < f"}, {"ls | > o < f", "ls | if true; then > o < f; fi"}});
  expect_method("utility", {{"> o < f", ": > o < f"}});
}

// A substitution in a later command of a pipeline reads the pipe.
TEST(Pipeline, SubstitutionsOfLaterStagesReadThePipe) {
  expect_apart({{"echo a | cat > \"$(cat)\"", "echo a > \"$(cat)\""},
                {"sort f | uniq > \"$(head -n1)\"", "sort -u f > \"$(head -n1)\""}});
  expect_method("rewrite", {{"sort f | uniq > \"$(date)\"", "sort -u f > \"$(date)\""}});
}

// In a pipeline, a shell of its own sets the variable, or fails.
TEST(Pipeline, APipelineExpandsItsWordsElsewhere) {
  expect_apart({{"echo a | cat > \"${x:=f}\"; echo \"$x\"", "echo a > \"${x:=f}\"; echo \"$x\""},
                {"echo a | cat > \"o$((i++))\"; echo $i", "echo a > \"o$((i++))\"; echo $i"},
                {"sort \"./${x:=f}\" | uniq; echo $x", "sort -u \"./${x:=f}\"; echo $x"},
                {"sort \"./${x?}\" | uniq; echo a", "sort -u \"./${x?}\"; echo a"},
                {"sort \"./${x:=f}\" | sort -r; echo $x", "sort -r \"./${x:=f}\"; echo $x"},
                {"tac \"./${x:=f}\" | tac; echo $x", "cat \"./${x:=f}\"; echo $x"},
                {"cat f | head -n \"$((++i))\"; echo $i", "head -n \"$((++i))\" < f; echo $i"},
                {"find . -name \"${n:=x}\" -print0 | xargs -0 -r ls; echo $n",
                 "find . -name \"${n:=x}\" -exec ls {} +; echo $n"},
                {"A=\"${x:=1}\" grep a <<< b; echo $x", "echo b | A=\"${x:=1}\" grep a; echo $x"}});
  expect_method("utility", {{"echo a | cat > \"${x%.*}\"", "echo a > \"${x%.*}\""}});
  expect_method("rewrite", {{"sort \"./$x\" | uniq", "sort -u \"./$x\""},
                            {"cat f | head -n \"$((n+1))\"", "head -n \"$((n+1))\" < f"},
                            {"cat f | head -n \"${n:-3}\"", "head -n \"${n:-3}\" < f"}});
}

// The pipe is its standard input, too.
TEST(Pipeline, ASubstitutionReadsThePipe) {
  expect_apart({{"cat f | head -n \"$(head -n 1)\"", "head -n \"$(head -n 1)\" < f"},
                {"head -n \"$(cat)\" <<< b", "echo b | head -n \"$(cat)\""}});
  expect_method("rewrite", {{"cat f | head -n \"$(nproc)\"", "head -n \"$(nproc)\" < f"},
                            {"cat f | head -n \"$(cat p)\"", "head -n \"$(cat p)\" < f"}});
}

}  // namespace
}  // namespace assay
