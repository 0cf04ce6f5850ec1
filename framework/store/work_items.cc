// SPDX-License-Identifier: Apache-2.0
#include "work_items.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "assay/internal/digest.h"
#include "fault.h"
#include "query.h"
#include "server.h"
#include "work_tables.h"

namespace assay {
namespace {

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

}  // namespace

std::vector<std::size_t> sorted_by_name(std::span<const WorkItem> items) {
  std::vector<std::size_t> indices(items.size());
  std::iota(indices.begin(), indices.end(), std::size_t{0});
  std::ranges::sort(indices, {}, [&](std::size_t index) -> const WorkItem& { return items[index]; });
  return indices;
}

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

}  // namespace assay
