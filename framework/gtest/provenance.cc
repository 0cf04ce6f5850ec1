#include "provenance.h"

#include "assay/internal/origin.h"

namespace assay {

RunInfo describe_run(const Suite& suite, const Extensions& extensions, const Tool& tool,
                     const CaseIndex& index, const std::string& run_id) {
  RunInfo info;
  info.run_id = run_id;
  info.suite = suite.name;
  describe_tool(info, tool, suite.folder / "tool.sha256");
  for (const auto& file : index.files) info.datasets.push_back(file.info);
  Suite named = suite;
  if (named.levels.empty()) named.levels = default_levels(index.kind);
  describe_grading(info, evaluate_options(named, extensions).levels, suite.tables);
  info.gate = suite.gate;
  info.min_score = suite.min_score;
  info.min_mean = suite.min_mean;
  describe_start(info, suite.project);
  info.assay_version = ASSAY_VERSION;
  info.expected = index.cases;
  return info;
}

}  // namespace assay
