// SPDX-License-Identifier: Apache-2.0
// What find does with its results, and how they are found, under an assumption.
#include "verdicts.h"

namespace assay {
namespace {

TEST(FindAction, EndsOfPaths) {
  expect_method("rewrite", {{"find . -type f -wholename \\*.mbox", "find . -name '*.mbox' -type f"},
                            {"find a b -ipath '*.Jpg'", "find a b -iname '*.jpg'"},
                            {"find . -regex '.*\\.c'", "find . -name '*.c'"},
                            {"find . -regex '.*\\.\\(py\\|py\\.server\\)'",
                             "find . -name '*.py' -o -name '*.py.server'"},
                            {"find . -regextype posix-extended -regex '.*\\.(a|(b|c)d)'",
                             "find . -name '*.a' -o -name '*.bd' -o -name '*.cd'"}});
  expect_apart({{"find . -path '*/x'", "find . -name 'x'"},
                {"find . -path '*a*b'", "find . -name '*a*b'"},
                {"find . -path '*a?b'", "find . -name '*a?b'"},
                {"find . -path 'x*'", "find . -name 'x*'"},
                {"find d/ -path '*d'", "find d/ -name '*d'"},
                {"find . -path '*/'", "find . -name '*/'"},
                {"find . -regex '.*.c'", "find . -name '*.c'"},
                {"find . -regex '\\.c'", "find . -name '*.c'"},
                {"find . -regex '.*\\.c\\|.*\\.h'", "find . -name '*.c|.*.h'"},
                {"find . -regex '.*\\.c\\|h'", "find . -name '*.c' -o -name '*h'"},
                {"find . -regex '.*\\.(a|b)'", "find . -name '*.a' -o -name '*.b'"},
                {"find . -regextype sed -regex '.*\\.c'", "find . -iname '*.c'"},
                {"find . -regex '.*c+'", "find . -name '*c+'"}});
}

TEST(FindAction, OwnersByNumber) {
  expect_method("rewrite",
                {{"find . -uid 120 -print", "find . -user 120"}, {"find . -group 5", "find . -gid 5"}});
  expect_apart({{"find . -user 0120", "find . -uid 0120"},
                {"find . -user root", "find . -uid 0"},
                {"find . -user 5", "find . -gid 5"}});
}

TEST(FindAction, CommandsThatPrintThePath) {
  expect_method("rewrite",
                {{"find . -name '*.log' -exec echo {} \\;", "find . -name '*.log'"},
                 {"find d -exec printf '%s\\n' {} \\;", "find d -print"},
                 {"find . -type f -exec ls {} \\;", "find . -type f"},
                 {"find . -name x -exec ls -d {} \\;", "find . -name x"},
                 {"find . -type f -print0 | xargs -0 -n1 basename", "find . -type f -printf '%f\\n'"},
                 {"find /s -name '*.out' -exec dirname {} \\;", "find /s -name '*.out' -printf '%h\\n'"}});
  expect_apart({{"find . -exec echo {} +", "find ."},
                {"find . -exec echo -n {} \\;", "find ."},
                {"find . -exec echo ./{} \\;", "find ."},
                {"find . -exec ls {} \\;", "find ."},
                {"find . -type f -exec ls -l {} \\;", "find . -type f"},
                {"find . -type f -exec ls {} +", "find . -type f"},
                {"find . -name x -exec printf '%s' {} \\;", "find . -name x"},
                {"find . -exec echo {} \\; -delete | head -n 1", "find . -print -delete | head -n 1"},
                {"find /s -exec dirname {} \\;", "find /s -printf '%h\\n'"},
                {"find d/ -exec basename {} \\;", "find d/ -printf '%f\\n'"},
                {"find / -exec dirname {} \\;", "find / -printf '%h\\n'"},
                {"find . -execdir echo {} \\;", "find ."},
                {"find . -exec basename {} .c \\;", "find . -printf '%f\\n'"},
                {"find . -type f -print0 | xargs -0 basename", "find . -type f -printf '%f\\n'"}});
}

// Without -f, rm may ask.
TEST(FindAction, RemovalThatMayAsk) {
  expect_apart({{"find . -name core -exec rm -f {} \\;", "find . -name core -exec rm {} \\;"},
                {"find . -name core -exec rm -rf {} +", "find . -name core -exec rm -r {} +"},
                {"find . -name core -exec rm {} \\;", "find . -name core -delete"}});
}

TEST(FindAction, WhereACommandRuns) {
  expect_method("rewrite", {{"find d -execdir chmod 600 {} \\;", "find d -exec chmod 600 {} \\;"},
                            {"find d -execdir rm {} \\;", "find d -exec rm {} \\;"},
                            {"find d -execdir chown -h me {} +", "find d -exec chown -h me {} +"}});
  expect_apart({{"find d -execdir ls {} \\;", "find d -exec ls {} \\;"},
                {"find d -execdir mv {} x \\;", "find d -exec mv {} x \\;"},
                {"find d -execdir rm x {} \\;", "find d -exec rm x {} \\;"},
                {"find d -execdir chmod -v 600 {} \\;", "find d -exec chmod -v 600 {} \\;"},
                {"find d -execdir chmod --reference=x {} \\;", "find d -exec chmod --reference=x {} \\;"}});
}

TEST(FindAction, FoldersThatFilesAreBroughtTo) {
  expect_method("rewrite",
                {{"find . -name '*.mp4' -print0 | xargs -0 -I{} mv -t /x {}",
                  "find . -name '*.mp4' -exec mv {} /x \\;"},
                 {"find . -name x -exec mv -f {} d \\;", "find . -name x -exec mv -f -t d {} \\;"}});
  expect_apart({{"mv a d", "mv -t d a"},
                {"find . -name x -exec cp -p {} d \\;", "find . -name x -exec cp -t d {} \\;"},
                {"find . -name x -exec mv -T {} d \\;", "find . -name x -exec mv -t d {} \\;"},
                {"find . -name x -exec mv {} {}.old \\;", "find . -name x -exec mv -t {}.old {} \\;"},
                {"find . -name x -exec mv d {} \\;", "find . -name x -exec mv -t d {} \\;"}});
}

// If the folder is a link, the slash after its name makes find follow it.
TEST(FindAction, SlashesBehindTheFolderWhereTheSearchBegins) {
  expect_apart({{"find images/ -type f", "find images -type f"}, {"find images/", "find images"}});
}

TEST(FindAction, NumbersEndWhereFieldsDo) {
  expect_method("utility", {{"sort -k2n f", "sort -k2,2n f"},
                            {"sort -nr -k 4 f", "sort -k4,4 -n -r f"},
                            {"sort -k1,1n f", "sort -n f"}});
  expect_apart({{"sort -k2 f", "sort -k2,2 f"},
                {"sort -t. -k2n f", "sort -t. -k2,2n f"},
                {"sort -k2.2n f", "sort -k2.2,2.3n f"},
                {"sort -k2,3 f", "sort -k2 f"},
                {"sort -k3,2n f", "sort -k3n f"},
                {"sort -k2V f", "sort -k2,2V f"},
                {"sort -k2,2n -r f", "sort -k2,2 -n -r f"}});
}

TEST(FindAction, TemporaryFiles) {
  expect_method("aliases", {{"mktemp", "mktemp -t tmp.XXXXXXXXXX"},
                            {"mktemp -d", "mktemp -d --tmpdir tmp.XXXXXXXXXX"},
                            {"mktemp --tmpdir", "mktemp"}});
  expect_apart({{"mktemp", "mktemp tmp.XXXXXXXXXX"},
                {"mktemp", "mktemp -t tmp.XXXXXX"},
                {"mktemp", "mktemp --tmpdir=. tmp.XXXXXXXXXX"},
                {"mktemp", "mktemp -p /tmp"}});
}

}  // namespace
}  // namespace assay
