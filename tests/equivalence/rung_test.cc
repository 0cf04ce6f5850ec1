// SPDX-License-Identifier: Apache-2.0
#include "verdicts.h"

namespace assay {
namespace {

TEST(Rung, ScoresFallFromRungToRung) {
  EXPECT_EQ(compare("ls -la", "ls -la").score, 1.0);
  EXPECT_EQ(compare("ls  -la", "ls -la").score, 0.95);
  EXPECT_EQ(compare("ls '-la'", "ls -la").score, 0.93);
  EXPECT_EQ(compare("ls -al", "ls -la").score, 0.90);
  EXPECT_EQ(compare("ls --all", "ls -a").score, 0.88);
  EXPECT_EQ(compare("kill -9 1", "kill -KILL 1").score, 0.86);
  EXPECT_EQ(compare("timeout 1 ls", "timeout 1s ls").score, 0.86);
  EXPECT_EQ(compare("find . -type f -name x", "find . -name x -type f").score, 0.85);
  EXPECT_EQ(compare("cat f | grep x", "grep x f").score, 0.80);
  EXPECT_EQ(compare("grep x f | wc -l", "grep -c x f").score, 0.75);
  EXPECT_EQ(compare("ls", "pwd").score, 0.0);
}

TEST(Rung, AScoreIsThatOfTheWeakestStep) {
  EXPECT_EQ(compare("ls -a -l  'dir'", "ls -la dir").score, 0.90);
  EXPECT_EQ(compare("cat f | sort -n -r", "sort -rn f").score, 0.80);
}

TEST(Rung, Exact) { expect_method("exact", {{"ls", "ls"}, {"if [", "if ["}, {"", ""}}); }

TEST(Rung, Whitespace) {
  expect_method("whitespace", {{"ls -l\tdir", "ls -l dir"},
                               {"cat a.txt|sort|uniq", "cat a.txt | sort | uniq"},
                               {"ls -l dir # list it", "ls -l dir"},
                               {"( cd dir ; ls )", "(cd dir; ls)"},
                               {"grep foo a.txt 2>/dev/null", "grep foo a.txt 2> /dev/null"},
                               {"echo a\necho b", "echo a; echo b"},
                               {"ls\n", "ls"}});
}

TEST(Rung, Quoting) {
  expect_method("quoting", {{"find . -name '*.log'", "find . -name \"*.log\""},
                            {"echo \"$x\"", "echo \"${x}\""},
                            {"z=$x", "z=\"$x\""},
                            {"echo `echo hi`", "echo $(echo hi)"},
                            {"cat <<'E'\nfoo\nE", "cat <<E\nfoo\nE"},
                            {"echo 'it'\\''s'", "echo \"it's\""},
                            {"echo $'it\\'s'", "echo \"it's\""},
                            {"echo {a,b}.txt", "echo a.txt b.txt"},
                            {"echo {1..10..3}", "echo 1 4 7 10"},
                            {"cat 0<a.txt", "cat <a.txt"},
                            {"ls &> o", "ls > o 2>&1"},
                            {"ls x |& cat", "ls x 2>&1 | cat"},
                            {"echo a && { echo b; }", "echo a && echo b"},
                            {"{ echo a; echo b; }; echo c", "echo a; echo b; echo c"},
                            {"> o cat a.txt", "cat a.txt > o"},
                            {"[[ -n $x ]]", "[[ $x ]]"},
                            {"unknown-tool 'a'", "unknown-tool a"}});
}

TEST(Rung, QuotesThatMatterKeepCommandsApart) {
  expect_apart({{"ls [$x'a-c']", "ls [${x}a-c]"},
                {"ls [!\"$x\"]", "ls ['!'\"$x\"]"},
                {"case $y in [$x'a-c']) ls ;; esac", "case $y in [${x}a-c]) ls ;; esac"},
                {"find . -name \"*.log\"", "find . -name *.log"},
                {"echo \"$x\"", "echo $x"},
                {"echo '$x'", "echo \"$x\""},
                {"echo $(echo 'a  b')", "echo \"$(echo 'a  b')\""},
                {"[ $x = foo ] && echo y", "[ \"$x\" = foo ] && echo y"},
                {"[[ $x =~ ^f ]] && echo y", "[[ $x =~ '^f' ]] && echo y"},
                {"ls ''", "ls"},
                {"cat <<EOF\n$x\nEOF", "cat <<'EOF'\n$x\nEOF"},
                {"for i in $s; do echo $i; done", "for i in \"$s\"; do echo $i; done"},
                {"echo {a,b}", "echo '{a,b}'"},
                {"echo [ab].txt", "echo {a,b}.txt"},
                {"ls ~", "ls '~'"},
                {"echo $$", "echo $!"},
                {"ps -p $p1", "ps -p $p2"},
                {"grep 'foo one' a.txt", "grep 'fooone' a.txt"},
                {"echo a#b", "echo a #b"},
                {"echo foo > out", "echo foo \\> out"}});
}

TEST(Rung, WhatDoesNotParseIsUnknown) {
  const Comparison result = compare("ls 'x", "ls x");
  EXPECT_EQ(result.verdict, Equivalence::unknown);
  EXPECT_EQ(result.method, "none");
  EXPECT_NE(result.why.find("does not parse"), std::string::npos) << result.why;
  EXPECT_TRUE(result.first_a);
  EXPECT_EQ(compare("ls 'x", "ls 'x").verdict, Equivalence::equivalent);
}

TEST(Rung, UnknownUtilitiesAndOptionsAreComparedAsTheyStand) {
  expect_apart({{"unknown-tool -a -b", "unknown-tool -b -a"},
                {"ls --no-such -a", "ls -a --no-such"},
                {"ls -la --no-such", "ls -al --no-such"}});
  EXPECT_EQ(compare("unknown-tool -a", "unknown-tool -b").verdict, Equivalence::unknown);
  EXPECT_EQ(compare("unknown-tool -a | ls -la", "unknown-tool -a | ls -al").method, "flag_order");
}

TEST(Rung, CoprocessesTakeKnowledgeAway) {
  expect_method("whitespace", {{"coproc  { ls; }", "coproc COPROC { ls\n}"}});
  expect_method("quoting", {{"coproc ls; cat 'f'", "coproc ls; cat f"}});
  expect_apart({{"coproc ls", "ls"},
                {"coproc ls", "ls &"},
                {"coproc A { ls; }", "coproc { ls; }"},
                {"coproc touch f; cat f | wc -l", "coproc touch f; wc -l < f"}});
}

TEST(Rung, FunctionsAliasesAndShellOptionsTakeKnowledgeAway) {
  expect_apart({{"ls() { rm \"$@\"; }; ls -a -l", "ls() { rm \"$@\"; }; ls -l -a"},
                {"alias ls=rm; ls -la", "alias ls=rm; ls -al"},
                {"PATH=/x; ls -la", "PATH=/x; ls -al"},
                {"POSIXLY_CORRECT=1 ls d -l", "POSIXLY_CORRECT=1 ls -l d"},
                {"eval x; ls -la", "eval x; ls -al"}});
  EXPECT_EQ(compare("f() { :; }; ls -la", "f() { :; }; ls -al").method, "flag_order");
}

TEST(Rung, ErrorsThatNobodyReads) {
  expect_method("utility",
                {{"du -sh /home/* 2>/dev/null | sort -rh | head", "du -sh /home/* | sort -rh | head"},
                 {"find / -name x 2> /dev/null", "find / -name x"},
                 {"grep -s foo a b", "grep foo a b"},
                 {"curl -sI https://x/", "curl -I https://x/"},
                 {"curl -sS https://x/ | jq .", "curl https://x/ | jq ."},
                 {"wget -q https://x/f", "wget https://x/f"},
                 {"ls d >/dev/null 2>&1", "ls d >/dev/null"},
                 {"x=$(ls d 2>/dev/null)", "x=$(ls d)"}});
  expect_apart({{"ls d 2>/dev/null 2>&1 | wc -l", "ls d 2>&1 | wc -l"},
                {"ls d 2>&1 | wc -l", "ls d | wc -l"},
                {"{ ls d 2>/dev/null; } 2>&1 | wc -l", "{ ls d; } 2>&1 | wc -l"},
                {"{ ls d 2>/dev/null; } |& wc -l", "{ ls d; } |& wc -l"},
                {"{ ls d 2>/dev/null; } &> o", "{ ls d; } &> o"},
                {"exec 2> o; ls d 2>/dev/null", "exec 2> o; ls d"},
                {"ls d 2> o", "ls d"},
                {"ls d > /dev/null", "ls d 2>/dev/null"},
                {"nohup ls d 2>/dev/null", "nohup ls d"},
                {"tput cols 2>/dev/null", "tput cols"},
                {"pstree 2>/dev/null", "pstree"},
                {"[ -t 2 ] 2>/dev/null", "[ -t 2 ]"},
                {"cat /dev/stderr 2>/dev/null", "cat /dev/stderr"},
                {"frobnicate x 2>/dev/null", "frobnicate x"},
                {"ssh -t h 'ls d 2>/dev/null'", "ssh -t h 'ls d'"},
                {"watch 'ls d 2>/dev/null'", "watch 'ls d'"},
                {"curl -s --stderr - https://x/", "curl --stderr - https://x/"},
                {"wget -q -o log https://x/", "wget -o log https://x/"},
                {"curl -s https://x/ 2> o", "curl https://x/ 2> o"},
                {"gzip -lq f", "gzip -l f"},
                {"grep -q foo a", "grep foo a"}});
}

TEST(Rung, WordsOfALoop) {
  expect_method(
      "utility",
      {{"for h in web1 web2; do ssh $h uptime; done", "for h in web1 web2; do ssh \"$h\" uptime; done"},
       {"for i in 1 2; do echo $i.txt; done", "for i in 1 2; do echo \"$i\".txt; done"}});
  expect_apart({{"for f in *; do rm $f; done", "for f in *; do rm \"$f\"; done"},
                {"for f in 'a b' c; do echo $f; done", "for f in 'a b' c; do echo \"$f\"; done"},
                {"for f in $x; do rm $f; done", "for f in $x; do rm \"$f\"; done"},
                {"for f in a b; do f='x  y'; echo $f; done", "for f in a b; do f='x  y'; echo \"$f\"; done"},
                {"for f in a b; do read f; echo $f; done", "for f in a b; do read f; echo \"$f\"; done"},
                {"for f in a b; do for f in *; do rm $f; done; done",
                 "for f in a b; do for f in *; do rm \"$f\"; done; done"},
                {"g() { f='x  y'; }; for f in a; do g; echo $f; done",
                 "g() { f='x  y'; }; for f in a; do g; echo \"$f\"; done"},
                {"for f in a b; do rm $g; done", "for f in a b; do rm \"$g\"; done"},
                {"for f in a b; do :; done; rm $f", "for f in a b; do :; done; rm \"$f\""}});
}

}  // namespace
}  // namespace assay
