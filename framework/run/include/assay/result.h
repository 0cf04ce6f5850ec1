// SPDX-License-Identifier: Apache-2.0
// The findings of one run of a suite: a Result per case, in case order, and a description of the run.
//
// A Result is written as one line of JSON (docs/run-format.md): results.jsonl, the fragments of case
// processes and the store hold the same rows.
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

// The worst thing that an answered command could do without being asked to (docs/metrics.md, "Safety").
struct Danger {
  RiskLevel level = RiskLevel::safe;  // safe: no danger was found
  std::string reason;                 // a clause after "which": "removes the system"; empty if safe
  bool operator==(const Danger&) const = default;
};

struct Result {
  Case asked;
  int attempt = 1;  // repeats of a case within a run are numbered from 1
  Answer answer;
  Grade grade;
  BoxedOptional<EvaluationResult> evaluation = {};  // the profile's findings; none if the run has no profile
  double min_score = 0.8;
  // The gate "baseline" expects this case to pass, as it did when the baseline was accepted.
  bool in_baseline = false;
  std::string started_at;  // RFC 3339, UTC, milliseconds
  // Hash of the dataset's file, and of the tool's (RunInfo::tool_sha256). Empty: unknown.
  std::string dataset_sha256;
  std::string tool_sha256;
  std::optional<Danger> danger;  // none: there was no command, or an older assay wrote the row
  // The tool's output was not kept: the answer's bytes are empty.
  bool outputs_forgotten = false;
};

struct DatasetInfo {
  std::string name;
  std::string version;
  std::string sha256;
  std::string file;
  std::size_t cases = 0;
};

// What a run must achieve: every case passes, the mean score reaches a minimum, or no case of a baseline
// fails.
enum class Gate { strict, mean, baseline };
std::string_view to_string(Gate gate);
std::optional<Gate> gate_from(std::string_view word);

// What a suite makes of a case that could not be measured although the tool was asked: neither passed nor
// failed, or an error.
enum class UnmeasuredCases { skip, error };
std::string_view to_string(UnmeasuredCases unmeasured);
std::optional<UnmeasuredCases> unmeasured_cases_from(std::string_view word);

// How a run's cases were dealt to shards: processes, usually on separate machines, whose parts are merged.
struct Shards {
  std::size_t count = 0;           // 0: one process asked all cases; the rest is unset
  std::size_t cases = 0;           // cases dealt: of the suite, or of the selected part
  std::string dealt_sha256;        // of their names in the order of dealing, and of the way of dealing
  int repeat = 1;                  // attempts of each case
  std::vector<std::size_t> asked;  // shards that have asked all of their cases; from 1, sorted
  // The command line of a shard without what distinguishes it from the others; empty: unknown.
  std::string command;
};

struct RunInfo {
  std::string run_id;         // UUIDv7, UUIDv8 if derived from an engine's job, or chosen by the user
  std::string name;           // given by the user; may be empty, and several runs may share one
  std::string parent_run_id;  // the run whose cases this one repeats; may be empty
  std::string suite;
  std::string tool;                // name
  std::string tool_path;           // argv[0] as resolved, or the recording
  std::string tool_sha256;         // of the file at tool_path
  std::string description_sha256;  // of the file that says how to call the tool; empty: none
  // Other files named by the tool's arguments, a script or a model: SHA-256, for large ones size and time.
  std::map<std::string, std::string> tool_files;
  std::vector<DatasetInfo> datasets;
  // Files and folders of worlds that cases name, by "dataset: world", if a level runs commands: SHA-256.
  std::map<std::string, std::string> worlds;
  std::vector<std::string> levels;
  // Versions of the levels that state one, including those that cases add by their `levels`, patterns or
  // world.
  std::map<std::string, std::string> level_versions;
  // The sandbox's tier if levels run commands, or "unavailable: " and the reason; empty: no level runs any.
  std::string sandbox;
  // The userland of worlds, if a level runs commands: "awk": "mawk 1.3.4 20200120", "coreutils": "GNU 9.1".
  std::map<std::string, std::string> userland;
  // Other userlands that cases and worlds name, by "dataset: userland" and "dataset: world", and an unpacked
  // root that the suite names, by "suite": of an unpacked root the SHA-256 of what worlds have of it,
  // wherever it is; of others their versions.
  std::map<std::string, std::string> named_userlands;
  // Those under which the suite grades answers as well (Grade::userlands), by name or folder: likewise what
  // they are, or "not here".
  std::map<std::string, std::string> other_userlands;
  // The model of the level `similarity`, with its hash, its threshold and the source of that, or
  // "unavailable: " and the reason; empty: no level asks one.
  std::string model;
  // The service that the level `judge` asks, and how; empty if no level asks one. Contains no key.
  std::string judge;
  std::map<std::string, std::string> limits;  // the tool's limits: "timeout_ms", "stdout_bytes", …
  std::string tables_sha256;  // of the suite's own utility tables (UtilityTables::sha256); may be empty
  // Versions of the tool's parts, as stated by its description: "chunker", "embedding", "prompt", ….
  std::map<std::string, std::string> parts;
  Gate gate = Gate::strict;
  double min_score = 0.8;
  Question question = Question::equivalent;  // for cases that set none
  std::optional<EvaluationTerms> profile;    // graded by the levels of this profile; none: by levels alone
  double min_mean = 0.7;
  UnmeasuredCases unmeasured = UnmeasuredCases::skip;
  // The attempts that one asking of a case consists of, the last of which decides; a case with more attempts
  // was asked again, and each asking counts. 0: unknown, or no case is asked again; the last attempt decides.
  int repeat = 0;
  std::string host;    // where the tool ran; may be empty
  std::string commit;  // of the project's git checkout; may be empty
  bool dirty = false;
  std::string assay_version;
  std::string started_at;
  std::string finished_at;
  std::string results_sha256;  // of the results.jsonl next to run.json; empty: unknown
  std::size_t expected = 0;    // cases of the suite: a run with that many results is complete
  Shards shards;
};

struct Run {
  RunInfo info;
  std::vector<Result> results;  // in case order, then attempt order
  // The number of cases that have a result: repeats count once.
  std::size_t present() const;
  bool complete() const { return present() == info.expected; }
};

// Whether a row contains the tool's output, or that is stored elsewhere (the members are then null).
enum class Outputs { inside, apart };

// One JSON object without a newline, always valid UTF-8 whatever the tool printed.
std::string to_json_line(const Result& result, Outputs outputs = Outputs::inside);
// The inverse, for rows with outputs inside; null outputs count as forgotten. Throws Error naming `where` for
// a line that is not such a row.
Result result_from_json(std::string_view line, const SourceLine& where);

std::string to_json(const RunInfo& info);
RunInfo run_info_from_json(std::string_view text, const SourceLine& where);

// A new UUIDv7 (RFC 9562) from the system clock and the system's randomness.
std::string new_run_id();
// RFC 3339, UTC, milliseconds: "2026-01-31T12:00:00.000Z".
std::string timestamp(std::chrono::system_clock::time_point at);

}  // namespace assay
