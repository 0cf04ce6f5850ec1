// SPDX-License-Identifier: Apache-2.0
#include "case_part.h"

#include <fnmatch.h>

#include <algorithm>
#include <random>
#include <set>

#include "assay/summary.h"
#include "case_order.h"
#include "stored_run.h"

namespace assay::cli {
namespace {

std::set<std::string> failed_in(const std::string& name, const RunPlace& place) {
  const RunRows rows = find_rows(name, place);
  std::set<std::string> failed;
  for (CaseRows cases(rows.open()); cases.next();)
    if (cases.last().grade.status != Status::pass) failed.insert(full_name_of(cases.last().asked));
  return failed;
}

bool is_meant(const Case& asked, const CasePart& part) {
  return (part.filter.empty() || ::fnmatch(part.filter.c_str(), full_name_of(asked).c_str(), 0) == 0) &&
         (part.tag.empty() || std::ranges::find(asked.tags, part.tag) != asked.tags.end()) &&
         (part.category.empty() || asked.category == part.category);
}

}  // namespace

bool selects(const CasePart& part) {
  return !part.filter.empty() || !part.tag.empty() || !part.category.empty() || !part.failed.empty() ||
         part.limit;
}

std::vector<Case> part_of(std::vector<Case> cases, const CasePart& part, const RunPlace& place,
                          const std::string& suite) {
  std::erase_if(cases, [&](const Case& each) { return !is_meant(each, part); });
  if (!part.failed.empty()) {
    const auto failed = failed_in(part.failed, place);
    std::erase_if(cases, [&](const Case& each) { return !failed.contains(full_name_of(each)); });
  }
  cases = ordered(std::move(cases), part.order, place, suite);
  if (part.shuffle) std::ranges::shuffle(cases, std::mt19937_64(*part.shuffle));
  if (part.limit && *part.limit < cases.size()) cases.resize(*part.limit);
  if (!cases.empty()) return cases;
  throw Error(Problem{.what = "no case is selected",
                      .next = "assay run without --filter, --tag, --category and --failed asks them all"});
}

}  // namespace assay::cli
