// What was asked and what it cost, and whether more may be.
#pragma once

#include <mutex>
#include <string>

#include "assay/judge.h"

namespace assay {

class Ledger {
 public:
  explicit Ledger(const JudgeService& service) : price_(service.price), max_cost_(service.max_cost) {}

  void note_answer(std::int64_t input_tokens, std::int64_t output_tokens);
  void note_cached();
  // Why nothing more may be asked; empty: it may.
  std::string objection() const;
  JudgeUsage usage() const;

 private:
  double cost() const;

  const std::optional<TokenPrice> price_;
  const std::optional<double> max_cost_;
  mutable std::mutex mutex_;
  JudgeUsage usage_;
};

}  // namespace assay
