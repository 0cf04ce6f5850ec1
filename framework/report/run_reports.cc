#include "assay/run_reports.h"

#include <sstream>

#include "assay/internal/json.h"
#include "assay/internal/jsonl.h"
#include "assay/internal/markdown.h"
#include "assay/internal/metrics_json.h"
#include "attachments.h"

namespace assay {
namespace {

template <typename Write>
void write(const std::filesystem::path& file, Write write_to) {
  std::ostringstream text;
  write_to(text);
  write_file_atomically(file, text.view());
}

}  // namespace

// Readers of JUnit want an absolute path, or one from a folder that only they know.
std::filesystem::path attachments_in(const std::filesystem::path& folder) {
  return std::filesystem::absolute(folder) / "outputs";
}

void write_run_reports(const Run& run, const std::filesystem::path& folder, const RunReportOptions& options) {
  const Summary summary = summarise(run);
  const auto retrieval = retrieval_of(run);
  JUnitOptions junit;
  junit.dialect = options.junit;
  junit.root = options.root;
  junit.attachments = attachments_in(folder);
  write(folder / "results.jsonl", [&](std::ostream& out) { write_results(out, run); });
  if (retrieval) write(folder / "per_query.jsonl", [&](std::ostream& out) { write_per_query(out, run); });
  write(folder / "metrics.json",
        [&](std::ostream& out) { write_metrics(out, run.info, summary, retrieval); });
  write_attachments(run, junit.attachments);
  write(folder / "junit.xml", [&](std::ostream& out) { write_junit(out, run, junit); });
  write(folder / "report.md", [&](std::ostream& out) { write_markdown(out, run, summary, {options.root}); });
  // Last: a run that has it has its reports.
  write(folder / "run.json", [&](std::ostream& out) { out << to_json(run.info) << '\n'; });
}

}  // namespace assay
