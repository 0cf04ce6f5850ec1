#include "identity.h"

#include "assay/internal/subject.h"
#include "fault.h"

namespace assay {
namespace {

// What the first difference is; empty: one run.
std::string difference(const RunInfo& a, const RunInfo& b) {
  if (a.suite != b.suite) return "suite";
  const auto found = differences(a, b);
  return found.empty() ? "" : described(found.front());
}

}  // namespace

void expect_same_run(const std::filesystem::path& file, const RunInfo& stored, const RunInfo& other) {
  const std::string what = difference(stored, other);
  if (what.empty()) return;
  throw store_error(file, "the store has a run " + stored.run_id + " with another " + what,
                    "start a new run: only the run that was stopped can be resumed or joined");
}

}  // namespace assay
