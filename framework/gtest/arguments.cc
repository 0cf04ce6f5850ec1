// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/auxv.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <string_view>
#include <utility>

#include "assay/error.h"
#include "assay/internal/text.h"
#include "discovery.h"

namespace assay {
namespace {

[[noreturn]] void usage(const std::string& what, const std::string& first = "") {
  throw Error({}, what, first + kArgumentsHelp + ", and GoogleTest's own (--help)");
}

bool take_flag(std::string_view name, Arguments& arguments) {
  if (name == "--assay_aggregate")
    arguments.task = Task::aggregate;
  else if (name == "--assay_check")
    arguments.task = Task::check;
  else if (name == "--assay_setup")
    arguments.task = Task::set_up;
  else if (name == "--assay_misses")
    arguments.task = Task::misses;
  else if (name == "--assay_summary")
    arguments.task = Task::summary;
  else if (name == "--assay_accept_baseline")
    arguments.task = Task::accept_baseline;
  else if (name == "--assay_ctest")
    arguments.under_ctest = true;
  else
    return false;
  return true;
}

bool take_value(std::string_view name, std::string_view value, Arguments& arguments) {
  if (name == "--assay_suite")
    arguments.suite = value;
  else if (name == "--assay_ctest")
    arguments.under_ctest = true, arguments.filter = value;
  else if (name == "--assay_run")
    arguments.run_id = value;
  else if (name == "--assay_shard")
    arguments.shard = value;
  else if (name == "--assay_junit" && (value == "rich" || value == "strict"))
    arguments.junit = value;
  else if (name == "--assay_ctest_version")
    arguments.ctest_version = value;
  else if (name == "--assay_ctest_stamp")
    arguments.ctest_stamp = value;
  else if (name == "--assay_emit_ctest")
    arguments.task = Task::emit_ctest, arguments.script = value;
  else
    return false;
  return true;
}

// Beside the executed file or, if that is a symbolic link, beside its target, one step at a time: a suite's
// test_runner is a link itself.
std::filesystem::path suite_beside_program() {
  const auto* executed = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  std::filesystem::path program = executed ? executed : "";
  std::error_code error;
  for (int links = 0; !program.empty() && links < 40; ++links) {
    auto suite = std::filesystem::absolute(program, error).parent_path() / "suite.json";
    if (std::filesystem::exists(suite, error)) return suite;
    const auto target = std::filesystem::read_symlink(program, error);
    if (error) break;
    program = program.parent_path() / target;
  }
  return {};
}

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
      throw Error({now.file, 0}, "has changed since ctest listed its cases", "run ctest again");
  }
}

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

const char* const kArgumentsHelp =
    "arguments: --assay_suite=FILE [[--assay_shard=I/N|auto|auto/N] [--assay_run=ID] | --assay_check | "
    "--assay_aggregate [--assay_run=ID] | --assay_misses | "
    "--assay_summary | "
    "--assay_accept_baseline [--assay_run=ID] | --assay_emit_ctest=FILE] [--assay_junit=rich|strict]";

Arguments take_arguments(int& argc, char** argv) {
  Arguments arguments;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with("--assay_")) {
      argv[kept++] = argv[i];
      continue;
    }
    const auto equals = argument.find('=');
    const bool known = equals == argument.npos
                           ? take_flag(argument, arguments)
                           : take_value(argument.substr(0, equals), argument.substr(equals + 1), arguments);
    if (!known) usage("unknown argument " + std::string(argument));
  }
  const bool runs_all = arguments.task == Task::run_tests && !arguments.under_ctest;
  if (!arguments.run_id.empty() && !runs_all && arguments.task != Task::aggregate &&
      arguments.task != Task::accept_baseline)
    usage("--assay_run goes with --assay_aggregate or --assay_accept_baseline, or names a new run");
  if (!arguments.shard.empty() && !runs_all) usage("--assay_shard is of a run, and not of one under ctest");
  argc = kept;
  argv[argc] = nullptr;
  if (arguments.suite.empty()) arguments.suite = suite_beside_program();
  if (arguments.suite.empty())
    usage("no suite: --assay_suite=FILE is missing, and there is no suite.json beside this program",
          "run a suite's test_runner in the build folder, or give its suite.json; ");
  return arguments;
}

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
    throw Error({suite.index().string(), 0},
                "case " + filter + " cannot be read: its dataset has changed since ctest listed it",
                "run ctest again");
  }
  auto found = discover(suite);
  if (under_ctest) check_listed(read_index(suite.index()), found.index, filter);
  Selection all{.cases = {}, .index = std::move(found.index)};
  for (auto& set : found.datasets)
    for (auto& asked : set.dataset.cases) all.cases.push_back(std::move(asked));
  return all;
}

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
    throw Error({},
                fmt::format("two things say which shard this is: {}; {} is {}/{}", googletests->from,
                            dealing.shard->from, shard.number, shard.count),
                fmt::format("unset one of them: {}, or ASSAY_SHARD", kTotal));
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
    throw Error({folder.string(), 0}, "run " + info.run_id + " was begun here before",
                "give the run another id, or remove that folder and the store that the first try wrote "
                "(assay run goes on with a shard that was stopped; test_runner does not)");
  if (dealing.shard && testing::GTEST_FLAG(filter) != "*")
    throw Error({}, "--gtest_filter=" + testing::GTEST_FLAG(filter) + " of a shard of run " + info.run_id,
                "remove the filter: this process cannot see the filters of other shards");
  const auto own = dealing.shard ? dealt(cases, dealing.shard->shard, info).size() : cases.size();
  if (dealing.shard) info.shards.repeat = suite.repeat;
  std::cout << one_line(description_of(dealing, info, own)) << std::endl;
}

void note_asked(RunInfo& info, const Dealing& dealing, std::size_t results) {
  if (!dealing.shard) return;
  const auto& [number, count] = dealing.shard->shard;
  const std::size_t own = info.shards.cases / count + (number <= info.shards.cases % count ? 1 : 0);
  if (results >= own) info.shards.asked = {number};
}

}  // namespace assay
