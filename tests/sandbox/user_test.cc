// SPDX-License-Identifier: Apache-2.0
// Runs the same tests again as an unprivileged user, if they are run by root.
#include <grp.h>
#include <sys/wait.h>
#include <unistd.h>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using UserTest = SandboxTest;

TEST_F(UserTest, NothingGetsOutOfAUsersSandboxEither) {
  if (::geteuid() != 0) GTEST_SKIP() << "all of them are run by a user";
  constexpr unsigned kUser = 54'321;
  const pid_t child = ::fork();
  if (child == 0) {
    if (::setgroups(0, nullptr) != 0 || ::setresgid(kUser, kUser, kUser) != 0 ||
        ::setresuid(kUser, kUser, kUser) != 0 || ::chdir("/") != 0)
      ::_exit(100);
    ::unsetenv("GTEST_TOTAL_SHARDS");
    ::unsetenv("GTEST_SHARD_INDEX");
    ::unsetenv("XML_OUTPUT_FILE");
    ::execl(
        "/proc/self/exe", "sandbox_test", "--gtest_brief=1", "--gtest_output=",
        "--gtest_filter=JailTest.*:HostileTest.*:SystemCallTest.*:KilledTest.*:RefusalTest.*:*EffectsTest.*",
        nullptr);
    ::_exit(101);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0) << "what failed stands above";
}

}  // namespace
}  // namespace assay::sandbox
