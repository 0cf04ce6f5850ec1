// SPDX-License-Identifier: Apache-2.0
#include "identity.h"

#include "assay/internal/subject.h"
#include "fault.h"

namespace assay {
namespace {

std::string count_of(const Shards& shards) {
  return shards.count == 0 ? "none" : std::to_string(shards.count);
}

}  // namespace

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
  return found.empty() ? "" : described(found.front());
}

void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other) {
  const std::string what = difference_between(stored, other);
  if (what.empty()) return;
  throw store_error(file, "the store has a run " + stored.run_id + " with another " + what,
                    "start a new run with another id: a run is resumed or joined only with the same tool, "
                    "datasets and settings");
}

}  // namespace assay
