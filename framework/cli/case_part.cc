// SPDX-License-Identifier: Apache-2.0
#include "case_part.h"

#include <fnmatch.h>

#include <algorithm>
#include <numeric>
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

bool looks_at_cases(const CasePart& part) {
  return !part.filter.empty() || !part.tag.empty() || !part.category.empty() || !part.failed.empty();
}

bool is_meant(const Case& asked, const CasePart& part) {
  return (part.filter.empty() || ::fnmatch(part.filter.c_str(), full_name_of(asked).c_str(), 0) == 0) &&
         (part.tag.empty() || std::ranges::find(asked.tags, part.tag) != asked.tags.end()) &&
         (part.category.empty() || asked.category == part.category);
}

}  // namespace

void select_part(CaseShelf& cases, const CasePart& part, const RunPlace& place, const std::string& suite) {
  std::vector<std::size_t> meant(cases.size());
  std::iota(meant.begin(), meant.end(), std::size_t{0});
  if (looks_at_cases(part)) {
    const auto failed = part.failed.empty() ? std::set<std::string>() : failed_in(part.failed, place);
    std::erase_if(meant, [&](std::size_t index) {
      const Case each = cases.at(index);
      return !is_meant(each, part) || (!part.failed.empty() && !failed.contains(full_name_of(each)));
    });
  }
  put_in_order(meant, cases, part.order, place, suite);
  if (part.shuffle) std::ranges::shuffle(meant, std::mt19937_64(*part.shuffle));
  if (part.limit && *part.limit < meant.size()) meant.resize(*part.limit);
  if (!meant.empty()) return cases.keep(meant);
  throw Error(Problem{.what = "no case is selected",
                      .next = "assay run without --filter, --tag, --category and --failed asks them all"});
}

}  // namespace assay::cli
