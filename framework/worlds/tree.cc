// SPDX-License-Identifier: Apache-2.0
#include "tree.h"

#include <algorithm>
#include <array>

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;

constexpr std::array kSystemFolders = {"/usr/",  "/proc/", "/dev/",   "/bin/",
                                       "/sbin/", "/lib/",  "/lib64/", "/sys/"};

}  // namespace

std::string Tree::absolute_path(std::string_view path) const {
  std::string whole(path.starts_with('/') ? "" : folder_);
  (whole += '/') += path;
  std::vector<std::string_view> parts;
  for (std::size_t begin = 0, end; begin < whole.size(); begin = end + 1) {
    end = std::min(whole.find('/', begin), whole.size());
    const std::string_view part = std::string_view(whole).substr(begin, end - begin);
    if (part.find('\0') != std::string_view::npos || part.size() > 200) return {};
    if (part == ".." && !parts.empty()) parts.pop_back();
    if (part != ".." && part != "." && !part.empty()) parts.push_back(part);
  }
  std::string place;
  for (const std::string_view part : parts) (place += '/') += part;
  const bool is_system = std::ranges::any_of(
      kSystemFolders, [&](std::string_view each) { return (place + "/").starts_with(each); });
  return is_system || place.size() > 800 ? std::string() : place;
}

bool Tree::add(Entry entry) {
  std::string place = absolute_path(entry.path);
  if (place.empty() || entries_.contains(place)) return false;
  for (std::size_t slash = place.rfind('/'); slash > 0; slash = place.rfind('/', slash - 1)) {
    const auto above = entries_.find(place.substr(0, slash));
    if (above != entries_.end() && above->second.type != NodeType::folder) return false;
  }
  if (entry.type != NodeType::folder) {
    const auto below = entries_.lower_bound(place + "/");
    if (below != entries_.end() && below->first.starts_with(place + "/")) return false;
    // Folders that exist in every world.
    for (const char* folder : {"/home/user", "/home", "/tmp", "/var", "/var/log", "/var/tmp", "/etc", "/mnt",
                               "/opt", "/root", "/run", "/srv"})
      if (place == folder) return false;
  }
  entry.path = place;
  entries_.emplace(std::move(place), std::move(entry));
  return true;
}

std::vector<Entry> Tree::take() {
  std::vector<Entry> all;
  for (auto& [place, entry] : entries_) {
    if (place.starts_with(folder_ + "/")) entry.path = place.substr(folder_.size() + 1);
    all.push_back(std::move(entry));
  }
  entries_.clear();
  std::ranges::stable_partition(all, [](const Entry& entry) { return entry.same_file.empty(); });
  return all;
}

}  // namespace assay::worlds
