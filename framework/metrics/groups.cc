#include "groups.h"

#include <map>

namespace assay {
namespace {

void count(Counts& counts, Status status) {
  switch (status) {
    case Status::pass:
      ++counts.pass;
      return;
    case Status::miss:
      ++counts.miss;
      return;
    case Status::unmeasured:
      ++counts.unmeasured;
      return;
  }
}

}  // namespace

Group group_of(std::string name, std::span<const Result* const> results) {
  Group group;
  group.name = std::move(name);
  std::vector<double> scores;
  for (const Result* each : results) {
    count(group.counts, each->grade.status);
    if (each->grade.status != Status::unmeasured) scores.push_back(each->grade.score);
  }
  const std::size_t measured = group.counts.measured();
  if (measured > 0) group.accuracy = static_cast<double>(group.counts.pass) / static_cast<double>(measured);
  group.interval = wilson(group.counts.pass, measured);
  group.score = mean_with_error(scores);
  return group;
}

std::vector<Group> groups_by(std::span<const Result* const> results, const Keys& keys) {
  std::map<std::string, std::vector<const Result*>> sorted;
  for (const Result* each : results) {
    for (std::string& key : keys(*each)) {
      std::vector<const Result*>& members = sorted[std::move(key)];
      if (members.empty() || members.back() != each)
        members.push_back(each);  // a tag given twice counts once
    }
  }
  std::vector<Group> groups;
  for (const auto& [key, members] : sorted) groups.push_back(group_of(key, members));
  return groups;
}

}  // namespace assay
