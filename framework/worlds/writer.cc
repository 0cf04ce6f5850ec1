// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "assay/internal/text.h"
#include "assay/internal/worlds.h"
#include "moment.h"

namespace assay::worlds {
namespace {

using Json = nlohmann::ordered_json;
using sandbox::Entry;
using sandbox::NodeType;

void put(Json& object, const std::string& member, const std::string& bytes) {
  if (is_utf8(bytes))
    object[member] = bytes;
  else
    object[member + "_base64"] = to_base64(bytes);
}

std::string_view type_of(const Entry& entry) {
  if (!entry.same_file.empty()) return "hardlink";
  switch (entry.type) {
    case NodeType::folder: return "dir";
    case NodeType::link: return "symlink";
    case NodeType::pipe: return "fifo";
    case NodeType::file:
    case NodeType::other: return "file";
  }
  return {};
}

void put_times(Json& json, const Entry& entry) {
  const std::int64_t usual = Entry{}.modified;
  if (entry.dated) {
    json["mtime"] = text_of({Moment::From::epoch, *entry.dated});
    return;
  }
  if (entry.modified != usual) json["mtime"] = text_of({Moment::From::start, entry.modified});
  if (entry.accessed && *entry.accessed != entry.modified)
    json["atime"] = text_of({Moment::From::start, *entry.accessed});
}

Json json_of(const Entry& entry) {
  Json json = Json::object();
  put(json, "path", entry.path);
  json["type"] = type_of(entry);
  if (!entry.same_file.empty()) {
    put(json, "target", entry.same_file);
    return json;
  }
  const unsigned usual = entry.type == NodeType::folder ? 0755 : 0644;
  if (entry.type != NodeType::link && entry.mode != usual) json["mode"] = fmt::format("{:04o}", entry.mode);
  if (entry.owner != sandbox::kUser) json["owner"] = std::to_string(entry.owner);
  if (entry.group != sandbox::kGroup) json["group"] = std::to_string(entry.group);
  put_times(json, entry);
  if (entry.type == NodeType::link) put(json, "target", entry.content);
  if (entry.type != NodeType::file) return json;
  if (!entry.content.empty()) put(json, "content", entry.content);
  if (entry.size > entry.content.size()) json["size"] = entry.size;
  return json;
}

Json json_of(const sandbox::World& world) {
  Json json = Json::object();
  json["cwd"] = world.folder;
  if (!world.userland.empty()) json["userland"] = to_utf8(world.userland);
  for (const auto& [name, value] : world.environment) json["env"][name] = to_utf8(value);
  if (!world.input.empty()) put(json, "stdin", world.input);
  json["entries"] = Json::array();
  for (const Entry& entry : world.entries) json["entries"].push_back(json_of(entry));
  return json;
}

}  // namespace

std::string world_text(const sandbox::World& world) { return json_of(world).dump(1) + "\n"; }

std::string world_line(const sandbox::World& world) { return json_of(world).dump(); }

}  // namespace assay::worlds
