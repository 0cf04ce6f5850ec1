#include "identity.h"

#include <fmt/format.h>

#include <algorithm>

#include "fault.h"

namespace assay {
namespace {

bool same_dataset(const DatasetInfo& a, const DatasetInfo& b) {
  return a.name == b.name && a.sha256 == b.sha256;
}

std::string versions(const RunInfo& info) {
  std::string text;
  for (const auto& [level, version] : info.level_versions)
    text += (text.empty() ? "" : ", ") + level + " " + version;
  return text.empty() ? "none" : text;
}

std::string changed(const char* what, const std::string& a, const std::string& b) {
  return fmt::format("{}: {}, not {}", what, a, b);
}

// What the first difference is; empty: one run.
std::string difference(const RunInfo& a, const RunInfo& b) {
  if (a.suite != b.suite) return "suite";
  if (a.tool != b.tool || a.tool_sha256 != b.tool_sha256) return "tool";
  if (!std::equal(a.datasets.begin(), a.datasets.end(), b.datasets.begin(), b.datasets.end(), same_dataset))
    return "dataset";
  if (a.levels != b.levels) return "set of levels";
  if (a.level_versions != b.level_versions) return changed("version of a level", versions(a), versions(b));
  if (a.min_score != b.min_score)
    return changed("minimum score (--min-score)", fmt::format("{}", a.min_score),
                   fmt::format("{}", b.min_score));
  if (a.tables_sha256 != b.tables_sha256) return "set of utility tables";
  if (a.parts != b.parts) return "parts of the tool";
  if (a.description_sha256 != b.description_sha256) return "description of the tool";
  if (a.tool_files != b.tool_files) return "file that the tool's arguments name";
  return {};
}

}  // namespace

void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other) {
  const std::string what = difference(stored, other);
  if (what.empty()) return;
  throw store_error(file, "the store has a run " + stored.run_id + " with another " + what,
                    "start a new run: only the run that was stopped can be resumed or joined");
}

}  // namespace assay
