// SPDX-License-Identifier: Apache-2.0
// Calls of programs for systems, networks, repositories and databases that look alike, and were found to
// differ.
#include "verdicts.h"

namespace assay {
namespace {

// The last one counts.
TEST(RefutedSystem, OptionsThatSetOneVariableKeepTheirOrder) {
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
TEST(RefutedSystem, OptionsOfGitThatSetOneVariableKeepTheirOrder) {
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
TEST(RefutedSystem, OptionsOfSshThatSetOneVariableKeepTheirOrder) {
  expect_apart({{"ssh -D 1080 -L 1080:a:80 h", "ssh -L 1080:a:80 -D 1080 h"},
                {"ssh -t -N h", "ssh -N -t h"},
                {"ssh -Y -x h", "ssh -x -Y h"}});
  expect_method("flag_order", {{"ssh -N -L 1080:a:80 h", "ssh -L 1080:a:80 -N h"},
                               {"ssh -f -N -D 1080 h", "ssh -D 1080 -fN h"}});
}

// ssh decodes %62 to b.
TEST(RefutedSystem, UsersInUrlsOfSshMayBeEncoded) {
  expect_apart({{"ssh ssh://a%62@h", "ssh -l a%62 h"}});
  expect_method("aliases", {{"ssh ssh://ab@h", "ssh -l ab h"}});
}

// What may be given then, or is checked, depends on what was read before.
TEST(RefutedSystem, OptionsThatActWhileOthersAreReadKeepTheirPlace) {
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

// A value that is refused in front of it ends the program first.
TEST(RefutedSystem, AListThatIsAskedForEndsTheProgram) {
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

// nice alone prints a number, but refuses an option without a command.
TEST(RefutedSystem, AWrapperWithoutACommandNeedsItsDefault) {
  expect_apart({{"nice -n 10", "nice"}, {"timeout -s TERM", "timeout"}});
  expect_method("aliases", {{"nice -n 10 ls", "nice ls"}, {"timeout -s TERM 5 ls", "timeout 5 ls"}});
}

// A lone -h asks for help.
TEST(RefutedSystem, AnOptionOfLsRemoteAsksForHelpIfItIsAlone) {
  expect_apart({{"git ls-remote -h", "git ls-remote --heads"}});
  expect_method("aliases", {{"git ls-remote -t o", "git ls-remote --tags o"}});
}

// strace writes the words of its command into its output.
TEST(RefutedSystem, AWrapperMayShowItsCommand) {
  expect_apart({{"strace -o f ls -l -a", "strace -o f ls -la"}, {"strace -o f ls", "strace -o f ls ."}});
  expect_method("aliases", {{"strace -o f -s 9 ls -la", "strace --string-limit=9 -o f ls -la"},
                            {"sudo ls -l --all", "sudo ls -la"}});
}

// Without them, curl and wget write more than messages.
TEST(RefutedSystem, OptionsThatSilenceMayDoMore) {
  expect_apart({{"curl -s 'h.com/[1-2]'", "curl 'h.com/[1-2]'"},
                {"curl -s 'h.com/{a,b}'", "curl 'h.com/{a,b}'"},
                {"curl -s --url 'h.com/[1-2]'", "curl --url 'h.com/[1-2]'"},
                {"curl -s \"http://$h/f\"", "curl \"http://$h/f\""},
                {"curl --libcurl o.c -s h", "curl --libcurl o.c h"},
                {"wget -q h/f &", "wget h/f &"},
                {"{ wget -q h/f; } &", "{ wget h/f; } &"},
                {"f() { wget -q h/f; }; f & wait", "f() { wget h/f; }; f & wait"},
                {"wget -q --warc-file=x u", "wget --warc-file=x u"},
                {"wget -q -e logfile=x u", "wget -e logfile=x u"}});
  expect_method("utility", {{"curl -s http://h.com/f", "curl http://h.com/f"},
                            {"curl -sO h.com/a -O h.com/b", "curl -O h.com/a -O h.com/b"},
                            {"wget -q h.com/f", "wget h.com/f"}});
}

// What they run may look at its standard error.
TEST(RefutedSystem, ProgramsThatRunOthersMaySeeTheirErrors) {
  expect_apart({{"su -c x u 2>/dev/null", "su -c x u"},
                {"split --filter=x f 2>/dev/null", "split --filter=x f"},
                {"flock f -c x 2>/dev/null", "flock f -c x"},
                {"rsync -e x a b 2>/dev/null", "rsync -e x a b"},
                {"psql -c x 2>/dev/null", "psql -c x"},
                {"sqlite3 f .shell 2>/dev/null", "sqlite3 f .shell"},
                {"crontab -e 2>/dev/null", "crontab -e"},
                {"dpkg -i x.deb 2>/dev/null", "dpkg -i x.deb"},
                {"apt-get install x 2>/dev/null", "apt-get install x"}});
  expect_method("utility", {{"split -l 5 f 2>/dev/null", "split -l 5 f"},
                            {"rsync -a a b 2>/dev/null", "rsync -a a b"},
                            {"sed -n -e p f 2>/dev/null", "sed -n -e p f"}});
}

// They see the shell, and commands that run next to them.
TEST(RefutedSystem, MoreProgramsListProcesses) {
  expect_apart({{"pmap 1 2>/dev/null", "pmap 1"},
                {"killall bash 2>/dev/null", "killall bash"},
                {"zcat f & sleep 1; pidof gzip", "gzip -dc f & sleep 1; pidof gzip"}});
  expect_method("flag_order", {{"pmap -x -q 1 | cat -n -E", "pmap -q -x 1 | cat -E -n"}});
}

// Other formats have no heading, and a whole line shows its blanks.
TEST(RefutedSystem, HeadingsOfOneLineAreLeftOut) {
  expect_apart(
      {{"lsblk -P | tail -n +2 | wc -l", "lsblk -nP | wc -l"},
       {"lsblk -J | tail -n +2 | wc -l", "lsblk -nJ | wc -l"},
       {"findmnt -P | tail -n +2 | wc -l", "findmnt -nP | wc -l"},
       {"ss -s | tail -n +2 | wc -l", "ss -Hs | wc -l"},
       {"lsblk | tail -n +2 | awk '{print $1; print}'", "lsblk -n | awk '{print $1; print}'"},
       {"lsblk | tail -n +2 | awk '{print $1; print length}'", "lsblk -n | awk '{print $1; print length}'"},
       {"lsblk | tail -n +2 | awk '{print $i}'", "lsblk -n | awk '{print $i}'"}});
  expect_method("rewrite",
                {{"lsblk -l | tail -n +2 | awk '{print $1, $NF}'", "lsblk -nl | awk '{print $1, $NF}'"},
                 {"findmnt -l | sed 1d | wc -l", "findmnt -ln | wc -l"}});
}

// curl prints each of several URLs in one, and reads #1 in the name of a file.
TEST(RefutedSystem, AnOutputFileOfCurlHasOneUrl) {
  expect_apart({{"curl -o f 'h.com/[1-2]'", "curl 'h.com/[1-2]' > f"},
                {"curl -o f \"$u\"", "curl \"$u\" > f"},
                {"curl -o '#1' 'h.com/{a,b}'", "curl 'h.com/{a,b}' > '#1'"},
                {"curl -o 'a#1' h.com/a", "curl h.com/a > 'a#1'"}});
  expect_method("rewrite", {{"curl -o f h.com/a", "curl h.com/a > f"}});
}

// Within a call, wget sends cookies that it has got before.
TEST(RefutedSystem, CallsOfWgetAreNotJoined) {
  expect_apart({{"wget h/a; wget h/b", "wget h/a h/b"}});
  expect_method("rewrite", {{"curl h.com/a; curl h.com/b", "curl h.com/a h.com/b"}});
}

// OpenSSL does not take it for the name of a host.
TEST(RefutedSystem, ServersWithAHyphenBesideADotAreNotNamed) {
  expect_apart(
      {{"openssl s_client -connect a-.org:443 -servername a-.org", "openssl s_client -connect a-.org:443"},
       {"openssl s_client -connect a.-b.org:1 -servername a.-b.org",
        "openssl s_client -connect a.-b.org:1"}});
  expect_method("values", {{"openssl s_client -connect a-b.org:443 -servername a-b.org",
                            "openssl s_client -connect a-b.org:443"}});
}

TEST(RefutedSystem, OptionsBehindCurlsNextBelongToTheNextTransfer) {
  expect_apart({{"curl -L a.com/a --next b.com/a", "curl a.com/a --next -L b.com/a"},
                {"curl -d x a.com/a -: -d y b.com/b", "curl -d x -d y a.com/a -: b.com/b"}});
  expect_method("flag_order", {{"curl a.com/a -L", "curl -L a.com/a"}});
}

TEST(RefutedSystem, SomeGitCommandsReadOptionsOnlyBeforeOperands) {
  expect_apart({{"git ls-remote --tags o", "git ls-remote o --tags"},
                {"git show-branch -a main", "git show-branch main -a"},
                {"git filter-branch -f --tree-filter x HEAD", "git filter-branch --tree-filter x HEAD -f"},
                {"git mergetool -t x f", "git mergetool f -t x"}});
}

// tar tries a program on the start of the file, and opens it again; it knows lzma by its name alone.
TEST(RefutedSystem, TarDetectsTheCompressionOfPlainFiles) {
  expect_apart({{"tar -xzf /dev/stdin", "tar -xf /dev/stdin"},
                {"tar -xzMf a", "tar -xMf a"},
                {"tar --lzma -xf a.tar", "tar -xf a.tar"},
                {"tar -I lzma -xf a", "tar -xf a"},
                {"tar -xzf a -L 10", "tar -xf a -L 10"},
                {"tar -tMf - < a", "tar -tMf a"},
                {"tar -xf - -T - < a", "tar -xf a -T -"}});
  expect_method("rewrite", {{"tar -xzf a.tgz", "tar -xf a.tgz"}});
}

TEST(RefutedSystem, ANumberHasNoLoginGroup) {
  expect_apart({{"chown root: f", "chown 0: f"}});
  expect_method("rewrite", {{"chown root:root f", "chown 0:0 f"}});
}

TEST(RefutedSystem, RsyncReadsFilesAsTheOptionsBeforeThemSay) {
  expect_apart({{"rsync -a -0 --exclude-from=f s d", "rsync -a --exclude-from=f -0 s d"},
                {"rsync -h -r", "rsync -hr"},
                {"rsync -v -h", "rsync -vh"}});
  expect_method("flag_order", {{"rsync -h -r s d", "rsync -hr s d"}, {"rsync -a -0 s d", "rsync -0 -a s d"}});
}

TEST(RefutedSystem, TheFirstRefusedValueOfAnAccountDecidesTheStatus) {
  expect_apart({{"useradd -s bash -g dev u", "useradd -g dev -s bash u"},
                {"useradd -d /a:b -g dev u", "useradd -g dev -d /a:b u"},
                {"usermod -g x -c a:b u", "usermod -c a:b -g x u"}});
  expect_method("flag_order", {{"useradd -m -s /bin/bash -G dev u", "useradd -G dev -m -s /bin/bash u"},
                               {"useradd -s zsh -m u", "useradd -m -s zsh u"}});
}

TEST(RefutedSystem, SomeFilesHoldTheCommandLine) {
  expect_apart({{"wget --warc-file=x -t 3 h.com/a", "wget --warc-file=x --tries=3 h.com/a"},
                {"rsync -a --write-batch=b s d", "rsync --archive --write-batch=b s d"}});
  expect_method("aliases", {{"wget -t 3 h.com/a", "wget --tries=3 h.com/a"}});
}

TEST(RefutedSystem, OptionsThatResetOrSaturateKeepTheirOrder) {
  expect_apart({{"mysqldump -X -K db", "mysqldump -K -X db"}, {"xz -l -qqq -vvv f", "xz -l -vvv -qqq f"}});
}

}  // namespace
}  // namespace assay
