// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "assay/internal/http_client.h"

namespace assay::http {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kFirst{500};
constexpr milliseconds kLongest{8000};
constexpr milliseconds kLongestAsked{60'000};
constexpr double kJitter = 0.25;

bool is_worth_another(const Reply& reply) {
  switch (reply.ending) {
    case Ending::unreachable:
      return reply.status / 100 != 4;  // a proxy that refuses will refuse again
    case Ending::broken:
    case Ending::timed_out:
      return true;
    case Ending::too_large:
    case Ending::cancelled:
      return false;
    case Ending::answered:
      break;
  }
  // An account without credit also answers 429, permanently.
  if (reply.status == 429 && reply.body.find("insufficient_quota") != std::string::npos) return false;
  return reply.status == 408 || reply.status == 409 || reply.status == 429 || reply.status >= 500;
}

}  // namespace

std::optional<milliseconds> pause_after(const Reply& reply, int attempt, double random) {
  if (!is_worth_another(reply)) return std::nullopt;
  if (reply.retry_after && reply.retry_after->count() > 0 && *reply.retry_after <= kLongestAsked)
    return *reply.retry_after;
  const int doublings = std::clamp(attempt - 1, 0, 10);
  const auto longest = std::min(kFirst * (1 << doublings), kLongest);
  return milliseconds(std::lround(static_cast<double>(longest.count()) * (1 - kJitter * random)));
}

}  // namespace assay::http
