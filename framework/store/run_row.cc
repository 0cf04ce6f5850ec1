// SPDX-License-Identifier: Apache-2.0
#include "run_row.h"

#include "assay/internal/digest.h"
#include "query.h"

namespace assay {
namespace {

void bind_run(Query& query, const RunInfo& info, const std::string& json) {
  query.text(1, info.run_id).text(2, info.parent_run_id).text(3, info.suite).text(4, info.tool).text(5, json);
  query.text(6, info.commit).text(7, info.started_at).text(8, info.finished_at);
  query.integer(9, static_cast<std::int64_t>(info.expected)).text(10, info.name);
}

}  // namespace

void insert_run(Database& database, const RunInfo& info) {
  Query query(database,
              "INSERT INTO eval_runs(run_id, parent_run_id, suite, tool, config_snapshot_json, commit_hash, "
              "created_at, "
              "finished_at, expected, name, sequence) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
              "(SELECT coalesce(max(sequence), 0) + 1 FROM eval_runs))");
  const std::string json = sealed(to_json(info));
  bind_run(query, info, json);
  query.run();
}

bool update_run(Database& database, const RunInfo& info) {
  Query query(
      database,
      "UPDATE eval_runs SET parent_run_id = ?2, suite = ?3, tool = ?4, config_snapshot_json = ?5, "
      "commit_hash = ?6, created_at = ?7, finished_at = ?8, expected = ?9, name = ?10 WHERE run_id = ?1");
  const std::string json = sealed(to_json(info));
  bind_run(query, info, json);
  return query.run() > 0;
}

}  // namespace assay
