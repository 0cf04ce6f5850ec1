// SPDX-License-Identifier: Apache-2.0
#include "run_row.h"

#include <algorithm>
#include <set>
#include <string_view>

#include "assay/internal/digest.h"
#include "assay/internal/subject.h"
#include "query.h"

namespace assay {
namespace {

void bind_run(Query& query, const RunInfo& info, const std::string& json) {
  query.text(1, info.run_id).text(2, info.parent_run_id).text(3, info.suite).text(4, info.tool).text(5, json);
  query.text(6, info.commit).text(7, info.started_at).text(8, info.finished_at);
  query.integer(9, static_cast<std::int64_t>(info.expected)).text(10, info.name);
}

std::string count_of(const Shards& shards) {
  return shards.count == 0 ? "none" : std::to_string(shards.count);
}

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

void insert_run(Database& database, const RunInfo& info) {
  Query query(database,
              "INSERT INTO eval_runs(run_id, parent_run_id, suite, tool, config_snapshot_json, commit_hash, "
              "created_at, "
              "finished_at, expected, name, sequence) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
              "(SELECT coalesce(max(sequence), 0) + 1 FROM eval_runs))");
  const std::string json = sealed(to_json(info));
  bind_run(query, info, json);
  query.run();
}

bool update_run(Database& database, const RunInfo& info) {
  Query query(
      database,
      "UPDATE eval_runs SET parent_run_id = ?2, suite = ?3, tool = ?4, config_snapshot_json = ?5, "
      "commit_hash = ?6, created_at = ?7, finished_at = ?8, expected = ?9, name = ?10 WHERE run_id = ?1");
  const std::string json = sealed(to_json(info));
  bind_run(query, info, json);
  return query.run() > 0;
}

std::string difference_between(const RunInfo& a, const RunInfo& b) {
  if (a.suite != b.suite) return "suite";
  if (a.shards.count != b.shards.count)
    return "number of shards: " + count_of(a.shards) + ", not " + count_of(b.shards);
  if (a.shards.dealt_sha256 != b.shards.dealt_sha256)
    return "set of cases, or another order of them, that was dealt to its shards";
  if (a.shards.repeat != b.shards.repeat)
    return "number of attempts (--repeat): " + std::to_string(a.shards.repeat) + ", not " +
           std::to_string(b.shards.repeat);
  const auto found = differences(a, b);
  return found.empty() ? "" : description_of(found.front());
}

void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other) {
  const std::string what = difference_between(stored, other);
  if (what.empty()) return;
  throw store_error(file, "the store has a run " + stored.run_id + " with another " + what,
                    "start a new run with another id: a run is resumed or joined only with the same tool, "
                    "datasets and settings");
}

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
