// SPDX-License-Identifier: Apache-2.0
// Results into the tables, one after the other.
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "assay/store.h"
#include "database.h"

namespace assay {

class ResultWriter {
 public:
  ResultWriter(Database& database, std::filesystem::path file, KeptOutputs kept);
  ~ResultWriter();
  // All in one transaction. Throws Error for an unknown run and for a result that contradicts one that is
  // there.
  void add(const std::string& run_id, std::span<const Result> results);
  // The same within a transaction that the caller has begun.
  void add_within(const std::string& run_id, std::span<const Result> results);
  // After a run was deleted, or an aggregate was stored.
  void forget_run();

 private:
  struct Inner;
  std::unique_ptr<Inner> inner_;
};

}  // namespace assay
