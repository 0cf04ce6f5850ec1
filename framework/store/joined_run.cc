// SPDX-License-Identifier: Apache-2.0
#include "joined_run.h"

#include <algorithm>
#include <set>
#include <string_view>

namespace assay {
namespace {

constexpr std::string_view kBetweenHosts = ", ";

void add_hosts(std::set<std::string>& hosts, std::string_view text) {
  while (!text.empty()) {
    const auto end = text.find(kBetweenHosts);
    hosts.emplace(text.substr(0, end));
    text = end == text.npos ? std::string_view() : text.substr(end + kBetweenHosts.size());
  }
}

std::string joined_hosts(const std::string& a, const std::string& b) {
  std::set<std::string> hosts;
  add_hosts(hosts, a);
  add_hosts(hosts, b);
  std::string text;
  for (const auto& host : hosts) text += (text.empty() ? "" : std::string(kBetweenHosts)) + host;
  return text;
}

// Empty values count as unknown.
const std::string& first_of(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return a.empty() ? b : a;
  return std::min(a, b);
}

std::vector<std::size_t> joined_shards(std::vector<std::size_t> a, const std::vector<std::size_t>& b) {
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::sort(a);
  const auto twice = std::ranges::unique(a);
  a.erase(twice.begin(), twice.end());
  return a;
}

}  // namespace

RunInfo joined(RunInfo a, const RunInfo& b) {
  a.name = first_of(a.name, b.name);
  a.parent_run_id = first_of(a.parent_run_id, b.parent_run_id);
  a.tool_path = first_of(a.tool_path, b.tool_path);
  for (auto& dataset : a.datasets) {
    const auto other = std::ranges::find(b.datasets, dataset.name, &DatasetInfo::name);
    if (other != b.datasets.end()) dataset.file = first_of(dataset.file, other->file);
  }
  a.gate = std::min(a.gate, b.gate);
  a.min_mean = std::max(a.min_mean, b.min_mean);
  a.unmeasured = std::max(a.unmeasured, b.unmeasured);
  a.host = joined_hosts(a.host, b.host);
  a.commit = first_of(a.commit, b.commit);
  a.dirty = a.dirty || b.dirty;
  a.assay_version = first_of(a.assay_version, b.assay_version);
  a.started_at = first_of(a.started_at, b.started_at);
  a.finished_at = std::max(a.finished_at, b.finished_at);
  a.expected = std::max(a.expected, b.expected);
  a.shards.asked = joined_shards(std::move(a.shards.asked), b.shards.asked);
  a.shards.command = first_of(a.shards.command, b.shards.command);
  return a;
}

}  // namespace assay
