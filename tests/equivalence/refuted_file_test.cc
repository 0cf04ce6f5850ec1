// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine once called equivalent, though they read, write or pack different files.
#include <algorithm>

#include "verdicts.h"

namespace assay {
namespace {

// The pair is proven, and this is assumed among other things.
void expect_assumption(std::string_view words, const Same& pair) {
  for (const Comparison& result : {compare(pair.a, pair.b), compare(pair.b, pair.a)}) {
    EXPECT_EQ(result.verdict, Equivalence::conditionally) << describe(result);
    EXPECT_TRUE(std::ranges::any_of(
        result.assumptions,
        [words](const std::string& each) { return each.find(words) != std::string::npos; }))
        << pair.a << "\n"
        << pair.b << "\n"
        << describe(result);
  }
}

// Behind -A o, 10 is a file.
TEST(RefutedFile, OdReadsAnOffsetBehindOldOptionsAlone) {
  expect_apart({{"od -A o f 10", "od f 10"}, {"od -A o +8", "od +8"}, {"od -A o \"$x\"", "od \"$x\""}});
  expect_method("aliases", {{"od -A o f", "od f"}});
}

// 010 is 8 and 0x10 is 16.
TEST(RefutedFile, ShredReadsOctalSizes) {
  expect_apart({{"shred -s 010 f", "shred -s 10 f"}, {"shred -s 010K f", "shred -s 10K f"}});
  expect_method("aliases", {{"shred -s 10 f", "shred --size=10 f"}});
}

TEST(RefutedFile, TouchSetsTheTimeThatItNames) {
  expect_apart({{"touch -a -m --time=atime f", "touch --time=atime f"}, {"touch -a -m $x", "touch $x"}});
  expect_method("aliases", {{"touch -a -m f", "touch f"}});
}

TEST(RefutedFile, ZipTakesALeadingDotForAnEnding) {
  expect_apart({{"zip .n d", "zip .n.zip d"},
                {"zip -r .backup d", "zip -r .backup.zip d"},
                {"zip d/.n d", "zip d/.n.zip d"}});
}

// g may be a link to f: "input file is output file".
TEST(RefutedFile, CatRefusesToReadWhatItWrites) {
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

// "Conflicting compression options"
TEST(RefutedFile, TarTakesOneCompression) {
  expect_apart({{"tar -c -a -Z -f x.tgz d", "tar -c -z -Z -f x.tgz d"},
                {"tar -c -a --lzop -f x.tgz d", "tar -c -z --lzop -f x.tgz d"},
                {"tar -c -a --no-auto-compress -f x.tgz d", "tar -c -z --no-auto-compress -f x.tgz d"},
                {"tar -c -I gzip -I bzip2 -f x d", "tar -c -z -f x d"},
                {"tar -x -z -Z -f x.tgz", "tar -x -Z -f x.tgz"},
                {"tar -x -z -j -f x.tgz", "tar -x -f x.tgz"},
                {"gzip -dc x.tgz | tar -x --lzop -f -", "tar -x --lzop -f x.tgz"}});
  expect_method("aliases", {{"tar -c -a -f x.tgz d", "tar -c -z -f x.tgz d"}});
}

// There may be more behind the end of the archive, which only tar refuses.
TEST(RefutedFile, UnpackingMayFailBehindTheArchive) {
  expect_assumption("unpacking succeeds", {"gzip -dc a.tgz | tar xf -", "tar xzf a.tgz"});
}

// tail +5 is a line number by that standard.
TEST(RefutedFile, TheStandardDecidesWhatTailReads) {
  expect_apart({{"_POSIX2_VERSION=200112 tail +5 f", "_POSIX2_VERSION=200112 tail -n +5 f"},
                {"export _POSIX2_VERSION=200112; tail +5 f", "export _POSIX2_VERSION=200112; tail -n +5 f"},
                {"env _POSIX2_VERSION=200112 tail +5 f", "env _POSIX2_VERSION=200112 tail -n +5 f"}});
}

// If the file is missing, the status differs.
TEST(RefutedFile, AwkFailsOtherwiseThanCutAndGrep) {
  expect_assumption("the input can be read", {"awk -F: '{print $1}' a", "cut -d: -f1 a"});
  expect_assumption("each line has the fields", {"awk -F: '{print $1}' a", "cut -d: -f1 a"});
  expect_assumption("the input can be read", {"awk '/^x/ {print $2}' f", "grep ^x f | awk '{print $2}'"});
}

// The action changes which records follow, or shows how they end.
TEST(RefutedFile, AwkActionsDecideWhatIsARecord) {
  expect_apart({{"awk '/x/{RS=$1;print $2}' f", "grep x f | awk '{RS=$1;print $2}'"},
                {"awk '/x/{IGNORECASE=1;print}' f", "grep x f | awk '{IGNORECASE=1;print}'"},
                {"awk '/x/{print RT}' f", "grep x f | awk '{print RT}'"}});
  expect_method("rewrite", {{"awk '/x/{ORS=$1;print $2}' f", "grep x f | awk '{ORS=$1;print $2}'"}});
}

TEST(RefutedFile, CpWithParentsWantsAFolder) {
  expect_apart({{"cp --parents a/b dest/", "cp --parents a/b dest/b"}});
  expect_method("rewrite", {{"cp a/b dest/", "cp a/b dest/b"}});
}

// "options '-co' are incompatible"
TEST(RefutedFile, SortWritesNoFileWhereItChecks) {
  expect_apart({{"sort -c -o o f", "sort -c f > o"},
                {"sort -C -o o f", "sort -C f > o"},
                {"sort --check=quiet -o o f", "sort --check=quiet f > o"},
                {"sort --debug -o o f", "sort --debug f > o"}});
  expect_method("rewrite", {{"sort -o o f", "sort f > o"}});
}

// A file names the operands, and another one beside it is refused.
TEST(RefutedFile, NoFolderIsMeantWhereAFileNamesThem) {
  expect_apart(
      {{"du --files0-from=f", "du --files0-from=f ."}, {"find -files0-from f", "find . -files0-from f"}});
  expect_method("aliases", {{"du -s", "du -s ."}, {"find -name x", "find . -name x"}});
}

// Debian's has only -a; it prints how it was called when it refuses another one.
TEST(RefutedFile, WhichHasOneOption) {
  expect_apart({{"which -s ls", "/usr/bin/which -s ls"}, {"which -sa ls", "which -as ls"}});
}

// A dash ends the options of a shell, which then lacks a script.
TEST(RefutedFile, ADashIsNoScript) {
  expect_apart({{"sh -c -", "sh -c -- -"}, {"bash -c - x", "bash -c -- - x"}});
  expect_method("flag_order", {{"sh -c ls", "sh -c -- ls"}});
}

// The first operand is the file with the program, wherever -f stands; -f10 is refused.
TEST(RefutedFile, JqTakesItsProgramFromTheFirstOperand) {
  expect_apart({{"jq -f a b", "jq b -f a"}, {"jq -f10", "jq -f 10"}});
  expect_method("flag_order", {{"jq -f a b", "jq a -f b"}, {"jq -f a -r b", "jq -rf a b"}});
}

// The last redirection counts.
TEST(RefutedFile, TarReadsTheLastOfSeveralInputs) {
  expect_apart({{"tar -tf a.tar < f", "tar -tf - < a.tar < f"}, {"tar -xf a.tar", "tar -xf - < a.tar < f"}});
  expect_method("rewrite", {{"tar -tf a.tar", "tar -tf - < a.tar"}});
}

TEST(RefutedFile, MkdirPrintsTheNamesThatItIsGiven) {
  expect_apart({{"mkdir -v d", "mkdir -v d/"}, {"mkdir -p --verbose a/b", "mkdir --verbose -p a/b/"}});
  expect_method("rewrite", {{"mkdir d", "mkdir d/"}, {"mkdir -p a/b", "mkdir -p a/b/"}});
}

// Folders list entries as they were made, or their times show it.
TEST(RefutedFile, LaterCommandsMaySeeTheOrderInWhichFilesAreMade) {
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

// The shell empties f before, or while, the commands of a pipeline read it.
TEST(RefutedFile, APipelineMayOverwriteWhatItReads) {
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

// find cannot enter a folder that is gone; xargs calls the command after the walk.
TEST(RefutedFile, CommandsTakeFoldersFromTheWalk) {
  expect_apart({{"find d -print0 | xargs -0 -I{} mv -t e {}", "find d -exec mv -t e {} \\;"},
                {"find d -type f,d -print0 | xargs -0 -I{} mv {} e", "find d -type f,d -exec mv {} e \\;"},
                {"find d -type d -print0 | xargs -0 -n1 rm -r", "find d -type d -exec rm -r {} \\;"},
                {"find d -type d -print0 | xargs -0 -n1 rmdir", "find d -type d -exec rmdir {} \\;"}});
  expect_method("rewrite",
                {{"find d -type f -print0 | xargs -0 -I{} mv {} e", "find d -type f -exec mv {} e \\;"},
                 {"find d -name '*.o' -print0 | xargs -0 -n1 rm -r", "find d -name '*.o' -exec rm -r {} \\;"},
                 {"find d -print0 | xargs -0 -n1 -r ls -d", "find d -exec ls -d {} \\;"}});
}

// awk reads ahead; sed leaves the rest of its input to a later command.
TEST(RefutedFile, AwkReadsAheadOfALaterCommand) {
  expect_apart({{"awk 'NR==1{print;exit}'; cat", "sed 1q; cat"},
                {"while read l; do awk 'NR==1{print;exit}'; done < f", "while read l; do sed 1q; done < f"}});
  expect_method("rewrite", {{"awk 'NR==1{print;exit}' f; cat", "sed 1q f; cat"},
                            {"ls | awk 'NR==1{print;exit}'", "ls | sed 1q"}});
}

// Only conditions before the action hold when it runs.
TEST(RefutedFile, ConditionsBehindFindsAction) {
  expect_apart({{"find . -exec ls {} \\; -type f", "find . -print -type f"},
                {"find /srv -maxdepth 0 -exec dirname {} \\; -name '*x'",
                 "find /srv -maxdepth 0 -printf '%h\\n' -name '*x'"},
                {"find . ! -exec ls {} \\; -type f", "find . ! -print -type f"}});
  expect_method("rewrite", {{"find . -type f -exec ls {} \\;", "find . -type f -print"}});
}

// tac goes back to the beginning of its input, whatever others have read of it.
TEST(RefutedFile, TacGoesBackToTheBeginning) {
  expect_apart({{"read l; tac | tac", "read l; cat"},
                {"while read l; do tac | tac; done < f", "while read l; do cat; done < f"},
                {"tac | tac > /dev/null; wc -c", "cat > /dev/null; wc -c"},
                {"tac /dev/stdin | tac", "cat /dev/stdin"}});
  expect_method("rewrite",
                {{"tac f | tac", "cat f"}, {"tac < f | tac", "cat < f"}, {"ls | tac | tac", "ls | cat"}});
}

// Where grep finds nothing in one of the files, xargs ends with 123, and find with 0.
TEST(RefutedFile, XargsPassesOnWhatGrepAnswers) {
  expect_apart({{"find . -type f -print0 | xargs -0 -I{} grep foo {} && ls",
                 "find . -type f -exec grep foo {} \\; && ls"},
                {"find . -type f -print0 | xargs -0 -n1 -r grep x; echo $?",
                 "find . -type f -exec grep x {} \\;; echo $?"}});
  expect_method("output", {{"find . -type f -print0 | xargs -0 -I{} grep foo {}",
                            "find . -type f -exec grep foo {} \\;"}});
  expect_method("rewrite",
                {{"find . -type f -print0 | xargs -0 -I{} grep foo {} | sort",
                  "find . -type f -exec grep foo {} \\; | sort"},
                 {"find . -type f -print0 | xargs -0 -r grep foo", "find . -type f -exec grep foo {} +"}});
}

}  // namespace
}  // namespace assay
