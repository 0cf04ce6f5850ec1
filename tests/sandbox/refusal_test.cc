// SPDX-License-Identifier: Apache-2.0
// Machines that allow less than this one: each is simulated in a child process, which then opens a sandbox.
#include <fcntl.h>
#include <grp.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <functional>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::StartsWith;

bool write_to(const char* path, const std::string& text) {
  std::ofstream file(path);
  file << text;
  return static_cast<bool>(file.flush());
}

bool become_user() {
  constexpr unsigned kUser = 54'321;
  return ::geteuid() != 0 || (::setgroups(0, nullptr) == 0 && ::setresgid(kUser, kUser, kUser) == 0 &&
                              ::setresuid(kUser, kUser, kUser) == 0 && ::prctl(PR_SET_DUMPABLE, 1) == 0);
}

// Enters a new user namespace, in which the caller is called root.
bool enter_namespaces(int more) {
  const std::string user = std::to_string(::geteuid()), group = std::to_string(::getegid());
  return ::unshare(CLONE_NEWUSER | more) == 0 && write_to("/proc/self/setgroups", "deny") &&
         write_to("/proc/self/uid_map", "0 " + user + " 1\n") &&
         write_to("/proc/self/gid_map", "0 " + group + " 1\n");
}

// Makes a system call fail, as a container's seccomp profile does.
bool refuse(unsigned call, int error) {
  std::array<sock_filter, 4> code = {
      {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
       BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call, 0, 1),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | static_cast<unsigned>(error)),
       BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)}};
  const sock_fprog program{static_cast<unsigned short>(code.size()), code.data()};
  return ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
}

// A sandbox's state on such a machine: its tier, the reason, the next step, Landlock's version, whether it
// has owners, and the output of a command or why it did not run. Empty if such a machine cannot be simulated
// here.
std::string sandbox_where(const std::function<bool()>& make_machine) {
  std::array<int, 2> ends{};
  if (::pipe(ends.data()) != 0) return {};
  const pid_t child = ::fork();
  if (child == 0) {
    ::close(ends[0]);
    if (!make_machine()) ::_exit(1);
    std::string said;
    {
      Sandbox sandbox;
      const SandboxResult outcome = sandbox.run({}, shell_command("echo ran"));
      said = std::string(name_of(sandbox.tier())) + "|" + sandbox.reason() + "|" + sandbox.next_step() +
             "|Landlock " + std::to_string(sandbox.landlock()) +
             (sandbox.has_owners() ? "|owners|" : "|no owners|") + outcome.out + outcome.why;
    }
    const bool written = ::write(ends[1], said.data(), said.size()) == static_cast<ssize_t>(said.size());
    ::_exit(written ? 0 : 1);
  }
  ::close(ends[1]);
  std::string said;
  std::array<char, 4096> block;
  for (ssize_t count; (count = ::read(ends[0], block.data(), block.size())) > 0;)
    said.append(block.data(), static_cast<std::size_t>(count));
  ::close(ends[0]);
  ::waitpid(child, nullptr, 0);
  return said;
}

class RefusalTest : public SandboxTest {};

TEST_F(RefusalTest, UserNamespacesUsedUp) {
  const std::string said = sandbox_where([] {
    return become_user() && enter_namespaces(0) && write_to("/proc/sys/user/max_user_namespaces", "0\n");
  });
  if (said.empty()) GTEST_SKIP() << "their number cannot be limited here";
  EXPECT_THAT(
      said, AllOf(StartsWith("unavailable|user namespaces are forbidden: No space left on device|"),
                  HasSubstr("sysctl user.max_user_namespaces"), HasSubstr("|user namespaces are forbidden")));
}

// Limits do not apply to the real root: if there is no other user to become, nothing runs.
TEST_F(RefusalTest, ARootWhoCannotBecomeAnybodyElse) {
  if (::geteuid() != 0) GTEST_SKIP() << "run by a user";
  const std::string said = sandbox_where([] { return enter_namespaces(0); });
  EXPECT_THAT(said,
              AllOf(StartsWith("unavailable|root's rights cannot be given up"), HasSubstr("as a user")));
}

// A user who is root only in their own namespace has no rights outside it, so there are none to give up.
TEST_F(RefusalTest, AUserWhoIsCalledRootHasASandbox) {
  const std::string said = sandbox_where([] { return become_user() && enter_namespaces(0); });
  EXPECT_THAT(said, AllOf(StartsWith("user namespaces with "), HasSubstr("|ran\n")));
}

TEST_F(RefusalTest, AContainerWhoseProfileForbidsThem) {
  const std::string said = sandbox_where([] { return refuse(SYS_unshare, EPERM); });
  ASSERT_NE(said, "");
  EXPECT_THAT(said, AllOf(StartsWith("unavailable|user namespaces are forbidden: Operation not permitted|"),
                          HasSubstr("seccomp profile")));
}

TEST_F(RefusalTest, AContainerThatAllowsNoMounts) {
  const std::string said = sandbox_where([] { return refuse(SYS_mount, EPERM); });
  ASSERT_NE(said, "");
  EXPECT_THAT(said, AllOf(StartsWith("unavailable|nothing can be mounted in a namespace"),
                          HasSubstr("apparmor_restrict_unprivileged_userns")));
}

TEST_F(RefusalTest, AContainerWithPartsOfProcHidden) {
  const std::string said = sandbox_where([] {
    return become_user() && enter_namespaces(CLONE_NEWNS) &&
           ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
           ::mount("hidden", "/proc/sys", "tmpfs", 0, nullptr) == 0;
  });
  if (said.empty()) GTEST_SKIP() << "/proc cannot be hidden here";
  EXPECT_THAT(said,
              AllOf(StartsWith("unavailable|/proc cannot be mounted"), HasSubstr("systempaths=unconfined")));
}

TEST_F(RefusalTest, WhereCapabilitiesCannotBeDroppedNothingRuns) {
  const std::string said = sandbox_where([] { return refuse(SYS_capset, EPERM); });
  ASSERT_NE(said, "");
  EXPECT_THAT(said, testing::Not(HasSubstr("|ran\n"))) << "a command that would keep capabilities never runs";
}

// Landlock is only the second wall: the first one already stops all that it would stop.
TEST_F(RefusalTest, WithoutLandlockEverythingElseIsThere) {
  const std::string said = sandbox_where([] { return refuse(SYS_landlock_create_ruleset, ENOSYS); });
  EXPECT_THAT(said,
              AllOf(StartsWith("user namespaces with "), HasSubstr("|Landlock 0|"), HasSubstr("|ran\n")));
}

}  // namespace
}  // namespace assay::sandbox
