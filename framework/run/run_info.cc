// SPDX-License-Identifier: Apache-2.0
// The description of a run as JSON: for run.json, the store and the member `run` of metrics.json.
#include "assay/internal/seal.h"
#include "assay/result.h"
#include "document_members.h"
#include "question_member.h"

namespace assay {

using json_members::Count;
using json_members::MemberOf;
using json_members::Share;

template <>
struct json_members::NamedBy<Gate> {
  static std::optional<Gate> from(std::string_view word) { return gate_from(word); }
};

template <>
struct json_members::NamedBy<UnmeasuredCases> {
  static std::optional<UnmeasuredCases> from(std::string_view word) { return unmeasured_cases_from(word); }
};

template <>
struct json_members::NamedBy<EvaluationProfile> {
  static std::optional<EvaluationProfile> from(std::string_view name) {
    return evaluation_profile_from(name);
  }
};

template <typename Io>
void describe(Io& io, MemberOf<Io, EvaluationTerms>& terms) {
  io("name", terms.profile);
  io("threshold", Share{terms.threshold});
  io("judge_from", Share{terms.judge_from});
}

constexpr std::int64_t kMostCases = 1'000'000'000;

template <typename Io>
void describe(Io& io, MemberOf<Io, DatasetInfo>& dataset) {
  io("name", dataset.name);
  io("version", dataset.version);
  io("sha256", dataset.sha256);
  io("file", dataset.file);
  io("cases", Count{dataset.cases, 0, kMostCases});
}

template <typename Io>
void describe(Io& io, MemberOf<Io, Shards>& shards) {
  io("count", Count{shards.count, 1, kMostCases});
  io("cases", Count{shards.cases, 0, kMostCases});
  io("dealt_sha256", shards.dealt_sha256);
  io.added("repeat", Count{shards.repeat, 1});
  io("asked", shards.asked);
  io("command", shards.command);
}

template <typename Io>
void describe(Io& io, MemberOf<Io, RunInfo>& info) {
  io("run_id", info.run_id);
  if (!Io::kWrites || !info.name.empty()) io.added("name", info.name);
  io("parent_run_id", info.parent_run_id);
  io("suite", info.suite);
  io("tool", info.tool);
  io("tool_path", info.tool_path);
  io("tool_sha256", info.tool_sha256);
  io.added("description_sha256", info.description_sha256);
  io.added("tool_files", info.tool_files);
  io("datasets", info.datasets);
  if (!Io::kWrites || !info.worlds.empty()) io.added("worlds", info.worlds);
  io("levels", info.levels);
  io.added("level_versions", info.level_versions);
  if (!Io::kWrites || !info.sandbox.empty()) io.added("sandbox", info.sandbox);
  if (!Io::kWrites || !info.userland.empty()) io.added("userland", info.userland);
  if (!Io::kWrites || !info.model.empty()) io.added("model", info.model);
  if (!Io::kWrites || !info.judge.empty()) io.added("judge", info.judge);
  io.added("limits", info.limits);
  io.added("parts", info.parts);
  io("gate", info.gate);
  io("min_score", Share{info.min_score});
  io.added("question", info.question);
  if (!Io::kWrites || info.profile) io.added("profile", info.profile);
  io("min_mean", Share{info.min_mean});
  if (!Io::kWrites || info.unmeasured != UnmeasuredCases::skip) io.added("unmeasured", info.unmeasured);
  if (!Io::kWrites || info.repeat > 0) io.added("repeat", Count{info.repeat, 0});
  io.added("host", info.host);
  io("commit", info.commit);
  io("dirty", info.dirty);
  io("assay_version", info.assay_version);
  io("started_at", info.started_at);
  io("finished_at", info.finished_at);
  io("expected", Count{info.expected, 0, kMostCases});
  if (!Io::kWrites || info.shards.count > 0) io.added("shards", info.shards);
  if (!Io::kWrites || !info.tables_sha256.empty()) io.added("tables_sha256", info.tables_sha256);
  if (!Io::kWrites || !info.results_sha256.empty()) io.added("results_sha256", info.results_sha256);
}

std::string to_json(const RunInfo& info) {
  std::string text;
  json_members::write(text, info);
  return json_members::Json::parse(text).dump(2);
}

RunInfo run_info_from_json(std::string_view text, const SourceLine& where) {
  expect_unchanged(text, where);
  RunInfo info;
  json_members::read_document(text, {where, "a run's description", "remove the line, or run the suite again"},
                              [&](json_members::Reader& reader) { describe(reader, info); });
  return info;
}

}  // namespace assay
