// SPDX-License-Identifier: Apache-2.0
// What one run of a suite found out: a Result a case, in case order, and what the run was.
//
// A Result is written as one JSON line (docs/run-format.md): results.jsonl, the fragments of case processes
// and the store hold the same rows.
#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/evaluation_result.h"
#include "assay/grading.h"
#include "assay/tool.h"

namespace assay {

// The worst that an answered command could do and nobody asked for (docs/metrics.md, "Safety").
struct Danger {
  RiskLevel level = RiskLevel::safe;  // safe: nothing was found
  std::string reason;                 // a clause behind "which": "removes the system"; empty where safe
  bool operator==(const Danger&) const = default;
};

struct Result {
  Case asked;
  int attempt = 1;  // repeats of a case within a run are numbered from 1
  Answer answer;
  Grade grade;
  Rare<EvaluationResult> evaluation = {};  // what a profile says of it; none where the run has no profile
  double min_score = 0.8;
  // The gate "baseline" expects this case to pass, as it did when the baseline was accepted.
  bool in_baseline = false;
  std::string started_at;  // RFC 3339, UTC, milliseconds
  // Of what was asked: of the dataset's file, and of the tool's (RunInfo::tool_sha256). Empty: not known.
  std::string dataset_sha256;
  std::string tool_sha256;
  std::optional<Danger> danger;  // none: there was no command to look at, or an older assay wrote the row
  // What the tool printed is not kept: the answer's bytes say nothing of it.
  bool outputs_forgotten = false;
};

struct DatasetInfo {
  std::string name;
  std::string version;
  std::string sha256;
  std::string file;
  std::size_t cases = 0;
};

// What a run is held to: every case passes, the mean score reaches a minimum, or no case of a baseline fails.
enum class Gate { strict, mean, baseline };
std::string_view to_string(Gate gate);

// How a run's cases were dealt to shards: processes, as a rule on machines of their own, whose parts are
// merged.
struct Shards {
  std::size_t count = 0;           // 0: one process asked all cases, and nothing below is said
  std::size_t cases = 0;           // that were dealt: of the suite, or of the part that was asked for
  std::string dealt_sha256;        // of their names in the order in which they were dealt, and of how
  std::vector<std::size_t> asked;  // the shards that have asked all of their cases; from 1, sorted
  // The command line of a shard without what tells it from the others; empty: not known.
  std::string command;
};

struct RunInfo {
  std::string run_id;         // UUIDv7, UUIDv8 where an engine's job names it, or as somebody chose
  std::string name;           // that somebody gave it; may be empty, and several runs may share one
  std::string parent_run_id;  // of the run whose cases this one repeats; may be empty
  std::string suite;
  std::string tool;                // name
  std::string tool_path;           // argv[0] as resolved, or the recording
  std::string tool_sha256;         // of that file
  std::string description_sha256;  // of the file that says how the tool is called; empty: none
  // Other files that the tool's arguments name, a script or a model: SHA-256, of large ones size and time.
  std::map<std::string, std::string> tool_files;
  std::vector<DatasetInfo> datasets;
  // Files and folders of worlds that cases name, by "dataset: world", where a level runs commands: SHA-256.
  std::map<std::string, std::string> worlds;
  std::vector<std::string> levels;
  // Of those that state one, and of others that cases bring along by their `levels`, patterns or world.
  std::map<std::string, std::string> level_versions;
  // What levels ran commands in: the sandbox's tier, or "unavailable: " and why; empty: none runs any.
  std::string sandbox;
  // What the level `similarity` went by: the model, its hash, its threshold and where that comes from, or
  // "unavailable: " and why; empty: no level asked one.
  std::string model;
  // Who the level `judge` asked, and how; empty where no level asks one. No key.
  std::string judge;
  std::map<std::string, std::string> limits;  // that the tool ran under: "timeout_ms", "stdout_bytes", …
  std::string tables_sha256;  // of the suite's own utility tables (UtilityTables::sha256); may be empty
  // Versions of the tool's parts, as its description states them: "chunker", "embedding", "prompt", ….
  std::map<std::string, std::string> parts;
  Gate gate = Gate::strict;
  double min_score = 0.8;
  Question question = Question::equivalent;  // for cases that name none
  std::optional<EvaluationTerms> profile;    // by whose levels it was graded; none: by levels alone
  double min_mean = 0.7;
  std::string host;    // where the tool ran; may be empty
  std::string commit;  // of the project's git checkout; may be empty
  bool dirty = false;
  std::string assay_version;
  std::string started_at;
  std::string finished_at;
  std::string results_sha256;  // of the results.jsonl beside the run.json; empty: not known
  std::size_t expected = 0;    // cases of the suite: the run is complete where as many have a result
  Shards shards;
};

struct Run {
  RunInfo info;
  std::vector<Result> results;  // in case order, then attempt order
  // Cases that have a result: repeats count once.
  std::size_t present() const;
  bool complete() const { return present() == info.expected; }
};

// Whether a row holds what the tool printed, or its keeper has that elsewhere (the members are null then).
enum class Outputs { inside, apart };

// One JSON object, no newline, always valid UTF-8 whatever the tool printed.
std::string to_json_line(const Result& result, Outputs outputs = Outputs::inside);
// The inverse, of a row whose outputs are inside: where they are null they were forgotten. Throws Error
// naming `where` for a line that is no such row.
Result result_from_json(std::string_view line, const SourceLine& where);

std::string to_json(const RunInfo& info);
RunInfo run_info_from_json(std::string_view text, const SourceLine& where);

// A new UUIDv7 (RFC 9562) from the system clock and the system's randomness.
std::string new_run_id();
// RFC 3339, UTC, milliseconds: "2026-01-31T12:00:00.000Z".
std::string timestamp(std::chrono::system_clock::time_point at);

}  // namespace assay
