// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/ledger.h"

#include <fmt/format.h>

#include <utility>

namespace assay::http {

Ledger::Ledger(std::optional<TokenPrice> price, std::shared_ptr<Budget> budget)
    : price_(price), budget_(std::move(budget)) {}

std::optional<double> Ledger::cost_of(std::int64_t input_tokens, std::int64_t output_tokens) const {
  constexpr double kMillion = 1e6;
  if (!price_) return std::nullopt;
  return (static_cast<double>(input_tokens) * price_->input +
          static_cast<double>(output_tokens) * price_->output) /
         kMillion;
}

void Ledger::note_answer(std::int64_t input_tokens, std::int64_t output_tokens) {
  const auto cost = cost_of(input_tokens, output_tokens);
  if (budget_ && cost) budget_->spend(*cost);
  const std::lock_guard lock(mutex_);
  ++usage_.requests;
  usage_.input_tokens += input_tokens;
  usage_.output_tokens += output_tokens;
}

void Ledger::note_cached() {
  const std::lock_guard lock(mutex_);
  ++usage_.cached;
}

std::string Ledger::objection() const {
  constexpr double kRounding = 1e-12;  // errors of many small sums
  if (!budget_ || budget_->spent() < budget_->limit() * (1 - kRounding)) return {};
  return fmt::format("{:.4f} of the {:.4f} that asking may cost is spent", budget_->spent(),
                     budget_->limit());
}

ModelUsage Ledger::usage() const {
  const std::lock_guard lock(mutex_);
  ModelUsage usage = usage_;
  usage.cost = cost_of(usage.input_tokens, usage.output_tokens);
  return usage;
}

}  // namespace assay::http
