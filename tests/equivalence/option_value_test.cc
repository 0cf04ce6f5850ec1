// SPDX-License-Identifier: Apache-2.0
// Names and values of options that a program reads otherwise than most.
#include "verdicts.h"

namespace assay {
namespace {

TEST(OptionValues, SomeValuesMustBeAttachedOrStandAlone) {
  expect_apart({{"git diff -U 1 HEAD~2", "git diff -U1 HEAD~2"},
                {"iptables -Ln", "iptables -L -n"},
                {"iptables -Ft nat", "iptables -F -t nat"},
                {"ps -aux", "ps -a -u x"},
                {"useradd -Km a", "useradd -K -m a"}});
  expect_method("flag_order", {{"git diff -U1 -w", "git diff -w -U1"},
                               {"iptables -nL", "iptables -n -L"},
                               {"ps -ef", "ps -f -e"},
                               {"ps -eo pid -u root", "ps -e -o pid -u root"}});
}

TEST(OptionValues, ProgramsTakeOnlyTheNamesThatTheyKnow) {
  expect_apart({{"ls --time=modification -c", "ls -c"},
                {"netstat --tc", "netstat -t"},
                {"pkill --old x", "pkill -o x"},
                {"make --s", "make -s"}});
  expect_method("aliases", {{"pkill --oldest x", "pkill -o x"}});
}

// The value is the next word if that is a number, and may be that if it is another word.
TEST(OptionValues, JournalctlTakesANumberFromTheNextWord) {
  expect_apart({{"journalctl -n 5", "journalctl 5 -n"},
                {"journalctl -u ssh -n 5", "journalctl -n -u ssh 5"},
                {"journalctl -b 1", "journalctl 1 -b"},
                {"journalctl -n all", "journalctl all -n"},
                {"journalctl -b all -q", "journalctl -b -q all"},
                {"journalctl -n \"$n\" -r", "journalctl -n -r \"$n\""}});
  expect_method("flag_order", {{"journalctl -u ssh -n 50", "journalctl -n 50 -u ssh"},
                               {"journalctl -r -n", "journalctl -n -r"},
                               {"journalctl -q -b -u ssh", "journalctl -qb -u ssh"}});
  expect_method("aliases", {{"journalctl -n 20 -u ssh", "journalctl -u ssh --lines=20"}});
}

// The value is the next word, whatever it is, and HEAD if there is none.
TEST(OptionValues, GitTakesACommitFromTheNextWord) {
  expect_apart({{"git branch --merged -r", "git branch -r --merged"},
                {"git branch main --merged", "git branch --merged main"},
                {"git branch --no-merged -a", "git branch -a --no-merged"},
                {"git branch --contains -r", "git branch -r --contains"},
                {"git branch --no-contains -r", "git branch -r --no-contains"},
                {"git tag --contains -l", "git tag -l --contains"}});
  expect_method("flag_order", {{"git branch -r --merged main", "git branch --merged main -r"},
                               {"git branch -a --contains abc", "git branch --contains abc -a"}});
  expect_method("aliases", {{"git branch -a --merged", "git branch --all --merged"},
                            {"git branch --merged=main", "git branch --merged main"}});
}

TEST(OptionValues, CurlsProxyIsAValue) {
  expect_apart({{"curl h.com -x p.com", "curl -x h.com p.com"},
                {"curl -xs p.com h.com", "curl -sx p.com h.com"},
                {"curl --preproxy -s p.com h.com", "curl -s --preproxy p.com h.com"}});
  expect_method("flag_order", {{"curl -x p.com h.com", "curl h.com -x p.com"}});
}

TEST(OptionValues, SomeGitCommandsTakeEachLetterByItself) {
  expect_apart({{"git log -p -n 1", "git log -pn 1"},
                {"git log -i -p", "git log -ip"},
                {"git rev-list -i -E --grep x HEAD", "git rev-list -iE --grep x HEAD"},
                {"git diff-tree -r -p HEAD", "git diff-tree -rp HEAD"},
                {"git filter-branch -d t HEAD", "git filter-branch -dt HEAD"},
                {"git mergetool -y -g", "git mergetool -yg"}});
  expect_method("flag_order",
                {{"git log -p -n 1", "git log -n 1 -p"}, {"git shortlog -s -n", "git shortlog -sn"}});
}

// The value is the next argument.
TEST(OptionValues, XxdReadsNoValueBehindALongName) {
  expect_apart({{"xxd -offset10 -b f", "xxd -b -offset10 f"}, {"xxd -name10e", "xxd -name10e --"}});
}

// It refuses a separate word that begins with a dash.
TEST(OptionValues, ValuesOfUnzipThatBeginWithADashAreAttached) {
  expect_apart({{"unzip -d - wait", "unzip -d- wait"}, {"unzip -d -x a.zip", "unzip -d-x a.zip"}});
  expect_method("aliases", {{"unzip -d d a.zip", "unzip -dd a.zip"}});
}

// --output is also a prefix of --output-width.
TEST(OptionValues, ColumnHasTwoOptionsForItsOutput) {
  expect_apart({{"column --output-separator '' -t", "column --output '' -t"}});
  expect_method("aliases", {{"column --output-sep , -t", "column -o , -t"},
                            {"column -c 80 f", "column --output-width 80 f"}});
}

TEST(OptionValues, LoggerTakesAWordForItsErrors) {
  expect_apart({{"logger --socket-errors f", "logger f --socket-errors"}});
}

// It is -b -z then, for the sake of CVS.
TEST(OptionValues, BackupOfPatchBeforeThreeWordsTakesASuffix) {
  expect_apart({{"patch -b x y z", "patch --backup x y z"},
                {"patch -b x y z", "patch x y z -b"},
                {"patch -b $x y", "patch --backup $x y"}});
  expect_method("flag_order", {{"patch -b f p", "patch f p -b"}});
  expect_method("aliases", {{"patch -b -p1 f p.diff -R", "patch --backup -p1 f p.diff -R"}});
}

// The word behind it is its value, and the letters in its own are further options.
TEST(OptionValues, OptionsOfAShellAreNamedInAWordOfTheirOwn) {
  expect_apart({{"sh -u -o: x", "sh -u -o : x"},
                {"bash -oe pipefail s", "bash -o e pipefail s"},
                {"set -opipefail", "set -o pipefail"}});
  expect_method("flag_order", {{"bash -eo pipefail s", "bash -e -o pipefail s"}});
}

// 010 is 8 and 0x10 is 16.
TEST(OptionValues, ShredReadsOctalSizes) {
  expect_apart({{"shred -s 010 f", "shred -s 10 f"}, {"shred -s 010K f", "shred -s 10K f"}});
  expect_method("aliases", {{"shred -s 10 f", "shred --size=10 f"}});
}

TEST(OptionValues, TouchSetsTheTimeThatItNames) {
  expect_apart({{"touch -a -m --time=atime f", "touch --time=atime f"}, {"touch -a -m $x", "touch $x"}});
  expect_method("aliases", {{"touch -a -m f", "touch f"}});
}

TEST(OptionValues, OfTwoSignsOfACountTheSecondOneCounts) {
  expect_apart({{"tail -n -+2 f", "tail -n +2 f"}});
  expect_method("aliases", {{"tail -n -2 f", "tail -n 2 f"}});
}

// %F shows a sign before a year of five digits.
TEST(OptionValues, TheIsoFormatOfDateHasNoSign) {
  expect_apart(
      {{"date -r y -I", "date -r y +%F"}, {"date -I -d @999999999999", "date -d @999999999999 +%F"}});
  expect_method("utility", {{"date -I", "date +%F"}, {"date -r y -I", "date -r y +%Y-%m-%d"}});
}

// The year 10360 has a sign in %F.
TEST(OptionValues, ManyMonthsLeadToLongYears) {
  expect_apart({{"date -d '99999 months' +%F", "date -d '99999 months' +%Y-%m-%d"},
                {"date -d '999999 weeks' -I", "date -d '999999 weeks' +%F"}});
  expect_method("utility", {{"date -d '3 months' +%F", "date -d '3 months' +%Y-%m-%d"}});
}

// Behind -A o, 10 is a file.
TEST(OptionValues, OdReadsAnOffsetBehindOldOptionsAlone) {
  expect_apart({{"od -A o f 10", "od f 10"}, {"od -A o +8", "od +8"}, {"od -A o \"$x\"", "od \"$x\""}});
  expect_method("aliases", {{"od -A o f", "od f"}});
}

// The second operand is an offset, and xargs appends one.
TEST(OptionValues, OperandsOfOdMayBeOffsets) {
  expect_apart({{"od -c f 10", "od -t c f 10"},
                {"od -c +10", "od -t c +10"},
                {"ls | xargs -n 1 od -c f", "ls | xargs -n 1 od -t c f"},
                {"od -c *", "od -t c *"}});
  expect_method("aliases", {{"od -c f", "od -t c f"}, {"od -c", "od -t c"}});
}

// tail +5 is a line number by that standard.
TEST(OptionValues, TheStandardDecidesWhatTailReads) {
  expect_apart({{"_POSIX2_VERSION=200112 tail +5 f", "_POSIX2_VERSION=200112 tail -n +5 f"},
                {"export _POSIX2_VERSION=200112; tail +5 f", "export _POSIX2_VERSION=200112; tail -n +5 f"},
                {"env _POSIX2_VERSION=200112 tail +5 f", "env _POSIX2_VERSION=200112 tail -n +5 f"}});
}

// ssh decodes %62 to b.
TEST(OptionValues, UsersInUrlsOfSshMayBeEncoded) {
  expect_apart({{"ssh ssh://a%62@h", "ssh -l a%62 h"}});
  expect_method("aliases", {{"ssh ssh://ab@h", "ssh -l ab h"}});
}

// OpenSSL does not take it for the name of a host.
TEST(OptionValues, ServersWithAHyphenBesideADotAreNotNamed) {
  expect_apart(
      {{"openssl s_client -connect a-.org:443 -servername a-.org", "openssl s_client -connect a-.org:443"},
       {"openssl s_client -connect a.-b.org:1 -servername a.-b.org",
        "openssl s_client -connect a.-b.org:1"}});
  expect_method("values", {{"openssl s_client -connect a-b.org:443 -servername a-b.org",
                            "openssl s_client -connect a-b.org:443"}});
}

TEST(OptionValues, ANumberHasNoLoginGroup) {
  expect_apart({{"chown root: f", "chown 0: f"}});
  expect_method("rewrite", {{"chown root:root f", "chown 0:0 f"}});
}

// The first operand is the file with the program, wherever -f stands; -f10 is refused.
TEST(OptionValues, JqTakesItsProgramFromTheFirstOperand) {
  expect_apart({{"jq -f a b", "jq b -f a"}, {"jq -f10", "jq -f 10"}});
  expect_method("flag_order", {{"jq -f a b", "jq a -f b"}, {"jq -f a -r b", "jq -rf a b"}});
}

// A dash ends the options of a shell, which then lacks a script.
TEST(OptionValues, ADashIsNoScript) {
  expect_apart({{"sh -c -", "sh -c -- -"}, {"bash -c - x", "bash -c -- - x"}});
  expect_method("flag_order", {{"sh -c ls", "sh -c -- ls"}});
}

}  // namespace
}  // namespace assay
