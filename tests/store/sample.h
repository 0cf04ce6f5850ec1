// SPDX-License-Identifier: Apache-2.0
// Results and folders for the tests of the store.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "assay/store.h"
#include "results.h"
#include "temporary_folder.h"

namespace assay {

inline RunInfo sample_info(const std::string& run_id,
                           const std::string& started = "2026-01-31T12:00:00.000Z") {
  RunInfo info;
  info.run_id = run_id;
  info.suite = "correctness";
  info.tool = "howto";
  info.tool_sha256 = "aaaa";
  info.datasets = {{"files", "1.0", "bbbb", "files.json", 3}};
  info.levels = {"exact"};
  info.commit = "0123456789";
  info.started_at = started;
  info.expected = 3;
  return info;
}

inline Result sample_result(const std::string& id, double score = 1.0, int attempt = 1) {
  Result result = score >= 0.8 ? passed(id) : missed(id);
  result.asked.dataset = "files";
  result.asked.accepted = {"ls"};
  result.asked.category = "listing";
  result.asked.tags = {"ls"};
  result.asked.where.file = "files.json";
  result.attempt = attempt;
  result.dataset_sha256 = "bbbb";
  result.tool_sha256 = "aaaa";
  result.answer.command = "ls";
  result.answer.stdout_bytes = "ls\n";
  result.answer.exit_code = 0;
  result.answer.latency = std::chrono::microseconds(1500);
  result.grade.score = score;
  if (score < 0.8) result.grade.method = "none";
  return result;
}

inline Run sample_run(const std::string& run_id, const std::string& started = "2026-01-31T12:00:00.000Z") {
  Run run{sample_info(run_id, started), {}};
  run.results = {sample_result("a"), sample_result("b", 0.0), sample_result("c", 0.9)};
  return run;
}

}  // namespace assay
