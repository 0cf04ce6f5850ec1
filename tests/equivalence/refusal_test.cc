// SPDX-License-Identifier: Apache-2.0
// What a program prints or returns when it refuses its arguments, is asked for help, or says how it was
// called.
#include "verdicts.h"

namespace assay {
namespace {

// A value that is refused in front of it ends the program first.
TEST(Refusal, AListThatIsAskedForEndsTheProgram) {
  expect_apart({{"killall -l -u nosuch", "killall -u nosuch -l"},
                {"blkid -k -O x", "blkid -O x -k"},
                {"vmstat -f -S x", "vmstat -S x -f"},
                {"systemctl -o help -s BAD kill x", "systemctl -s BAD -o help kill x"},
                {"systemctl -t help,foo", "systemctl -t foo,help"},
                {"loginctl -o help -s BAD", "loginctl -s BAD -o help"},
                {"journalctl -o help -p BAD", "journalctl -p BAD -o help"},
                {"rsync --info=help --bwlimit=x a b", "rsync --bwlimit=x --info=help a b"}});
  expect_method("aliases", {{"killall -l", "killall --list"},
                            {"systemctl -t help", "systemctl --type=help"},
                            {"systemctl -o json list-units", "systemctl --output=json list-units"}});
  expect_method("values", {{"systemctl -t socket,mount", "systemctl -t mount,socket"}});
}

// A lone -h asks for help.
TEST(Refusal, AnOptionOfLsRemoteAsksForHelpIfItIsAlone) {
  expect_apart({{"git ls-remote -h", "git ls-remote --heads"}});
  expect_method("aliases", {{"git ls-remote -t o", "git ls-remote --tags o"}});
}

// nice alone prints a number, but refuses an option without a command.
TEST(Refusal, AWrapperWithoutACommandNeedsItsDefault) {
  expect_apart({{"nice -n 10", "nice"}, {"timeout -s TERM", "timeout"}});
  expect_method("aliases", {{"nice -n 10 ls", "nice ls"}, {"timeout -s TERM 5 ls", "timeout 5 ls"}});
}

TEST(Refusal, TheFirstRefusedValueOfAnAccountDecidesTheStatus) {
  expect_apart({{"useradd -s bash -g dev u", "useradd -g dev -s bash u"},
                {"useradd -d /a:b -g dev u", "useradd -g dev -d /a:b u"},
                {"usermod -g x -c a:b u", "usermod -c a:b -g x u"}});
  expect_method("flag_order", {{"useradd -m -s /bin/bash -G dev u", "useradd -G dev -m -s /bin/bash u"},
                               {"useradd -s zsh -m u", "useradd -m -s zsh u"}});
}

TEST(Refusal, HelpSaysByWhichNameItWasCalled) {
  expect_apart({{"tr --help", "/usr/bin/tr --help"},
                {"sed --version", "/bin/sed --version"},
                {"dd --help", "/bin/dd --help"},
                {"mkdir -v d", "/usr/bin/mkdir -v d"},
                {"/bin/rmdir -pv d", "rmdir -pv d"},
                {"/usr/bin/install -vd d", "install -vd d"}});
}

TEST(Refusal, ALetterAgainInOneWordMayBeRefused) {
  expect_apart(
      {{"jq -S -j -c -c", "jq -ccS -j"}, {"bzip2 -1 -8", "bzip2 --fast -8"}, {"bash -Ox", "bash -O x"}});
}

TEST(Refusal, TarListsMoreWhereItIsAskedAgain) { expect_apart({{"tar -t -f n.tar", "tar -t -t -f n.tar"}}); }

TEST(Refusal, TheFirstValueThatIsRefusedDecidesTheStatus) {
  expect_apart({{"ls --time=10 --block-size 'a b'", "ls --block-size='a b' --time=10"}});
}

// unzip refuses it, with a different message if -t came before it.
TEST(Refusal, ASecondOptionThatIsRefusedKeepsItsPlace) {
  expect_apart({{"unzip -da.txt -db.txt -t", "unzip -t -da.txt -db.txt"}});
  expect_method("flag_order", {{"unzip -da.txt -t", "unzip -t -da.txt"}});
}

// The long options end bzip2, so what precedes them has no effect; the letters go on to the files.
TEST(Refusal, OnlyLongOptionsEndBzip2) {
  expect_apart(
      {{"bunzip2 --version f", "bunzip2 -V f"}, {"bunzip2 --license -7 *.txt", "bunzip2 -7d -L *.txt"}});
}

// zcat and gunzip are scripts.
TEST(Refusal, AScriptThatStandsForAProgramAnswersForItself) {
  expect_apart({{"zcat --version -2", "zcat -V2"},
                {"gunzip --help", "gunzip -h"},
                {"gunzip --version", "gzip -d --version"}});
  expect_method("aliases", {{"gzip --version", "gzip -V"}, {"zcat --force f", "zcat -f f"}});
}

// bzip2 refuses -t together with a -c that is written, but not with the one that bzcat implies.
TEST(Refusal, WhatANameStandsForIsNotRefusedAsWhatIsWritten) {
  expect_apart({{"bzcat -c -t", "bzcat --test"}, {"bzcat -t", "bzip2 -dc -t"}, {"xzcat -t f", "xz -dct f"}});
  expect_method("utility", {{"bzcat f", "bzip2 -d -c f"}, {"egrep -i x f", "grep -E -i x f"}});
}

// An error in a script before --help ends sed before it prints its help.
TEST(Refusal, HelpKeepsItsPlaceBesideAScript) {
  expect_apart(
      {{"sed --hel --expression=x", "sed --expression=x --hel"}, {"sed --help -e p", "sed -e p --help"}});
}

// -h is refused, with the same text on standard error.
TEST(Refusal, SizeHasOneNameForHelp) { expect_apart({{"size -h x.o", "size --help x.o"}}); }

// Files are converted in the order of the arguments.
TEST(Refusal, FilesInFrontOfHelpAreConverted) {
  expect_apart({{"unix2dos -h t", "unix2dos t -h"}, {"dos2unix -V t", "dos2unix t -V"}});
}

TEST(Refusal, HelpMayBeShortOrLong) {
  expect_apart({{"rg -h x", "rg --help x"}, {"rg -V", "rg --version"}, {"fdfind -h x", "fdfind --help x"}});
}

// An operand too many ends it where it stands, before it sees --help.
TEST(Refusal, UniqMeetsItsOperandsInFrontOfHelp) {
  expect_apart({{"uniq a b c --help", "uniq --help a b c"}, {"uniq d/* --version", "uniq --version d/*"}});
  expect_method("flag_order", {{"uniq f -c", "uniq -c f"}});
}

// Two kinds of patterns are refused with status 2, a value that is none with 1.
TEST(Refusal, GrepEndsAtTheFirstThingThatItRefuses) {
  expect_apart({{"grep -d x -G -F y", "grep -G -F -d x y"},
                {"grep --directories=x -G y f", "grep -G --directories=x y f"}});
  expect_method("aliases", {{"grep --directories=skip -E y", "grep -E -d skip y"}});
}

// -v may stand behind what nobody can read.
TEST(Refusal, MkdirMaySayItsName) { expect_apart({{"mkdir $x -v", "/bin/mkdir $x -v"}}); }

// What a program prints when it refuses its arguments, or is asked for help, depends on what it meets first.
TEST(Refusal, ACallThatIsRefusedIsTheSameAsItselfAlone) {
  expect_apart({{"cmp a b c d e --help", "cmp --help a b c d e"},
                {"ls -l --version", "ls --version -l"},
                {"patch -R a b c", "patch a b c -R"},
                {"uniq -f x -s y a", "uniq -s y -f x a"},
                {"ls --color=x -w y", "ls -w y --color=x"}});
  expect_method("aliases", {{"wget -V", "wget --version"}});
  expect_method("flag_order", {{"ls --color=alw f", "ls f --color=alw"}});
}

// Debian's has only -a; it prints how it was called when it refuses another one.
TEST(Refusal, WhichHasOneOption) {
  expect_apart({{"which -s ls", "/usr/bin/which -s ls"}, {"which -sa ls", "which -as ls"}});
}

// gzip reflects warnings in its exit status, but not those it was asked to suppress.
TEST(Refusal, QuietGzipHasAnotherStatus) {
  expect_apart({{"gzip -q f", "gzip f"}, {"gunzip -q f", "gunzip f"}});
}

// It prints "Nothing to do! (try: zip -r -3 z.zip . -i nosuch)" on standard output.
TEST(Refusal, ZipPrintsHowItWasCalled) {
  expect_method("rewrite",
                {{"zip -3 -r z.zip d", "zip -r -3 z.zip d"}, {"zip -r -3 z.zip d", "zip -r3 z.zip d"}});
}

// It calls diff, which prints how it was called when it is given folders.
TEST(Refusal, OptionsOfSdiffAreSeen) {
  expect_method("rewrite", {{"sdiff -i -B p q", "sdiff -B -i p q"}, {"sdiff -ia p q", "sdiff -i -a p q"}});
}

// $ARGS has them in order, and $__loc__ has the line.
TEST(Refusal, JqShowsHowItIsAsked) {
  expect_apart({{"jq -n --arg x 1 --argjson y 2 '$ARGS'", "jq -n --argjson y 2 --arg x 1 '$ARGS'"},
                {"jq '.a,\n$__loc__' f", "jq '.a,$__loc__' f"}});
}

TEST(Refusal, ADebuggedScriptOfSedIsPrinted) {
  expect_apart({{"sed --debug -n 2p f", "sed --debug '2!d' f"}});
}

TEST(Refusal, CallsThatAreKeptInALogAreTheSameWhereNobodyReadsIt) {
  expect_method("rewrite", {{"git fetch -p origin", "git fetch origin --prune"},
                            {"apt-get install -y x", "apt-get install x --yes"}});
  expect_method("aliases", {{"git push -q", "git push --quiet"}});
}

TEST(Refusal, SomeFilesHoldTheCommandLine) {
  expect_apart({{"wget --warc-file=x -t 3 h.com/a", "wget --warc-file=x --tries=3 h.com/a"},
                {"rsync -a --write-batch=b s d", "rsync --archive --write-batch=b s d"}});
  expect_method("aliases", {{"wget -t 3 h.com/a", "wget --tries=3 h.com/a"}});
}

// strace writes the words of its command into its output.
TEST(Refusal, AWrapperMayShowItsCommand) {
  expect_apart({{"strace -o f ls -l -a", "strace -o f ls -la"}, {"strace -o f ls", "strace -o f ls ."}});
  expect_method("aliases", {{"strace -o f -s 9 ls -la", "strace --string-limit=9 -o f ls -la"},
                            {"sudo ls -l --all", "sudo ls -la"}});
}

// "Conflicting compression options"
TEST(Refusal, TarTakesOneCompression) {
  expect_apart({{"tar -c -a -Z -f x.tgz d", "tar -c -z -Z -f x.tgz d"},
                {"tar -c -a --lzop -f x.tgz d", "tar -c -z --lzop -f x.tgz d"},
                {"tar -c -a --no-auto-compress -f x.tgz d", "tar -c -z --no-auto-compress -f x.tgz d"},
                {"tar -c -I gzip -I bzip2 -f x d", "tar -c -z -f x d"},
                {"tar -x -z -Z -f x.tgz", "tar -x -Z -f x.tgz"},
                {"tar -x -z -j -f x.tgz", "tar -x -f x.tgz"},
                {"gzip -dc x.tgz | tar -x --lzop -f -", "tar -x --lzop -f x.tgz"}});
  expect_method("aliases", {{"tar -c -a -f x.tgz d", "tar -c -z -f x.tgz d"}});
}

}  // namespace
}  // namespace assay
