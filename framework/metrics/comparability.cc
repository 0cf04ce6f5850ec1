// SPDX-License-Identifier: Apache-2.0
// Whether two runs may be compared, and what differs between them besides their answers.
#include <algorithm>

#include "assay/compare.h"
#include "assay/internal/subject.h"

namespace assay {
namespace {

const DatasetInfo* find_dataset(const RunInfo& info, const std::string& name) {
  const auto found = std::find_if(info.datasets.begin(), info.datasets.end(),
                                  [&](const auto& each) { return each.name == name; });
  return found == info.datasets.end() ? nullptr : &*found;
}

std::string short_hash(const std::string& hash) { return hash.empty() ? "unknown" : hash.substr(0, 12); }

std::string arrow(const std::string& a, const std::string& b) {
  return (a.empty() ? "none" : a) + " -> " + (b.empty() ? "none" : b);
}

// Describes in a line a dataset that differs between the runs.
std::string dataset_change(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  const auto dataset = "dataset " + difference.name;
  if (difference.a.empty() || difference.b.empty())
    return dataset + " is in " + (difference.a.empty() ? "b" : "a") + " only";
  const auto said = [&](const RunInfo& info, const std::string& hash) {
    return find_dataset(info, difference.name)->version + " " + short_hash(hash);
  };
  return dataset + " differs (" + said(a, difference.a) + " -> " + said(b, difference.b) + ")";
}

std::string part_of(const RunInfo& info, const std::string& name) {
  const auto found = info.parts.find(name);
  return found == info.parts.end() ? std::string() : found->second;
}

bool same_levels(const RunInfo& a, const RunInfo& b) { return a.levels == b.levels; }

// Empty if another difference already implies it.
std::string cause(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  const auto values = "differs (" + arrow(difference.a, difference.b) + ")";
  const auto digests = "differs (" + arrow(short_hash(difference.a), short_hash(difference.b)) + ")";
  const bool in_both = !difference.a.empty() && !difference.b.empty();
  switch (difference.part) {
    case SubjectPart::tool:
      return "tool " + values;
    case SubjectPart::program:
      return a.tool == b.tool ? "tool " + a.tool + " " + digests : "";
    case SubjectPart::description:
      return a.tool == b.tool ? "the description of tool " + a.tool + " differs" : "";
    case SubjectPart::tool_file:
      return in_both ? "the tool's file " + difference.name + " differs" : "";
    case SubjectPart::tool_part:
      return difference.name + " version " + values;
    case SubjectPart::dataset:
      return dataset_change(a, b, difference);
    case SubjectPart::world:
      return in_both ? "world " + difference.name + " differs" : "";
    case SubjectPart::limit:  // a recording runs without limits: the line about the tool covers that
      return a.limits.empty() || b.limits.empty() ? "" : difference.name + " limit " + values;
    case SubjectPart::levels:
      return "levels differ (" + arrow(difference.a, difference.b) + ")";
    case SubjectPart::level_version:
      return same_levels(a, b) ? difference.name + " level's version " + values : "";
    case SubjectPart::sandbox:
      return "the sandbox " + values;
    case SubjectPart::model:
      return "the similarity model " + values;
    case SubjectPart::judge:
      return "the judge " + values;
    case SubjectPart::tables:
      return "utility tables differ (" + arrow(difference.a.substr(0, 12), difference.b.substr(0, 12)) + ")";
    case SubjectPart::min_score:
      return "the minimum score differs";
    case SubjectPart::question:
      return "another question is asked (equivalent, fulfils)";
    case SubjectPart::profile:
      return "the profile " + values;
  }
  return "";
}

}  // namespace

std::vector<Problem> obstacles(const RunInfo& a, const RunInfo& b, const CompareOptions& options) {
  std::vector<Problem> problems;
  if (options.dataset == CompareOptions::Dataset::must_match)
    for (const auto& difference : differences(a, b))
      if (difference.part == SubjectPart::dataset)
        problems.push_back(
            {{},
             "",
             dataset_change(a, b, difference),
             "run both with one dataset, or compare only the cases that they share: --any-dataset"});
  if (options.chunker == CompareOptions::Chunker::must_match &&
      part_of(a, "chunker") != part_of(b, "chunker"))
    problems.push_back(
        {{},
         "",
         "chunker version differs (" + arrow(part_of(a, "chunker"), part_of(b, "chunker")) + ")",
         "index both with one chunker, or leave out --strict-chunker-version, so that hits are matched by "
         "document"});
  return problems;
}

std::vector<std::string> causes_between(const RunInfo& a, const RunInfo& b) {
  std::vector<std::string> causes;
  if (a.suite != b.suite) causes.push_back("suite differs (" + arrow(a.suite, b.suite) + ")");
  for (const auto& difference : differences(a, b))
    if (auto line = cause(a, b, difference); !line.empty()) causes.push_back(std::move(line));
  if (a.assay_version != b.assay_version)
    causes.push_back("assay differs (" + arrow(a.assay_version, b.assay_version) + ")");
  return causes;
}

}  // namespace assay
