// SPDX-License-Identifier: Apache-2.0
// What harm in a container means to the machine that it runs on.
#pragma once

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "assay/internal/invocation.h"
#include "assay/internal/risk.h"
#include "call.h"

namespace assay::risk {

// A folder of the machine that the container has too: "-v source:target:ro".
struct Mount {
  std::string source;
  std::string target;
  bool is_read_only = false;
};

struct Container {
  std::vector<Mount> mounts;
  bool is_open = false;  // it has the machine's devices, processes or rights
};

// The container that the options of a call make or enter.
Container container_of(const ParsedInvocation& parsed);

// What a path of the container is on the machine; none if it is the container's own. A folder around a mount
// stands for that mount.
std::optional<std::string> on_machine(const Mount& mount, const std::string& path);
// The call as one on the machine; none if it names nothing of the mount.
std::optional<Call> on_machine(const Mount& mount, const Call& call);

// A risk within the container as a risk for everybody. What is lost or run there is at most high: the machine
// and its other containers live on. That does not help against processes without end, because the kernel is
// shared, nor if secrets leak; and an open container does not keep harm from the machine.
void soften(const Container& container, Risk& risk);

// Adds what `judge` says of `what` (a call or a path) in the container: on the machine's own files if it
// reaches them through a mount, and in the container.
void judge_within(const Container& container, const auto& what, const auto& judge, std::vector<Risk>& risks) {
  std::vector<Risk> found;
  for (const Mount& mount : container.mounts) {
    const auto outside = on_machine(mount, what);
    std::vector<Risk> beyond;
    if (outside) judge(*outside, beyond);
    // What cannot be written can still be read.
    if (mount.is_read_only)
      std::erase_if(beyond, [](const Risk& each) { return each.harm != Harm::credentials; });
    found.insert(found.end(), beyond.begin(), beyond.end());
  }
  std::vector<Risk> within;
  judge(what, within);
  for (Risk& each : within) {
    soften(container, each);
    const bool is_said = std::ranges::any_of(
        found, [&](const Risk& other) { return other.harm == each.harm && other.level >= each.level; });
    if (!is_said) found.push_back(std::move(each));
  }
  risks.insert(risks.end(), found.begin(), found.end());
}

}  // namespace assay::risk
