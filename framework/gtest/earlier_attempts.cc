// SPDX-License-Identifier: Apache-2.0
#include "earlier_attempts.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>
#include <utility>
#include <vector>

#include "assay/internal/fragments.h"
#include "assay/internal/json.h"
#include "assay/internal/run_folder.h"
#include "assay/internal/subject.h"
#include "assay/summary.h"
#include "subject.h"

namespace assay {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t kMostRuns = 10'000;  // looked at, so that a long history of single cases stays quick

struct Order {
  std::string before;  // the run begun before; empty: none, or unknown
  bool is_rerun = false;
};

fs::path order_file(const BuiltSuite& suite, const std::string& run_id) {
  return suite.runs() / run_id / ".order";
}

Order order_of(const BuiltSuite& suite, const std::string& run_id) {
  std::error_code error;
  const auto file = order_file(suite, run_id);
  if (!fs::exists(file, error)) return {};
  const std::string text = read_file(file);
  const auto blank = text.find(' ');
  return {text.substr(0, blank), text.substr(std::min(blank, text.size())).starts_with(" rerun")};
}

// By its pin or, if files only have other times, by its description.
bool is_of_subject(const fs::path& folder, const std::string& pin, const RunInfo& info) try {
  if (is_pinned(folder, pin)) return true;
  const auto file = folder / "run.json";
  std::error_code error;
  if (!fs::exists(file, error)) return false;
  const RunInfo then = run_info_from_json(read_file(file), {file.string(), 1});
  return then.repeat == info.repeat && differences(then, info).empty();
} catch (const Error&) {
  return false;
}

// The results of earlier runs, of the oldest run first.
std::vector<std::vector<Result>> earlier_results(const BuiltSuite& suite, const RunInfo& info, Order order) {
  std::vector<std::vector<Result>> found;
  std::set<std::string> seen = {info.run_id};
  const std::string latest = latest_run(suite.runs());
  const std::string pin = pinned_subject(suite.runs() / info.run_id);
  for (std::string id = order.before; seen.size() < kMostRuns && !id.empty() && seen.insert(id).second;
       id = order.before) {
    const auto folder = suite.runs() / id;
    order = order_of(suite, id);
    bool is_whole = id == latest;
    if (is_of_subject(folder, pin, info)) {
      Run run{info, read_fragments(folder).results};
      is_whole |= run.complete();
      found.push_back(std::move(run.results));
    }
    if (is_whole && !order.is_rerun) break;
  }
  std::ranges::reverse(found);
  return found;
}

}  // namespace

void note_order(const BuiltSuite& suite, const std::string& run_id, RunKind kind) {
  if (kind == RunKind::shard) return;
  const auto before = newest_run(suite.runs());
  if (before == run_id || fs::exists(order_file(suite, run_id))) return;
  write_file_atomically(order_file(suite, run_id), before + (kind == RunKind::rerun ? " rerun\n" : " \n"));
}

WithEarlier with_earlier(const BuiltSuite& suite, Run run) {
  const Order order = order_of(suite, run.info.run_id);
  if (run.complete() && !order.is_rerun) return {std::move(run), std::nullopt};
  auto all = earlier_results(suite, run.info, order);
  if (all.empty()) return {std::move(run), std::nullopt};
  std::set<std::string> asked;
  for (const Result& each : run.results) asked.insert(full_name_of(each.asked));
  all.push_back(std::move(run.results));
  std::map<std::string, int> attempts;
  Run whole{run.info, {}};
  for (auto& results : all)
    for (Result& each : results) {
      each.attempt = ++attempts[full_name_of(each.asked)];
      whole.results.push_back(std::move(each));
    }
  put_in_case_order(whole.results);
  run.results.clear();
  std::ranges::copy_if(whole.results, std::back_inserter(run.results),
                       [&](const Result& each) { return asked.contains(full_name_of(each.asked)); });
  if (!order.is_rerun) return {std::move(run), std::nullopt};
  return {std::move(run), std::move(whole)};
}

}  // namespace assay
