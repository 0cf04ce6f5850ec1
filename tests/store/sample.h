// SPDX-License-Identifier: Apache-2.0
// Results and folders for the tests of the store.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "assay/store.h"

namespace assay {

// A folder that is removed when the test ends.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "assay-store-XXXXXX").string();
    path_ = mkdtemp(name.data());
  }
  ~TemporaryFolder() {
    std::error_code ignored;
    std::filesystem::permissions(path_, std::filesystem::perms::owner_all, ignored);
    std::filesystem::remove_all(path_, ignored);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

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
  Result result;
  result.asked.dataset = "files";
  result.asked.id = result.asked.name = id;
  result.asked.prompt = "list files";
  result.asked.accepted = {"ls"};
  result.asked.category = "listing";
  result.asked.tags = {"ls"};
  result.asked.where = {"files.json", 3};
  result.attempt = attempt;
  result.dataset_sha256 = "bbbb";
  result.tool_sha256 = "aaaa";
  result.answer.ending = Ending::answered;
  result.answer.command = "ls";
  result.answer.stdout_bytes = "ls\n";
  result.answer.exit_code = 0;
  result.answer.latency = std::chrono::microseconds(1500);
  result.grade.status = score >= 0.8 ? Status::pass : Status::miss;
  result.grade.score = score;
  result.grade.method = score >= 0.8 ? "exact" : "none";
  return result;
}

inline Run sample_run(const std::string& run_id, const std::string& started = "2026-01-31T12:00:00.000Z") {
  Run run{sample_info(run_id, started), {}};
  run.results = {sample_result("a"), sample_result("b", 0.0), sample_result("c", 0.9)};
  return run;
}

}  // namespace assay
