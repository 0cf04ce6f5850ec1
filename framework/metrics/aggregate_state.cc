// SPDX-License-Identifier: Apache-2.0
#include "aggregate_state.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

#include "assay/internal/text.h"

namespace assay::state {
namespace {

constexpr std::size_t kDigits = 16;  // hexadecimal digits in half of a fixed point number

std::uint64_t half_of(std::string_view digits) {
  const auto half = number_from<std::uint64_t>(digits, 16);
  if (!half) throw std::invalid_argument("a sum is no hexadecimal number");
  return *half;
}

}  // namespace

// The fixed point number in two's complement; after a blank, the part that did not fit.
Json json_of(const ExactSum& sum) {
  const auto parts = sum.parts();
  auto text = fmt::format("{:016x}{:016x}", static_cast<std::uint64_t>(parts.high), parts.low);
  if (parts.rest == 0.0L) return text;
  char rest[64];
  std::snprintf(rest, sizeof rest, " %La", parts.rest);
  return text + rest;
}

void restore(const Json& json, ExactSum& sum) {
  const auto& text = json.get_ref<const std::string&>();
  if (text.size() < 2 * kDigits) throw std::invalid_argument("a sum is no hexadecimal number");
  ExactSum::Parts parts;
  parts.high = static_cast<std::int64_t>(half_of(std::string_view(text).substr(0, kDigits)));
  parts.low = half_of(std::string_view(text).substr(kDigits, kDigits));
  if (text.size() > 2 * kDigits) parts.rest = std::strtold(text.c_str() + 2 * kDigits, nullptr);
  sum = ExactSum::of(parts);
}

}  // namespace assay::state
