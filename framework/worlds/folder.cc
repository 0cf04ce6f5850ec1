// SPDX-License-Identifier: Apache-2.0
// Reads a folder as a world.
#include <sys/stat.h>

#include <algorithm>

#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/worlds.h"

namespace assay::worlds {
namespace {

namespace fs = std::filesystem;
using sandbox::Entry;
using sandbox::NodeType;

[[noreturn]] void refuse_entry(const fs::path& path, const std::string& what) {
  throw Error({path.string(), 0}, what, "a world has files, folders, links and pipes");
}

Entry entry_of(const fs::path& path, const fs::path& below) {
  struct stat found;
  if (::lstat(path.c_str(), &found) != 0) refuse_entry(path, "cannot be read");
  Entry entry{.path = path.lexically_relative(below).string(), .mode = found.st_mode & 07777u};
  if (S_ISREG(found.st_mode)) {
    entry.content = read_file(path);
  } else if (S_ISDIR(found.st_mode)) {
    entry.type = NodeType::folder;
  } else if (S_ISLNK(found.st_mode)) {
    entry.type = NodeType::link;
    entry.content = fs::read_symlink(path).string();
  } else if (S_ISFIFO(found.st_mode)) {
    entry.type = NodeType::pipe;
  } else {
    refuse_entry(path, "is a device or a socket");
  }
  return entry;
}

NamedWorld read_folder(const fs::path& folder) try {
  NamedWorld read;
  read.name = folder.string();
  for (const fs::directory_entry& each : fs::recursive_directory_iterator(folder))
    read.world.entries.push_back(entry_of(each.path(), folder));
  std::ranges::sort(read.world.entries, {}, &Entry::path);
  return read;
} catch (const fs::filesystem_error& error) {
  refuse_entry(folder, error.code().message());
}

}  // namespace

NamedWorld read_world(const std::filesystem::path& source) {
  std::error_code unknown;
  if (fs::is_directory(source, unknown)) return read_folder(source);
  return parse_world(read_file(source), source.string());
}

std::string userland_of_world(const std::filesystem::path& place) try {
  return read_world(place).world.userland;
} catch (const Error&) {
  return "";
}

std::string digest_of_world(const std::filesystem::path& place) try {
  std::error_code unknown;
  return fs::is_directory(place, unknown) ? sha256(world_text(read_folder(place).world)) : sha256_file(place);
} catch (const Error&) {
  return "";
}

}  // namespace assay::worlds
