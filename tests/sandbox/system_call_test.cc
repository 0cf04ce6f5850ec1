// SPDX-License-Identifier: Apache-2.0
// System calls that a command has no use for, on x86-64. Each is tried by number, as most of them have no
// program.
#include <sys/wait.h>

#include <cerrno>
#include <sstream>

#include "hostile_fixture.h"

#if defined(__x86_64__)
namespace assay::sandbox {
namespace {

using SystemCallTest = HostileTest;

struct Call {
  const char* name;
  const char* words;  // number and arguments in Perl; $s is a path, $t a name, $z a block of zeros
  int error;
};

// EINVAL if nobody in the world has that user number, EPERM if somebody does.
constexpr int kOtherNumber = -1;

constexpr Call kDenied[] = {
    {"ptrace", "101, 0, 0, 0, 0", EPERM},
    {"ptrace, attach to 1", "101, 16, 1, 0, 0", EPERM},
    {"process_vm_readv", "310, 1, $z, 1, $z, 1, 0", EPERM},
    {"process_vm_writev", "311, 1, $z, 1, $z, 1, 0", EPERM},
    {"kcmp", "312, 1, 1, 0, 0, 0", EPERM},
    {"pidfd_getfd", "438, 3, 0, 0", EPERM},
    {"unshare, users", "272, 0x10000000", EPERM},
    {"unshare, mounts", "272, 0x20000", EPERM},
    {"clone, users", "56, 0x10000011, 0, 0, 0, 0", EPERM},
    {"clone, processes", "56, 0x20000011, 0, 0, 0, 0", EPERM},
    {"clone, network", "56, 0x40000011, 0, 0, 0, 0", EPERM},
    {"clone3", "435, $z, 88", ENOSYS},
    {"setns", "308, 3, 0", EPERM},
    {"mount", "165, $s, $s, $s, 0, 0", EPERM},
    {"mount, writable", "165, 0, $s, 0, 0x1020, 0", EPERM},
    {"umount2", "166, $s, 2", EPERM},
    {"pivot_root", "155, $s, $s", EPERM},
    {"chroot", "161, $s", EPERM},
    {"fsopen", "430, $s, 0", EPERM},
    {"fsmount", "432, 3, 0, 0", EPERM},
    {"move_mount", "429, -100, $s, -100, $s, 0", EPERM},
    {"open_tree", "428, -100, $s, 1", EPERM},
    {"mount_setattr", "442, -100, $s, 0, $z, 32", EPERM},
    {"open_by_handle_at", "304, -100, $z, 0", EPERM},
    {"name_to_handle_at", "303, -100, $s, $z, $z, 0", EPERM},
    {"keyctl", "250, 0, -3, 0, 0, 0", EPERM},
    {"keyctl, a session", "250, 1, 0", EPERM},
    {"add_key", "248, $s, $s, $s, 1, -3", EPERM},
    {"request_key", "249, $s, $s, $s, -3", EPERM},
    {"bpf", "321, 0, $z, 48", EPERM},
    {"perf_event_open", "298, $z, 0, -1, -1, 0", EPERM},
    {"io_uring_setup", "425, 4, $z", EPERM},
    {"userfaultfd", "323, 0", EPERM},
    {"fanotify_init", "300, 0, 0", EPERM},
    {"shmget", "29, 1, 4096, 01777", EPERM},
    {"msgget", "68, 1, 01777", EPERM},
    {"semget", "64, 1, 1, 01777", EPERM},
    {"mq_open", "240, $s, 0102, 0600, 0", EPERM},
    {"memfd_create", "319, $s, 0", EPERM},
    {"memfd_secret", "447, 0", EPERM},
    {"mmap, shared without a file", "9, 0, 1<<28, 3, 0x21, -1, 0", EPERM},
    {"kill 1, without effect or not there", "62, 1, 99", EINVAL},
    {"prlimit64, of process 1", "302, 1, 7, $z, 0", EPERM},
    {"sethostname", "170, $s, 1", EPERM},
    {"settimeofday", "164, $z, 0", EPERM},
    {"clock_settime", "227, 0, $z", EPERM},
    {"adjtimex", "159, $z", EPERM},
    {"reboot", "169, 0xfee1dead, 672274793, 0x1234567, 0", EPERM},
    {"swapon", "167, $s, 0", EPERM},
    {"acct", "163, $s", EPERM},
    {"syslog", "103, 3, $z, 32", EPERM},
    {"init_module", "175, $z, 0, $s", EPERM},
    {"finit_module", "313, 3, $s, 0", EPERM},
    {"kexec_load", "246, 0, 0, 0, 0", EPERM},
    {"iopl", "172, 3", EPERM},
    {"ioctl, terminal input", "16, 0, 0x5412, $z", EPERM},
    {"setuid", "105, 0", kOtherNumber},
    {"setgid", "106, 0", kOtherNumber},
    {"setgroups", "116, 1, $z", EPERM},
    {"quotactl", "179, 0, $s, 0, $z", EPERM},
    {"setxattr, trusted", "188, $s, $t, $s, 1, 0", EPERM},
    {"socket, packets", "41, 2, 3, 1", EPERM},
    {"socket, packets by type", "41, 2, 10, 0", EPERM},
};

TEST_F(SystemCallTest, AreDenied) {
  std::string script =
      "perl -e 'sub call { my $name = shift; my $n = shift; $! = 0; my $r = syscall($n, @_);";
  script +=
      "print \"$name: \", ($r == -1 ? $!+0 : \"done\"), \"\\n\" } $s = \"/tmp\"; $t = "
      "\"trusted.a\"; $z = \"\\0\" x 4096;\n";
  std::ostringstream expected;
  for (const Call& call : kDenied) {
    script += std::string("call(\"") + call.name + "\", " + call.words + ");\n";
    const int nobodys = sandbox().has_owners() ? EPERM : EINVAL;
    expected << call.name << ": " << (call.error == kOtherNumber ? nobodys : call.error) << "\n";
  }
  EXPECT_EQ(attack(script + "'").out, expected.str());
}

TEST_F(SystemCallTest, SocketsAreOfThreeFamiliesOnly) {
  const SandboxResult outcome = attack(
      "perl -e 'for $f (0..63) { $! = 0; my $r = syscall(41, $f, 2, 0); print \"$f \" if $! != 97 } '");
  EXPECT_EQ(outcome.out, "1 2 10 ") << "the local one and those of the internet, which leads nowhere";
}

// A call number of another architecture is not interpreted: the process is killed.
TEST_F(SystemCallTest, OfOtherArchitecturesEndTheProcess) {
  EXPECT_EQ(attack("exec perl -e 'syscall(0x40000000 + 39)'").signal, SIGSYS) << "x32";
  // A program that asks for its number with int 0x80, and exits with 7 if it may.
  const std::string code("\xb8\x14\0\0\0\xcd\x80\xb8\x3c\0\0\0\xbf\x07\0\0\0\x0f\x05", 19);
  const std::string header(
      "\x7f"
      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\2\0\x3e\0\1\0\0\0\x78\0\x40\0\0\0\0\0\x40\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0"
      "\0\0\0"
      "\x40\0\x38\0\1\0\0\0\0\0\0\0",
      64);
  const std::string segment(
      "\1\0\0\0\5\0\0\0\0\0\0\0\0\0\0\0\0\0\x40\0\0\0\0\0\0\0\x40\0\0\0\0\0\x8b\0\0\0\0\0\0\0\x8b\0\0\0\0\0\0"
      "\0"
      "\0\x10\0\0\0\0\0\0",
      56);
  World world;
  world.entries = {{.path = "old", .mode = 0755, .content = header + segment + code}};
  EXPECT_EQ(sandbox().run(world, shell_command("exec ./old")).signal, SIGSYS) << "32 bits";
}

// A command cannot forge the marks of an overlay's layers.
TEST_F(SystemCallTest, MarksOfLayersAreNotForged) {
  const SandboxResult outcome = attack(
      "mkdir d; echo x > d/in; perl -e '$p = \"/home/user\"; $a = \"user.overlay.opaque\"; $v = \"y\";"
      "syscall(188, $p, $a, $v, 1, 0)'; cat f");
  EXPECT_EQ(outcome.out, "as it was\n");
  for (const Effect& effect : outcome.effects) EXPECT_NE(effect.change, Change::deleted) << effect.path;
}

}  // namespace
}  // namespace assay::sandbox
#endif
