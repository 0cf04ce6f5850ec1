// SPDX-License-Identifier: Apache-2.0
#include "selection.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <cstdlib>
#include <string>
#include <utility>

#include "discovery.h"

namespace assay {
namespace {

bool is_one_name(const std::string& filter) {
  return !filter.empty() && filter.find_first_of("*?:-") == filter.npos && !std::getenv("GTEST_TOTAL_SHARDS");
}

// Only for readable datasets; the others are red anyway.
void check_listed(const CaseIndex& listed, const CaseIndex& found, const std::string& filter) {
  for (const auto& [now, stamp] : found.files) {
    const auto is_same = [&](const IndexedFile& then) {
      return then.info.file == now.file && then.info.sha256 == now.sha256;
    };
    if (filter != "*" && filter != now.name + ".*") continue;
    if (std::none_of(listed.files.begin(), listed.files.end(), is_same))
      throw Error(Problem{.where = {now.file, 0},
                          .what = "has changed since ctest listed its cases",
                          .next = "run ctest again"});
  }
}

}  // namespace

void map_shard_environment() {
  for (const auto& [theirs, ours] : {std::pair{"TEST_TOTAL_SHARDS", "GTEST_TOTAL_SHARDS"},
                                     {"TEST_SHARD_INDEX", "GTEST_SHARD_INDEX"},
                                     {"TEST_SHARD_STATUS_FILE", "GTEST_SHARD_STATUS_FILE"}})
    if (const char* value = std::getenv(theirs)) ::setenv(ours, value, 0);
}

void override_google_test_flags(const BuiltSuite& suite, const Arguments& arguments) {
  testing::GTEST_FLAG(filter) = arguments.filter;
  testing::GTEST_FLAG(repeat) = 1;
  testing::GTEST_FLAG(brief) = true;  // ctest reports the rest; --gtest_brief=0 still overrides it
  testing::GTEST_FLAG(output) = "";   // otherwise each case would overwrite the previous report
  testing::GTEST_FLAG(stream_result_to) = "";
  if (suite.granularity == Granularity::shards) return;
  for (const char* name : {"GTEST_TOTAL_SHARDS", "GTEST_SHARD_INDEX", "GTEST_SHARD_STATUS_FILE"})
    ::unsetenv(name);
}

Selection select(const BuiltSuite& suite, bool under_ctest) {
  const std::string filter = testing::GTEST_FLAG(filter);
  if (is_one_name(filter) && !testing::GTEST_FLAG(list_tests))
    if (auto found = find_case(suite.index(), filter))
      return {{std::move(found->asked)}, std::move(found->index), true};
  if (is_one_name(filter) && under_ctest) {
    read_index(suite.index());  // throws if the index itself is the problem
    throw Error(
        Problem{.where = {suite.index().string(), 0},
                .what = "case " + filter + " cannot be read: its dataset has changed since ctest listed it",
                .next = "run ctest again"});
  }
  auto found = discover(suite);
  if (under_ctest) check_listed(read_index(suite.index()), found.index, filter);
  Selection all{.cases = {}, .index = std::move(found.index)};
  for (auto& set : found.datasets)
    for (auto& asked : set.dataset.cases) all.cases.push_back(std::move(asked));
  return all;
}

}  // namespace assay
