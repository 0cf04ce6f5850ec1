// SPDX-License-Identifier: Apache-2.0
// Risks of commands that other commands run, and of those in substitutions.
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

TEST(NestedCommand, OnAnotherMachineIsLikeALocalOne) {
  for (const char* command : {"rm -rf /tmp/x", "rm -rf /", "reboot", "cat /etc/shadow", "ls", "rm f"})
    EXPECT_EQ(harms(std::string("ssh h ") + command), harms(command)) << command;
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
