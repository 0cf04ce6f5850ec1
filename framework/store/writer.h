// SPDX-License-Identifier: Apache-2.0
// Writes results into the tables.
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
