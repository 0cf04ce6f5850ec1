// SPDX-License-Identifier: Apache-2.0
// Options whose order matters, or that count only in some places.
#include "verdicts.h"

namespace assay {
namespace {

// The last one counts.
TEST(OptionOrder, OptionsThatSetOneVariableKeepTheirOrder) {
  expect_apart(
      {{"ps -ejH --forest", "ps -ej --forest -H"},
       {"ps axf -H", "ps -H axf"},
       {"ps -e --headers --no-headers", "ps -e --no-headers --headers"},
       {"systemctl list-dependencies --after --before x", "systemctl list-dependencies --before --after x"},
       {"systemctl list-dependencies --after --reverse x", "systemctl list-dependencies --reverse --after x"},
       {"systemctl -o json --legend=true list-units", "systemctl --legend=true -o json list-units"},
       {"openssl enc -p -P -aes-256-cbc -in f", "openssl enc -P -p -aes-256-cbc -in f"},
       {"openssl dgst -sign k -verify p f", "openssl dgst -verify p -sign k f"},
       {"openssl dgst -prverify k -verify p f", "openssl dgst -verify p -prverify k f"},
       {"mysql -f -e 'bad; select 1'", "mysql -e 'bad; select 1' -f"},
       {"rsync --append --append-verify a b", "rsync --append-verify --append a b"},
       {"dpkg-query --root=/r --admindir=/a -l", "dpkg-query --admindir=/a --root=/r -l"},
       {"mount -r -o rw /dev/sda /mnt", "mount -o rw -r /dev/sda /mnt"},
       {"mount -w -o ro /dev/sda /mnt", "mount -o ro -w /dev/sda /mnt"},
       {"ss -4 -x src 10.0.0.1", "ss -x -4 src 10.0.0.1"},
       {"nc -4 -U s", "nc -U -4 s"},
       {"su -c a --session-command b u", "su --session-command b -c a u"}});
  expect_method("flag_order", {{"ps -ef --forest", "ps -f --forest -e"},
                               {"systemctl --user --after list-dependencies x",
                                "systemctl list-dependencies --after --user x"},
                               {"rsync -a --append -z s d", "rsync -az --append s d"},
                               {"mount -o ro -t ext4 /dev/sda /mnt", "mount -t ext4 -o ro /dev/sda /mnt"},
                               {"ss -4 -tln", "ss -tln4"}});
}

// --bare means the folder in which git is then; what two options of log start from is shown in their order.
TEST(OptionOrder, OptionsOfGitThatSetOneVariableKeepTheirOrder) {
  expect_apart({{"git rebase -q -v main", "git rebase -v -q main"},
                {"git stash push -u -a", "git stash push -a -u"},
                {"git remote add --tags --no-tags n u", "git remote add --no-tags --tags n u"},
                {"git --bare -C d log", "git -C d --bare log"},
                {"git log --tags --branches", "git log --branches --tags"},
                {"git log --all --remotes", "git log --remotes --all"}});
  expect_method("flag_order", {{"git log --oneline --all", "git log --all --oneline"},
                               {"git rebase -i -q main", "git rebase -q -i main"},
                               {"git stash push -u -q", "git stash push -q -u"}});
}

// Local forwards are one list, and the last of the options about a terminal or X11 counts.
TEST(OptionOrder, OptionsOfSshThatSetOneVariableKeepTheirOrder) {
  expect_apart({{"ssh -D 1080 -L 1080:a:80 h", "ssh -L 1080:a:80 -D 1080 h"},
                {"ssh -t -N h", "ssh -N -t h"},
                {"ssh -Y -x h", "ssh -x -Y h"}});
  expect_method("flag_order", {{"ssh -N -L 1080:a:80 h", "ssh -L 1080:a:80 -N h"},
                               {"ssh -f -N -D 1080 h", "ssh -D 1080 -fN h"}});
}

// What may be given then, or is checked, depends on what was read before.
TEST(OptionOrder, OptionsThatActWhileOthersAreReadKeepTheirPlace) {
  expect_apart({{"useradd -D -s /bin/bash", "useradd -s /bin/bash -D"},
                {"useradd -D -g 5", "useradd -g 5 -D"},
                {"usermod -b -l 'a b' u", "usermod -l 'a b' -b u"},
                {"sqlite3 -echo -cmd 'select 1' f 'select 2'", "sqlite3 -cmd 'select 1' -echo f 'select 2'"},
                {"sqlite3 -bail -cmd 'select 1' f 'select 2'", "sqlite3 -cmd 'select 1' -bail f 'select 2'"},
                {"at -v -l", "at -l -v"},
                {"at -f x -l", "at -l -f x"},
                {"at -t 1200 -b", "at -b -t 1200"},
                {"psql -o f -P bad", "psql -P bad -o f"},
                {"psql -L f -v a=1", "psql -v a=1 -L f"}});
  expect_method("flag_order", {{"useradd -m -s /bin/bash u", "useradd -s /bin/bash -m u"},
                               {"usermod -l b -m u", "usermod -m -l b u"},
                               {"at -m -f x now", "at -f x -m now"},
                               {"psql -t -o f", "psql -o f -t"}});
}

TEST(OptionOrder, OptionsBehindCurlsNextBelongToTheNextTransfer) {
  expect_apart({{"curl -L a.com/a --next b.com/a", "curl a.com/a --next -L b.com/a"},
                {"curl -d x a.com/a -: -d y b.com/b", "curl -d x -d y a.com/a -: b.com/b"}});
  expect_method("flag_order", {{"curl a.com/a -L", "curl -L a.com/a"}});
}

TEST(OptionOrder, SomeGitCommandsReadOptionsOnlyBeforeOperands) {
  expect_apart({{"git ls-remote --tags o", "git ls-remote o --tags"},
                {"git show-branch -a main", "git show-branch main -a"},
                {"git filter-branch -f --tree-filter x HEAD", "git filter-branch --tree-filter x HEAD -f"},
                {"git mergetool -t x f", "git mergetool f -t x"}});
}

TEST(OptionOrder, RsyncReadsFilesAsTheOptionsBeforeThemSay) {
  expect_apart({{"rsync -a -0 --exclude-from=f s d", "rsync -a --exclude-from=f -0 s d"},
                {"rsync -h -r", "rsync -hr"},
                {"rsync -v -h", "rsync -vh"}});
  expect_method("flag_order", {{"rsync -h -r s d", "rsync -hr s d"}, {"rsync -a -0 s d", "rsync -0 -a s d"}});
}

TEST(OptionOrder, OptionsThatResetOrSaturateKeepTheirOrder) {
  expect_apart({{"mysqldump -X -K db", "mysqldump -K -X db"}, {"xz -l -qqq -vvv f", "xz -l -vvv -qqq f"}});
}

TEST(OptionOrder, OptionsThatKeepTheirPlace) {
  expect_apart({{"ps 1234 -o comm=", "ps -o comm= 1234"},
                {"ps 1 u", "ps u 1"},
                {"git diff --diff-filter M --no-index f h", "git diff --no-index --diff-filter M f h"},
                {"curl -F a=1 --form-string b=2 u", "curl --form-string b=2 -F a=1 u"},
                {"git branch --no-contains a --merged=b", "git branch --merged=b --no-contains a"},
                {"xargs -I a -n 2 -n 1 echo", "xargs -I a -n 1 echo"}});
}

TEST(OptionOrder, UnzipReadsOptionsInFrontOfTheArchiveAlone) {
  expect_apart({{"unzip -l z.zip", "unzip z.zip -l"}, {"unzip -o z.zip a", "unzip z.zip -o a"}});
}

// The split words come before the arguments that follow, so -i is a word of the command.
TEST(OptionOrder, EnvSplitsItsStringInPlace) {
  expect_apart({{"env -S 'echo x' -i echo", "env -S 'echo x' --ignore-environment echo"}});
}

TEST(OptionOrder, BashReadsLongOptionsInFrontOfLettersAlone) {
  expect_apart({{"bash -s -r", "bash -s --restricted"}});
}

// Words after the name are values.
TEST(OptionOrder, GitConfigReadsOptionsInFrontOfTheNameAlone) {
  expect_apart({{"git config --global user.name x", "git config user.name x --global"},
                {"git config --get a.b", "git config a.b --get"}});
}

// bzip2 reads long options after all letters, wherever they are.
TEST(OptionOrder, TheLastLongModeOfBzip2Counts) {
  expect_apart({{"bzip2 --test -d", "bzip2 -t --decompress"}, {"bzip2 --test -d", "bzip2 -td"}});
  expect_method("aliases", {{"bzip2 --decompress f", "bzip2 -d f"}});
}

// The last of these options decides whether zip prints messages.
TEST(OptionOrder, QuietAndVerboseOfZipKeepTheirOrder) {
  expect_apart({{"zip -v1 -Dq n3 g", "zip -qv -D -1 n3 g"}});
  expect_method("flag_order", {{"zip -D -1 -q n3 g", "zip -1q -D n3 g"}});
}

// Some utilities read it as a number, others as a file, and pr as a number unless --pages comes first.
TEST(OptionOrder, WordsWithAPlusKeepTheirPlace) {
  expect_apart({{"uniq +x --uniq a.txt", "uniq a.txt +x -u"},
                {"pr +'' --pages=10 *.txt", "pr --pages=10 +'' *.txt"},
                {"od +x f", "od f +x"},
                {"pr -d + f", "pr + -d f"},
                {"sort \"+$x\" -r f", "sort -r \"+$x\" f"}});
  expect_method("flag_order", {{"uniq -c -d a.txt", "uniq -d -c a.txt"}});
}

// Without a mode cpio refuses an operand at once.
TEST(OptionOrder, OperandsOfCpioKeepTheirPlace) { expect_apart({{"cpio --usage x", "cpio x --usage"}}); }

TEST(OptionOrder, TheFirstUserOfSshCounts) {
  expect_apart({{"ssh -l v u@h", "ssh u@h -l v"},
                {"ssh -o User=v u@h", "ssh u@h -o User=v"},
                {"ssh -p 22 ssh://u@h:23", "ssh ssh://u@h:23 -p 22"}});
  expect_method("flag_order", {{"ssh -p 2222 me@host", "ssh me@host -p 2222"}});
}

// psql sets variables while it reads its options.
TEST(OptionOrder, EchoOfPsqlIsAVariable) {
  expect_apart({{"psql -a -v ECHO=none -f x", "psql -v ECHO=none -a -f x"}});
}

// Files are changed in the order of the arguments, by the options before them.
TEST(OptionOrder, OptionsOfSetfaclKeepTheirPlace) {
  expect_apart(
      {{"setfacl --test -m u:1:r f", "setfacl -m u:1:r f --test"}, {"setfacl -b d -R", "setfacl -R -b d"}});
}

TEST(OptionOrder, FindKnowsLessOfAFileWhenPruneStandsBehindDepth) {
  expect_apart({{"find -depth -type f,d -prune", "find -type f,d -prune -depth"}});
}

TEST(OptionOrder, OfSeveralFieldSeparatorsTheLastOneCounts) {
  expect_apart({{"awk -F : -F , '{print $1}'", "awk -F , -F : '{print $1}'"},
                {"awk -F \"$x\" -F foo '{print $1}'", "awk -F foo -F \"$x\" '{print $1}'"}});
}

// A level replaces the filters before it, and a filter the level.
TEST(OptionOrder, ALevelOfXzMayCancelWhatIsBesideIt) {
  expect_apart({{"xz --best -6 f", "xz --best f"},
                {"xz --fast -6 f", "xz --fast f"},
                {"xz --lzma2=dict=1MiB -6 f", "xz --lzma2=dict=1MiB f"},
                {"xz --delta=dist=2 --lzma2 -6 f", "xz --delta=dist=2 --lzma2 f"},
                {"xz -F raw --lzma2 -6 f", "xz -F raw --lzma2 f"}});
  expect_method("aliases", {{"xz -6 f", "xz f"}, {"xz -6 -kv f", "xz -kv f"}, {"xz -T 2 -6 f", "xz -T 2 f"}});
  expect_method("aliases", {{"xz --best f", "xz -9 f"}, {"xz --fast f", "xz -0 f"}});
}

TEST(OptionOrder, DashesBeforeASubcommandAreOperands) {
  expect_apart({{"kubectl get pods", "kubectl -- get pods"},
                {"kubectl config view", "kubectl config -- view"},
                {"docker volume ls", "docker volume -- ls"},
                {"git stash pop", "git stash -- pop"},
                {"git remote add o u", "git remote -- add o u"},
                {"pip list --format=freeze", "pip -- list --format=freeze"},
                {"cargo build", "cargo -- build"},
                {"ps aux", "ps aux --"},
                {"fuser -k 80/tcp", "fuser -k -- 80/tcp"}});
  expect_method("flag_order",
                {{"docker rm x", "docker rm -- x"}, {"git remote add o u", "git remote add -- o u"}});
}

TEST(OptionOrder, DashesAreNoEndOfOptionsToZip) {
  expect_apart({{"zip --", "zip"}, {"zip -9 -v --", "zip -9v"}, {"zip -dv", "zip -d -v"}});
}

}  // namespace
}  // namespace assay
