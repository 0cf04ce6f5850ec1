// SPDX-License-Identifier: Apache-2.0
#include "worker/effects.h"

#include <fcntl.h>
#include <nettle/base16.h>
#include <nettle/sha2.h>
#include <sys/sysmacros.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <optional>

#include "assay/internal/sandbox.h"

namespace assay::sandbox {
namespace {

constexpr int kDeepest = 150;  // two descriptors per level
constexpr std::uint64_t kMostHashed = 64u << 20;
constexpr std::int64_t kSecond = 1'000'000'000;

struct Found {
  struct stat stat {};
  Node node;
};

std::string digest_of(int folder, const char* name) {
  const Descriptor file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file) return {};
  sha256_ctx state;
  sha256_init(&state);
  std::array<std::uint8_t, 64 << 10> block;
  for (;;) {
    const ssize_t count = ::read(file.get(), block.data(), block.size());
    if (count < 0) return {};
    if (count == 0) break;
    sha256_update(&state, static_cast<std::size_t>(count), block.data());
  }
  std::array<std::uint8_t, SHA256_DIGEST_SIZE> digest;
  sha256_digest(&state, digest.size(), digest.data());
  std::string text(BASE16_ENCODE_LENGTH(digest.size()), '\0');
  base16_encode_update(text.data(), digest.size(), digest.data());
  return text;
}

// None if it is longer than `most` and not entirely a hole, or cannot be read. Leaves out trailing zeros.
std::optional<std::string> content_of(int folder, const char* name, std::uint64_t size, std::uint64_t most) {
  const Descriptor file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  if (!file || most == 0) return {};
  if (::lseek(file.get(), 0, SEEK_DATA) < 0 && errno == ENXIO) return std::string();  // entirely a hole
  if (size > most || ::lseek(file.get(), 0, SEEK_SET) != 0) return {};
  std::string content(size, '\0');
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(file.get(), content.data() + done, size - done);
    if (count <= 0) return {};
    done += static_cast<std::size_t>(count);
  }
  content.resize(content.find_last_not_of('\0') + 1);
  return content;
}

NodeType type_of(mode_t mode) {
  if (S_ISREG(mode)) return NodeType::file;
  if (S_ISDIR(mode)) return NodeType::folder;
  if (S_ISLNK(mode)) return NodeType::link;
  return S_ISFIFO(mode) ? NodeType::pipe : NodeType::other;
}

// None if there is no such file, or no folder.
std::optional<Found> find(int folder, const char* name) {
  Found found;
  if (folder < 0 || ::fstatat(folder, name, &found.stat, AT_SYMLINK_NOFOLLOW) != 0) return {};
  Node& node = found.node;
  node.type = type_of(found.stat.st_mode);
  node.mode = found.stat.st_mode & 07777;
  node.owner = found.stat.st_uid;
  node.group = found.stat.st_gid;
  node.modified = found.stat.st_mtim.tv_sec * kSecond + found.stat.st_mtim.tv_nsec;
  node.accessed = found.stat.st_atim.tv_sec * kSecond + found.stat.st_atim.tv_nsec;
  if (node.type == NodeType::link) node.target = link_target(folder, name);
  if (node.type != NodeType::file) return found;
  node.size = static_cast<std::uint64_t>(found.stat.st_size);
  node.links = static_cast<unsigned>(found.stat.st_nlink);
  if (node.size <= kMostHashed) node.digest = digest_of(folder, name);
  return found;
}

bool is_whiteout(const struct stat& found) {
  return S_ISCHR(found.st_mode) && found.st_rdev == makedev(0, 0);
}

bool hides_beginning(int folder) {
  char value;
  return ::fgetxattr(folder, "user.overlay.opaque", &value, 1) == 1 && value == 'y';
}

// The kernel marks a file of the upper layer that is a changed one of the lower layer, but not one that has
// other names there.
bool is_replaced(int folder, const char* name, const Node& was) {
  if (was.type != NodeType::file || was.links != 1) return false;
  const Descriptor file(::openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  return file && ::fgetxattr(file.get(), "user.overlay.origin", nullptr, 0) < 0 && errno == ENODATA;
}

void write_node(const Node& node, Writer& to) {
  to.number(static_cast<std::uint64_t>(node.type));
  to.number(node.mode);
  to.number(node.owner);
  to.number(node.group);
  to.number(node.size);
  to.number(node.links);
  to.text(node.digest);
  to.text(node.target);
  to.number(static_cast<std::uint64_t>(node.modified));
  to.number(static_cast<std::uint64_t>(node.accessed));
}

class Walk {
 public:
  Walk(bool copied, dev_t device, std::uint64_t content_bytes)
      : copied_(copied), device_(device), content_left_(content_bytes) {}

  // `now` is the changed folder, `before` its initial state, -1 if there was none.
  void compare(int now, int before, const std::string& path, int depth);

  void write(Writer& answer) const {
    answer.number(cut_);
    answer.number(count_);
    answer.text(effects_.bytes());
  }

 private:
  // The content of `after` is in `folder` under `name`.
  void add(Change change, const std::string& path, const Node& before, const Node& after, int folder = -1,
           const char* name = nullptr, bool is_replaced = false);
  void add_content(const Node& node, int folder, const char* name);
  void gone(int before, const std::string& name, const std::string& path, int depth);
  void look_at(int now, int before, const std::string& name, const std::string& path, int depth);
  void look_at_folder(const Found& is, const std::optional<Found>& was, int now, int before, const char* name,
                      const std::string& path, int depth);

  bool copied_;
  dev_t device_;
  bool cut_ = false;
  std::uint64_t count_ = 0;
  std::uint64_t comings_ = 0;  // names created or deleted so far
  std::uint64_t content_left_;
  std::size_t contents_ = 0;  // of effects_, in bytes
  Writer effects_;
};

void Walk::add(Change change, const std::string& path, const Node& before, const Node& after, int folder,
               const char* name, bool is_replaced) {
  if (count_ == kMostEffects || effects_.bytes().size() - contents_ > kMostEffectBytes) {
    cut_ = true;
    return;
  }
  comings_ += change != Change::modified;
  ++count_;
  effects_.number(static_cast<std::uint64_t>(change));
  effects_.text(path);
  write_node(before, effects_);
  write_node(after, effects_);
  effects_.number(is_replaced);
  add_content(after, folder, name);
}

void Walk::add_content(const Node& node, int folder, const char* name) {
  std::optional<std::string> content;
  if (folder >= 0 && node.type == NodeType::file)
    content = content_of(folder, name, node.size, content_left_);
  effects_.number(content.has_value());
  if (!content) return;
  effects_.text(*content);
  contents_ += content->size();
  content_left_ -= content->size();
}

void Walk::gone(int before, const std::string& name, const std::string& path, int depth) {
  const auto was = find(before, name.c_str());
  if (!was || cut_ || depth > kDeepest) return;
  add(Change::deleted, path, was->node, {});
  if (was->node.type != NodeType::folder) return;
  const Descriptor folder = open_folder(before, name.c_str());
  for (const std::string& inner : names_in(folder.get(), kMostEffects, cut_))
    gone(folder.get(), inner, path + "/" + inner, depth + 1);
}

void Walk::compare(int now, int before, const std::string& path, int depth) {
  if (depth > kDeepest) cut_ = true;
  if (cut_) return;
  std::vector<std::string> names = names_in(now, kMostEffects, cut_);
  const std::vector<std::string> present = names;
  // In an overlay's upper layer, a missing name is unchanged.
  if (before >= 0 && (copied_ || hides_beginning(now))) {
    for (std::string& name : names_in(before, kMostEffects, cut_)) names.push_back(std::move(name));
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }
  for (const std::string& name : names) {
    const std::string at = path + "/" + name;
    if (std::binary_search(present.begin(), present.end(), name))
      look_at(now, before, name, at, depth);
    else
      gone(before, name, at, depth);
  }
}

void Walk::look_at(int now, int before, const std::string& name, const std::string& path, int depth) {
  const auto is = find(now, name.c_str());
  if (!is) return;
  if (copied_ && is->stat.st_dev != device_) return;  // a mount point: not part of the world
  if (!copied_ && is_whiteout(is->stat)) return gone(before, name, path, depth);
  const auto was = find(before, name.c_str());
  if (is->node.type == NodeType::folder)
    return look_at_folder(*is, was, now, before, name.c_str(), path, depth);
  const bool was_folder = was && was->node.type == NodeType::folder;
  if (was_folder) gone(before, name, path, depth);
  if (!was || was_folder) return add(Change::created, path, {}, is->node, now, name.c_str());
  const bool is_other =
      !copied_ && is->node.type == NodeType::file && is_replaced(now, name.c_str(), was->node);
  if (is_other || was->node != is->node)
    add(Change::modified, path, was->node, is->node, now, name.c_str(), is_other);
}

void Walk::look_at_folder(const Found& is, const std::optional<Found>& was, int now, int before,
                          const char* name, const std::string& path, int depth) {
  const bool was_folder = was && was->node.type == NodeType::folder;
  if (was && !was_folder) add(Change::deleted, path, was->node, {});
  if (!was_folder) add(Change::created, path, {}, is.node);
  const std::uint64_t comings = comings_;
  const Descriptor folder = open_folder(now, name);
  const Descriptor beginning = was_folder ? open_folder(before, name) : Descriptor();
  if (!folder || (was_folder && !beginning)) {
    cut_ = true;  // what is not looked at is not unchanged
    return;
  }
  compare(folder.get(), beginning.get(), path, depth + 1);
  if (!was_folder) return;
  const bool was_touched = comings == comings_ &&
                           (is.node.modified != was->node.modified || is.node.accessed != was->node.accessed);
  const bool is_other =
      is.node.mode != was->node.mode || is.node.owner != was->node.owner || is.node.group != was->node.group;
  if (is_other || was_touched) add(Change::modified, path, was->node, is.node);
}

}  // namespace

void write_effects(const WorldMount& world, std::uint64_t content_bytes, Writer& answer) {
  struct stat root {};
  ::fstat(world.changes(), &root);
  Walk walk(world.is_copied(), root.st_dev, content_bytes);
  walk.compare(world.changes(), world.beginning(), "", 0);
  walk.write(answer);
}

}  // namespace assay::sandbox
