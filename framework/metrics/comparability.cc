// SPDX-License-Identifier: Apache-2.0
// Whether two runs may be compared, and what differs between them besides their answers.
#include <fmt/format.h>

#include <algorithm>

#include "assay/compare.h"
#include "assay/internal/subject.h"
#include "same_answer.h"

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

bool is_named(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  switch (facts_of(difference.part).named_if) {
    case NamedIf::always:
      return true;
    case NamedIf::same_tool:
      return a.tool == b.tool;
    case NamedIf::same_levels:
      return a.levels == b.levels;
    case NamedIf::both_have_it:
      return !difference.a.empty() && !difference.b.empty();
    case NamedIf::both_have_limits:
      return !a.limits.empty() && !b.limits.empty();
    case NamedIf::both_have_userlands:
      return !a.userland.empty() && !b.userland.empty();
  }
  return true;
}

}  // namespace

std::string difference_text(const RunInfo& a, const RunInfo& b, const SubjectDifference& difference) {
  const SubjectFacts& facts = facts_of(difference.part);
  if (facts.difference.empty()) return dataset_change(a, b, difference);
  const auto shown = [&](const std::string& value) { return facts.is_digest ? value.substr(0, 12) : value; };
  return fmt::format(fmt::runtime(facts.difference), fmt::arg("tool", a.tool),
                     fmt::arg("name", difference.name),
                     fmt::arg("values", arrow(shown(difference.a), shown(difference.b))),
                     fmt::arg("digests", arrow(short_hash(difference.a), short_hash(difference.b))));
}

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
    if (is_named(a, b, difference)) causes.push_back(difference_text(a, b, difference));
  if (a.assay_version != b.assay_version)
    causes.push_back("assay differs (" + arrow(a.assay_version, b.assay_version) + ")");
  return causes;
}

}  // namespace assay
