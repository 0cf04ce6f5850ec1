// SPDX-License-Identifier: Apache-2.0
#include "worker/mounts.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <initializer_list>

#include "worker/files.h"

namespace assay::sandbox {
namespace {

constexpr unsigned long kQuiet = MS_NOSUID | MS_NODEV;
constexpr const char* kDevices[] = {"null", "zero", "full", "random", "urandom"};

bool mount_memory(const char* at, const char* options, unsigned long flags = kQuiet) {
  return ::mount("memory", at, "tmpfs", flags, options) == 0;
}

bool bind(const char* from, const char* to) {
  return ::mount(from, to, nullptr, MS_BIND | MS_REC, nullptr) == 0;
}

bool make_read_only(const char* at, unsigned long more = 0) {
  return ::mount(nullptr, at, nullptr, MS_REMOUNT | MS_BIND | MS_RDONLY | kQuiet | more, nullptr) == 0;
}

bool make_all(std::initializer_list<const char*> folders) {
  for (const char* folder : folders)
    if (::mkdir(folder, 0755) != 0 && errno != EEXIST) return false;
  return true;
}

Step enter_root() {
  const bool entered = make_all({"old"}) && ::syscall(SYS_pivot_root, ".", "old") == 0 && ::chdir("/") == 0 &&
                       ::umount2("/old", MNT_DETACH) == 0 && ::rmdir("/old") == 0;
  return entered ? Step::none : Step::root;
}

// Mounts a new root at /tmp, and makes it the current folder.
Step begin_root(const char* options) {
  const bool done = ::mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                    mount_memory("/tmp", options, kQuiet | MS_NOATIME) && ::chdir("/tmp") == 0;
  return done ? Step::none : Step::mounts;
}

bool copy_bytes(int from, int to) {
  char block[64 << 10];
  for (;;) {
    const ssize_t count = ::read(from, block, sizeof block);
    if (count <= 0) return count == 0;
    if (!process::write_all(to, {block, static_cast<std::size_t>(count)})) return false;
  }
}

// `covered` is the folder /tmp beneath the new root that is mounted there.
bool copy_file(const std::string& from, int covered, int root, std::string_view to) {
  constexpr std::string_view kCovered = "/tmp/";
  const bool is_covered = from.starts_with(kCovered);
  const Descriptor source(
      ::openat(covered, from.c_str() + (is_covered ? kCovered.size() : 0), O_RDONLY | O_CLOEXEC));
  struct stat found;
  if (!source || ::fstat(source.get(), &found) != 0) return false;
  const Place place = open_parent(root, to);
  if (!place.folder) return false;
  const Descriptor copy(
      ::openat(place.folder.get(), place.name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0755));
  return copy && copy_bytes(source.get(), copy.get()) && ::fchmod(copy.get(), found.st_mode & 0555) == 0;
}

// A file that cannot be copied is left out: it is one of many utilities.
Step copy_system(Reader& setup, int covered) {
  const Descriptor root = open_folder(AT_FDCWD, ".");
  if (!root) return Step::system;
  for (std::uint64_t left = setup.count(); left > 0; --left) {
    const auto kind = static_cast<SystemFile>(setup.number());
    const std::string from(setup.text()), to(setup.text());
    if (setup.failed()) return Step::protocol;
    if (kind == SystemFile::copy) {
      if (!copy_file(from, covered, root.get(), to) && errno == ENOSPC) return Step::system;
    } else if (const Place place = open_parent(root.get(), to); place.folder) {
      if (::symlinkat(from.c_str(), place.folder.get(), place.name.c_str()) != 0 && errno != EEXIST)
        return Step::system;
    }
  }
  return Step::none;
}

Step mount_system(Reader& setup, int covered) {
  if (!make_all({"usr"}) || !mount_memory("usr", "size=512m,mode=0755")) return Step::mounts;
  if (::chdir("usr") != 0) return Step::mounts;
  ASSAY_TRY(copy_system(setup, covered));
  return ::chdir("..") == 0 && make_read_only("usr") ? Step::none : Step::mounts;
}

Step make_devices() {
  if (!make_all({"dev"}) || !mount_memory("dev", "size=64k,mode=0755", MS_NOSUID)) return Step::devices;
  for (const char* device : kDevices) {
    const std::string here = std::string("dev/") + device, outside = std::string("/dev/") + device;
    const Descriptor place(::open(here.c_str(), O_CREAT | O_WRONLY | O_CLOEXEC, 0666));
    if (!place || !bind(outside.c_str(), here.c_str())) return Step::devices;
  }
  const bool linked = ::symlink("/proc/self/fd", "dev/fd") == 0 &&
                      ::symlink("/proc/self/fd/0", "dev/stdin") == 0 &&
                      ::symlink("/proc/self/fd/1", "dev/stdout") == 0 &&
                      ::symlink("/proc/self/fd/2", "dev/stderr") == 0 && ::symlink("/tmp", "dev/shm") == 0;
  const bool closed = ::mount(nullptr, "dev", nullptr,
                              MS_REMOUNT | MS_BIND | MS_RDONLY | MS_NOSUID | MS_NOEXEC, nullptr) == 0;
  return linked && closed ? Step::none : Step::devices;
}

// Mounts this pid namespace's /proc, in which only files of processes can be written.
Step mount_proc(Descriptor& last_process) {
  if (!make_all({"proc"}) || ::mount("proc", "proc", "proc", kQuiet | MS_NOEXEC, nullptr) != 0)
    return Step::proc;
  last_process = Descriptor(::open("proc/sys/kernel/ns_last_pid", O_WRONLY | O_CLOEXEC));
  const Descriptor namespaces(::open("proc/sys/user/max_user_namespaces", O_WRONLY | O_CLOEXEC));
  if (namespaces) process::write_all(namespaces.get(), "0");  // the filter denies them, too
  for (const char* name : {"proc/sys", "proc/sysrq-trigger", "proc/irq", "proc/bus", "proc/fs"}) {
    if (::access(name, F_OK) != 0) continue;
    if (!bind(name, name) || !make_read_only(name, MS_NOEXEC)) return Step::proc;
  }
  return Step::none;
}

}  // namespace

Step mount_scratch() {
  const bool done = mount_memory("/scratch", "size=64m,nr_inodes=16384,mode=0755", kQuiet | MS_NOATIME);
  return done ? Step::none : Step::mounts;
}

Step make_keepers_root(Reader& setup) {
  const Descriptor covered(::open("/tmp", O_PATH | O_DIRECTORY | O_CLOEXEC));
  ASSAY_TRY(begin_root("size=1m,mode=0755"));
  if (!make_all({"proc", "tmp"})) return Step::mounts;
  // The whole of it, because a worker may mount its own only then; no worker sees this one.
  if (!bind("/proc", "proc")) return Step::proc;
  ASSAY_TRY(make_devices());
  ASSAY_TRY(mount_system(setup, covered.get()));
  return enter_root();
}

Step make_workers_root(Descriptor& last_process) {
  ASSAY_TRY(begin_root("size=256m,mode=0755"));
  if (!make_all({"usr", "dev", "lower", "scratch", "slot"})) return Step::mounts;
  if (!bind("/usr", "usr") || !bind("/dev", "dev")) return Step::mounts;
  ASSAY_TRY(mount_proc(last_process));
  ASSAY_TRY(enter_root());
  if (::sethostname("world", 5) != 0) return Step::root;
  return mount_scratch();
}

}  // namespace assay::sandbox
