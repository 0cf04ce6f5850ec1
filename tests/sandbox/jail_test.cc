// SPDX-License-Identifier: Apache-2.0
// Commands can see and change nothing outside the jail. None of these commands is hostile yet.
#include <sys/socket.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "sandbox_fixture.h"

namespace assay::sandbox {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kCanary = "assay-canary-7f3e";

class JailTest : public SandboxTest {
 protected:
  // Puts a canary into a file and into the environment, which a jail must not show.
  JailTest() : file_(std::filesystem::temp_directory_path() / kCanary) {
    std::ofstream(file_) << kCanary;
    ::setenv("ASSAY_CANARY", kCanary, 1);
  }
  ~JailTest() override {
    std::filesystem::remove(file_);
    ::unsetenv("ASSAY_CANARY");
  }
  const std::filesystem::path file_;
};

TEST_F(JailTest, HasAFileSystemOfItsOwn) {
  EXPECT_EQ(said("ls /"),
            "bin\ndev\netc\nhome\nlib\nlib64\nmnt\nopt\nproc\nroot\nrun\nsbin\nsrv\ntmp\nusr\nvar\n");
  EXPECT_EQ(said("ls -A /home /home/user /root /tmp /var/tmp /mnt"),
            "/home:\nuser\n\n/home/user:\n\n/mnt:\n\n/root:\n\n/tmp:\n\n/var/tmp:\n");
  EXPECT_EQ(said("cat '" + file_.string() + "'"), "cat: " + file_.string() + ": No such file or directory\n");
  EXPECT_EQ(said("cat /etc/shadow"), "cat: /etc/shadow: No such file or directory\n");
  EXPECT_THAT(said("cat /etc/passwd"), Not(HasSubstr("daemon")));
  // Mounts: memory, the world, its own /proc, five devices; no disk of the host.
  EXPECT_THAT(said("sed 's/.* - //' /proc/self/mountinfo | awk '{print $1}' | sort -u"),
              testing::AnyOf("devtmpfs\noverlay\nproc\ntmpfs\n", "overlay\nproc\ntmpfs\n",
                             "devtmpfs\nproc\ntmpfs\n", "proc\ntmpfs\n"));
}

TEST_F(JailTest, HasNothingOfTheHarness) {
  EXPECT_THAT(said("env; cat /proc/[0-9]*/environ /proc/[0-9]*/cmdline 2>&1 | tr '\\0' '\\n'"),
              Not(HasSubstr(kCanary)));
  EXPECT_EQ(said("cat /proc/1/cmdline | tr -d '\\0' | sed 's/[0-9]//g'"), "assay-sandbox");
  EXPECT_EQ(said("cat /proc/1/environ 2>&1 | wc -c").size() > 0, true);
  EXPECT_THAT(said("ls /proc/1/fd /proc/1/root /proc/1/cwd"), HasSubstr("Permission denied"));
  EXPECT_EQ(said("cd /proc/self/fd && ls | grep -v '^[3-9]$'; ls -l /proc/self/fd | grep -c ' -> .*memfd'"),
            "0\n1\n2\n0\n");
  EXPECT_THAT(said("set -- /proc/[0-9]*; echo $#"), testing::AnyOf("2\n", "3\n"));
  EXPECT_EQ(said("hostname; cat /proc/self/cgroup | grep -v '/$'"), "world\n");
}

TEST_F(JailTest, HasNoPrivileges) {
  const std::string status =
      said("grep -E '^(Cap(Inh|Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):' /proc/self/status | tr '\\t' ' '");
  EXPECT_EQ(status,
            "CapInh: 0000000000000000\nCapPrm: 0000000000000000\nCapEff: 0000000000000000\n"
            "CapBnd: 0000000000000000\nCapAmb: 0000000000000000\nNoNewPrivs: 1\nSeccomp: 2\n");
  EXPECT_EQ(said("id"), "uid=1000(user) gid=50(staff) groups=50(staff)\n");
  EXPECT_EQ(said("cat /proc/self/uid_map | tr -s ' '"), " 1000 1000 1\n");
  EXPECT_EQ(said("cat /proc/sys/user/max_user_namespaces"), "0\n");
}

TEST_F(JailTest, HasAnEmptyNetwork) {
  EXPECT_EQ(said("tail -n +3 /proc/net/dev | cut -d: -f1"), "    lo\n");
  EXPECT_EQ(said("tail -n +2 /proc/net/route | wc -l; tail -n +2 /proc/net/tcp | wc -l"), "0\n0\n");
}

TEST_F(JailTest, CannotWriteToTheSystem) {
  for (const char* path :
       {"/usr/x", "/usr/bin/x", "/dev/x", "/proc/sys/kernel/hostname", "/proc/sysrq-trigger"})
    EXPECT_THAT(said(std::string("echo x > ") + path),
                testing::AnyOf(HasSubstr("Read-only file system"), HasSubstr("Permission denied"),
                               HasSubstr("No such file")))
        << path;
}

}  // namespace
}  // namespace assay::sandbox
