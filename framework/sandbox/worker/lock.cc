// SPDX-License-Identifier: Apache-2.0
#include "worker/lock.h"

#include <fcntl.h>
#include <linux/filter.h>
#include <linux/landlock.h>
#include <linux/seccomp.h>
#include <linux/securebits.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>

namespace assay::sandbox {
namespace {

// As of Landlock's ABI 6, which may be newer than the system's header.
struct Ruleset {
  std::uint64_t files;
  std::uint64_t network;
  std::uint64_t scopes;
};
constexpr std::uint64_t kRefer = 1u << 13, kAllNetwork = 3, kAllScopes = 3;

bool drop_bounding_set() {
  for (int capability = 0; capability < 64; ++capability)
    if (::prctl(PR_CAPBSET_DROP, capability, 0, 0, 0) != 0) return errno == EINVAL && capability > 0;
  return true;
}

}  // namespace

Step lock(std::string_view filter) {
  const sock_fprog program{static_cast<unsigned short>(filter.size() / sizeof(sock_filter)),
                           const_cast<sock_filter*>(reinterpret_cast<const sock_filter*>(filter.data()))};
  const int secure = SECBIT_NOROOT | SECBIT_NOROOT_LOCKED | SECBIT_NO_SETUID_FIXUP |
                     SECBIT_NO_SETUID_FIXUP_LOCKED | SECBIT_NO_CAP_AMBIENT_RAISE |
                     SECBIT_NO_CAP_AMBIENT_RAISE_LOCKED;
  const bool done = ::prctl(PR_SET_DUMPABLE, 0) == 0 && drop_bounding_set() &&
                    ::prctl(PR_SET_SECUREBITS, secure, 0, 0, 0) == 0 &&
                    ::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
                    ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0;
  return done ? Step::none : Step::lock;
}

int landlock_version() {
  const long version = ::syscall(SYS_landlock_create_ruleset, nullptr, 0, LANDLOCK_CREATE_RULESET_VERSION);
  return version > 0 ? static_cast<int>(version) : 0;
}

int make_ruleset(int root) {
  const int version = landlock_version();
  if (version < 2) return -1;
  const Ruleset denied{LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_BLOCK | kRefer, kAllNetwork,
                       kAllScopes};
  const std::size_t known = version < 4 ? 8 : version < 6 ? 16 : sizeof denied;
  const int ruleset = static_cast<int>(::syscall(SYS_landlock_create_ruleset, &denied, known, 0));
  if (ruleset < 0) return -1;
  ::fcntl(ruleset, F_SETFD, FD_CLOEXEC);
  const landlock_path_beneath_attr moves{kRefer, root};  // allowed between folders of the world
  ::syscall(SYS_landlock_add_rule, ruleset, LANDLOCK_RULE_PATH_BENEATH, &moves, 0);
  return ruleset;
}

}  // namespace assay::sandbox
