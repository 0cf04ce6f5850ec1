// SPDX-License-Identifier: Apache-2.0
#include "verdicts.h"

namespace assay {
namespace {

TEST(Rewrite, AssumptionsAreNamed) {
  const Comparison result = compare("cat a.txt | grep foo", "grep foo a.txt");
  EXPECT_EQ(result.verdict, Equivalence::conditionally);
  EXPECT_EQ(result.assumptions,
            std::vector<std::string>{"a.txt can be read, and nobody writes to it meanwhile"});
  EXPECT_EQ(result.score, 0.80);
}

TEST(Rewrite, InputByNameOrByRedirection) {
  expect_method("rewrite", {{"cat a.txt | wc -l", "wc -l < a.txt"},
                            {"grep foo a.txt", "cat a.txt | grep foo"},
                            {"awk '{print $1}' < a.txt", "awk '{print $1}' a.txt"},
                            {"cat a.txt | head -n 2", "head -n 2 a.txt"},
                            {"cat \"dir/$f\" | sort", "sort < \"dir/$f\""}});
  expect_apart({{"wc -l a.txt", "wc -l < a.txt"},
                {"cat a.txt | wc", "wc < a.txt"},
                {"grep foo *.txt", "cat *.txt | grep foo"},
                {"grep -h foo a.txt c.txt", "cat a.txt c.txt | grep foo"},
                {"cat -n a.txt | sort", "sort a.txt"},
                {"sort -o a.txt a.txt", "sort a.txt > a.txt"},
                {"cat f | sort > f", "sort < f > f"},
                {"cat f | tail -f", "tail -f f"},
                {"cat f | while read -r l; do x=$l; done", "while read -r l; do x=$l; done < f"},
                {"grep -r foo d", "grep -r foo < d"},
                {"awk '{print FILENAME}' f", "awk '{print FILENAME}' < f"},
                {"awk '{print $1}' a=b", "awk '{print $1}' < a=b"},
                {"md5sum f", "md5sum < f"}});
}

TEST(Rewrite, QuotesAroundWhatPrintsOneWord) {
  expect_method("rewrite",
                {{"mkdir $(date +%F)", "mkdir \"$(date +%Y-%m-%d)\""},
                 {"tar -cf b-$(date -u +%Y%m%dT%H%M).tar d", "tar -cf \"b-$(date -u +%Y%m%dT%H%M).tar\" d"},
                 {"grep $(hostname) /etc/hosts", "grep \"`hostname`\" /etc/hosts"},
                 {"kill -9 $(id -u)", "kill -9 \"$(id -u)\""},
                 {"[ $(wc -l < f) -gt 5 ]", "[ \"$(wc -l < f)\" -gt 5 ]"}});
  expect_apart({{"mkdir $(date)", "mkdir \"$(date)\""},
                {"mkdir $(date '+%F %T')", "mkdir \"$(date '+%F %T')\""},
                {"echo $(date +%b)", "echo \"$(date +%e)\""},
                {"echo $(date +%e)", "echo \"$(date +%e)\""},
                {"echo $(date +%F*)", "echo \"$(date +%F*)\""},
                {"echo $(id)", "echo \"$(id)\""},
                {"echo $(id -G)", "echo \"$(id -G)\""},
                {"echo $(hostname -I)", "echo \"$(hostname -I)\""},
                {"echo $(wc -l f)", "echo \"$(wc -l f)\""},
                {"echo $(wc < f)", "echo \"$(wc < f)\""},
                {"echo $(cat f)", "echo \"$(cat f)\""},
                {"echo $(pwd)", "echo \"$(pwd)\""},
                {"date() { echo a b; }; echo $(date +%F)", "date() { echo a b; }; echo \"$(date +%F)\""}});
}

TEST(Rewrite, NeighboursInAPipeline) {
  expect_method("rewrite", {{"sort a.txt | uniq", "sort -u a.txt"},
                            {"sort a.txt | sort -r", "sort -r a.txt"},
                            {"sed 3q a.txt", "head -n 3 a.txt"},
                            {"sed -n '1,3p' a.txt", "head -3 a.txt"},
                            {"sed -n '$p' f", "tail -n 1 f"},
                            {"sed 1d f", "tail -n +2 f"}});
  expect_apart({{"sort -u a.txt", "uniq -u a.txt"},
                {"sort -n a.txt | uniq", "sort -nu a.txt"},
                {"sort a.txt | uniq -c", "sort -u a.txt"},
                {"sort -u a | sort -n", "sort -n a"},
                {"sort a | sort -s -k2", "sort -s -k2 a"},
                {"sort | wc -l", "wc -l"},
                {"head -n 3 a.txt | tail -n 1", "sed -n 3p a.txt"},
                {"sed 3q a b", "head -n 3 a b"},
                {"sed -i 3q a", "head -n 3 a"},
                {"grep foo a.txt | head -2", "head -2 a.txt | grep foo"},
                {"sort -k0 f | sort", "sort f"},
                {"sort -n -M f | sort", "sort f"}});
}

TEST(Rewrite, WhoReadsOnSeesHowFarOneReadAhead) {
  expect_method("rewrite", {{"sed 1q", "head -n 1"},
                            {"seq 9 | { sed 1q f; cat; }", "seq 9 | { head -n 1 f; cat; }"},
                            {"{ sed 1q < f; cat; }", "{ head -n 1 < f; cat; }"},
                            {"ls | sed 1q | cat", "ls | head -n 1 | cat"}});
  expect_apart({{"seq 9 | { sed 1q; cat; }", "seq 9 | { head -n 1; cat; }"},
                {"sed 1q; cat", "head -n 1; cat"},
                {"while read -r l; do sed 1q; done < f", "while read -r l; do head -n 1; done < f"},
                {"{ sed 1q /dev/stdin; cat; } < f", "{ head -n 1 /dev/stdin; cat; } < f"},
                {"seq 9 | (sed -n 1p; cat)", "seq 9 | (head -1; cat)"}});
}

TEST(Rewrite, InputIsNotHiddenFromAScriptThatAsksForIt) {
  expect_method("rewrite", {{"sed 's/a/b/;s/c/d/' f", "sed 's/a/b/;s/c/d/' < f"}});
  expect_apart({{"sed 's/a/b/;F;s/c/d/' f", "sed 's/a/b/;F;s/c/d/' < f"},
                {"sed 's/a/b/;w o/' f", "sed 's/a/b/;w o/' < f"}});
}

TEST(Rewrite, TheExitStatusMayDifferWhereNobodyLooksAtIt) {
  expect_method("output", {{"grep -c foo a.txt", "grep foo a.txt | wc -l"},
                           {"awk '/foo/' a.txt", "grep foo a.txt"},
                           {"if [ -f x ]; then ls; fi", "[ -f x ] && ls"},
                           {"awk '/foo/' a.txt | sort", "grep foo a.txt | sort"}});
  expect_apart({{"grep -c foo a.txt", "grep -o foo a.txt | wc -l"},
                {"grep foo a b | wc -l", "grep -c foo a b"},
                {"grep -A1 foo a | wc -l", "grep -c foo a"},
                {"awk '/foo/' a.txt && echo y", "grep foo a.txt && echo y"},
                {"if [ -f x ]; then ls; fi; echo $?", "[ -f x ] && ls; echo $?"},
                {"x=$(grep -c foo a.txt)", "x=$(grep foo a.txt | wc -l)"},
                {"awk '/fo+/' a.txt", "grep fo+ a.txt"},
                {"! awk '/foo/' a.txt", "! grep foo a.txt"},
                {"grep '\\(' f | wc -l", "grep -c '\\(' f"},
                {"grep -P 'x(' f | wc -l", "grep -c -P 'x(' f"},
                {"awk '/a.b/' f", "grep a.b f"}});
}

TEST(Rewrite, FilesAndArchives) {
  expect_method("rewrite", {{"mv a.txt dest/", "mv a.txt dest/a.txt"},
                            {"ls dir/", "ls dir"},
                            {"tar -xf a.tar.gz", "tar -xzf a.tar.gz"},
                            {"cat < a.txt > o", "cat > o < a.txt"},
                            {"/bin/ls -l", "ls -l"},
                            {"echo ~", "echo \"$HOME\""},
                            {"find . -name '*'", "find ."}});
  expect_apart({{"dd if=a of=b < c", "cat a > b"},
                {"dd if=a of=a", "cat a > a"},
                {"dd if=a of=\"$x\"", "cat a > \"$x\""},
                {"tar -cf n.tar.gz pk", "tar -caf n.tar.gz pk"},
                {"tar -xf -", "tar -xzf -"},
                {"mv a.txt dest", "mv a.txt dest/a.txt"},
                {"ls dir/ -d", "ls dir -d"},
                {"ls > o 2> o", "ls > o 2>&1"},
                {"./ls", "ls"},
                {"cp -r a d/", "cp -r a d/a"}});
}

TEST(Rewrite, LinesByTheirNumber) {
  expect_method("rewrite", {{"awk 'NR==10' f", "sed -n 10p f"},
                            {"awk 'NR >= 3 && NR <= 5 {print}' f", "sed -n '3,5p' f"},
                            {"awk 'NR%2==1' f", "sed -n '1~2p' f"},
                            {"awk 'NR>2' f", "tail -n +3 f"},
                            {"awk 'NR<5' f", "head -n 4 f"}});
  expect_apart({{"awk 'NR==10' f", "sed -n 1,10p f"},
                {"awk 'NR>2' f", "tail -n +2 f"},
                {"awk 'NR==0' f", "sed -n 1p f"},
                {"awk 'NR>=5 && NR<=3' f", "sed -n 5,3p f"},
                {"awk 'NR%2==0' f", "sed -n '1~2p' f"},
                {"awk -v NR=3 'NR==3' f", "sed -n 3p f"},
                {"awk 'NR==1' NR=3 f", "sed -n 1p NR=3 f"}});
}

TEST(Rewrite, FieldsBetweenSingleCharacters) {
  expect_method("rewrite", {{"awk -F: '{print $1}' /etc/passwd", "cut -d: -f1 /etc/passwd"},
                            {"awk -F, '{print $2}' f", "cut -f2 -d, f"},
                            {"awk -F: '{print $1 \":\" $3}' f", "cut -d: -f1,3 f"},
                            {"awk -F'\\t' '{print $2}' f", "cut -f2 f"}});
  expect_apart({{"awk '{print $1}' f", "cut -d' ' -f1 f"},
                {"awk -F' ' '{print $1}' f", "cut -d' ' -f1 f"},
                {"awk -F: '{print $3\":\"$1}' f", "cut -d: -f3,1 f"},
                {"awk -F: '{print $1,$3}' f", "cut -d: -f1,3 f"},
                {"awk -F: '{print $1}' f", "cut -s -d: -f1 f"},
                {"awk -Ft '{print $1}' f", "cut -dt -f1 f"},
                {"awk -F:: '{print $1}' f", "cut -d: -f1 f"}});
}

TEST(Rewrite, XargsOfCommandsThatMustHaveAnOperand) {
  expect_method("rewrite",
                {{"find d -type f -print0 | xargs -0 chmod 644", "find d -type f -exec chmod 644 {} +"},
                 {"find d -type f -print0 | xargs -0 rm", "find d -type f -exec rm {} +"}});
  expect_apart({{"find d -type f -print0 | xargs -0 md5sum", "find d -type f -exec md5sum {} +"},
                {"find d -type f -print0 | xargs -0 ls -d", "find d -type f -exec ls -d {} +"},
                {"find d -type f | xargs rm", "find d -type f -exec rm {} +"}});
}

TEST(Rewrite, DeclarationsAndEnvironments) {
  expect_method("utility", {{"export z=1", "declare -x z=1"},
                            {"readonly z=2", "declare -r z=2"},
                            {"A=1 printenv A", "env A=1 printenv A"},
                            {"env \"A=$x\" LC_ALL=C sort f", "A=$x LC_ALL=C sort f"}});
  expect_apart({{"export -n z", "declare -x z"},
                {"export $z", "declare -x $z"},
                {"export() { ls; }; export z=1", "export() { ls; }; declare -x z=1"},
                {"env A=$x sort f", "A=$x sort f"},
                {"env A=1 env", "A=1 env"},
                {"env A=1 printenv _", "A=1 printenv _"},
                {"env UID=1 sort f", "UID=1 sort f"},
                {"env A=1 cd d", "A=1 cd d"},
                {"env -i A=1 sort f", "A=1 sort f"},
                {"sort() { ls; }; env A=1 sort f", "sort() { ls; }; A=1 sort f"}});
}

TEST(Rewrite, WordsThatASubstitutionWrites) {
  expect_method("utility", {{"touch $(seq 3)", "touch 1 2 3"},
                            {"echo `echo a b`", "echo a b"},
                            {"for i in $(seq 2 2 6); do ls $i; done", "for i in 2 4 6; do ls $i; done"}});
  expect_apart({{"touch \"$(seq 3)\"", "touch 1 2 3"},
                {"touch $(seq -w 3)", "touch 1 2 3"},
                {"touch x$(seq 3)", "touch x1 x2 x3"},
                {"ls $(echo '*')", "ls *"},
                {"false; echo $(seq 2) $?", "false; echo 1 2 $?"},
                {"seq() { ls; }; touch $(seq 3)", "seq() { ls; }; touch 1 2 3"},
                {"touch $(seq 3 1)", "touch"}});
}

TEST(Rewrite, OneCommandDoesWhatAnotherDoes) {
  expect_method("rewrite", {{"sed 'y/abc/xyz/' f", "tr abc xyz < f"},
                            {"ls | sed 's/ /_/g'", "ls | tr ' ' _"},
                            {"sed s/x//g f", "tr -d x < f"},
                            {"cat f | tee -a o > /dev/null", "cat f | cat >> o"},
                            {"echo hi | tee o > /dev/null", "echo hi > o"},
                            {"curl -s -o out http://h/f", "curl -s http://h/f > out"},
                            {"rmdir -p a/b/c", "rmdir a/b/c a/b a"},
                            {"cp --link a b", "ln a b"},
                            {"awk 'NR==1{print;exit}' f", "head -n 1 f"}});
  expect_apart({{"sed 'y/abc/xyz/;s/1/2/' f", "tr abc xyz < f"},
                {"sed -n 's/a/b/g' f", "tr a b < f"},
                {"sed s/./x/g f", "tr . x < f"},
                {"sed s/a/b/gi f", "tr a b < f"},
                {"sed s/a/bc/g f", "tr a bc < f"},
                {"sed -i s/a/b/g f", "tr a b < f"},
                {"sed s/a/b/g f g", "tr a b < f g"},
                {"tee o p > /dev/null", "cat > o"},
                {"tee o > /dev/full", "cat > o"},
                {"sort -o ./f f", "sort f > f"},
                {"curl -s -o x http://h/a http://h/b", "curl -s http://h/a http://h/b > x"},
                {"curl -s -w '%{http_code}' -o x http://h/a", "curl -s -w '%{http_code}' http://h/a > x"},
                {"rmdir -p /a/b", "rmdir /a/b /a"},
                {"rmdir -p a/../b", "rmdir a/../b a/.. a"},
                {"cp -lr a b", "ln a b"}});
}

TEST(Rewrite, WhatXargsIsGiven) {
  expect_method("rewrite", {{"printf '%s\\0' 'a b' f | xargs -0 cat", "cat 'a b' f"},
                            {"echo a b | xargs rm -f", "rm -f a b"},
                            {"tr '\\n' '\\0' < l | xargs -0 ls", "xargs -d '\\n' ls < l"}});
  expect_apart({{"echo a b | xargs -n1 rm", "rm a b"},
                {"echo 'a b' | xargs -d '\\n' rm", "rm a b"},
                {"echo \"a 'b\" | xargs rm", "rm a \"'b\""},
                {"echo $x | xargs rm", "rm $x"},
                {"echo f | xargs grep", "grep f"},
                {"echo a | xargs sh -c", "sh -c a"},
                {"echo a | xargs -I{} rm {} b", "rm a b"},
                {"rm() { ls; }; echo a | xargs rm", "rm() { ls; }; rm a"},
                {"tr '\\n' '\\0' < l | xargs -0 ls", "xargs ls < l"},
                {"tr ' ' '\\0' < l | xargs -0 ls", "xargs -d '\\n' ls < l"}});
}

TEST(Rewrite, ArchivesInPipes) {
  expect_method("rewrite", {{"zcat f.gz", "zcat < f.gz"},
                            {"gunzip -c a.tgz | tar -xf - -C d", "tar -xzf a.tgz -C d"},
                            {"bzip2 -dc a.tar.bz2 | tar -tf -", "tar -tjf a.tar.bz2"},
                            {"tar -cf - d | gzip > a.tgz", "tar -czf a.tgz d"}});
  expect_apart({{"zcat f", "zcat < f"},
                {"gzip -d f.gz", "gzip -d < f.gz"},
                {"zcat a.tgz | tar -xf -", "tar -xjf a.tgz"},
                {"zcat a.tgz b.tgz | tar -xf -", "tar -xzf a.tgz"},
                {"zcat a.tgz | tar -xf b -", "tar -xzf a.tgz"},
                {"tar -cf - . | gzip > a.tgz", "tar -czf a.tgz ."},
                {"tar -cf - d | gzip > d/a.tgz", "tar -czf d/a.tgz d"},
                {"tar -cf - d | gzip -9 > a.tgz", "tar -czf a.tgz d"},
                {"tar -cf - d | gzip >> a.tgz", "tar -czf a.tgz d"}});
}

TEST(Rewrite, CommandsOneAfterTheOther) {
  expect_method("rewrite", {{"mkdir -p n1; mkdir -p n2", "mkdir -p n2 n1"},
                            {"mkdir n1 && mkdir n2", "mkdir n1; mkdir n2"},
                            {"find a -name x; find b -name x", "find a b -name x"},
                            {"chmod 644 a; chmod 644 b", "chmod 644 a b"},
                            {"curl -s h/a; curl -s h/b", "curl -s h/a h/b"},
                            {"mkdir n && chmod 700 n", "mkdir -m 700 n"},
                            {"echo a > o; echo b >> o", "{ echo a; echo b; } > o"},
                            {"ls a && echo y || echo n", "if ls a; then echo y; else echo n; fi"},
                            {"ls a && echo y; true; ls", "if ls a; then echo y; fi; ls"}});
  expect_apart({{"mkdir n1; mkdir -p n2", "mkdir -p n1 n2"},
                {"mkdir a/b; mkdir a", "mkdir a a/b"},
                {"find a -ls; find b -ls", "find a b -ls"},
                {"find a -quit; find b -quit", "find a b -quit"},
                {"find a -exec ls {} +; find b -exec ls {} +", "find a b -exec ls {} +"},
                {"ls a; ls b", "ls a b"},
                {"chmod 644; chmod b c", "chmod 644 b c"},
                {"curl -s -o x h/a; curl -s -o x h/b", "curl -s -o x h/a h/b"},
                {"mkdir dir && cd dir", "mkdir dir; cd dir"},
                {"mkdir n; chmod 700 n", "mkdir -m 700 n"},
                {"mkdir n && chmod 2700 n", "mkdir -m 2700 n"},
                {"echo a > o; echo b > o", "{ echo a; echo b; } > o"},
                {"echo a > o; cat o >> o", "{ echo a; cat o; } > o"},
                {"ls a && ls b || echo n", "if ls a; then ls b; else echo n; fi"},
                {"ls a && echo y > o || echo n", "if ls a; then echo y > o; else echo n; fi"},
                {"ls a && echo y; false", "if ls a; then echo y; fi"}});
}

}  // namespace
}  // namespace assay
