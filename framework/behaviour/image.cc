// SPDX-License-Identifier: Apache-2.0
#include "image.h"

#include <algorithm>
#include <map>
#include <set>

#include "assay/internal/text.h"
#include "clauses.h"

namespace assay::behaviour {
namespace {

using sandbox::Change;
using sandbox::Effect;
using sandbox::Entry;
using sandbox::NodeType;

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kRunSeconds = 60;  // times up to this long after the start are from the run itself

std::int64_t seconds_after(std::int64_t nanoseconds, std::int64_t start) {
  const std::int64_t seconds = nanoseconds / kSecond - start;
  return seconds > 0 && seconds <= kRunSeconds ? 0 : seconds;
}

Entry entry_of(const Effect& effect, std::int64_t start) {
  Entry entry{.path = effect.path,
              .type = effect.after.type,
              .mode = effect.after.mode,
              .owner = effect.after.owner,
              .group = effect.after.group,
              .size = effect.after.size,
              .modified = seconds_after(effect.after.modified, start),
              .accessed = seconds_after(effect.after.accessed, start)};
  if (entry.accessed == entry.modified) entry.accessed.reset();
  if (entry.type == NodeType::link) entry.content = effect.after.target;
  if (entry.type == NodeType::file) entry.content = effect.content.value_or("");
  return entry;
}

std::string fault_of(const Effect& effect) {
  const std::string name = one_line(effect.path);
  if (effect.change == Change::deleted) return {};
  if (effect.after.type == NodeType::other) return name + " is not a file, folder, link or pipe";
  if (effect.after.type != NodeType::file) return {};
  if (effect.after.links > 1) return name + " has several names: make hard links with \"entries\"";
  if (!effect.content) return name + " is larger than can be kept";
  return {};
}

class Builder {
 public:
  explicit Builder(const sandbox::World& world) : image_{world, {}} {}

  void take(const Effect& effect) {
    std::string fault = fault_of(effect);
    if (!fault.empty() && image_.fault.empty()) image_.fault = std::move(fault);
    remove(effect.path);
    if (effect.change != Change::deleted) return add(entry_of(effect, *image_.world.start));
    gone_.insert(effect.path);
    remains_.insert(effect.path.substr(0, effect.path.rfind('/')));
  }

  Image image() && {
    for (const std::string& path : gone_)
      if (!added_.contains(path) && is_here_anyway(path) && image_.fault.empty())
        image_.fault = one_line(path) + " is gone, which each world has";
    // Folders that existed only because of what was in them.
    for (const std::string& path : remains_)
      if (!path.empty() && !gone_.contains(path) && !is_here_anyway(path) && !has_entry(path))
        add({.path = path, .type = NodeType::folder, .mode = 0755, .modified = 0});
    for (auto& [path, entry] : added_) image_.world.entries.push_back(std::move(entry));
    image_.world.start.reset();
    return std::move(image_);
  }

 private:
  void add(Entry entry) { added_.insert_or_assign(entry.path, std::move(entry)); }

  void remove(const std::string& path) {
    std::erase_if(image_.world.entries, [&](const Entry& entry) { return absolute_path(entry) == path; });
  }

  bool has_entry(const std::string& path) const {
    return added_.contains(path) || std::ranges::any_of(image_.world.entries, [&](const Entry& entry) {
             return absolute_path(entry) == path;
           });
  }

  std::string absolute_path(const Entry& entry) const { return absolute(entry.path, image_.world.folder); }
  bool is_here_anyway(const std::string& path) const {
    return is_in_every_world(path) || path == image_.world.folder;
  }

  Image image_;
  std::map<std::string, Entry> added_;
  std::set<std::string> gone_;
  std::set<std::string> remains_;  // folders that contained something that is gone
};

}  // namespace

Image image_of(const sandbox::World& world, const sandbox::SandboxResult& outcome) {
  Builder builder(world);
  for (const Effect& effect : outcome.effects) builder.take(effect);
  Image image = std::move(builder).image();
  if (outcome.effects_cut) image.fault = "it changes more files than can be kept";
  return image;
}

}  // namespace assay::behaviour
