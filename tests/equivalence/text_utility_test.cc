// SPDX-License-Identifier: Apache-2.0
#include "verdicts.h"

namespace assay {
namespace {

TEST(Grep, PatternsInAnyDialect) {
  expect_method("utility", {{"egrep \"fo+\" a.txt", "grep -E \"fo+\" a.txt"},
                            {"fgrep a.b a.txt", "grep -F a.b a.txt"},
                            {"grep \"foo\\|bar\" a.txt", "grep -E 'foo|bar' a.txt"},
                            {"grep \"fo\\{2\\}\" a.txt", "grep -E \"fo{2}\" a.txt"},
                            {"grep -E \"(foo|bar)\" a.txt", "grep -E \"foo|bar\" a.txt"},
                            {"grep -E \"(foo)\" a.txt", "grep -E foo a.txt"},
                            {"grep -e foo a.txt", "grep foo a.txt"},
                            {"grep -e foo -e bar a.txt", "grep -E 'bar|foo' a.txt"},
                            {"grep -F a.b a.txt", "grep 'a\\.b' a.txt"},
                            {"grep -i Foo a.txt", "grep -i foo a.txt"},
                            {"grep '[.]x' f", "grep '\\.x' f"},
                            {"grep -E 'fo+' f", "grep 'foo*' f"},
                            {"grep -E '[[:digit:]]' f", "grep '[0-9]' f"},
                            {"grep -E 'a(b|c)d' f", "grep 'a\\(c\\|b\\)d' f"},
                            {"grep -E '(ab){2}' f", "grep abab f"}});
  expect_apart({{"grep \"fo+\" a.txt", "grep -E \"fo+\" a.txt"},
                {"grep a.b a.txt", "grep -F a.b a.txt"},
                {"grep -E \"a{2}\" a.txt", "grep \"a{2}\" a.txt"},
                {"grep \"^foo\" a.txt", "grep \"foo$\" a.txt"},
                {"grep -P 'fo+' f", "grep -E 'fo+' f"},
                {"grep Foo f", "grep foo f"},
                {"grep -E '(a)\\1' f", "grep -E 'a\\1' f"},
                {"grep 'a*' f", "grep 'aa*' f"},
                {"grep 'ab*' f", "grep '\\(ab\\)*' f"},
                {"grep x$y f", "grep x\\$y f"},
                {"grep '[a-c]' f", "grep '[ac]' f"},
                {"grep '[^a]' f", "grep '[a^]' f"}});
}

TEST(Sort, KeysAndGlobalFlags) {
  expect_method("utility", {{"sort -k2n words.txt", "sort -n -k2 words.txt"},
                            {"sort -k1 b.txt", "sort b.txt"},
                            {"sort -k1n f", "sort -n f"},
                            {"sort -k2,2n -k1,1 f", "sort -k2n,2 -k1.1,1 f"}});
  expect_apart({{"sort -s -k2n -k1,1 words.txt", "sort -s -n -k2 -k1,1 words.txt"},
                {"sort -k2,2 -n -r words.txt", "sort -k2,2n -r words.txt"},
                {"sort -k2nr words.txt", "sort -nr -k2 words.txt"},
                {"sort -k2n words.txt", "sort -k2,2 words.txt"},
                {"sort -k1,1 f", "sort f"},
                {"sort -k1,1 -k2 f", "sort -k2 -k1,1 f"},
                {"sort -n f", "sort -g f"}});
}

TEST(Sed, ScriptsInOneSpelling) {
  expect_method("utility", {{"sed -e '/foo/d' -e '/bar/d' a.txt", "sed '/foo/d;/bar/d' a.txt"},
                            {"sed 's/a/b/;s/c/d/' a.txt", "sed 's/a/b/; s/c/d/' a.txt"},
                            {"sed 's|a|b|g' f", "sed 's/a/b/g' f"},
                            {"sed -n '1,3 p' f", "sed -n 1,3p f"},
                            {"sed 's/a/b/Ig' f", "sed 's/a/b/gi' f"},
                            {"sed -n '/x/{p;}' f", "sed -n '/x/ { p }' f"}});
  expect_apart({{"sed 's/a/b/;s/b/c/' a.txt", "sed 's/b/c/;s/a/b/' a.txt"},
                {"sed '1,3d' a.txt", "sed '1d;3d' a.txt"},
                {"sed 's/(o)/X/' a.txt", "sed -E 's/(o)/X/' a.txt"},
                {"sed 's|a/b|c|' f", "sed 's/a/b|c/' f"},
                {"sed 's,a\\,b,c,' f", "sed 's/a\\/b/c/' f"},
                {"sed 'a\\ x' f", "sed 'a\\x' f"},
                {"sed '1!!d' f", "sed '1!d' f"},
                {"sed 's/x/y/1g2' f", "sed 's/x/y/12g' f"},
                {"sed 's/a /b/' f", "sed 's/a/b/' f"},
                {"sed 's/[/]/x/' f", "sed 's/[]/x/' f"},
                {"sed -n '/x/p' f", "sed '/x/p' f"}});
}

TEST(Awk, BlanksAndDefaults) {
  expect_method("utility",
                {{"awk '{print}' a.txt", "awk '{print $0}' a.txt"},
                 {"awk '/foo/{print}' a.txt", "awk '/foo/' a.txt"},
                 {"awk '{print $NF}' a.txt", "awk '{print $(NF)}' a.txt"},
                 {"awk '{print $1,$2}' f", "awk '{ print $1, $2 }' f"},
                 {"awk 'BEGIN{FS=\",\"} {print $1;}' f", "awk 'BEGIN { FS = \",\" }; { print $1 }' f"}});
  expect_apart({{"awk '{print $1 $2}' f", "awk '{print $1, $2}' f"},
                {"awk '{print \"a  b\"}' f", "awk '{print \"a b\"}' f"},
                {"awk '/a  b/' f", "awk '/a b/' f"},
                {"awk '{print a b}' f", "awk '{print ab}' f"},
                {"awk 'NR>2' a.txt", "awk 'NR>=2' a.txt"},
                {"awk 'BEGIN{FS=\",\"}{print $1}' data.csv", "awk '{FS=\",\"; print $1}' data.csv"},
                {"awk 'BEGIN{print}' f", "awk BEGIN f"},
                {"awk '{if ($1) /a  b/}' f", "awk '{if ($1) /a b/}' f"},
                {"awk 'function f(){print}' f", "awk 'function f()' f"},
                {"awk '/a/\n{print}' f", "awk '/a/{print}' f"},
                {"awk '{print $(NF)-1}' f", "awk '{print $(NF-1)}' f"},
                {"awk -F' ' '{print $2}' a.txt", "awk -F'[ ]' '{print $2}' a.txt"}});
}

TEST(Tr, Sets) {
  expect_method("utility", {{"tr abc xyz < a.txt", "tr a-c x-z < a.txt"},
                            {"tr -d cba", "tr -d a-c"},
                            {"tr '[a-z]' '[A-Z]'", "tr a-z A-Z"}});
  expect_method("rewrite", {{"tr '[:lower:]' '[:upper:]'", "tr a-z A-Z"}});
  expect_apart({{"tr a-z A-Z < a.txt", "tr A-Z a-z < a.txt"},
                {"tr ab xy", "tr ba xy"},
                {"tr -d a", "tr -s a"},
                {"tr a b a.txt", "tr a b < a.txt"}});
}

TEST(Echo, WhatIsWritten) {
  expect_method("utility", {{"printf 'a\\nb\\n'", "echo -e 'a\\nb'"},
                            {"echo foo bar", "echo \"foo bar\""},
                            {"printf '%s\\n' a b", "printf 'a\\nb\\n'"},
                            {"echo -n a", "printf a"},
                            {"echo a \"$x\"", "printf 'a %s\\n' \"$x\""}});
  expect_apart({{"printf \"%s\\n\" \"$y\"", "echo \"$y\""},
                {"echo 'a\\nb'", "echo -e 'a\\nb'"},
                {"echo \"%s\"", "printf \"%s\""},
                {"echo a  $x", "echo \"a $x\""},
                {"printf '%5d' 3", "printf '%d' 3"},
                {"printf 'a\\c'", "printf 'b\\c'"},
                {"printf 'a%d\\n' 1", "printf 'b%d\\n' 1"},
                {"echo a2>o", "echo a 2>o"}});
}

TEST(SmallUtilities, OtherSpellings) {
  expect_method("utility",
                {{"test -f a.txt", "[ -f a.txt ]"},
                 {"[ ! -z \"$x\" ]", "[ -n \"$x\" ]"},
                 {":", "true"},
                 {"seq 5", "seq 1 5"},
                 {"date +%Y-%m-%d", "date +%F"},
                 {"date -d '-1 day' +%F", "date -d yesterday +%F"},
                 {"date -d '2 days ago'", "date -d '-2 day'"},
                 {"ssh host 'ls -l'", "ssh host ls -l"},
                 {"bash -c 'ls -l -a'", "bash -c 'ls -la '"},
                 {"curl -s -X POST -d a=1 http://example.com/p", "curl -s -d a=1 http://example.com/p"},
                 {"curl -X GET example.com/ftp.txt", "curl example.com/ftp.txt"},
                 {"curl -X GET \"https://$host/p\"", "curl \"https://$host/p\""},
                 {"curl -s -d a=1 -d b=2 http://example.com/p", "curl -s -d 'a=1&b=2' http://example.com/p"},
                 {"(echo a; ls) > o", "{ echo a; ls; } > o"},
                 {"true && ls", "if true; then ls; fi"}});
  expect_apart({{"ssh host 'ls > o'", "ssh host ls > o"},
                {"ssh host \"ls 'a b'\"", "ssh host ls 'a b'"},
                {"seq 2 5", "seq 2 1 4"},
                {"date -d 13:05 +%H:%M", "date -d 13:05 +%I:%M"},
                {"date +%%F", "date +%%Y-%m-%d"},
                {"curl -s -L -X POST -d a=1 http://e/r", "curl -s -L -d a=1 http://e/r"},
                {"curl -X GET ftp://e/d/", "curl ftp://e/d/"},
                {"curl -X GET me@FTP.example.org/d/", "curl me@FTP.example.org/d/"},
                {"curl -X GET \"$url\"", "curl \"$url\""},
                {"curl -X GET --url ftp://e/", "curl --url ftp://e/"},
                {"curl -s -d @f http://e/p", "curl -s -d f http://e/p"},
                {"curl -s -d a=1 -d b=2 http://e/p", "curl -s -d b=2 -d a=1 http://e/p"},
                {"(cd dir; pwd)", "cd dir; pwd"},
                {"sh -c 'echo -e a -n'", "sh -c 'echo -n -e a'"},
                {"sh -c 'ls {a,b}'", "sh -c 'ls a b'"},
                {"bash -c 'ls $0'", "bash -c 'ls $1'"},
                {"test $x", "test -n $x"},
                {"test -h = -h", "test -L = -h"},
                {"test -h", "test -L"},
                {"(x=1; ls)", "{ x=1; ls; }"}});
}

TEST(Test, SymbolicLinksHaveTwoSpellings) {
  expect_method("utility", {{"test -h a", "test -L a"},
                            {"[ ! -h \"$x\" ]", "test ! -L \"$x\""},
                            {"if [ -h a ]; then ls; fi", "if [ -L a ]; then ls; fi"},
                            {"[[ -h a && -f b ]]", "[[ -L a && -f b ]]"}});
  expect_apart({{"[[ -h a && -f b ]]", "[[ -f a && -f b ]]"}, {"[[ -h == a ]]", "[[ -L == a ]]"}});
}

TEST(Network, WhatIpShowsWhereNothingIsSaid) {
  expect_method("aliases", {{"ip addr", "ip addr show"},
                            {"ip a", "ip address"},
                            {"ip -4 a s", "ip -4 addr list"},
                            {"ip r", "ip route ls"},
                            {"ip neighbor", "ip neigh sh"},
                            {"ip link show eth0", "ip l sh eth0"}});
  expect_apart({{"ip addr", "ip link"},
                {"ip link s", "ip link show"},
                {"ip addrl", "ip addr"},
                {"ip addr l", "ip addr list"},
                {"ip addr eth0", "ip addr show eth0"},
                {"ip ro", "ip ru"},
                {"ip addr $x", "ip addr show $x"}});
}

// The header of a full answer shows the words as they were given.
TEST(Network, TypesOfRecordsInAnyPlace) {
  expect_method("utility", {{"dig +short e.com MX", "dig MX e.com +short"},
                            {"dig e.com mx +short", "dig e.com +short MX"}});
  expect_method("rewrite", {{"dig e.com MX", "dig MX e.com"}, {"dig -t MX e.com", "dig e.com mx"}});
  expect_apart({{"dig +short e.com MX", "dig +short e.com NS"},
                {"dig +short e.com MX f.com", "dig +short f.com MX e.com"},
                {"dig +short a.com b.com MX", "dig +short a.com MX b.com"},
                {"dig +short MX", "dig MX +short"},
                {"dig +short @e.com MX", "dig @e.com MX +short"}});
}

}  // namespace
}  // namespace assay
