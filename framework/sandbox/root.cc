// SPDX-License-Identifier: Apache-2.0
#include "root.h"

namespace assay::sandbox {
namespace fs = std::filesystem;

fs::path Root::outside(const std::string& path) const {
  return is_machine() ? fs::path(path) : folder_ / fs::path(path).relative_path();
}

std::string Root::inside(const fs::path& path) const {
  const std::string text = path.string(), folder = folder_.string();
  return !is_machine() && text.starts_with(folder) ? text.substr(folder.size()) : text;
}

std::string Root::real(const std::string& path) const {
  std::error_code failed;
  if (is_machine()) return fs::canonical(path, failed).string();
  constexpr int kMostLinks = 40;
  int links = 0;
  fs::path done = "/";
  fs::path rest = fs::path(path).relative_path();
  while (!rest.empty()) {
    const fs::path part = *rest.begin();
    rest = rest.lexically_relative(part);
    if (rest == ".") rest.clear();
    if (part == "." || part.empty()) continue;
    if (part == "..") {
      done = done.parent_path();
      continue;
    }
    const fs::path next = done / part;
    const fs::file_status status = fs::symlink_status(outside(next.string()), failed);
    if (!fs::exists(status)) return {};
    if (!fs::is_symlink(status)) {
      done = next;
      continue;
    }
    const fs::path target = fs::read_symlink(outside(next.string()), failed);
    if (failed || ++links > kMostLinks) return {};
    if (target.is_absolute()) done = "/";
    rest = rest.empty() ? target.relative_path() : target.relative_path() / rest;
  }
  return done.string();
}

}  // namespace assay::sandbox
