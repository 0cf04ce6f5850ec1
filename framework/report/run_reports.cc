// SPDX-License-Identifier: Apache-2.0
#include "assay/run_reports.h"

#include <functional>
#include <optional>

#include "assay/internal/digest.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/junit.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/reports.h"
#include "assay/internal/run_rows.h"
#include "details.h"
#include "html/charts.h"

namespace assay {
namespace {

namespace fs = std::filesystem;

constexpr const char* kPicture = "accuracy.svg";

void write(const fs::path& file, const std::function<void(std::ostream&)>& write_to) {
  AtomicFile report(file, Links::replaced);
  write_to(report.out());
  report.commit();
}

// Reports written while the rows are read, so that they are read only once.
class RowReports {
 public:
  explicit RowReports(const fs::path& folder)
      : folder_(folder), results_(folder / "results.jsonl", Links::replaced) {}

  void add(const Result& result) {
    write_result(results_.out(), result);
    if (!result.asked.retrieval) return;
    if (!queries_) queries_.emplace(folder_ / "per_query.jsonl", Links::replaced);
    write_query(queries_->out(), result);
  }

  void add(const CaseRows& rows) {
    for (const Result& each : rows.earlier()) add(each);
    add(rows.last());
    write_attachments(rows.last(), attachments_in(folder_));
  }

  void commit() {
    results_.commit();
    if (queries_) queries_->commit();
  }

 private:
  fs::path folder_;
  AtomicFile results_;
  std::optional<AtomicFile> queries_;
};

RunView write_rows(const RunRows& rows, const fs::path& folder, const ViewOptions& options) {
  RunViewer viewer(rows.info, options);
  RowReports reports(folder);
  for (CaseRows cases(rows.open()); cases.next();) {
    reports.add(cases);
    viewer.add(cases);
  }
  reports.commit();
  return viewer.finish();
}

}  // namespace

// JUnit readers need an absolute path, or one relative to a folder that only they know.
fs::path attachments_in(const fs::path& folder) { return fs::absolute(folder) / "outputs"; }

RunView write_run_reports(const RunRows& rows, const fs::path& folder, const RunReportOptions& options,
                          const ViewOptions& view_options) {
  RunView view = write_rows(rows, folder, view_options);
  view.info.results_sha256 = sha256_file(folder / "results.jsonl");
  const JUnitOptions junit{
      .dialect = options.junit, .root = options.root, .attachments = attachments_in(folder)};
  write(folder / "metrics.json", [&](std::ostream& out) {
    write_metrics(out, rows.info, view.summary, view.retrieval, view.safety, view.evaluation);
  });
  write(folder / "junit.xml", [&](std::ostream& out) { write_junit(out, view, rows, junit); });
  write(folder / kPicture, [&](std::ostream& out) { write_accuracy_picture(out, view.summary); });
  write(folder / "report.md",
        [&](std::ostream& out) { write_markdown(out, view, {.root = options.root, .picture = kPicture}); });
  write(folder / "report.html", [&](std::ostream& out) { write_html(out, view, rows); });
  // Last: a folder with run.json has all reports.
  write(folder / "run.json", [&](std::ostream& out) { out << sealed(to_json(view.info)) << '\n'; });
  return view;
}

void write_run_reports(const Run& run, const fs::path& folder, const RunReportOptions& options) {
  write_run_reports(rows_of(run), folder, options, {});
}

}  // namespace assay
