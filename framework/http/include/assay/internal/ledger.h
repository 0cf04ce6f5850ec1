// SPDX-License-Identifier: Apache-2.0
// Counts the requests to a server and their cost, and enforces the budget.
#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "assay/model_usage.h"

namespace assay::http {

class Ledger {
 public:
  // No price: costs are unknown. No budget: they are not limited.
  Ledger(std::optional<TokenPrice> price, std::shared_ptr<Budget> budget);

  // The cost of an answer with this many tokens; none if no price is known.
  std::optional<double> cost_of(std::int64_t input_tokens, std::int64_t output_tokens) const;
  void note_answer(std::int64_t input_tokens, std::int64_t output_tokens);
  void note_cached();
  // Why no further request is allowed; empty: it is.
  std::string objection() const;
  ModelUsage usage() const;

 private:
  const std::optional<TokenPrice> price_;
  const std::shared_ptr<Budget> budget_;
  mutable std::mutex mutex_;
  ModelUsage usage_;
};

}  // namespace assay::http
