// SPDX-License-Identifier: Apache-2.0
// The same harm in other spellings, by other utilities and by programs that run programs; and calls that do
// none.
#include "harms.h"

namespace assay {
namespace {

using testing::IsEmpty;

TEST(Abbreviations, OfLongOptionsAreRead) {
  each_is({"rm --rec --for d", "rm --recurs d", "shred --rem f", "git push --forc", "git clean --forc -d",
           "chmod --recu 777 d", "sudo rm --rec d"},
          "deletion high", "permissions high");
  each_is({"rm --rec --no-preserve-root /", "chmod --recursiv 777 /etc"}, "deletion critical",
          "permissions critical");
  EXPECT_THAT(harms("userdel --remov bob"), testing::Contains("accounts high"));
  EXPECT_THAT(harms("journalctl --vacuum-t=1s"), testing::Contains("traces high"));
  EXPECT_THAT(harms("rm --hel -r d"), IsEmpty());
  EXPECT_THAT(harms("git clean -d --dry"), IsEmpty());
}

TEST(OtherUtilities, ReplaceFilesOfTheSystem) {
  each_is({"mv x /etc/passwd",
           "cp x /etc/shadow",
           "ln -sf x /etc/passwd",
           "ln -f x /etc/group",
           "install -m 644 x /etc/passwd",
           "rsync x /etc/passwd",
           "scp h:x /etc/sudoers",
           "cp passwd /etc/",
           "mv -t /etc passwd",
           "dd if=x of=/etc/passwd",
           "truncate -s 0 /etc/passwd",
           "sed -i d /etc/passwd",
           "perl -i -pe 's/a/b/' /etc/passwd",
           "sort -o /etc/passwd x",
           "curl -o /etc/sudoers u",
           "wget -O /etc/passwd u",
           "sponge /etc/passwd",
           "awk '{ print > \"/etc/passwd\" }' x",
           "sed -n 'w /etc/passwd' x",
           "python3 -c \"open('/etc/passwd', 'w')\"",
           "unlink /etc/passwd",
           "mv /etc/passwd x",
           "find /etc -name passwd -delete",
           "vim -c 'w! /etc/passwd' x",
           "tee -a /etc/sudoers < x",
           "gzip /etc/passwd"},
          "accounts critical");
}

TEST(OtherUtilities, LoseFolders) {
  each_is({"mv ~ /dev/null", "mv ~/* /dev/null", "rsync -a --delete e/ ~/", "rsync --delete-after e/ /etc",
           "find ~ -delete", "python3 -c \"import shutil; shutil.rmtree('/etc')\"",
           "perl -MFile::Path -e 'rmtree(\"/etc\")'", "node -e 'fs.rmSync(\"/etc\", {recursive: true})'",
           "ruby -e 'FileUtils.rm_rf(\"/etc\")'"},
          "deletion critical");
  each_is({"mv d /dev/null", "rsync -a --delete e/ d/", "python3 -c \"shutil.rmtree('d')\"", "fd -x rm -r",
           "dropdb d", "mysql -e 'DROP DATABASE d'", "psql -c 'drop table t'", "sqlite3 f 'delete from t;'",
           "docker volume rm v"},
          "deletion high");
}

TEST(OtherUtilities, LoseVersions) {
  each_is({"git reset --hard HEAD~5",
           "git reset --hard",
           "git checkout -- .",
           "git checkout .",
           "git checkout HEAD -- f",
           "git checkout -f",
           "git restore .",
           "git restore --staged --worktree f",
           "git switch -f main",
           "git stash drop",
           "git stash clear",
           "git branch -D b",
           "git push origin --delete b",
           "git push origin :b",
           "git reflog expire --expire=now --all",
           "git gc --prune=now",
           "git filter-branch --all",
           "git update-ref -d refs/heads/b",
           "git worktree remove --force w",
           "git -C d reset --hard",
           "svn revert -R ."},
          "deletion high");
}

TEST(OtherUtilities, StopTheMachine) {
  each_is({"init 0", "init 6", "telinit 6", "sudo init 0", "systemctl isolate poweroff.target",
           "systemctl start reboot.target", "systemctl reboot", "systemctl -f poweroff", "systemctl rescue",
           "loginctl reboot", "echo b > /proc/sysrq-trigger", "kexec -e",
           "busctl call org.freedesktop.login1 /org/freedesktop/login1 org.freedesktop.login1.Manager "
           "PowerOff b true",
           "ipmitool power off"},
          "shutdown high");
  each_is({"killall5", "pkill .", "pkill -9 -u root", "kill -s KILL -- -1"}, "shutdown critical");
}

TEST(OtherUtilities, LetEverybodyWrite) {
  each_is({"chmod a+w f", "chmod o+w f", "chmod 0777 f", "chmod 666 f", "chmod ugo+rw f", "chmod a=rwx f",
           "chmod o=u f", "chmod u=rw,o+w f", "chmod 757 f", "setfacl -m o::rw f", "setfacl -m other:rwx f",
           "install -m 777 x f", "mkdir -m a+w d", "umask 000", "find d -exec chmod 777 {} +"},
          "permissions high");
  each_is({"chmod a+w /etc/passwd", "chmod -R o+w /etc", "setfacl -R -m o::rwx /etc", "chmod -R 000 /",
           "chmod -R a-rwx /etc", "chown bob /etc/shadow", "setcap cap_setuid+ep /usr/bin/perl",
           "chmod 6755 /bin/bash"},
          "permissions critical");
  for (const char* command : {"chmod +w f", "chmod u+w f", "chmod ug+w f", "chmod 775 f", "chmod a+x f",
                              "chmod o-w f", "chmod a+rX f", "chmod 1777 d", "chmod a+rwxt d", "chmod go-w f",
                              "chmod o=r f", "chmod 644 f", "setfacl -m u:bob:rw f", "umask 022",
                              "mkdir -m 755 d", "chmod a+w,o-w f", "chown root:root /etc/passwd"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(OtherUtilities, GiveRightsAndDestroyDisks) {
  each_is({"usermod -aG sudo bob", "gpasswd -a bob wheel", "adduser bob sudo", "passwd -d bob"},
          "accounts high");
  each_is({"wipefs -a /dev/sda", "sgdisk --zap-all /dev/sda", "parted /dev/sda mklabel gpt",
           "badblocks -w /dev/sda", "cryptsetup luksFormat /dev/sda1", "nvme format /dev/nvme0n1",
           "lvremove vg/lv", "zpool destroy tank", "mv x /dev/sda"},
          "disk critical");
  each_is({"pkill auditd", "chkconfig iptables off", "/usr/sbin/service ufw stop"}, "guards high");
}

TEST(ProgramsThatRunPrograms, AreSeenThrough) {
  each_is({"awk 'BEGIN { system(\"rm -r d\") }'",
           "awk '{ print | \"rm -r d\" }' f",
           "gawk '{ system(\"rm -r \" $1) }' f",
           "sed '1e rm -r d' f",
           "sed 's/x/rm -r d/e' f",
           "git -c alias.x='!rm -r d' x",
           "git -c core.pager='rm -r d' log",
           "git -c core.sshCommand='rm -r d' fetch",
           "git submodule foreach 'rm -r d'",
           "git bisect run rm -r d",
           "git rebase --exec 'rm -r d' main",
           "vim -c '!rm -r d'",
           "vim -c ':!rm -r d' -c q f",
           "ex +'!rm -r d' f",
           "nvim --headless -c 'call system(\"rm -r d\")'",
           "tar cf a b --checkpoint=1 --checkpoint-action=exec='rm -r d'",
           "tar xf a --to-command='rm -r d'",
           "tar -I 'rm -r d' -xf a",
           "find . -exec rm -r d ';'",
           "xargs rm -r < f",
           "parallel rm -r ::: d",
           "ssh h rm -r d",
           "env -S 'rm -r d'",
           "perl -e 'system(\"rm -r d\")'",
           "perl -e '`rm -r d`'",
           "python3 -c 'import os; os.system(\"rm -r d\")'",
           "python3 -c 'import subprocess; subprocess.run([\"rm\", \"-r\", \"d\"])'",
           "ruby -e 'exec \"rm -r d\"'",
           "node -e 'require(\"child_process\").exec(\"rm -r d\", f)'",
           "php -r 'exec(\"rm -r d\");'",
           "lua -e 'os.execute(\"rm -r d\")'",
           "make -f - <<E\nx:\n\trm -r d\nE",
           "make --eval='x:;rm -r d' x",
           "nsenter -t 1 -m rm -r d",
           "ssh -o ProxyCommand='rm -r d' h",
           "rsync -e 'rm -r d' a h:b",
           "split --filter='rm -r d' f",
           "sort --compress-program='rm -r d' f",
           "PAGER='rm -r d' man ls",
           "GIT_SSH_COMMAND='rm -r d' git fetch",
           "man -P 'rm -r d' ls",
           "less '+!rm -r d' f",
           "sqlite3 f '.shell rm -r d'",
           "psql -c '\\! rm -r d'",
           "mysql -e 'system rm -r d'",
           "gdb -batch -ex 'shell rm -r d'",
           "python3 <<E\nimport os\nos.system('rm -r d')\nE",
           "start-stop-daemon --start --exec 'rm -r d'",
           "sg g -c 'rm -r d'",
           "npx -c 'rm -r d'",
           "poetry run rm -r d",
           "ip netns exec n rm -r d",
           "entr rm -r d",
           "xterm -e rm -r d",
           "mapfile -C 'rm -r d' x < f",
           "fakeroot rm -r d",
           "gosu bob rm -r d"},
          "deletion high");
}

TEST(ProgramsThatRunPrograms, MayRunNone) {
  for (const char* command : {"awk '{ print \"rm -r d\" }' f",
                              "awk '/rm -r/ { print }' f",
                              "sed 's/rm -r d//' f",
                              "git commit -m 'rm -r d'",
                              "git log --grep='rm -r d'",
                              "git -c user.name='rm -r d' commit",
                              "vim -c 'set nu' f",
                              "vim f",
                              "tar cf a d",
                              "tar xf a -C d",
                              "perl -ne 'print if /rm -r d/' f",
                              "python3 -c 'print(\"rm -r d\")'",
                              "make",
                              "make install",
                              "ssh -o StrictHostKeyChecking=no h ls",
                              "man rm",
                              "less f",
                              "PAGER=less man ls",
                              "EDITOR=vim crontab -e",
                              "psql -c 'select 1'",
                              "mysql -e 'show tables'",
                              "sqlite3 f 'select * from t'",
                              "python3 -m http.server",
                              "nc -l 9",
                              "rsync -e ssh a h:b",
                              "git push -u origin main"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(HarmlessCalls, SayWhatTheyAreOrWhatTheyWouldDo) {
  for (const char* command : {"reboot --help",
                              "rm -rf --help",
                              "rm -rf d --help",
                              "shutdown --help",
                              "chmod --help",
                              "dd --help",
                              "mkfs --help",
                              "mkfs.ext4 --version",
                              "systemctl --version",
                              "sudo --help rm -r d",
                              "docker run --help",
                              "xargs --help rm -r",
                              "find --help -delete",
                              "find . -version -delete",
                              "git clean --help",
                              "kill --help",
                              "curl --help | sh",
                              "wipefs /dev/sda",
                              "wipefs -n -a /dev/sda",
                              "sfdisk -l /dev/sda",
                              "sfdisk -d /dev/sda",
                              "sgdisk -p /dev/sda",
                              "parted /dev/sda print",
                              "mke2fs -n /dev/sda1",
                              "fdisk -l /dev/sda",
                              "cryptsetup luksDump /dev/sda1",
                              "shutdown -k now",
                              "shutdown -c",
                              "halt -w",
                              "systemctl --dry-run poweroff",
                              "init q",
                              "kill -0 -1",
                              "kill -l",
                              "rsync -an --delete e/ d/",
                              "rsync --dry-run -a --delete e/ d/",
                              "git clean -nfd",
                              "git push --dry-run --force",
                              "git push -nf",
                              "nft -c flush ruleset",
                              "ufw --dry-run disable",
                              "kubectl delete ns x --dry-run=client",
                              "bash -n f",
                              "type rm",
                              "which reboot",
                              "man reboot",
                              "help rm",
                              "whatis reboot",
                              "command -v reboot",
                              "cp -n x /etc/passwd",
                              "ln -s x /etc/passwd",
                              "cp /etc/passwd x",
                              "git reset",
                              "git reset --soft HEAD~1",
                              "git stash",
                              "git stash list",
                              "git restore --staged f",
                              "git branch -d b",
                              "git checkout main",
                              "git checkout -b x",
                              "systemctl isolate multi-user.target",
                              "init 3",
                              "usermod -aG users bob",
                              "tar tf a",
                              "pkill firefox",
                              "gzip -k /etc/passwd",
                              "gzip -c /etc/passwd",
                              "psql --help",
                              "hdparm -I /dev/sda",
                              "badblocks /dev/sda"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
  each_is({"rm -r -- --help", "sh -c 'rm -r d' --help", "rm -r ./--help"}, "deletion high");
}

}  // namespace
}  // namespace assay
