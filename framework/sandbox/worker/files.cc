// SPDX-License-Identifier: Apache-2.0
#include "worker/files.h"

#include <dirent.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>

namespace assay::sandbox {
namespace {

bool is_dots(const char* name) { return std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0; }

}  // namespace

Descriptor open_folder(int at, const char* name) {
  return Descriptor(::openat(at, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC));
}

Place open_parent(int root, std::string_view path) {
  Descriptor folder = open_folder(root, ".");
  while (folder && path.starts_with('/')) path.remove_prefix(1);
  for (std::size_t slash; folder && (slash = path.find('/')) != std::string_view::npos;) {
    const std::string part(path.substr(0, slash));
    path.remove_prefix(std::min(path.find_first_not_of('/', slash), path.size()));
    if (path.empty()) return {std::move(folder), part};
    if (part == ".." || part.empty()) return {};
    if (::mkdirat(folder.get(), part.c_str(), 0755) != 0 && errno != EEXIST) return {};
    folder = open_folder(folder.get(), part.c_str());
  }
  if (path == ".." || path == "." || path.empty()) return {};
  return {std::move(folder), std::string(path)};
}

bool make_folders(int root, std::string_view path) {
  const Place place = open_parent(root, path);
  if (!place.folder) return false;
  return ::mkdirat(place.folder.get(), place.name.c_str(), 0755) == 0 ||
         (errno == EEXIST && open_folder(place.folder.get(), place.name.c_str()));
}

std::vector<std::string> names_in(int folder, std::size_t most, bool& cut) {
  std::vector<std::string> names;
  DIR* stream = ::fdopendir(open_folder(folder, ".").release());
  if (stream == nullptr) {
    cut = true;
    return names;
  }
  while (const dirent* entry = ::readdir(stream)) {
    if (is_dots(entry->d_name)) continue;
    if (names.size() == most) {
      cut = true;
      break;
    }
    names.emplace_back(entry->d_name);
  }
  ::closedir(stream);
  std::sort(names.begin(), names.end());
  return names;
}

bool write_file(int folder, const std::string& name, std::string_view bytes, mode_t mode) {
  const Descriptor file(
      ::openat(folder, name.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0600));
  return file && process::write_all(file.get(), bytes) && ::fchmod(file.get(), mode) == 0;
}

std::string link_target(int folder, const char* name) {
  char target[PATH_MAX];
  const ssize_t length = ::readlinkat(folder, name, target, sizeof target);
  return length < 0 ? std::string() : std::string(target, static_cast<std::size_t>(length));
}

bool remove_below(int folder, const char* name, int& budget) {
  if (--budget < 0) return false;
  if (const Descriptor inner = open_folder(folder, name)) {
    bool cut = false;
    for (const std::string& each : names_in(inner.get(), static_cast<std::size_t>(budget), cut))
      if (!remove_below(inner.get(), each.c_str(), budget)) return false;
    return !cut && ::unlinkat(folder, name, AT_REMOVEDIR) == 0;
  }
  return ::unlinkat(folder, name, 0) == 0;
}

}  // namespace assay::sandbox
