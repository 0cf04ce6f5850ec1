// SPDX-License-Identifier: Apache-2.0
// Files that are read, written, packed or made: which, when and under which name.
#include "verdicts.h"

namespace assay {
namespace {

TEST(Files, ZipTakesALeadingDotForAnEnding) {
  expect_apart({{"zip .n d", "zip .n.zip d"},
                {"zip -r .backup d", "zip -r .backup.zip d"},
                {"zip d/.n d", "zip d/.n.zip d"}});
}

// g may be a link to f: "input file is output file".
TEST(Files, CatRefusesToReadWhatItWrites) {
  expect_apart({{"tail -n +1 f >> g", "cat f >> g"},
                {"tail -c +1 f >> g", "cat f >> g"},
                {"{ tail -n +1 f; } > g", "{ cat f; } > g"},
                {"exec >> g; tail -n +1 f", "exec >> g; cat f"},
                {"sh -c 'tail -n +1 f' >> g", "sh -c 'cat f' >> g"},
                {"sh -c 'tail -n +1 f >> g'", "sh -c 'cat f >> g'"},
                {"tail -n +1 f >> /dev/null/../g", "cat f >> /dev/null/../g"},
                {"tail -n +1 f >&2", "cat f >&2"}});
  expect_method("utility", {{"tail -n +1 f", "cat f"},
                            {"tail -n +1 f > /dev/null", "cat f > /dev/null"},
                            {"tail -n +1 f 2>&1 | sort", "cat f 2>&1 | sort"}});
}

// There may be more behind the end of the archive, which only tar refuses.
TEST(Files, UnpackingMayFailBehindTheArchive) {
  expect_assumption("unpacking succeeds", {"gzip -dc a.tgz | tar xf -", "tar xzf a.tgz"});
}

TEST(Files, CpWithParentsWantsAFolder) {
  expect_apart({{"cp --parents a/b dest/", "cp --parents a/b dest/b"}});
  expect_method("rewrite", {{"cp a/b dest/", "cp a/b dest/b"}});
}

// "options '-co' are incompatible"
TEST(Files, SortWritesNoFileWhereItChecks) {
  expect_apart({{"sort -c -o o f", "sort -c f > o"},
                {"sort -C -o o f", "sort -C f > o"},
                {"sort --check=quiet -o o f", "sort --check=quiet f > o"},
                {"sort --debug -o o f", "sort --debug f > o"}});
  expect_method("rewrite", {{"sort -o o f", "sort f > o"}});
}

// A file names the operands, and another one beside it is refused.
TEST(Files, NoFolderIsMeantWhereAFileNamesThem) {
  expect_apart(
      {{"du --files0-from=f", "du --files0-from=f ."}, {"find -files0-from f", "find . -files0-from f"}});
  expect_method("aliases", {{"du -s", "du -s ."}, {"find -name x", "find . -name x"}});
}

// The last redirection counts.
TEST(Files, TarReadsTheLastOfSeveralInputs) {
  expect_apart({{"tar -tf a.tar < f", "tar -tf - < a.tar < f"}, {"tar -xf a.tar", "tar -xf - < a.tar < f"}});
  expect_method("rewrite", {{"tar -tf a.tar", "tar -tf - < a.tar"}});
}

TEST(Files, MkdirPrintsTheNamesThatItIsGiven) {
  expect_apart({{"mkdir -v d", "mkdir -v d/"}, {"mkdir -p --verbose a/b", "mkdir --verbose -p a/b/"}});
  expect_method("rewrite", {{"mkdir d", "mkdir d/"}, {"mkdir -p a/b", "mkdir -p a/b/"}});
}

// Folders list entries as they were made, or their times show it.
TEST(Files, LaterCommandsMaySeeTheOrderInWhichFilesAreMade) {
  expect_apart({{"mkdir c d; ls -U", "mkdir d c; ls -U"},
                {"touch a b && tar -cf o.tar .", "touch b a && tar -cf o.tar ."},
                {"touch a; touch b; ls -t", "touch b; touch a; ls -t"},
                {"touch a; touch b; ls -t", "touch a b; ls -t"},
                {"touch a b; [[ a -nt b ]]", "touch b a; [[ a -nt b ]]"},
                {"touch a b; echo $(find .)", "touch b a; echo $(find .)"},
                {"mkdir c d; bash -c 'ls -U'", "mkdir d c; bash -c 'ls -U'"},
                {"touch a b; chmod -Rv 600 .", "touch b a; chmod -Rv 600 ."},
                {"sudo mkdir c d; ls -U", "sudo mkdir d c; ls -U"},
                {"while ls -U; do mkdir c d; done", "while ls -U; do mkdir d c; done"},
                {"find . -exec mkdir c d \\; -o -print", "find . -exec mkdir d c \\; -o -print"}});
  expect_method("utility", {{"mkdir c d; cd c", "mkdir d c; cd c"}, {"sudo mkdir a b", "sudo mkdir b a"}});
  expect_method("rewrite", {{"touch a; touch b", "touch a b"},
                            {"rm a; rm b; ls -t", "rm a b; ls -t"},
                            {"mkdir a && mkdir b && mv f a/", "mkdir a b && mv f a/"},
                            {"chmod 600 a; chmod 600 b; grep x a", "chmod 600 a b; grep x a"}});
  expect_method("utility", {{"ls; mkdir a b", "ls; mkdir b a"},
                            {"[[ -d x ]] || mkdir a b", "[[ -d x ]] || mkdir b a"},
                            {"sudo mkdir a b; sudo chown u a", "sudo mkdir b a; sudo chown u a"},
                            {"x=$(date); mkdir a b", "x=$(date); mkdir b a"}});
}

// cp -b of a file onto itself makes a backup, if both are spelled alike.
TEST(Files, BackupsOfCpDependOnTheSpelling) {
  expect_apart({{"cp -fb foo foo", "cp -fb foo ./foo"},
                {"cp -f --backup=simple foo foo", "cp -f --backup=simple foo ./foo"},
                {"cp -f -S .bak foo foo", "cp -f -S .bak foo ./foo"}});
  expect_method("utility", {{"cp -f foo d/bar", "cp -f ./foo d/bar"}});
}

// In a loop the second ln finds the first one's link, and fails; cp finds that both are the same file.
TEST(Files, LinksAreMadeOnce) {
  expect_apart({{"while read l; do ln f n; done < f", "while read l; do cp -l f n; done < f"},
                {"for i in 1 2; do ln f n; done", "for i in 1 2; do cp -l f n; done"},
                {"ln f n; ln f n", "cp -l f n; cp -l f n"},
                {"xargs -I {} ln f n", "xargs -I {} cp -l f n"}});
  expect_method("rewrite", {{"ln f n", "cp -l f n"}, {"{ ln f n; }", "cp -l f n"}});
}

// tar tries a program on the start of the file, and opens it again; it knows lzma by its name alone.
TEST(Files, TarDetectsTheCompressionOfPlainFiles) {
  expect_apart({{"tar -xzf /dev/stdin", "tar -xf /dev/stdin"},
                {"tar -xzMf a", "tar -xMf a"},
                {"tar --lzma -xf a.tar", "tar -xf a.tar"},
                {"tar -I lzma -xf a", "tar -xf a"},
                {"tar -xzf a -L 10", "tar -xf a -L 10"},
                {"tar -tMf - < a", "tar -tMf a"},
                {"tar -xf - -T - < a", "tar -xf a -T -"}});
  expect_method("rewrite", {{"tar -xzf a.tgz", "tar -xf a.tgz"}});
}

TEST(Files, TwoSlashesAreKeptByCd) {
  expect_apart({{"cd //; pwd", "cd /; pwd"}});
  expect_method("rewrite", {{"cd d//", "cd d"}});
}

// Commands of a group may change the folder, or the file that is written.
TEST(Files, OnlyTextsAreWrittenTogether) {
  expect_apart({{"{ echo a; cd d; } > o; echo b >> o", "{ echo a; cd d; echo b; } > o"},
                {"{ echo a; rm o; } > o; echo b >> o", "{ echo a; rm o; echo b; } > o"},
                {"{ echo a; echo c > o; } > o; echo b >> o", "{ echo a; echo c > o; echo b; } > o"},
                {"{ echo a; sleep 1 & } > o; echo b >> o", "{ echo a; sleep 1 & echo b; } > o"}});
  expect_method("rewrite", {{"echo a > o; echo b >> o; echo c >> o", "{ echo a; echo b; echo c; } > o"},
                            {"{ echo a; echo b; } > o; echo c >> o", "{ echo a; echo b; echo c; } > o"}});
}

// l may be a link to /dev/fd/3.
TEST(Files, WhatIsOpenedMayBeADescriptor) {
  expect_method("rewrite", {{"ls > l 3>/dev/null", "ls 3>/dev/null > l"}});
  expect_method("flag_order", {{"ls > l 2>/dev/null", "ls 2>/dev/null > l"}});
}

// curl prints each of several URLs in one, and reads #1 in the name of a file.
TEST(Files, AnOutputFileOfCurlHasOneUrl) {
  expect_apart({{"curl -o f 'h.com/[1-2]'", "curl 'h.com/[1-2]' > f"},
                {"curl -o f \"$u\"", "curl \"$u\" > f"},
                {"curl -o '#1' 'h.com/{a,b}'", "curl 'h.com/{a,b}' > '#1'"},
                {"curl -o 'a#1' h.com/a", "curl h.com/a > 'a#1'"}});
  expect_method("rewrite", {{"curl -o f h.com/a", "curl h.com/a > f"}});
}

// Within a call, wget sends cookies that it has got before.
TEST(Files, CallsOfWgetAreNotJoined) {
  expect_apart({{"wget h/a; wget h/b", "wget h/a h/b"}});
  expect_method("rewrite", {{"curl h.com/a; curl h.com/b", "curl h.com/a h.com/b"}});
}

// If x is -, cat reads standard input.
TEST(Files, AnOperandThatMayBeADashIsNoFile) {
  expect_apart({{"cat -- \"$x\" | grep a", "grep a < \"$x\""}});
  expect_method("rewrite", {{"cat f | grep a", "grep a < f"}});
}

}  // namespace
}  // namespace assay
