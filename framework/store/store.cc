// SPDX-License-Identifier: Apache-2.0
// Writes runs and their results, and changes whole runs. Reading is in reading.cc.
#include "assay/store.h"

#include "connection.h"
#include "database.h"
#include "query.h"
#include "run_row.h"

namespace assay {

Store::Store(const StoreOptions& options) : inner_(std::make_shared<Inner>(options)) {}
Store::~Store() = default;
Store::Store(Store&&) noexcept = default;
Store& Store::operator=(Store&&) noexcept = default;

const std::filesystem::path& Store::file() const { return inner_->file; }

void Store::add_run(const RunInfo& info) {
  guarded(file(), [&] {
    Database& database = inner_->writable();
    Transaction transaction(database, Transaction::Of::runs);
    if (has_run(info.run_id))
      throw store_error(file(), "the store has a run " + info.run_id + " already",
                        "resume it, or give the new run another id");
    insert_run(database, info);
    transaction.commit();
  });
}

void Store::resume_run(const RunInfo& info) {
  guarded(file(), [&] {
    Database& database = inner_->writable();
    Transaction transaction(database, Transaction::Of::runs);
    if (has_run(info.run_id))
      expect_same_run(file(), load_info(info.run_id), info);
    else
      insert_run(database, info);
    transaction.commit();
  });
}

void Store::join_run(const RunInfo& info) {
  guarded(file(), [&] {
    Database& database = inner_->writable();
    Transaction transaction(database, Transaction::Of::runs);
    if (has_run(info.run_id)) {
      const RunInfo stored = load_info(info.run_id);
      expect_same_run(file(), stored, info);
      update_run(database, joined(stored, info));
    } else {
      insert_run(database, info);
    }
    transaction.commit();
    inner_->expect_in_place();
  });
}

void Store::add_result(const std::string& run_id, const Result& result) {
  add_results(run_id, std::span(&result, 1));
}

void Store::add_results(const std::string& run_id, std::span<const Result> results) {
  guarded(file(), [&] {
    inner_->writer().add(run_id, results);
    inner_->expect_in_place();
  });
}

void Store::finish_run(const RunInfo& info) {
  guarded(file(), [&] {
    if (!update_run(inner_->writable(), info))
      throw store_error(file(), "the store has no run " + info.run_id, "add the run before it is finished");
    inner_->expect_in_place();
  });
}

void Store::add(const Run& run) {
  guarded(file(), [&] {
    Transaction transaction(inner_->writable(), Transaction::Of::runs);
    if (has_run(run.info.run_id)) {
      expect_same_run(file(), load_info(run.info.run_id), run.info);
      update_run(*inner_->database, run.info);
    } else {
      insert_run(*inner_->database, run.info);
    }
    inner_->writer().add_within(run.info.run_id, run.results);
    transaction.commit();
    inner_->expect_in_place();
  });
}

void Store::set_aggregate_json(const std::string& run_id, std::string_view json) {
  guarded(file(), [&] {
    Database& database = inner_->writable();
    inner_->writer().forget_run();
    Query query(database, "UPDATE eval_runs SET aggregate_json = ?2 WHERE run_id = ?1");
    if (query.text(1, run_id).text(2, json).run() == 0)
      throw store_error(file(), "the store has no run " + run_id, "assay runs lists them");
    inner_->expect_in_place();
  });
}

void Store::delete_run(const std::string& run_id) {
  guarded(file(), [&] {
    Database& database = inner_->writable();
    inner_->writer().forget_run();
    Transaction transaction(database, Transaction::Of::runs);
    Query(database,
          "DELETE FROM eval_rows WHERE row_id IN (SELECT row_id FROM eval_figures WHERE run_id = ?)")
        .text(1, run_id)
        .run();
    Query(database, "DELETE FROM eval_figures WHERE run_id = ?").text(1, run_id).run();
    if (Query(database, "DELETE FROM eval_runs WHERE run_id = ?").text(1, run_id).run() == 0)
      throw store_error(file(), "the store has no run " + run_id, "assay runs lists them");
    transaction.commit();
  });
}

}  // namespace assay
