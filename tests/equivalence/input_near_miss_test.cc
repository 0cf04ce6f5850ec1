// SPDX-License-Identifier: Apache-2.0
// Like near_miss_test.cc: families that differ in what is read, by which command, and how far.
#include "verdicts.h"

namespace assay {
namespace {

TEST(NearMiss, WhatAsksReadsStandardInput) {
  expect_apart(
      {{"find . -print0 | xargs -0 -r rm -i", "find . -exec rm -i {} +"},
       {"find . -print0 | xargs -0 -r rm -I", "find . -exec rm -I {} +"},
       {"find . -print0 | xargs -0 -r rm --interactive=always", "find . -exec rm --interactive=always {} +"},
       {"xargs -a f rm -i", "xargs rm -i < f"},
       {"xargs -a f cp -i -t d", "xargs cp -i -t d < f"},
       {"xargs -a f mv -i -t d", "xargs mv -i -t d < f"},
       {"find . -print0 | xargs -0 -r cat -", "find . -exec cat - {} +"},
       {"find . -print0 | xargs -0 -r grep -f -", "find . -exec grep -f - {} +"},
       {"find . -print0 | xargs -0 -r cat /dev/stdin", "find . -exec cat /dev/stdin {} +"}});
}

TEST(NearMiss, WhatXargsRunsMayAskAtTheTerminal) {
  expect_apart({{"xargs -a f rm", "xargs rm < f"},
                {"xargs --arg-file=f rm -r", "xargs rm -r < f"},
                {"xargs -0 -a f rm", "xargs -0 rm < f"},
                {"xargs -a f -n 1 rm", "cat f | xargs -n 1 rm"},
                {"xargs -a f mv -t d", "xargs mv -t d < f"},
                {"xargs -a f -I {} mv {} d", "xargs -I {} mv {} d < f"},
                {"xargs -a f gzip", "xargs gzip < f"},
                {"xargs -a f unzip", "xargs unzip < f"},
                {"xargs -a f env rm", "xargs env rm < f"},
                {"xargs -a f frobnicate", "xargs frobnicate < f"}});
  expect_method("rewrite",
                {{"xargs -a f stat", "xargs stat < f"}, {"xargs -a f -n 1 ls -d", "xargs -n 1 ls -d < f"}});
}

TEST(NearMiss, TarDoesNotLookIntoStandardInput) {
  const Comparison result = compare("tar -xf - < a.tar", "tar -xf a.tar");
  EXPECT_EQ(result.verdict, Equivalence::conditionally);
  EXPECT_EQ(result.assumptions,
            (std::vector<std::string>{"a.tar can be read, and nobody writes to it meanwhile",
                                      "the compression of a.tar, a plain file, is none"}));
  expect_apart({{"tar -xzf - < a.tgz", "tar -xf - < a.tgz"},
                {"tar -tzf - < a.tgz", "tar -tf - < a.tgz"},
                {"tar -xjf - < a", "tar -xzf a"}});
}

TEST(NearMiss, AReaderThatEndsEarlyEndsTheWriter) {
  expect_apart(
      {{"find . -print -delete | sed -n 1p", "find . -print -delete | head -n 1"},
       {"seq 1000000 | tee x | sed -n 1,3p", "seq 1000000 | tee x | head -n 3"},
       {"rm -v * | sed -n 1p", "rm -v * | head -n 1"},
       {"./build | sed 3q", "./build | head -n 3"},
       {"cat /dev/urandom | sed -n 1p", "cat /dev/urandom | head -n 1"},
       {"sed -n 1p < /dev/urandom | cat", "head -n 1 < /dev/urandom | cat"},
       {"sed -n 1p /dev/zero", "head -n 1 /dev/zero"},
       {"sed -n 1,3p /proc/kmsg", "head -n 3 /proc/kmsg"},
       {"base64 /dev/urandom | sed -n 1,5p", "base64 /dev/urandom | head -n 5"},
       {"tr -dc a-z < /dev/urandom | fold -w 8 | sed -n 1p",
        "tr -dc a-z < /dev/urandom | fold -w 8 | head -n 1"},
       {"paste f /dev/zero | sed 3q", "paste f /dev/zero | head -n 3"},
       {"grep -f /dev/stdin f | sed 3q", "grep -f /dev/stdin f | head -n 3"},
       {"tail -f f | sed -n 1p", "tail -f f | head -n 1"},
       {"yes | sed -n 1p", "yes | head -n 1"},
       {"cat | sed -n 1p; cat", "cat | head -n 1; cat"},
       {"while read a; do grep x - | sed 3q; done", "while read a; do grep x - | head -n 3; done"},
       {"{ tr a b | sed -n 1p; sort; } < f", "{ tr a b | head -n 1; sort; } < f"},
       {"seq inf | sed -n 1p", "seq inf | head -n 1"},
       {"seq 1 1e999 | sed -n 1p", "seq 1 1e999 | head -n 1"},
       {"seq 99999999999999999999 | sed -n 1p", "seq 99999999999999999999 | head -n 1"},
       {"awk 'BEGIN{while(1)print}' | sed -n 1p", "awk 'BEGIN{while(1)print}' | head -n 1"},
       {"awk 'BEGIN { for (;;) print }' | sed 3q", "awk 'BEGIN { for (;;) print }' | head -n 3"},
       {"jq -n 'repeat(1)' | sed -n 1p", "jq -n 'repeat(1)' | head -n 1"},
       {"find . -exec touch {} + -print | sed -n 1p", "find . -exec touch {} + -print | head -n 1"},
       {"sed -i 5d f | sed -n 1p", "sed -i 5d f | head -n 1"},
       {"cat <(tee x) | sed -n 1p", "cat <(tee x) | head -n 1"},
       {"while read l; do echo $l; done | sed -n 1p", "while read l; do echo $l; done | head -n 1"},
       {"awk '{print > \"o\"; print}' f | sed -n 1p", "awk '{print > \"o\"; print}' f | head -n 1"}});
  expect_method("rewrite", {{"ls -t | sed -n 1p", "ls -t | head -n 1"},
                            {"sort f | sed 3q", "sort f | head -n 3"},
                            {"seq 10 | sed -n 1p", "seq 10 | head -n 1"},
                            {"sort | sed -n 1p", "sort | head -n 1"},
                            {"cat f | sed -n 1p; cat", "cat f | head -n 1; cat"},
                            {"awk '{print $1}' f | sed -n 1p", "awk '{print $1}' f | head -n 1"}});
  EXPECT_EQ(compare("ls | sed -n 1p", "ls | head -n 1").assumptions,
            std::vector<std::string>{
                "the input can be read, ends in a newline, and nobody writes to it meanwhile"});
}

TEST(NearMiss, DdRefusesSomeBlocks) {
  expect_apart({{"dd if=a of=b bs=0", "cat a > b"},
                {"dd if=a of=b bs=x", "cat a > b"},
                {"dd if=a of=b bs=-1", "cat a > b"},
                {"dd if=a of=b bs=", "cat a > b"},
                {"dd if=a of=b bs=99999999999999", "cat a > b"},
                {"dd if=/dev/stdin of=b", "cat /dev/stdin > b"}});
  expect_method("rewrite", {{"dd if=a of=b bs=4M", "cat a > b"}});
}

TEST(NearMiss, ACopyOntoItself) {
  expect_apart({{"dd if=a of=./a", "cat a > ./a"},
                {"dd if=./a of=.//a", "cat ./a > .//a"},
                {"dd if=d/../a of=a", "cat d/../a > a"},
                {"dd if=/home/me/a of=a", "cat /home/me/a > a"},
                {"cat a | sort > ./a", "sort < a > ./a"},
                {"wc -l a > ./a", "wc -l < a > ./a"},
                {"cat a | grep x > d/../a", "grep x < a > d/../a"}});
  expect_method("rewrite", {{"dd if=a of=d/a", "cat a > d/a"}, {"cat a | sort > d/a", "sort < a > d/a"}});
}

TEST(NearMiss, ADescriptorThatIsNamedIsReadByOthersToo) {
  expect_apart({{"cat /dev/stdin | wc -l", "wc -l < /dev/stdin"},
                {"cat /dev/stdin | head -n 1; cat", "head -n 1 < /dev/stdin; cat"},
                {"cat /dev/fd/3 | sort", "sort < /dev/fd/3"},
                {"cat /proc/self/fd/0 | wc -l", "wc -l < /proc/self/fd/0"},
                {"cat //dev/./stdin | wc -l", "wc -l < //dev/./stdin"},
                {"cat /proc/self/status | sort", "sort < /proc/self/status"},
                {"tar -xf - < /dev/st0", "tar -xf /dev/st0"}});
  expect_method("rewrite", {{"cat /home/me/dev/f | wc -l", "wc -l < /home/me/dev/f"}});
}

TEST(NearMiss, WhoReadsAFileTwice) {
  expect_apart({{"cat f | xargs -a g -n 1 head -n 1", "xargs -a g -n 1 head -n 1 < f"},
                {"cat f | cat /dev/stdin /dev/stdin", "cat /dev/stdin /dev/stdin < f"},
                {"cat f | head -n 1 - -", "head -n 1 - - < f"},
                {"cat f | sort /dev/fd/0 /dev/fd/0", "sort /dev/fd/0 /dev/fd/0 < f"}});
}

}  // namespace
}  // namespace assay
