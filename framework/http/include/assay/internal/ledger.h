// SPDX-License-Identifier: Apache-2.0
// What was asked of a server and what it cost, and whether more may be.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "assay/model_usage.h"

namespace assay::http {

class Ledger {
 public:
  // No price: costs are not known. No budget: nothing holds them back.
  Ledger(std::optional<TokenPrice> price, std::shared_ptr<Budget> budget);

  // What an answer of so many tokens costs; none: no price is known.
  std::optional<double> cost_of(std::int64_t input_tokens, std::int64_t output_tokens) const;
  void note_answer(std::int64_t input_tokens, std::int64_t output_tokens);
  void note_cached();
  // Why nothing more may be asked; empty: it may.
  std::string objection() const;
  ModelUsage usage() const;

 private:
  const std::optional<TokenPrice> price_;
  const std::shared_ptr<Budget> budget_;
  mutable std::mutex mutex_;
  ModelUsage usage_;
};

}  // namespace assay::http
