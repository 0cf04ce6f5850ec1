// SPDX-License-Identifier: Apache-2.0
// Writes results into the tables: each as a row of eval_rows, with its output as blobs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "assay/store.h"
#include "database.h"
#include "query.h"

namespace assay {

// Where one of a result's two outputs is stored: in the row, as a blob, or nowhere if it is empty.
struct Output {
  std::string_view bytes;
  std::string sha256;  // 32 bytes; set for a blob

  explicit Output(std::string_view from);
  bool is_blob() const { return !sha256.empty(); }
};

// The result must outlive this.
class ResultRow {
 public:
  // "result_json, stdout, …", in the order of binding.
  static constexpr const char* kColumns =
      "result_json, stdout, stderr, stdout_sha256, stderr_sha256, checksum, outputs_forgotten";
  static constexpr int kColumnCount = 7;

  ResultRow(const Result& result, KeptOutputs kept);

  // Binds from parameter `first` on; this must live until the query has run.
  void bind(Query& query, int first) const;
  // Both outputs, each a blob or not, in a fixed order: two writers that add the same outputs in opposite
  // orders would deadlock.
  std::pair<const Output*, const Output*> outputs() const;

 private:
  std::string json_;
  Output out_, err_;
  std::int64_t checksum_;
  bool is_lost_;  // some output was not kept
};

class ResultWriter {
 public:
  ResultWriter(Database& database, std::filesystem::path file, KeptOutputs kept);
  ~ResultWriter();
  // Adds all results in one transaction. Throws Error for an unknown run, and for a result that contradicts a
  // stored one.
  void add(const std::string& run_id, std::span<const Result> results);
  // Like add(), within the caller's transaction.
  void add_within(const std::string& run_id, std::span<const Result> results);
  // Call after a run was deleted or an aggregate was stored.
  void forget_run();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
