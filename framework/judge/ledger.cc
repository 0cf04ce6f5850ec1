#include "ledger.h"

#include <fmt/format.h>

namespace assay {

void Ledger::note_answer(std::int64_t input_tokens, std::int64_t output_tokens) {
  const std::lock_guard lock(mutex_);
  ++usage_.requests;
  usage_.input_tokens += input_tokens;
  usage_.output_tokens += output_tokens;
}

void Ledger::note_cached() {
  const std::lock_guard lock(mutex_);
  ++usage_.cached;
}

double Ledger::cost() const {
  constexpr double kMillion = 1e6;
  return (static_cast<double>(usage_.input_tokens) * price_->input +
          static_cast<double>(usage_.output_tokens) * price_->output) /
         kMillion;
}

std::string Ledger::objection() const {
  const std::lock_guard lock(mutex_);
  if (!max_cost_ || !price_ || cost() < *max_cost_) return {};
  return fmt::format("the judge has cost {:.4f}, of {:.4f} that it may", cost(), *max_cost_);
}

JudgeUsage Ledger::usage() const {
  const std::lock_guard lock(mutex_);
  JudgeUsage usage = usage_;
  if (price_) usage.cost = cost();
  return usage;
}

}  // namespace assay
