// SPDX-License-Identifier: Apache-2.0
// Resolves the names that users give for runs.
#include <algorithm>

#include "assay/internal/text.h"
#include "assay/store.h"
#include "fault.h"

namespace assay {
namespace {

// How far "latest~N" goes back; empty if the name has another form.
std::optional<std::size_t> steps_back(std::string_view name) {
  constexpr std::string_view kLatest = "latest";
  if (!name.starts_with(kLatest)) return std::nullopt;
  name.remove_prefix(kLatest.size());
  if (name.empty()) return 0;
  if (name == "~") return 1;
  if (name.front() != '~') return std::nullopt;
  return number_from<std::size_t>(name.substr(1));
}

// The first few names, newest first.
std::string named(const std::vector<std::string>& runs) {
  constexpr std::size_t kShown = 3;
  std::string text;
  for (std::size_t i = 0; i < runs.size() && i < kShown; ++i) text += (i == 0 ? "" : ", ") + runs[i];
  if (runs.size() > kShown) text += ", …";
  return text;
}

// The run `back` steps before the newest complete one; empty if there are too few. Counts results no further
// back than needed.
std::optional<std::string> pick_complete(const Store& store, const std::vector<std::string>& runs,
                                         std::size_t back, std::size_t& complete) {
  for (const std::string& run : runs)
    if (store.is_complete(run) && complete++ == back) return run;
  return std::nullopt;
}

std::string pick_latest(const Store& store, const std::vector<std::string>& runs, std::size_t back,
                        Latest latest) {
  std::size_t complete = 0;
  switch (latest) {
    case Latest::complete:
      if (auto run = pick_complete(store, runs, back, complete)) return *std::move(run);
      break;
    case Latest::any:
      break;
  }
  if (complete > 0)
    throw store_error(store.file(),
                      "the store has only " + std::to_string(complete) + " such runs that are complete",
                      "assay runs lists them all; partial ones are named by their ids");
  if (back < runs.size()) return runs[back];
  throw store_error(store.file(), "the store has only " + std::to_string(runs.size()) + " such runs",
                    "assay runs lists them");
}

std::string pick_named(const Store& store, const std::vector<std::string>& runs, std::string_view name,
                       std::string_view suite) {
  const auto& file = store.file();
  std::vector<std::string> matching;
  if (std::ranges::find(runs, name) != runs.end()) return std::string(name);
  if (auto run = store.run_named(name, suite)) return *std::move(run);
  for (const std::string& run : runs)
    if (!name.empty() && run.starts_with(name)) matching.push_back(run);
  if (matching.size() == 1) return matching.front();
  if (matching.empty())
    throw store_error(file, "the store has no run " + std::string(name), "the newest are " + named(runs));
  throw store_error(file,
                    std::string(name) + " is the beginning of " + std::to_string(matching.size()) + " runs",
                    "say more of one of " + named(matching));
}

}  // namespace

std::string Store::resolve(std::string_view name, std::string_view suite, Latest latest) const {
  const std::vector<std::string> runs = run_ids(suite);
  if (runs.empty())
    throw store_error(
        file(),
        suite.empty() ? "the store has no runs" : "the store has no runs of suite " + std::string(suite),
        "run a suite first, or name another store (ASSAY_STORE)");
  const auto back = steps_back(name);
  return back ? pick_latest(*this, runs, *back, latest) : pick_named(*this, runs, name, suite);
}

}  // namespace assay
