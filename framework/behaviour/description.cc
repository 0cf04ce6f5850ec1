// SPDX-License-Identifier: Apache-2.0
// Descriptions of outcomes and changes for display.
#include <fmt/format.h>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"

namespace assay::behaviour {

using sandbox::Change;
using sandbox::Effect;
using sandbox::End;
using sandbox::Node;
using sandbox::NodeType;
using sandbox::SandboxResult;

std::string ending_text(const SandboxResult& outcome) {
  switch (outcome.end) {
    case End::exited: return fmt::format("exit status {}", outcome.exit_code);
    case End::signalled: return fmt::format("signal {}", outcome.signal);
    case End::timed_out: return "timed out";
    case End::output_limit: return "printed too much";
    case End::memory_limit: return "took too much memory";
    case End::not_started:
    case End::lost:
    case End::unavailable: return outcome.why;
  }
  return {};
}

namespace {

// Empty if the user owns it.
std::string owner_text(const Node& node) {
  const bool is_users = node.owner == sandbox::kUser && node.group == sandbox::kGroup;
  return is_users ? std::string() : fmt::format(", owner {}:{}", node.owner, node.group);
}

std::string node_text(const Node& node, Digests digests) {
  const bool shows = digests == Digests::shown && !node.digest.empty();
  switch (node.type) {
    case NodeType::file:
      return fmt::format("{} bytes, mode {:04o}{}{}{}", node.size, node.mode, owner_text(node),
                         shows ? ", sha256 " : "", shows ? node.digest.substr(0, 8) : "");
    case NodeType::folder: return fmt::format("folder, mode {:04o}{}", node.mode, owner_text(node));
    case NodeType::link: return "link to " + one_line(node.target);
    case NodeType::pipe: return fmt::format("pipe, mode {:04o}", node.mode);
    case NodeType::other: return "special file";
  }
  return {};
}

// Times differ from run to run, their order does not.
std::string_view direction(std::int64_t before, std::int64_t after) {
  return after > before ? "a later" : "an earlier";
}

std::string modification_text(const Effect& effect, Digests digests) {
  const Node &before = effect.before, &after = effect.after;
  std::string text;
  const auto add = [&text](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (before.type != after.type) return "now " + node_text(after, digests);
  if (before.mode != after.mode) add(fmt::format("mode {:04o} → {:04o}", before.mode, after.mode));
  if (before.owner != after.owner || before.group != after.group)
    add(fmt::format("owner {}:{} → {}:{}", before.owner, before.group, after.owner, after.group));
  if (before.size != after.size) add(fmt::format("{} → {} bytes", before.size, after.size));
  if (before.digest != after.digest)
    add("content" + (digests == Digests::shown ? ", sha256 " + after.digest.substr(0, 8) : ""));
  if (before.target != after.target) add("link to " + one_line(after.target));
  if (before.links != after.links) add(fmt::format("{} → {} names", before.links, after.links));
  if (text.empty() && before.modified != after.modified)
    add(fmt::format("{} time", direction(before.modified, after.modified)));
  if (text.empty() || (before.digest == after.digest && before.accessed != after.accessed))
    add(fmt::format("{} time of access", direction(before.accessed, after.accessed)));
  return text;
}

}  // namespace

std::string change_text(const Effect& effect, std::string_view folder, Digests digests) {
  std::string_view path = effect.path;
  if (!folder.empty() && path.starts_with(folder) && path.substr(folder.size()).starts_with('/'))
    path.remove_prefix(folder.size() + 1);
  const std::string name = one_line(path);
  switch (effect.change) {
    case Change::created: return "created " + name + " (" + node_text(effect.after, digests) + ")";
    case Change::modified: return "changed " + name + " (" + modification_text(effect, digests) + ")";
    case Change::deleted: return "removed " + name;
  }
  return {};
}

}  // namespace assay::behaviour
