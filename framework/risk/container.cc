// SPDX-License-Identifier: Apache-2.0
#include "container.h"

#include <filesystem>
#include <string_view>

#include "assay/internal/text.h"

namespace assay::risk {
namespace {

// Stands for a path that only the container has, so that it is in no place that matters.
constexpr std::string_view kWithin = "./within";

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  for (std::size_t end = text.find(separator); end != text.npos; end = text.find(separator)) {
    parts.push_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  parts.push_back(text);
  return parts;
}

// Whether the source of a mount is a path: otherwise it is the name of a volume.
bool is_path(std::string_view source) {
  return !source.empty() && std::string_view("/~.$").find(source.front()) != std::string_view::npos;
}

std::string normal(std::string_view path) {
  std::string text = std::filesystem::path(path).lexically_normal().string();
  while (text.size() > 1 && text.ends_with('/')) text.pop_back();
  return text;
}

// source:target[:options]
std::optional<Mount> volume_of(std::string_view value) {
  const auto parts = parts_of(value, ':');
  if (parts.size() < 2 || !is_path(parts[0])) return std::nullopt;
  const auto options = parts_of(parts.size() > 2 ? parts[2] : "", ',');
  return Mount{std::string(parts[0]), normal(parts[1]), std::ranges::find(options, "ro") != options.end()};
}

// type=bind,source=/a,target=/b,readonly
std::optional<Mount> described_mount(std::string_view value) {
  Mount mount;
  for (const std::string_view part : parts_of(value, ',')) {
    const std::string_view name = part.substr(0, part.find('='));
    const std::string_view text = name.size() < part.size() ? part.substr(name.size() + 1) : "";
    if (name == "source" || name == "src") mount.source = text;
    if (is_among(name, "target dst destination")) mount.target = normal(text);
    if ((name == "readonly" || name == "ro") && text != "false") mount.is_read_only = true;
  }
  if (!is_path(mount.source) || mount.target.empty()) return std::nullopt;
  return mount;
}

bool is_below(std::string_view path, std::string_view folder) {
  return path == folder || folder == "/" ||
         (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/');
}

}  // namespace

Container container_of(const ParsedInvocation& parsed) {
  const InnerRule& rule = parsed.utility->inner;
  Container container;
  for (const ParsedOption& option : parsed.options) {
    container.is_open |= std::ranges::find(rule.opens, option.id) != rule.opens.end();
    if (std::ranges::find(rule.mounts, option.id) == rule.mounts.end()) continue;
    const std::string_view value = option.value.text;
    const bool is_described = value.find("target=") != value.npos || value.find("dst=") != value.npos ||
                              value.find("destination=") != value.npos;
    if (auto mount = is_described ? described_mount(value) : volume_of(value))
      container.mounts.push_back(*std::move(mount));
  }
  return container;
}

std::optional<std::string> on_machine(const Mount& mount, const std::string& path) {
  if (!path.starts_with('/')) return std::nullopt;
  const std::string inside = normal(path);
  if (is_below(inside, mount.target)) {
    const std::string_view rest =
        std::string_view(inside).substr(mount.target == "/" ? 0 : mount.target.size());
    return mount.source == "/" && !rest.empty() ? std::string(rest) : mount.source + std::string(rest);
  }
  const std::string_view folder =
      inside.ends_with("/*") ? std::string_view(inside).substr(0, inside.size() - 2) : inside;
  if (is_below(mount.target, folder.empty() ? "/" : folder)) return mount.source;
  return std::nullopt;
}

std::optional<Call> on_machine(const Mount& mount, const Call& call) {
  Call outside = call;
  bool is_reached = false;
  const auto move = [&](std::string& text) {
    if (auto path = on_machine(mount, text)) {
      text = *std::move(path);
      is_reached = true;
    } else if (text.starts_with('/') || text.starts_with('~')) {
      text = kWithin;
    }
  };
  for (std::string& operand : outside.operands) move(operand);
  for (CalledOption& option : outside.options) move(option.value);
  if (!is_reached) return std::nullopt;
  return outside;
}

void soften(const Container& container, Risk& risk) {
  using enum RiskLevel;
  const bool passes = risk.harm == Harm::exhaustion || risk.harm == Harm::credentials;
  const bool opens = risk.harm == Harm::disk || risk.harm == Harm::guards || risk.harm == Harm::shutdown;
  if (passes || (opens && container.is_open)) return;
  risk.level = std::min(risk.level, high);
  risk.expected_from = std::min(risk.expected_from.value_or(high), high);
}

}  // namespace assay::risk
