// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/work_queue.h"

#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <numeric>
#include <optional>
#include <span>
#include <thread>

#include "assay/internal/digest.h"
#include "assay/internal/postgres.h"
#include "assay/internal/threads.h"
#include "connection.h"
#include "database.h"
#include "query.h"
#include "server.h"
#include "work_tables.h"

namespace assay {
namespace {

// The items of a queue, and the check that they are the expected ones.

std::string digest_of(std::span<const WorkItem> items, std::span<const std::size_t> by_name) {
  Sha256 digest;
  for (const std::size_t index : by_name) {
    const auto& [dataset, id, attempt] = items[index];
    digest.add(fmt::format("{}.{} {}\n", dataset, id, attempt));
  }
  return digest.hex();
}

std::string kept_text(std::string_view text) { return escaped_text(text).value_or(std::string(text)); }

void add_items(Database& database, const std::string& run_id, std::span<const WorkItem> items) {
  constexpr std::size_t kAtOnce = 10'000;
  Query insert(database,
               "INSERT INTO work(run_id, place, dataset, query_id, attempt) "
               "SELECT ?, each.place, each.dataset, each.id, each.attempt FROM json_to_recordset(?) "
               "AS each(place bigint, dataset text, id text, attempt integer)");
  for (std::size_t first = 0; first < items.size(); first += kAtOnce) {
    nlohmann::json rows = nlohmann::json::array();
    for (std::size_t place = first; place < std::min(items.size(), first + kAtOnce); ++place)
      rows.push_back({{"place", place},
                      {"dataset", kept_text(items[place].dataset)},
                      {"id", kept_text(items[place].id)},
                      {"attempt", items[place].attempt}});
    const std::string json = rows.dump();
    insert.text(1, run_id).text(2, json).run();
  }
}

// An aggregate of earlier results does not cover the ones that the open items will get. The statement that
// adds these does not look for it: each of its parts costs the server time.
void forget_aggregate(Database& database, const std::string& run_id) {
  Query(database,
        "UPDATE eval_runs SET aggregate_json = NULL WHERE run_id = ?1 AND aggregate_json IS NOT NULL AND "
        "EXISTS (SELECT 1 FROM work WHERE run_id = ?1 AND state < 2)")
      .text(1, run_id)
      .run();
}

// Indices of the items, sorted by dataset, id and attempt.
std::vector<std::size_t> sorted_by_name(std::span<const WorkItem> items) {
  std::vector<std::size_t> indices(items.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  std::ranges::sort(indices, {}, [&](std::size_t index) -> const WorkItem& { return items[index]; });
  return indices;
}

// See WorkQueue's constructor. Throws Error if the queue has other items, or postgres::Failure.
void join_work(Database& database, const std::filesystem::path& url, const std::string& run_id,
               std::span<const WorkItem> items, std::span<const std::size_t> by_name) {
  const std::string digest = digest_of(items, by_name);
  Transaction transaction(database, Transaction::Of::runs);
  Query known(database, "SELECT items, items_sha256 FROM work_queues WHERE run_id = ?");
  if (!known.text(1, run_id).step()) {
    Query(database, "INSERT INTO work_queues(run_id, items, items_sha256) VALUES(?, ?, ?)")
        .text(1, run_id)
        .integer(2, static_cast<std::int64_t>(items.size()))
        .text(3, digest)
        .run();
    add_items(database, run_id, items);
  } else if (known.text(1) != digest) {
    throw store_error(url,
                      fmt::format("the workers of run {} share {} attempts of cases; these are {}, or others",
                                  run_id, known.integer(0), items.size()),
                      "select cases and attempts as they did (--filter, --tag, --category, --failed, "
                      "--limit, --repeat), or name a new run");
  }
  reconcile_work(database, run_id);
  forget_aggregate(database, run_id);
  transaction.commit();
}

using Clock = std::chrono::steady_clock;

constexpr const char* kDeadlock = "40P01";
constexpr const char* kAlreadyThere = "23505";

bool is_of_lost_server(const postgres::Failure& failure) {
  return failure.is_lost() || failure.state().starts_with("57P") || failure.state().starts_with("08");
}

}  // namespace

struct WorkQueue::Inner {
  Inner(WorkTerms of, std::vector<WorkItem> all)
      : terms(std::move(of)),
        url(shown_url(terms.url)),
        items(std::move(all)),
        by_name(sorted_by_name(items)),
        database(open_database({.file = terms.url, .patience = kPatienceOfWorkers})) {
    guarded(url, [&] {
      make_work_tables(*database);
      join_work(*database, url, terms.run_id, items, by_name);
      statements.emplace(*database, terms);
    });
    heart = new_thread([this](std::stop_token over) { beat(over); });
  }

  // Serialised: the heartbeat thread uses the same connection.
  template <typename Work>
  auto guard(Work work) {
    const std::lock_guard lock(mutex);
    bool is_lost = false;
    try {
      return guarded(url, [&] {
        try {
          return work();
        } catch (const postgres::Failure& failure) {
          is_lost = is_of_lost_server(failure);
          throw;
        }
      });
    } catch (const Error& error) {
      if (is_lost) throw LostServer(error.problems());
      throw;
    }
  }

  void beat(const std::stop_token& over) {
    std::mutex own;
    std::condition_variable_any nobody;
    for (std::unique_lock lock(own); !over.stop_requested();) {
      nobody.wait_for(lock, over, terms.lease / 3, [] { return false; });
      if (over.stop_requested()) return;
      try {
        guard([&] { statements->renew(); });
      } catch (const std::exception&) {
        continue;  // the next caller of the queue gets the error
      }
    }
  }

  Lease lease_of(const LeasedRow& row) const {
    const WorkItem item{row.dataset, row.id, row.attempt};
    const auto named = [&](std::size_t index) -> const WorkItem& { return items[index]; };
    const auto found = std::ranges::lower_bound(by_name, item, {}, named);
    if (found == by_name.end() || items[*found] != item)
      throw store_error(url,
                        "the queue of run " + terms.run_id + " has an item that was not put there: " + row.id,
                        "name a new run");
    return {.item = *found, .place = row.place, .tries = row.tries};
  }
  std::vector<Lease> leases_of(const std::vector<LeasedRow>& rows) {
    std::vector<Lease> leases;
    for (const LeasedRow& row : rows) leases.push_back(lease_of(row));
    if (!rows.empty()) first_open = std::max(first_open, rows.back().place);
    return leases;
  }

  // The place after which to look for open items: earlier ones have been leased. Starts over from time to
  // time, to find items that were given back.
  std::int64_t look_from() {
    if (Clock::now() < look_at_all) return first_open;
    look_at_all = Clock::now() + terms.lease / 3;
    return first_open = -1;
  }

  std::vector<Lease> take(std::size_t most) {
    auto rows = statements->take(most, look_from());
    if (rows.empty()) rows = statements->take(most, first_open = -1);
    return leases_of(rows);
  }

  // A server aborts one of two deadlocked workers, which can safely try again.
  template <typename Work>
  static auto persist(Work work) {
    constexpr int kTries = 5;
    for (int tries = 1;; ++tries) try {
        return work();
      } catch (const postgres::Failure& failure) {
        if (failure.state() != kDeadlock || tries == kTries) throw;
      }
  }

  WorkStatements::Finished commit(const Lease& lease, const Result& result, std::size_t wanted) try {
    return statements->finish(lease.place, result, wanted, look_from());
  } catch (const postgres::Failure& failure) {
    if (failure.state() != kAlreadyThere) throw;
    statements->close(lease.place);  // the result came another way, for example by a merge
    return {};
  }

  // An unmeasured result gives way to a measured one.
  bool replace_unmeasured(const Lease& lease, const Result& result) {
    if (result.grade.status == Status::unmeasured) return false;
    Transaction transaction(*database, Transaction::Of::results);
    if (!statements->forget_unmeasured(lease.place)) return false;
    const bool counts = statements->finish(lease.place, result, 0, -1).counts;
    transaction.commit();
    return counts;
  }

  Finish finish(const Lease& lease, const Result& result, std::size_t wanted) {
    auto [counts, rows] = persist([&] { return commit(lease, result, wanted); });
    if (!counts) counts = persist([&] { return replace_unmeasured(lease, result); });
    if (!counts) statements->count_duplicate(result);
    return {counts, leases_of(rows)};
  }

  WorkTerms terms;
  std::filesystem::path url;
  std::vector<WorkItem> items;
  std::vector<std::size_t> by_name;
  std::mutex mutex;
  std::unique_ptr<Database> database;
  std::optional<WorkStatements> statements;
  std::int64_t first_open = -1;
  Clock::time_point look_at_all;
  std::jthread heart;
};

WorkQueue::WorkQueue(WorkTerms terms, std::vector<WorkItem> items)
    : inner_(std::make_unique<Inner>(std::move(terms), std::move(items))) {}
WorkQueue::~WorkQueue() = default;

std::vector<Lease> WorkQueue::take(std::size_t most) {
  return inner_->guard([&] { return inner_->take(most); });
}

WorkQueue::Finish WorkQueue::finish(const Lease& lease, const Result& result, std::size_t take) {
  return inner_->guard([&] { return inner_->finish(lease, result, take); });
}

WorkQueue::State WorkQueue::state() {
  return inner_->guard([&] { return inner_->statements->state(); });
}

void WorkQueue::release() {
  inner_->guard([&] { inner_->statements->release(); });
}

std::size_t open_items(const std::filesystem::path& store, const std::string& run_id) {
  if (!names_server(store)) return 0;
  const auto database = open_database({.file = store, .access = StoreOptions::Access::read});
  return guarded(shown_url(store.string()), [&] {
    if (!has_work_tables(*database)) return std::size_t{0};
    Query open(*database, "SELECT count(*) FROM work WHERE run_id = ? AND state < 2");
    open.text(1, run_id).step();
    return static_cast<std::size_t>(open.integer(0));
  });
}

}  // namespace assay
