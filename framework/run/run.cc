// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/random.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <set>
#include <string_view>
#include <utility>

#include "assay/error.h"
#include "assay/internal/enum_words.h"
#include "assay/internal/text.h"
#include "assay/result.h"

namespace assay {
namespace {

// Milliseconds and 1/4096 ms, as stored in an id; later than every earlier value in this process, so that ids
// sort in the order of runs, even of runs shorter than a millisecond.
std::uint64_t next_tick() {
  static std::atomic<std::uint64_t> last{0};
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto us =
      static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::microseconds>(now).count());
  const std::uint64_t tick = (us / 1000) << 12 | (us % 1000) * 4096 / 1000;
  std::uint64_t before = last.load();
  while (!last.compare_exchange_weak(before, std::max(tick, before + 1))) {
  }
  return std::max(tick, before + 1);
}

}  // namespace

std::string_view to_string(Gate gate) { return word_of(gate); }

std::optional<Gate> gate_from(std::string_view word) { return enumerator_of<Gate>(word); }

std::string_view to_string(UnmeasuredCases unmeasured) { return word_of(unmeasured); }

std::optional<UnmeasuredCases> unmeasured_cases_from(std::string_view word) {
  return enumerator_of<UnmeasuredCases>(word);
}

std::size_t Run::present() const {
  std::set<std::pair<std::string_view, std::string_view>> cases;
  for (const auto& result : results) cases.emplace(result.asked.dataset, result.asked.name);
  return cases.size();
}

std::string new_run_id() {
  std::array<std::uint8_t, 16> id{};
  if (getrandom(id.data(), id.size(), 0) != static_cast<ssize_t>(id.size()))
    throw Error({}, "the system gives no random bytes for a run id", "check getrandom(2)");
  const std::uint64_t tick = next_tick();
  const std::uint64_t ms = tick >> 12;
  for (int i = 0; i < 6; ++i) id[i] = static_cast<std::uint8_t>(ms >> (40 - 8 * i));
  id[6] = static_cast<std::uint8_t>(0x70 | (tick >> 8 & 0x0f));
  id[7] = static_cast<std::uint8_t>(tick);
  id[8] = static_cast<std::uint8_t>(0x80 | (id[8] & 0x3f));
  return uuid_text({reinterpret_cast<const char*>(id.data()), id.size()});
}

// By calendar arithmetic: gmtime_r would first read the system's time zone.
std::string timestamp(std::chrono::system_clock::time_point at) {
  using namespace std::chrono;
  const auto day = floor<days>(at);
  const year_month_day date(day);
  const hh_mm_ss time(floor<milliseconds>(at - day));
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count(),
                     time.subseconds().count());
}

}  // namespace assay
