// Whether two runs may be compared, and what differs between them besides their answers.
#include <algorithm>
#include <map>
#include <set>

#include "assay/compare.h"

namespace assay {
namespace {

const DatasetInfo* find(const RunInfo& info, const std::string& name) {
  const auto found = std::find_if(info.datasets.begin(), info.datasets.end(),
                                  [&](const auto& each) { return each.name == name; });
  return found == info.datasets.end() ? nullptr : &*found;
}

std::string shortened(const std::string& hash) { return hash.empty() ? "unknown" : hash.substr(0, 12); }

std::string arrow(const std::string& a, const std::string& b) {
  return (a.empty() ? "none" : a) + " -> " + (b.empty() ? "none" : b);
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::set<std::string> dataset_names(const RunInfo& a, const RunInfo& b) {
  std::set<std::string> names;
  for (const RunInfo* info : {&a, &b})
    for (const auto& each : info->datasets) names.insert(each.name);
  return names;
}

// One line a dataset that is not the same in both runs.
std::vector<std::string> dataset_changes(const RunInfo& a, const RunInfo& b) {
  std::vector<std::string> changes;
  for (const auto& name : dataset_names(a, b)) {
    const DatasetInfo* in_a = find(a, name);
    const DatasetInfo* in_b = find(b, name);
    if (in_a == nullptr || in_b == nullptr)
      changes.push_back("dataset " + name + " is in " + (in_a == nullptr ? "b" : "a") + " only");
    else if (in_a->sha256 != in_b->sha256)
      changes.push_back("dataset " + name + " differs (" + in_a->version + " " + shortened(in_a->sha256) +
                        " -> " + in_b->version + " " + shortened(in_b->sha256) + ")");
  }
  return changes;
}

using Named = std::map<std::string, std::string>;

std::string value_of(const Named& values, const std::string& name) {
  const auto found = values.find(name);
  return found == values.end() ? std::string() : found->second;
}

std::string part_of(const RunInfo& info, const std::string& name) { return value_of(info.parts, name); }

// One line a name whose value differs: "<name><what> differs (a -> b)".
void add_changes(std::vector<std::string>& causes, const Named& a, const Named& b, const std::string& what) {
  std::set<std::string> names;
  for (const auto& [name, value] : a) names.insert(name);
  for (const auto& [name, value] : b) names.insert(name);
  for (const auto& name : names)
    if (value_of(a, name) != value_of(b, name))
      causes.push_back(name + what + " differs (" + arrow(value_of(a, name), value_of(b, name)) + ")");
}

}  // namespace

std::vector<Problem> obstacles(const RunInfo& a, const RunInfo& b, const CompareOptions& options) {
  std::vector<Problem> problems;
  if (a.suite != b.suite)
    problems.push_back({{},
                        "",
                        "the runs are of different suites: " + a.suite + " and " + b.suite,
                        "compare runs of one suite (assay runs lists them)"});
  if (options.dataset == CompareOptions::Dataset::must_match)
    for (const auto& change : dataset_changes(a, b))
      problems.push_back({{}, "", change, "run both with one dataset, or ask for the cases that they share"});
  if (options.chunker == CompareOptions::Chunker::must_match &&
      part_of(a, "chunker") != part_of(b, "chunker"))
    problems.push_back(
        {{},
         "",
         "chunker version differs (" + arrow(part_of(a, "chunker"), part_of(b, "chunker")) + ")",
         "index both with one chunker, or let hits be matched by document"});
  return problems;
}

std::vector<std::string> causes_between(const RunInfo& a, const RunInfo& b) {
  std::vector<std::string> causes;
  if (a.tool != b.tool)
    causes.push_back("tool differs (" + arrow(a.tool, b.tool) + ")");
  else if (a.tool_sha256 != b.tool_sha256)
    causes.push_back("tool " + a.tool + " differs (" + shortened(a.tool_sha256) + " -> " +
                     shortened(b.tool_sha256) + ")");
  if (a.tool == b.tool && a.description_sha256 != b.description_sha256)
    causes.push_back("the description of tool " + a.tool + " differs");
  for (const auto& [file, hash] : a.tool_files)
    if (const auto other = b.tool_files.find(file); other != b.tool_files.end() && other->second != hash)
      causes.push_back("the tool's file " + file + " differs");
  for (auto& change : dataset_changes(a, b)) causes.push_back(std::move(change));
  add_changes(causes, a.parts, b.parts, " version");
  if (a.levels != b.levels)
    causes.push_back("levels differ (" + arrow(joined(a.levels), joined(b.levels)) + ")");
  else
    add_changes(causes, a.level_versions, b.level_versions, " level's version");
  if (a.tables_sha256 != b.tables_sha256)
    causes.push_back("utility tables differ (" +
                     arrow(shortened(a.tables_sha256), shortened(b.tables_sha256)) + ")");
  // A recording ran under none: that the tool differs says it already.
  if (!a.limits.empty() && !b.limits.empty()) add_changes(causes, a.limits, b.limits, " limit");
  if (a.min_score != b.min_score) causes.push_back("the minimum score differs");
  if (a.assay_version != b.assay_version)
    causes.push_back("assay differs (" + arrow(a.assay_version, b.assay_version) + ")");
  return causes;
}

}  // namespace assay
