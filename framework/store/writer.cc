// SPDX-License-Identifier: Apache-2.0
#include "writer.h"

#include "assay/internal/digest.h"
#include "assay/internal/postgres.h"
#include "assay/internal/subject.h"
#include "checksum.h"
#include "columns.h"

namespace assay {
namespace {

// Outputs up to this length stay in their row: a blob row costs a commit nearly as much as the row itself,
// and a digest is not much shorter. Most commands are this short.
constexpr std::size_t kInline = 256;

bool prints(const Answer& answer) { return !answer.stdout_bytes.empty() || !answer.stderr_bytes.empty(); }

bool keeps(KeptOutputs kept, Status status) {
  switch (kept) {
    case KeptOutputs::all: return true;
    case KeptOutputs::failures: return status != Status::pass;
    case KeptOutputs::none: break;
  }
  return false;
}

std::string_view kept_of(const std::string& bytes, const Result& result, KeptOutputs kept) {
  return keeps(kept, result.grade.status) ? std::string_view(bytes) : std::string_view();
}

void bind_output(Query& query, int inline_at, int digest_at, const Output& output) {
  if (output.bytes.empty()) {
    query.null(inline_at).null(digest_at);
  } else if (output.is_blob()) {
    query.null(inline_at).blob(digest_at, output.sha256);
  } else {
    query.blob(inline_at, output.bytes).null(digest_at);
  }
}

// Columns that are not named are null: binding a command's figures takes a third of the time.
std::string insert_figures(Columns columns) {
  std::string sql = "INSERT INTO eval_figures(run_id, row_id, line, checksum, " + column_names(columns) +
                    ") VALUES(?, ?, ?, ?";
  for (int i = 0; i < column_count(columns); ++i) sql += ", ?";
  return sql + ") ON CONFLICT DO NOTHING";
}

}  // namespace

Output::Output(std::string_view from) : bytes(from) {
  if (bytes.size() > kInline) sha256 = sha256_bytes(bytes);
}

ResultRow::ResultRow(const Result& result, KeptOutputs kept)
    : json_(to_json_line(result, Outputs::apart)),
      out_(kept_of(result.answer.stdout_bytes, result, kept)),
      err_(kept_of(result.answer.stderr_bytes, result, kept)),
      checksum_(row_checksum(json_, out_.bytes, err_.bytes)),
      is_lost_(result.outputs_forgotten || (!keeps(kept, result.grade.status) && prints(result.answer))) {}

void ResultRow::bind(Query& query, int first) const {
  query.text(first, json_);
  bind_output(query, first + 1, first + 3, out_);
  bind_output(query, first + 2, first + 4, err_);
  query.integer(first + 5, checksum_).integer(first + 6, is_lost_ ? 1 : 0);
}

std::pair<const Output*, const Output*> ResultRow::outputs() const {
  return out_.sha256 < err_.sha256 ? std::pair(&out_, &err_) : std::pair(&err_, &out_);
}

struct ResultWriter::Inner {
  Inner(Database& database, std::filesystem::path at, KeptOutputs outputs)
      : file(std::move(at)),
        kept(outputs),
        begin(database, database.file() != nullptr ? "BEGIN IMMEDIATE" : "BEGIN"),
        commit(database, "COMMIT"),
        rollback(database, "ROLLBACK"),
        row(database, std::string("INSERT INTO eval_rows(") + ResultRow::kColumns +
                          ") VALUES(?, ?, ?, ?, ?, ?, ?)" + row_id_returned(database)),
        unrow(database, "DELETE FROM eval_rows WHERE row_id = ?"),
        command_figures(database, insert_figures(Columns::command)),
        retrieval_figures(database, insert_figures(Columns::retrieval)),
        blob(database, "INSERT INTO blobs(sha256, bytes) VALUES(?, ?) ON CONFLICT DO NOTHING"),
        same(database, kSelectSame),
        run(database, "SELECT config_snapshot_json FROM eval_runs WHERE run_id = ?"),
        stale(database,
              "UPDATE eval_runs SET aggregate_json = NULL WHERE run_id = ? AND aggregate_json IS NOT NULL"),
        database(database) {}

  std::filesystem::path file;
  KeptOutputs kept;
  Query begin, commit, rollback, row, unrow, command_figures, retrieval_figures, blob, same, run, stale;
  Database& database;
  std::string known_run;  // seen in the store, with no stale aggregate
  RunInfo info;           // of known_run

  void expect_run(const std::string& run_id) {
    if (run_id == known_run) return;
    const bool found = run.text(1, run_id).step();
    if (found) info = run_info_from_json(run.text(0), {file.string(), 0});
    run.reset();
    if (!found) throw store_error(file, "the store has no run " + run_id, "add the run before its results");
    stale.text(1, run_id).run();
    known_run = run_id;
  }

  std::int64_t put_row(const Result& result) {
    const ResultRow each(result, kept);
    const auto [first, second] = each.outputs();
    for (const Output* output : {first, second})
      if (output->is_blob()) blob.blob(1, output->sha256).blob(2, output->bytes).run();
    each.bind(row, 1);
    return row.run_for_row_id();
  }

  void drop_repetition(const std::string& run_id, const Result& result, std::int64_t row_id) {
    same.text(1, run_id).text(2, result.asked.dataset).text(3, result.asked.id).integer(4, result.attempt);
    const bool is_same = same.integer(5, row_id).step() && same.integer(0) != 0;
    same.reset();
    if (!is_same)
      throw store_error(file,
                        "run " + run_id + " has another result for case " + result.asked.id + ", attempt " +
                            std::to_string(result.attempt),
                        "give each run a different id, and each repeat of a case an attempt number");
    unrow.integer(1, row_id).run();
  }

  void add(const std::string& run_id, const Result& result) {
    const std::int64_t row_id = put_row(result);
    const Figures each = figures_of(result);
    Query& figures = each.retrieval ? retrieval_figures : command_figures;
    figures.text(1, run_id)
        .integer(2, row_id)
        .integer(3, result.asked.where.line)
        .integer(4, checksum_of(each));
    bind_figures(figures, 5, each);
    if (figures.run() == 0) drop_repetition(run_id, result, row_id);
  }

  // In a separate transaction.
  void add_whole(const std::string& run_id, std::span<const Result> results) {
    begin.run();
    try {
      add_all(run_id, results);
      commit.run();
    } catch (...) {
      // There is no transaction left if SQLite rolled back by itself (disk full) or the server is gone.
      if (database.is_in_transaction()) rollback.run();
      known_run.clear();
      throw;
    }
  }

  void add_all(const std::string& run_id, std::span<const Result> results) {
    expect_run(run_id);
    for (const Result& result : results) {
      if (names_subject(result)) {
        add(run_id, result);
        continue;
      }
      Result named = result;
      name_subject(named, info);
      add(run_id, named);
    }
  }
};

ResultWriter::ResultWriter(Database& database, std::filesystem::path file, KeptOutputs kept)
    : inner_(std::make_unique<Inner>(database, std::move(file), kept)) {}
ResultWriter::~ResultWriter() = default;

// A server aborts one of two deadlocked writers, which can safely try again.
void ResultWriter::add(const std::string& run_id, std::span<const Result> results) {
  constexpr int kTries = 5;
  for (int tries = 1;; ++tries) try {
      return inner_->add_whole(run_id, results);
    } catch (const postgres::Failure& failure) {
      if (failure.state() != "40P01" || tries == kTries) throw;
    }
}

void ResultWriter::add_within(const std::string& run_id, std::span<const Result> results) {
  inner_->add_all(run_id, results);
}

void ResultWriter::forget_run() { inner_->known_run.clear(); }

}  // namespace assay
