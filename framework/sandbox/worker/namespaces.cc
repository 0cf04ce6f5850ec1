// SPDX-License-Identifier: Apache-2.0
#include "worker/namespaces.h"

#include <fcntl.h>
#include <grp.h>
#include <sched.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <string>

#include "assay/internal/descriptor.h"
#include "assay/internal/sandbox.h"

namespace assay::sandbox {
namespace {

constexpr unsigned kNobody = 65534;
constexpr unsigned long kOthers = CLONE_NEWNS | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP;

// Whether root here is an ordinary user outside, in a namespace that the user made, with no other ids
// available.
bool is_root_by_name_only() {
  const Descriptor file(::open("/proc/self/uid_map", O_RDONLY | O_CLOEXEC));
  char text[64] = {};
  unsigned inner = 1, outer = 0;
  if (!file || ::read(file.get(), text, sizeof text - 1) <= 0) return false;
  return std::sscanf(text, "%u %u", &inner, &outer) == 2 && inner == 0 && outer != 0;
}

bool write_to(const char* path, const std::string& text) {
  const Descriptor file(::open(path, O_WRONLY | O_CLOEXEC));
  return file && process::write_all(file.get(), text);
}

bool is_empty(const char* path) {
  const Descriptor file(::open(path, O_RDONLY | O_CLOEXEC));
  char first;
  return file && ::read(file.get(), &first, 1) == 0;
}

}  // namespace

// Inside a namespace made by root, user 0 would be the real root: exempt from limits, and owner of /proc/sys.
Step give_up_root() {
  if (::geteuid() != 0 || is_root_by_name_only()) return Step::none;
  if (::setgroups(0, nullptr) != 0 || ::setresgid(kNobody, kNobody, kNobody) != 0 ||
      ::setresuid(kNobody, kNobody, kNobody) != 0)
    return Step::privileges;
  ::prctl(PR_SET_DUMPABLE, 1);  // otherwise root would own the maps in /proc
  return Step::none;
}

Step map_user(unsigned outer_user, unsigned outer_group) {
  const auto map = [](const char* path, unsigned inner, unsigned outer) {
    return !is_empty(path) || write_to(path, std::to_string(inner) + " " + std::to_string(outer) + " 1\n");
  };
  const bool done = write_to("/proc/self/setgroups", "deny") &&
                    map("/proc/self/uid_map", kUser, outer_user) &&
                    map("/proc/self/gid_map", kGroup, outer_group);
  return done ? Step::none : Step::user_namespace;
}

Step enter_user_namespace(Mapper& mapper, bool& has_owners) {
  const unsigned user = ::geteuid(), group = ::getegid();
  if (::unshare(CLONE_NEWUSER) != 0) return Step::user_namespace;
  // It can no longer be denied once there are maps.
  if (!write_to("/proc/self/setgroups", "deny")) return Step::user_namespace;
  has_owners = mapper.map(user, group);
  return has_owners ? Step::none : map_user(user, group);
}

Step enter_other_namespaces() {
  return ::unshare(static_cast<int>(kOthers | CLONE_NEWNET)) == 0 ? Step::none : Step::namespaces;
}

Descriptor Networks::enter() {
  if (!free_.empty()) {
    Descriptor network = std::move(free_.back());
    free_.pop_back();
    return ::setns(network.get(), CLONE_NEWNET) == 0 ? std::move(network) : Descriptor();
  }
  if (::unshare(CLONE_NEWNET) != 0) return {};
  return Descriptor(::open("/proc/self/ns/net", O_RDONLY | O_CLOEXEC));
}

pid_t fork_into_namespaces() {
  const unsigned long flags = CLONE_NEWUSER | CLONE_NEWPID | kOthers | SIGCHLD;
  return static_cast<pid_t>(::syscall(SYS_clone, flags, nullptr, nullptr, nullptr, nullptr));
}

}  // namespace assay::sandbox
