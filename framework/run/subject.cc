// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/subject.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

namespace assay {
namespace {

class List {
 public:
  void add(SubjectPart part, const std::string& value) { add(part, "", value); }
  void add(SubjectPart part, const std::string& name, const std::string& value) {
    if (!value.empty()) values_.push_back({part, name, value});
  }
  void add(SubjectPart part, const std::map<std::string, std::string>& named) {
    for (const auto& [name, value] : named) add(part, name, value);
  }
  std::vector<SubjectValue> sorted() && {
    std::sort(values_.begin(), values_.end());
    return std::move(values_);
  }

 private:
  std::vector<SubjectValue> values_;
};

bool comes_before(const SubjectValue& a, const SubjectValue& b) {
  return std::tie(a.part, a.name) < std::tie(b.part, b.name);
}

std::string or_none(const std::string& value) { return value.empty() ? "none" : value; }

}  // namespace

std::vector<SubjectValue> subject_of(const RunInfo& info) {
  List list;
  list.add(SubjectPart::tool, info.tool);
  list.add(SubjectPart::program, info.tool_sha256);
  list.add(SubjectPart::description, info.description_sha256);
  list.add(SubjectPart::tool_file, info.tool_files);
  list.add(SubjectPart::tool_part, info.parts);
  for (const auto& dataset : info.datasets) list.add(SubjectPart::dataset, dataset.name, dataset.sha256);
  list.add(SubjectPart::world, info.worlds);
  list.add(SubjectPart::limit, info.limits);
  list.add(SubjectPart::levels, fmt::format("{}", fmt::join(info.levels, ", ")));
  list.add(SubjectPart::level_version, info.level_versions);
  list.add(SubjectPart::sandbox, info.sandbox);
  for (const auto& [name, value] : info.userland)
    if (name != "userland" || !info.named_userlands.contains("suite"))
      list.add(SubjectPart::userland, name, value);
  list.add(SubjectPart::named_userland, info.named_userlands);
  list.add(SubjectPart::other_userland, info.other_userlands);
  list.add(SubjectPart::model, info.model);
  list.add(SubjectPart::judge, info.judge);
  list.add(SubjectPart::tables, info.tables_sha256);
  list.add(SubjectPart::min_score, fmt::format("{}", info.min_score));
  list.add(SubjectPart::question, std::string(to_string(info.question)));
  // The bound of the judge is in the judge level's version.
  if (info.profile)
    list.add(SubjectPart::profile, fmt::format("{}, similarity threshold {}",
                                               to_string(info.profile->profile), info.profile->threshold));
  return std::move(list).sorted();
}

std::vector<SubjectDifference> differences(const RunInfo& run_a, const RunInfo& run_b) {
  const auto all_a = subject_of(run_a), all_b = subject_of(run_b);
  std::vector<SubjectDifference> found;
  auto a = all_a.begin();
  auto b = all_b.begin();
  while (a != all_a.end() || b != all_b.end()) {
    if (b == all_b.end() || (a != all_a.end() && comes_before(*a, *b))) {
      found.push_back({a->part, a->name, a->value, ""});
      ++a;
    } else if (a == all_a.end() || comes_before(*b, *a)) {
      found.push_back({b->part, b->name, "", b->value});
      ++b;
    } else {
      if (a->value != b->value) found.push_back({a->part, a->name, a->value, b->value});
      ++a, ++b;
    }
  }
  return found;
}

std::string description_of(const SubjectDifference& difference) {
  const SubjectFacts& facts = facts_of(difference.part);
  std::string text(facts.word);
  if (!difference.name.empty()) text += " " + difference.name;
  return facts.is_digest ? text
                         : fmt::format("{}: {}, not {}", text, or_none(difference.a), or_none(difference.b));
}

void name_subject(Result& result, const RunInfo& info) {
  if (result.tool_sha256.empty()) result.tool_sha256 = info.tool_sha256;
  if (!result.dataset_sha256.empty()) return;
  const auto dataset = std::ranges::find(info.datasets, result.asked.dataset, &DatasetInfo::name);
  if (dataset != info.datasets.end()) result.dataset_sha256 = dataset->sha256;
}

bool names_subject(const Result& result) {
  return !result.tool_sha256.empty() && !result.dataset_sha256.empty();
}

}  // namespace assay
