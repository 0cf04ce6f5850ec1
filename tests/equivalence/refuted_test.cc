// SPDX-License-Identifier: Apache-2.0
// Pairs that the engine once called equivalent, and that a world refuted when both were run (tests/refute).
#include "verdicts.h"

namespace assay {
namespace {

TEST(Refuted, DashesAreNoEndOfOptionsToZip) {
  expect_apart({{"zip --", "zip"}, {"zip -9 -v --", "zip -9v"}, {"zip -dv", "zip -d -v"}});
}

TEST(Refuted, UnzipReadsOptionsInFrontOfTheArchiveAlone) {
  expect_apart({{"unzip -l z.zip", "unzip z.zip -l"}, {"unzip -o z.zip a", "unzip z.zip -o a"}});
}

// It prints "Nothing to do! (try: zip -r -3 z.zip . -i nosuch)" on standard output.
TEST(Refuted, ZipPrintsHowItWasCalled) {
  expect_method("rewrite",
                {{"zip -3 -r z.zip d", "zip -r -3 z.zip d"}, {"zip -r -3 z.zip d", "zip -r3 z.zip d"}});
}

TEST(Refuted, HelpSaysByWhichNameItWasCalled) {
  expect_apart({{"tr --help", "/usr/bin/tr --help"},
                {"sed --version", "/bin/sed --version"},
                {"dd --help", "/bin/dd --help"},
                {"mkdir -v d", "/usr/bin/mkdir -v d"},
                {"/bin/rmdir -pv d", "rmdir -pv d"},
                {"/usr/bin/install -vd d", "install -vd d"}});
}

// The split words come before the arguments that follow, so -i is a word of the command.
TEST(Refuted, EnvSplitsItsStringInPlace) {
  expect_apart({{"env -S 'echo x' -i echo", "env -S 'echo x' --ignore-environment echo"}});
}

// The value is the next argument.
TEST(Refuted, XxdReadsNoValueBehindALongName) {
  expect_apart({{"xxd -offset10 -b f", "xxd -b -offset10 f"}, {"xxd -name10e", "xxd -name10e --"}});
}

TEST(Refuted, ALetterAgainInOneWordMayBeRefused) {
  expect_apart(
      {{"jq -S -j -c -c", "jq -ccS -j"}, {"bzip2 -1 -8", "bzip2 --fast -8"}, {"bash -Ox", "bash -O x"}});
}

TEST(Refuted, TarListsMoreWhereItIsAskedAgain) { expect_apart({{"tar -t -f n.tar", "tar -t -t -f n.tar"}}); }

TEST(Refuted, BashReadsLongOptionsInFrontOfLettersAlone) {
  expect_apart({{"bash -s -r", "bash -s --restricted"}});
}

TEST(Refuted, AwkTakesANumberFromAnOption) {
  expect_apart({{"awk 'BEGIN{FS=\"0\"}{if(FS)print $1}' f", "awk -F 0 '{if(FS)print $1}' f"}});
}

// Words after the name are values.
TEST(Refuted, GitConfigReadsOptionsInFrontOfTheNameAlone) {
  expect_apart({{"git config --global user.name x", "git config user.name x --global"},
                {"git config --get a.b", "git config a.b --get"}});
}

TEST(Refuted, FindKnowsLessOfAFileWhenPruneStandsBehindDepth) {
  expect_apart({{"find -depth -type f,d -prune", "find -type f,d -prune -depth"}});
}

TEST(Refuted, OfSeveralFieldSeparatorsTheLastOneCounts) {
  expect_apart({{"awk -F : -F , '{print $1}'", "awk -F , -F : '{print $1}'"},
                {"awk -F \"$x\" -F foo '{print $1}'", "awk -F foo -F \"$x\" '{print $1}'"}});
}

// bzip2 reads long options after all letters, wherever they are.
TEST(Refuted, TheLastLongModeOfBzip2Counts) {
  expect_apart({{"bzip2 --test -d", "bzip2 -t --decompress"}, {"bzip2 --test -d", "bzip2 -td"}});
  expect_method("aliases", {{"bzip2 --decompress f", "bzip2 -d f"}});
}

TEST(Refuted, TheFirstValueThatIsRefusedDecidesTheStatus) {
  expect_apart({{"ls --time=10 --block-size 'a b'", "ls --block-size='a b' --time=10"}});
}

TEST(Refuted, OfTwoSignsOfACountTheSecondOneCounts) {
  expect_apart({{"tail -n -+2 f", "tail -n +2 f"}});
  expect_method("aliases", {{"tail -n -2 f", "tail -n 2 f"}});
}

// gzip reflects warnings in its exit status, but not those it was asked to suppress.
TEST(Refuted, QuietGzipHasAnotherStatus) {
  expect_apart({{"gzip -q f", "gzip f"}, {"gunzip -q f", "gunzip f"}});
}

TEST(Refuted, PrintenvWithoutNamesListsWhoStartedIt) {
  expect_apart({{"env printenv --", "printenv"}, {"env printenv -0", "printenv -0"}});
  expect_method("utility", {{"env printenv HOME", "printenv HOME"}});
}

// A batch that is removed at its end leaves links intact while find walks.
TEST(Refuted, LinksThatAreFollowedSeeWhatIsRemoved) {
  expect_apart({{"find -L . -type f -delete", "find -L . -type f -print0 | xargs -0 -r rm"},
                {"find -L . -type f -delete", "find -L . -type f -exec rm {} \\;"}});
}

// x may contain either mark.
TEST(Refuted, MarksOfXargsStandInExpansionsAsWell) {
  expect_apart({{"xargs -I % mv % \"$x%\"", "xargs -I {} mv {} \"$x%\""}});
  expect_method("rewrite", {{"xargs -I % mv % \"$x\"", "xargs -I {} mv {} \"$x\""},
                            {"xargs -I % cp % *.c", "xargs -I {} cp {} *.c"}});
  expect_method("utility", {{"xargs -I % mv % d", "xargs -I {} mv {} d"}});
}

// The second operand is an offset, and xargs appends one.
TEST(Refuted, OperandsOfOdMayBeOffsets) {
  expect_apart({{"od -c f 10", "od -t c f 10"},
                {"od -c +10", "od -t c +10"},
                {"ls | xargs -n 1 od -c f", "ls | xargs -n 1 od -t c f"},
                {"od -c *", "od -t c *"}});
  expect_method("aliases", {{"od -c f", "od -t c f"}, {"od -c", "od -t c"}});
}

// unzip refuses it, with a different message if -t came before it.
TEST(Refuted, ASecondOptionThatIsRefusedKeepsItsPlace) {
  expect_apart({{"unzip -da.txt -db.txt -t", "unzip -t -da.txt -db.txt"}});
  expect_method("flag_order", {{"unzip -da.txt -t", "unzip -t -da.txt"}});
}

// The long options end bzip2, so what precedes them has no effect; the letters go on to the files.
TEST(Refuted, OnlyLongOptionsEndBzip2) {
  expect_apart(
      {{"bunzip2 --version f", "bunzip2 -V f"}, {"bunzip2 --license -7 *.txt", "bunzip2 -7d -L *.txt"}});
}

// The last of these options decides whether zip prints messages.
TEST(Refuted, QuietAndVerboseOfZipKeepTheirOrder) {
  expect_apart({{"zip -v1 -Dq n3 g", "zip -qv -D -1 n3 g"}});
  expect_method("flag_order", {{"zip -D -1 -q n3 g", "zip -1q -D n3 g"}});
}

// In a loop the second ln finds the first one's link, and fails; cp finds that both are the same file.
TEST(Refuted, LinksAreMadeOnce) {
  expect_apart({{"while read l; do ln f n; done < f", "while read l; do cp -l f n; done < f"},
                {"for i in 1 2; do ln f n; done", "for i in 1 2; do cp -l f n; done"},
                {"ln f n; ln f n", "cp -l f n; cp -l f n"},
                {"xargs -I {} ln f n", "xargs -I {} cp -l f n"}});
  expect_method("rewrite", {{"ln f n", "cp -l f n"}, {"{ ln f n; }", "cp -l f n"}});
}

// It refuses a separate word that begins with a dash.
TEST(Refuted, ValuesOfUnzipThatBeginWithADashAreAttached) {
  expect_apart({{"unzip -d - wait", "unzip -d- wait"}, {"unzip -d -x a.zip", "unzip -d-x a.zip"}});
  expect_method("aliases", {{"unzip -d d a.zip", "unzip -dd a.zip"}});
}

// zcat and gunzip are scripts.
TEST(Refuted, AScriptThatStandsForAProgramAnswersForItself) {
  expect_apart({{"zcat --version -2", "zcat -V2"},
                {"gunzip --help", "gunzip -h"},
                {"gunzip --version", "gzip -d --version"}});
  expect_method("aliases", {{"gzip --version", "gzip -V"}, {"zcat --force f", "zcat -f f"}});
}

// Some utilities read it as a number, others as a file, and pr as a number unless --pages comes first.
TEST(Refuted, WordsWithAPlusKeepTheirPlace) {
  expect_apart({{"uniq +x --uniq a.txt", "uniq a.txt +x -u"},
                {"pr +'' --pages=10 *.txt", "pr --pages=10 +'' *.txt"},
                {"od +x f", "od f +x"},
                {"pr -d + f", "pr + -d f"},
                {"sort \"+$x\" -r f", "sort -r \"+$x\" f"}});
  expect_method("flag_order", {{"uniq -c -d a.txt", "uniq -d -c a.txt"}});
}

// --output is also a prefix of --output-width.
TEST(Refuted, ColumnHasTwoOptionsForItsOutput) {
  expect_apart({{"column --output-separator '' -t", "column --output '' -t"}});
  expect_method("aliases", {{"column --output-sep , -t", "column -o , -t"},
                            {"column -c 80 f", "column --output-width 80 f"}});
}

// bzip2 refuses -t together with a -c that is written, but not with the one that bzcat implies.
TEST(Refuted, WhatANameStandsForIsNotRefusedAsWhatIsWritten) {
  expect_apart({{"bzcat -c -t", "bzcat --test"}, {"bzcat -t", "bzip2 -dc -t"}, {"xzcat -t f", "xz -dct f"}});
  expect_method("utility", {{"bzcat f", "bzip2 -d -c f"}, {"egrep -i x f", "grep -E -i x f"}});
}

// GNU find prints nothing for the first one, and runs ls for the second.
TEST(Refuted, FindReadsListsOfTypesBesideOtherTypesInItsOwnWay) {
  expect_apart({{"find d -type f -type f,d", "find d -type f -type f,d -exec ls {} \\;"},
                {"find d -type f,d -type d", "find d -type d,f -type d"}});
  expect_method("utility", {{"find d -type f,d", "find d -type d,f"}});
}

// An error in a script before --help ends sed before it prints its help.
TEST(Refuted, HelpKeepsItsPlaceBesideAScript) {
  expect_apart(
      {{"sed --hel --expression=x", "sed --expression=x --hel"}, {"sed --help -e p", "sed -e p --help"}});
}

// It calls diff, which prints how it was called when it is given folders.
TEST(Refuted, OptionsOfSdiffAreSeen) {
  expect_method("rewrite", {{"sdiff -i -B p q", "sdiff -B -i p q"}, {"sdiff -ia p q", "sdiff -i -a p q"}});
}

// Without a mode cpio refuses an operand at once.
TEST(Refuted, OperandsOfCpioKeepTheirPlace) { expect_apart({{"cpio --usage x", "cpio x --usage"}}); }

TEST(Refuted, ADebuggedScriptOfSedIsPrinted) {
  expect_apart({{"sed --debug -n 2p f", "sed --debug '2!d' f"}});
}

// $ARGS has them in order, and $__loc__ has the line.
TEST(Refuted, JqShowsHowItIsAsked) {
  expect_apart({{"jq -n --arg x 1 --argjson y 2 '$ARGS'", "jq -n --argjson y 2 --arg x 1 '$ARGS'"},
                {"jq '.a,\n$__loc__' f", "jq '.a,$__loc__' f"}});
}

TEST(Refuted, CallsThatAreKeptInALogAreTheSameWhereNobodyReadsIt) {
  expect_method("rewrite", {{"git fetch -p origin", "git fetch origin --prune"},
                            {"apt-get install -y x", "apt-get install x --yes"}});
  expect_method("aliases", {{"git push -q", "git push --quiet"}});
}

TEST(Refuted, LoggerTakesAWordForItsErrors) {
  expect_apart({{"logger --socket-errors f", "logger f --socket-errors"}});
}

// %F shows a sign before a year of five digits.
TEST(Refuted, TheIsoFormatOfDateHasNoSign) {
  expect_apart(
      {{"date -r y -I", "date -r y +%F"}, {"date -I -d @999999999999", "date -d @999999999999 +%F"}});
  expect_method("utility", {{"date -I", "date +%F"}, {"date -r y -I", "date -r y +%Y-%m-%d"}});
}

// -h is refused, with the same text on standard error.
TEST(Refuted, SizeHasOneNameForHelp) { expect_apart({{"size -h x.o", "size --help x.o"}}); }

TEST(Refuted, TheFirstUserOfSshCounts) {
  expect_apart({{"ssh -l v u@h", "ssh u@h -l v"},
                {"ssh -o User=v u@h", "ssh u@h -o User=v"},
                {"ssh -p 22 ssh://u@h:23", "ssh ssh://u@h:23 -p 22"}});
  expect_method("flag_order", {{"ssh -p 2222 me@host", "ssh me@host -p 2222"}});
}

// psql sets variables while it reads its options.
TEST(Refuted, EchoOfPsqlIsAVariable) {
  expect_apart({{"psql -a -v ECHO=none -f x", "psql -v ECHO=none -a -f x"}});
}

// Files are converted in the order of the arguments.
TEST(Refuted, FilesInFrontOfHelpAreConverted) {
  expect_apart({{"unix2dos -h t", "unix2dos t -h"}, {"dos2unix -V t", "dos2unix t -V"}});
}

TEST(Refuted, HelpMayBeShortOrLong) {
  expect_apart({{"rg -h x", "rg --help x"}, {"rg -V", "rg --version"}, {"fdfind -h x", "fdfind --help x"}});
}

// Files are changed in the order of the arguments, by the options before them.
TEST(Refuted, OptionsOfSetfaclKeepTheirPlace) {
  expect_apart(
      {{"setfacl --test -m u:1:r f", "setfacl -m u:1:r f --test"}, {"setfacl -b d -R", "setfacl -R -b d"}});
}

// An operand too many ends it where it stands, before it sees --help.
TEST(Refuted, UniqMeetsItsOperandsInFrontOfHelp) {
  expect_apart({{"uniq a b c --help", "uniq --help a b c"}, {"uniq d/* --version", "uniq --version d/*"}});
  expect_method("flag_order", {{"uniq f -c", "uniq -c f"}});
}

// It is -b -z then, for the sake of CVS.
TEST(Refuted, BackupOfPatchBeforeThreeWordsTakesASuffix) {
  expect_apart({{"patch -b x y z", "patch --backup x y z"},
                {"patch -b x y z", "patch x y z -b"},
                {"patch -b $x y", "patch --backup $x y"}});
  expect_method("flag_order", {{"patch -b f p", "patch f p -b"}});
  expect_method("aliases", {{"patch -b -p1 f p.diff -R", "patch --backup -p1 f p.diff -R"}});
}

// Two kinds of patterns are refused with status 2, a value that is none with 1.
TEST(Refuted, GrepEndsAtTheFirstThingThatItRefuses) {
  expect_apart({{"grep -d x -G -F y", "grep -G -F -d x y"},
                {"grep --directories=x -G y f", "grep -G --directories=x y f"}});
  expect_method("aliases", {{"grep --directories=skip -E y", "grep -E -d skip y"}});
}

// -v may stand behind what nobody can read.
TEST(Refuted, MkdirMaySayItsName) { expect_apart({{"mkdir $x -v", "/bin/mkdir $x -v"}}); }

// What a program prints when it refuses its arguments, or is asked for help, depends on what it meets first.
TEST(Refuted, ACallThatIsRefusedIsTheSameAsItselfAlone) {
  expect_apart({{"cmp a b c d e --help", "cmp --help a b c d e"},
                {"ls -l --version", "ls --version -l"},
                {"patch -R a b c", "patch a b c -R"},
                {"uniq -f x -s y a", "uniq -s y -f x a"},
                {"ls --color=x -w y", "ls -w y --color=x"}});
  expect_method("aliases", {{"wget -V", "wget --version"}});
  expect_method("flag_order", {{"ls --color=alw f", "ls f --color=alw"}});
}

}  // namespace
}  // namespace assay
