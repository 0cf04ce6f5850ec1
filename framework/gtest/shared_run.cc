// SPDX-License-Identifier: Apache-2.0
#include "shared_run.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>

#include <cstdlib>
#include <iostream>
#include <string_view>

#include "assay/internal/number_from.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr const char* kTotal = "GTEST_TOTAL_SHARDS";
constexpr const char* kIndex = "GTEST_SHARD_INDEX";

// None if it is not a number; GoogleTest reports that itself.
std::optional<std::size_t> number_of(const char* variable) {
  const char* text = std::getenv(variable);
  return number_from<std::size_t>(text == nullptr ? "" : text);
}

std::optional<TakenShard> shard_of_googletest() {
  const auto total = number_of(kTotal), index = number_of(kIndex);
  if (!total || !index) return std::nullopt;
  return TakenShard{{*index + 1, *total}, fmt::format("{}={} and {}={}", kIndex, *index, kTotal, *total), ""};
}

void tell_googletest(const Shard& shard) {
  ::setenv(kTotal, std::to_string(shard.count).c_str(), 1);
  ::setenv(kIndex, std::to_string(shard.number - 1).c_str(), 1);
}

}  // namespace

Dealing take_dealing(const Arguments& arguments) {
  if (arguments.task != Task::run_tests || arguments.under_ctest) return {};
  Dealing dealing = dealing_of({.shard = arguments.shard, .run_id = arguments.run_id});
  const auto googletests = shard_of_googletest();
  if (!dealing.shard) {
    if (dealing.is_shared()) dealing.shard = googletests;
    return dealing;
  }
  const Shard& shard = dealing.shard->shard;
  if (googletests && (googletests->shard.number != shard.number || googletests->shard.count != shard.count))
    throw Error(
        Problem{.where = {},
                .what = fmt::format("two things say which shard this is: {}; {} is {}/{}", googletests->from,
                                    dealing.shard->from, shard.number, shard.count),
                .next = fmt::format("unset one of them: {}, or ASSAY_SHARD", kTotal)});
  tell_googletest(shard);
  return dealing;
}

BuiltSuite suite_of_shard(BuiltSuite suite, const Dealing& dealing) {
  if (!dealing.shard) return suite;
  const Shard& shard = dealing.shard->shard;
  suite.output /= fmt::format("shard-{}-of-{}", shard.number, shard.count);
  return suite;
}

void share_run(RunInfo& info, const BuiltSuite& suite, const std::vector<Case>& cases,
               const Dealing& dealing) {
  info.run_id = shared_run_id(dealing, info);
  const auto folder = suite.runs() / info.run_id;
  if (std::error_code unknown; std::filesystem::exists(folder, unknown))
    throw Error(Problem{
        .where = {folder.string(), 0},
        .what = "run " + info.run_id + " was begun here before",
        .next = "give the run another id, or remove that folder and the store that the first try wrote "
                "(assay run goes on with a shard that was stopped; test_runner does not)"});
  if (dealing.shard && testing::GTEST_FLAG(filter) != "*")
    throw Error(
        Problem{.where = {},
                .what = "--gtest_filter=" + testing::GTEST_FLAG(filter) + " of a shard of run " + info.run_id,
                .next = "remove the filter: this process cannot see the filters of other shards"});
  const auto own = dealing.shard ? dealt(cases, dealing.shard->shard, info).size() : cases.size();
  if (dealing.shard) info.shards.repeat = suite.repeat;
  std::cout << one_line(described(dealing, info, own)) << std::endl;
}

void note_asked(RunInfo& info, const Dealing& dealing, std::size_t results) {
  if (!dealing.shard) return;
  const auto& [number, count] = dealing.shard->shard;
  const std::size_t own = info.shards.cases / count + (number <= info.shards.cases % count ? 1 : 0);
  if (results >= own) info.shards.asked = {number};
}

}  // namespace assay
