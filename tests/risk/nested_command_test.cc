// SPDX-License-Identifier: Apache-2.0
// Risks of commands that other commands run, and of those in substitutions.
#include "assay/internal/shell.h"
#include "assay/internal/word.h"
#include "harms.h"

namespace assay {
namespace {

using testing::IsEmpty;

TEST(NestedCommand, OfAWrapperOrAScriptCounts) {
  each_is({"ssh h rm -rf /",
           "ssh -p 22 me@h 'rm -rf /'",
           "ssh h rm -rf '~'",
           "watch rm -rf /",
           "watch -n 1 'rm -rf /'",
           "watch -x rm -rf /",
           "trap 'rm -rf /' EXIT",
           "trap -- 'rm -rf /' EXIT",
           "su -c 'rm -rf /'",
           "su - root -c 'rm -rf /'",
           "doas -u root rm -rf /",
           "sudo -i rm -rf /",
           "sudo -u root -s rm -rf /",
           "busybox rm -rf /",
           "taskset -c 0 rm -rf /",
           "timeout 5 rm -rf /",
           "env -S 'rm -rf /'",
           "flock f rm -rf /",
           "flock f -c 'rm -rf /'",
           "script -qc 'rm -rf /' log",
           "zsh -lc 'rm -rf /'",
           "eval rm -rf '~'",
           "xargs sh -c 'rm -rf /'",
           "find . -exec sh -c 'rm -rf /' \\;",
           "find . -exec ls {} \\; -exec rm -rf / \\;",
           "bash <<E\nrm -rf /\nE",
           "sudo sh <<< 'rm -rf /'"},
          "deletion critical");
}

TEST(NestedCommand, OfAProgramThatChangesWhoOrWhereItIsCounts) {
  each_is({"runuser -u bob -- rm -rf /", "runuser - bob -c 'rm -rf /'", "pkexec rm -rf /",
           "pkexec --user bob rm -rf /", "doas rm -rf /", "setpriv --reuid=1000 --clear-groups rm -rf /",
           "chroot /mnt rm -rf /", "chroot --userspec=a:b /mnt sh -c 'rm -rf /'",
           "nsenter -t 1 -m -u -n -i rm -rf /", "unshare -r --mount sh -c 'rm -rf /'",
           "sshpass -p x ssh h rm -rf /"},
          "deletion critical");
}

TEST(NestedCommand, OfAProgramThatChangesHowItRunsCounts) {
  each_is({"setsid -f rm -rf /", "ionice -c 3 rm -rf /", "chrt --idle 0 rm -rf /", "taskset 0x3 rm -rf /",
           "stdbuf -oL rm -rf /", "unbuffer rm -rf /", "flock -n f -c 'rm -rf /'", "flock -w 5 f rm -rf /",
           "flock f sh -c 'rm -rf /'", "systemd-run --scope -u x rm -rf /", "/usr/bin/time -v rm -rf /",
           "bash -p --norc -c 'rm -rf /'"},
          "deletion critical");
  each_is({"systemd-run --on-active=30 reboot"}, "shutdown high");
}

TEST(NestedCommand, OnATerminalOfItsOwnCounts) {
  each_is({"screen -dmS name rm -rf /", "screen -dm bash -c 'rm -rf /'", "screen -d -m -S x rm -rf /",
           "tmux new-session -d 'rm -rf /'", "tmux new -d -s x 'rm -rf /'",
           "tmux new -ds x bash -c 'rm -rf /'", "tmux -L s new-window -n w 'rm -rf /'",
           "tmux run-shell 'rm -rf /'", "tmux -c 'rm -rf /'", "tmux new -d -s x \\; split-window 'rm -rf /'"},
          "deletion critical");
}

TEST(NestedCommand, ThatIsTypedCounts) {
  each_is({"tmux send-keys -t x 'rm -rf /' Enter", "tmux send -t x 'cd /' C-m 'rm -rf /' C-m",
           "tmux send-keys rm Space -rf Space / Enter", "tmux new -d \\; send-keys 'rm -rf /' Enter",
           "screen -S x -X stuff 'rm -rf /\\n'", "screen -S x -p 0 -X stuff $'rm -rf /\\n'",
           "screen -X stuff 'ls^Mrm -rf /^M'"},
          "deletion critical");
}

TEST(NestedCommand, OfAScriptOfExpectCounts) {
  each_is(
      {"expect -c 'spawn rm -rf /'", "expect -c 'spawn -noecho sudo rm -rf /; expect eof'",
       "expect -c 'spawn ssh h; expect x; send \"rm -rf /\\r\"; interact'", "expect -c 'exec rm -rf /'",
       "expect -c 'system \"rm -rf /\"'", "expect <<'E'\nspawn ssh h\nsend \"rm -rf /\\r\"\nexpect eof\nE"},
      "deletion critical");
}

TEST(NestedCommand, OnAnotherMachineIsLikeALocalOne) {
  for (const char* command : {"rm -rf /tmp/x", "rm -rf /", "reboot", "cat /etc/shadow", "ls", "rm f"})
    EXPECT_EQ(harms(std::string("ssh h ") + command), harms(command)) << command;
}

TEST(NestedCommand, OfParallelGetsItsArguments) {
  each_is({"parallel rm -rf ::: /", "parallel 'rm -rf {}' ::: x /", "parallel -j 4 --bar rm -rf {} ::: / x",
           "parallel -I % 'cd /; rm -rf %' ::: ~", "parallel ::: ls 'rm -rf /'", "echo / | parallel rm -rf",
           "parallel rm -rf <<< /", "printf '%s\\n' /tmp /usr | parallel 'rm -rf {}; echo {}'",
           "find ~ -type f | parallel rm", "echo 'rm -rf /' | parallel", "parallel <<E\nls\nrm -rf /\nE"},
          "deletion critical");
  each_is({"parallel 'rm -rf {}' ::: a b", "ls | parallel rm -rf", "parallel rm -rf :::: /dirs",
           "parallel rm -rf ::: '~'"},
          "deletion high");
  for (const char* command : {"parallel rm -rf :::: /dirs", "parallel rm -rf ::: '~'"})
    EXPECT_THAT(harms(command), testing::Not(testing::Contains("deletion critical"))) << command;
}

TEST(NestedCommand, OfXargsGetsTheWordsOfItsInput) {
  each_is({"echo a / | xargs rm -rf", "xargs rm -rf <<< /", "printf '%s\\n' / | sudo xargs rm -rf",
           "echo / | xargs -I{} sh -c 'rm -rf {}'", "echo / | xargs -I % rm -rf %",
           "cat <<E | xargs rm -rf\n/usr\nE"},
          "deletion critical");
}

TEST(NestedCommand, OfManyArgumentsIsSaidOnce) {
  EXPECT_THAT(harms("parallel 'rm -rf {}' ::: a b c"), testing::ElementsAre("deletion high"));
}

TEST(NestedCommand, InManyWrappersEndsSomewhere) {
  std::string text = "rm -rf /";
  for (int i = 0; i < 10'000; ++i) text = "nice " + text;
  EXPECT_THAT(harms(text), IsEmpty());
}

TEST(NestedCommand, InScriptsWithoutEndIsFoundInTheFirstOnes) {
  std::string marks, shells, nested = "rm -rf x";
  for (int i = 0; i < 20'000; ++i) marks += "{}", shells += "sh;";
  for (int i = 0; i < 4; ++i)
    nested = "parallel " + print(shell::literal_word(nested + " {}")) + " ::: {1..100}";
  each_is({"parallel 'rm -rf x; " + marks + "' ::: " + std::string(20'000, 'a'),
           "{ " + shells + " } <<E\nrm -rf x\n" + std::string(100'000, 'a') + "\nE", nested},
          "deletion high");
}

TEST(NestedCommand, OfAUtilityOfOnesOwnIsFoundByItsTable) {
  UtilityTables tables;
  tables.add(R"({"name": "frob", "order": "stop", "options": [{"names": ["-t"], "arity": "required"}],
                 "inner": {"form": "argv", "skip": 1}})",
             "frob.json");
  tables.add(R"({"name": "screen", "options": [{"names": ["-d", "-m"]}]})", "screen.json");
  EXPECT_EQ(risks_of("frob -t 5 x rm -rf /", tables).size(), 1u);
  EXPECT_EQ(risks_of("screen -dm rm -rf /", tables).size(), 0u) << "that table is another program's";
}

TEST(NestedCommand, InASubstitutionCounts) {
  each_is(
      {"for f in $(rm -rf /); do ls; done", "case $(rm -rf /) in a) ls ;; esac",
       "case x in $(rm -rf /)) ls ;; esac", "[[ -d x && -n $(rm -rf /) ]]", "(( $(rm -rf /) ))",
       "for ((i = 0; i < $(rm -rf /); i++)); do ls; done", "echo $(( $(rm -rf /) + 1 ))",
       "echo \"${x:-$(rm -rf /)}\"", "echo ${x/a/$(rm -rf /)}", "echo ${a[$(rm -rf /)]}", "a=(1 $(rm -rf /))",
       "a=([$(rm -rf /)]=1)", "a[$(rm -rf /)]=1", "declare -a a=($(rm -rf /))", "ls @($(rm -rf /)|b)",
       "cat <<E\n$(rm -rf /)\nE", "cat < <(rm -rf /)", "ls > \"$(rm -rf /)\"", "coproc rm -rf /"},
      "deletion critical");
}

TEST(NestedCommand, ThatIsHarmlessIsNoRisk) {
  for (const char* command : {"ssh h ls",
                              "ssh -N -L 1:h:1 h",
                              "ssh h \"echo 'rm -rf /'\"",
                              "watch df -h",
                              "trap - EXIT",
                              "trap '' INT",
                              "trap 'rm -f x' EXIT",
                              "trap reboot",
                              "su - bob",
                              "su -c 'ls /' bob",
                              "doas ls",
                              "sudo -i",
                              "sudo -l rm -rf /",
                              "taskset -p 42",
                              "chrt -p 42",
                              "ionice -p 42",
                              "flock f ls",
                              "flock 9",
                              "runuser - bob",
                              "pkexec ls",
                              "unshare -r",
                              "nsenter -t 1 -a",
                              "systemd-run --user ls",
                              "parallel gzip ::: *.txt",
                              "parallel --dry-run rm -rf {} ::: /",
                              "parallel echo 'rm -rf {}' ::: /",
                              "parallel --pipe wc -l < f",
                              "ls | parallel",
                              "find . -name '*.c' | parallel gcc -c",
                              "screen",
                              "screen -S work",
                              "screen -r work",
                              "screen -ls",
                              "screen -dmS top htop",
                              "screen -S x -X quit",
                              "screen -S x -X stuff 'ls\\n'",
                              "tmux",
                              "tmux ls",
                              "tmux new-session -s work",
                              "tmux new -d -s reboot",
                              "tmux new -s x 'vim notes'",
                              "tmux attach -t x",
                              "tmux kill-session -t x",
                              "tmux send-keys -t x 'ls -la' Enter",
                              "tmux send-keys -t x \"echo 'rm -rf /'\" Enter",
                              "tmux send-keys -t x q",
                              "expect login.exp",
                              "expect -c 'spawn ssh h; expect x; send \"ls\\r\"'",
                              "echo / | xargs ls",
                              "echo / | xargs",
                              "xargs rm < files",
                              "busybox ls",
                              "zsh rm.zsh",
                              "rsync -e 'ssh -i ~/.ssh/id_rsa' a h:b",
                              "cat <<E\nrm -rf /\nE",
                              "bash <<E\necho 'rm -rf /'\nE",
                              "bash build.sh <<E\nrm -rf /\nE",
                              "find . -exec ls {} \\; -exec wc {} \\;",
                              "for f in $(ls); do wc $f; done",
                              "echo ${x:-$(pwd)}",
                              "[[ x == $(pwd)* ]]"})
    EXPECT_THAT(harms(command), IsEmpty()) << command;
}

}  // namespace
}  // namespace assay
