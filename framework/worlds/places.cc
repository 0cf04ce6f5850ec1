// SPDX-License-Identifier: Apache-2.0
// Checks where entries may be: a fault here would keep a sandbox from making the world.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "assay/internal/text.h"
#include "entry_reader.h"

namespace assay::worlds {
namespace {

using sandbox::Entry;
using sandbox::NodeType;

constexpr std::array kSystem = {"/usr", "/proc", "/dev", "/bin", "/sbin", "/lib", "/lib64"};

// Absolute, without empty components; empty if it leads up, or to the root itself.
std::string absolute_path(std::string_view path, std::string_view folder) {
  std::string whole(path.starts_with('/') ? "" : folder);
  (whole += '/') += path;
  std::string place;
  for (std::size_t begin = 0, end; begin < whole.size(); begin = end + 1) {
    end = std::min(whole.find('/', begin), whole.size());
    const std::string_view part = std::string_view(whole).substr(begin, end - begin);
    if (part == ".." || part == "." || part.find('\0') != std::string_view::npos) return {};
    if (!part.empty()) (place += '/') += part;
  }
  return place;
}

class Places {
 public:
  explicit Places(const sandbox::World& world) : world_(world) {}

  // Empty if it may be there.
  std::string fault_of(const Entry& entry) {
    const std::string place = absolute_path(entry.path, world_.folder);
    if (place.empty()) return "leads up, or to the root itself";
    for (const char* system : kSystem) {
      if (place == system || place.starts_with(std::string(system) + "/"))
        return fmt::format("is below {}, which is the sandbox's own", system);
    }
    for (std::size_t slash = place.rfind('/'); slash > 0; slash = place.rfind('/', slash - 1)) {
      const auto above = taken_.find(place.substr(0, slash));
      if (above != taken_.end() && above->second->type != NodeType::folder)
        return fmt::format("is below {}, which is not a folder", one_line(above->first));
    }
    if (std::string fault = fault_of_link(entry); !fault.empty()) return fault;
    const auto below = taken_.lower_bound(place + "/");
    if (entry.type != NodeType::folder && below != taken_.end() && below->first.starts_with(place + "/"))
      return fmt::format("is not a folder, but {} is below it", one_line(below->first));
    if (!taken_.emplace(place, &entry).second) return "exists already";
    return {};
  }

 private:
  std::string fault_of_link(const Entry& entry) const {
    if (entry.same_file.empty()) return {};
    const auto same = taken_.find(absolute_path(entry.same_file, world_.folder));
    if (same != taken_.end() && same->second->type == NodeType::file) return {};
    return fmt::format("is a hard link to {}, which is not an earlier file", one_line(entry.same_file));
  }

  const sandbox::World& world_;
  std::map<std::string, const Entry*> taken_;
};

}  // namespace

std::vector<Problem> check_places(const sandbox::World& world, const std::vector<int>& lines) {
  std::vector<Problem> problems;
  Places places(world);
  for (std::size_t i = 0; i < world.entries.size(); ++i) {
    const std::string fault = places.fault_of(world.entries[i]);
    if (fault.empty()) continue;
    problems.push_back({{"", lines[i]},
                        "",
                        one_line(world.entries[i].path) + " " + fault,
                        "remove it, or choose another path"});
  }
  return problems;
}

}  // namespace assay::worlds
