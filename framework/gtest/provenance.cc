#include "provenance.h"

#include <fmt/format.h>

#include "assay/digest.h"
#include "assay/json.h"
#include "assay/origin.h"

namespace assay {
namespace {
namespace fs = std::filesystem;

// Hashing a large binary takes longer than grading a small run, and an editor that runs one case at a time
// would pay for it each time: the hash is kept beside the suite, with the size and time of the file that it
// is of.
std::string hash_or_nothing(const fs::path& file, const fs::path& kept) try {
  const auto stamp = stamp_of(file);
  if (!stamp) return "";
  const auto known = fmt::format("{} {} {}\n", stamp->size, stamp->modified_ns, file.string());
  if (fs::exists(kept))
    if (const auto text = read_file(kept); text.size() == known.size() + 64 && text.starts_with(known))
      return text.substr(known.size());
  const auto hash = sha256_file(file);
  write_file_atomically(kept, known + hash);
  return hash;
} catch (const Error&) {
  return "";
}

}  // namespace

RunInfo describe_run(const Suite& suite, const Extensions& extensions, const Tool& tool,
                     const CaseIndex& index, const std::string& run_id) {
  RunInfo info;
  info.run_id = run_id;
  info.suite = suite.name;
  info.tool = tool.name;
  const auto* program = std::get_if<Program>(&tool.how);
  info.tool_path =
      program ? program_file(program->argv.front()).string() : std::get<Recording>(tool.how).file.string();
  info.tool_sha256 = hash_or_nothing(info.tool_path, suite.folder / "tool.sha256");
  for (const auto& file : index.files) info.datasets.push_back(file.info);
  Suite named = suite;
  if (named.levels.empty()) named.levels = default_levels(index.kind);
  info.levels = named.levels;
  if (suite.tables) info.tables_sha256 = suite.tables->get().sha256();
  info.level_versions = versions_of(evaluate_options(named, extensions).levels);
  info.limits = limits_of(tool);
  info.gate = to_string(suite.gate);
  info.min_score = suite.min_score;
  info.min_mean = suite.min_mean;
  const auto checkout = checkout_of(suite.project);
  info.commit = checkout.commit;
  info.dirty = checkout.dirty;
  info.assay_version = ASSAY_VERSION;
  info.started_at = timestamp(std::chrono::system_clock::now());
  info.expected = index.cases;
  return info;
}

}  // namespace assay
