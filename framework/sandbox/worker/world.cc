// SPDX-License-Identifier: Apache-2.0
#include "worker/world.h"

#include <fcntl.h>
#include <sys/mount.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <utility>

#include "assay/internal/sandbox.h"
#include "worker/lock.h"
#include "worker/mounts.h"

namespace assay::sandbox {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr const char* kSlot = "/slot";
constexpr const char* kFolders[] = {"dev",  "etc", "home/user", "mnt", "opt",     "proc",
                                    "root", "run", "srv",       "usr", "var/log", "var/tmp"};
constexpr std::pair<const char*, const char*> kLinks[] = {
    {"bin", "usr/bin"}, {"lib", "usr/lib"}, {"lib64", "usr/lib64"}, {"sbin", "usr/sbin"}};
constexpr std::pair<const char*, const char*> kFiles[] = {
    {"etc/passwd",
     "root:x:0:0:root:/root:/bin/bash\nuser:x:1000:50:user:/home/user:/bin/bash\n"
     "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n"},
    {"etc/group", "root:x:0:\nstaff:x:50:\nuser:x:50:\nnogroup:x:65534:\n"},
    {"etc/hosts", "127.0.0.1 localhost\n"},
    {"etc/hostname", "world\n"},
    {"etc/nsswitch.conf", "passwd: files\ngroup: files\nhosts: files\n"}};
// The time of everything without an explicit date, so that worlds do not depend on when they were made.
constexpr timespec kLongAgo[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};

void date_all(int folder) {
  bool cut = false;
  for (const std::string& name : names_in(folder, SIZE_MAX, cut)) {
    if (const Descriptor inner = open_folder(folder, name.c_str())) date_all(inner.get());
    ::utimensat(folder, name.c_str(), kLongAgo, AT_SYMLINK_NOFOLLOW);
  }
}

Step make_skeleton(int root) {
  for (const char* folder : kFolders)
    if (!make_folders(root, folder)) return Step::world;
  if (!make_folders(root, "tmp") || ::fchmodat(root, "tmp", 01777, 0) != 0 ||
      ::fchmodat(root, "var/tmp", 01777, 0) != 0)
    return Step::world;
  for (const auto& [name, target] : kLinks)
    if (::symlinkat(target, root, name) != 0) return Step::world;
  for (const auto& [path, text] : kFiles) {
    const Place place = open_parent(root, path);
    if (!place.folder || !write_file(place.folder.get(), place.name, text, 0644)) return Step::world;
  }
  return Step::none;
}

bool make_node(const Place& place, NodeType type, mode_t mode, std::string_view content, std::uint64_t size) {
  const int folder = place.folder.get();
  const char* name = place.name.c_str();
  switch (type) {
    case NodeType::file: {
      if (!write_file(folder, place.name, content, 0600)) return false;
      const Descriptor file(::openat(folder, name, O_WRONLY | O_NOFOLLOW | O_CLOEXEC));
      if (size > content.size() && ::ftruncate(file.get(), static_cast<off_t>(size)) != 0) return false;
      return ::fchmod(file.get(), mode) == 0;
    }
    case NodeType::folder:
      if (::mkdirat(folder, name, 0755) != 0 && errno != EEXIST) return false;
      return ::fchmodat(folder, name, mode, 0) == 0;
    case NodeType::link: return ::symlinkat(std::string(content).c_str(), folder, name) == 0;
    case NodeType::pipe: return ::mkfifoat(folder, name, mode) == 0 && ::fchmodat(folder, name, mode, 0) == 0;
    case NodeType::other: return false;
  }
  return false;
}

bool is_users(uid_t owner, gid_t group) { return owner == kUser && group == kGroup; }

// Sets the mode again, because chown clears some of its bits.
bool give(const Place& place, NodeType type, mode_t mode, uid_t owner, gid_t group) {
  const int folder = place.folder.get();
  const char* name = place.name.c_str();
  return ::fchownat(folder, name, owner, group, AT_SYMLINK_NOFOLLOW) == 0 &&
         (type == NodeType::link || ::fchmodat(folder, name, mode, 0) == 0);
}

}  // namespace

Step WorldMount::make(std::string_view image) {
  Reader reader(image);
  copied_ = static_cast<Worlds>(reader.number()) == Worlds::copied;
  folder_ = reader.text();
  input_ = reader.text();
  for (std::uint64_t left = reader.count(); left > 0; --left) variables_.emplace_back(reader.text());
  entries_ = reader.text();
  if (reader.failed()) return Step::protocol;
  lower_ = open_folder(AT_FDCWD, "/lower");
  return lower_ ? fill(lower_.get()) : Step::world;
}

Step WorldMount::fill(int root) {
  ASSAY_TRY(make_skeleton(root));
  if (folder_ != "/" && !make_folders(root, folder_)) return Step::world;
  std::vector<Dated> dated;
  Reader entries(entries_);
  for (std::uint64_t left = entries.count(); left > 0; --left) ASSAY_TRY(add_entry(entries, root, dated));
  if (entries.failed()) return Step::protocol;
  // Only now that nothing more is put into folders.
  date_all(root);
  ::utimensat(root, ".", kLongAgo, 0);
  for (const auto& [path, modified, accessed] : dated) {
    const timespec times[2] = {{accessed / kSecond, accessed % kSecond},
                               {modified / kSecond, modified % kSecond}};
    const Place place = open_parent(root, path);
    if (!place.folder || ::utimensat(place.folder.get(), place.name.c_str(), times, AT_SYMLINK_NOFOLLOW) != 0)
      return Step::world;
  }
  return Step::none;
}

Step WorldMount::add_entry(Reader& entries, int root, std::vector<Dated>& dated) {
  const std::string path(entries.text()), same_file(entries.text());
  const auto type = static_cast<NodeType>(entries.number());
  const auto mode = static_cast<mode_t>(entries.number() & 07777);
  const auto owner = static_cast<uid_t>(entries.number());
  const auto group = static_cast<gid_t>(entries.number());
  const std::string_view content = entries.text();
  const std::uint64_t size = entries.number();
  const auto modified = static_cast<std::int64_t>(entries.number());
  const auto accessed = static_cast<std::int64_t>(entries.number());
  if (entries.failed()) return Step::protocol;
  const Place place = open_parent(root, path);
  // Replaces a file of the skeleton.
  if (place.folder && type != NodeType::folder) ::unlinkat(place.folder.get(), place.name.c_str(), 0);
  if (!same_file.empty()) {
    const Place same = open_parent(root, same_file);
    const bool linked =
        place.folder && same.folder &&
        ::linkat(same.folder.get(), same.name.c_str(), place.folder.get(), place.name.c_str(), 0) == 0;
    return linked ? Step::none : Step::world;
  }
  dated.push_back({path, modified, accessed});
  const bool made = place.folder && make_node(place, type, mode, content, size) &&
                    (is_users(owner, group) || give(place, type, mode, owner, group));
  return made ? Step::none : Step::world;
}

bool WorldMount::mount_overlay() {
  const std::string number = std::to_string(generation_), upper = "/scratch/u" + number;
  const std::string work = "/scratch/w" + number;
  if (::mkdir(upper.c_str(), 0755) != 0 || ::mkdir(work.c_str(), 0755) != 0) return false;
  const std::string options = "lowerdir=/lower,upperdir=" + upper + ",workdir=" + work + ",userxattr";
  if (::mount("world", kSlot, "overlay", MS_NOSUID | MS_NODEV | MS_NOATIME, options.c_str()) != 0)
    return false;
  changes_ = open_folder(AT_FDCWD, upper.c_str());
  return static_cast<bool>(changes_);
}

bool WorldMount::mount_copy() {
  const char* options = "size=128m,nr_inodes=32768,mode=0755";
  if (::mount("world", kSlot, "tmpfs", MS_NOSUID | MS_NODEV | MS_NOATIME, options) != 0) return false;
  changes_ = open_folder(AT_FDCWD, kSlot);
  return changes_ && fill(changes_.get()) == Step::none;
}

Step WorldMount::mount() {
  if (mounted_) return Step::none;
  ++generation_;
  if (!is_copied() && !mount_overlay()) {
    overlay_error_ = errno;
    copied_ = true;
  }
  if (is_copied() && !mount_copy()) return Step::world;
  mounted_ = true;
  for (const auto& [from, to] :
       {std::pair("/usr", "/slot/usr"), {"/dev", "/slot/dev"}, {"/proc", "/slot/proc"}}) {
    if (::mount(from, to, nullptr, MS_BIND | MS_REC, nullptr) != 0) return Step::mounts;
  }
  root_ = Descriptor(::open(kSlot, O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!root_ || ::fstat(changes_.get(), &untouched_) != 0) return Step::world;
  ruleset_ = Descriptor(make_ruleset(root_.get()));
  return Step::none;
}

// A single check, as most commands change nothing.
bool WorldMount::is_clean() const {
  if (is_copied()) return false;
  struct stat now;
  if (::fstat(changes_.get(), &now) != 0 ||
      std::memcmp(&now.st_ctim, &untouched_.st_ctim, sizeof now.st_ctim) != 0)
    return false;
  bool more = false;
  return names_in(changes_.get(), 0, more).empty() && !more;
}

void WorldMount::reset() {
  if (!mounted_ || is_clean()) return;
  mounted_ = false;
  ruleset_.reset();
  root_.reset();
  changes_.reset();
  ::umount2(kSlot, MNT_DETACH);
  if (is_copied()) return;
  // Deletes a few files one by one; if there are more, remounts instead.
  constexpr int kFew = 500;
  int budget = kFew;
  const Descriptor scratch = open_folder(AT_FDCWD, "/scratch");
  const std::string number = std::to_string(generation_);
  if (remove_below(scratch.get(), ("u" + number).c_str(), budget) &&
      remove_below(scratch.get(), ("w" + number).c_str(), budget))
    return;
  ::umount2("/scratch", MNT_DETACH);
  mount_scratch();
}

}  // namespace assay::sandbox
