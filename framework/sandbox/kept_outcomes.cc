// SPDX-License-Identifier: Apache-2.0
// Outcomes that are kept from one cell to the next. What is kept is the worker's answer as it was sent, with
// the moment of the run; its times are moved to the moment at which it is found again.
#include <sys/utsname.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <set>

#include "assay/internal/digest.h"
#include "cell.h"
#include "filter.h"
#include "wire.h"

namespace assay {
extern const std::string_view sandbox_program;
}

namespace assay::sandbox {
namespace {

// Change it when the same bytes would mean another outcome.
constexpr std::string_view kKind = "assay effect 1\n";
constexpr std::size_t kMostBytes = std::size_t{256} << 10;
constexpr std::int64_t kSecond = 1'000'000'000;
constexpr std::int64_t kTick = 20'000'000;  // a file's time may lag behind the clock by that much

// Of everything without a date of its own, in each world.
constexpr std::int64_t kLongAgo = 1'000'000'000 * kSecond;

std::atomic<std::size_t> runs = 0, known_runs = 0;

// Never the same one twice: a file's times tell two runs apart.
std::int64_t unique_now() {
  static std::atomic<std::int64_t> last = 0;
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  std::int64_t now = std::chrono::nanoseconds(time).count();
  for (std::int64_t before = last; !last.compare_exchange_weak(before, now);) now = std::max(now, before + 1);
  return now;
}

// The times of a world's files: those that are dated, and those that are relative to its start.
class Times {
 public:
  explicit Times(const World& world) : fixed_{kLongAgo} {
    for (const Entry& entry : world.entries) {
      if (entry.dated) {
        fixed_.insert(*entry.dated * kSecond);
        continue;
      }
      relative_.insert(entry.modified * kSecond);
      relative_.insert(entry.accessed.value_or(entry.modified) * kSecond);
    }
  }

  // As if it had run at another moment. False if it is not certain what one of its times is relative to.
  bool move(SandboxResult& outcome, const Moment& from, const Moment& to) const {
    return std::ranges::all_of(outcome.effects, [&](Effect& effect) {
      return (effect.change == Change::created || move(effect.before, from, to)) &&
             (effect.change == Change::deleted || move(effect.after, from, to));
    });
  }

 private:
  bool move(Node& node, const Moment& from, const Moment& to) const {
    return move(node.modified, from, to) && move(node.accessed, from, to);
  }
  bool move(std::int64_t& time, const Moment& from, const Moment& to) const {
    const bool is_of_run = time >= from.begun - kTick && time <= from.ended;
    const bool is_of_world = relative_.contains(time - from.start);
    const bool is_fixed = fixed_.contains(time);
    if (int{is_of_run} + int{is_of_world} + int{is_fixed} != 1) return false;
    if (is_of_run) time += to.begun - from.begun;
    if (is_of_world) time += to.start - from.start;
    return true;
  }

  std::set<std::int64_t> fixed_, relative_;
};

struct Record {
  unsigned seen = 0;  // runs that agreed on it
  Moment moment;
  SandboxResult outcome;
};

std::string text_of(unsigned seen, const Moment& moment, const std::string& answer) {
  Writer text;
  text.number(seen);
  for (const std::int64_t each : {moment.start, moment.begun, moment.ended})
    text.number(static_cast<std::uint64_t>(each));
  text.text(answer);
  return text.bytes();
}

std::optional<Record> record_of(std::string_view text) {
  Reader reader(text);
  Record record{.seen = static_cast<unsigned>(reader.number()), .moment = {}, .outcome = {}};
  for (std::int64_t* each : {&record.moment.start, &record.moment.begun, &record.moment.ended})
    *each = static_cast<std::int64_t>(reader.number());
  record.outcome = read_answer(reader.text());
  if (reader.failed() || record.outcome.end != End::exited) return std::nullopt;
  return record;
}

// Whether it ended long before its time: it would on a machine that is busy, too.
bool is_far_from(const Limits& limits, const SandboxResult& outcome) {
  return 2 * (outcome.latency - outcome.withheld) <= limits.timeout &&
         2 * outcome.processor <= limits.processor;
}

bool may_be_kept(const SandboxResult& outcome, const Limits& limits) {
  return outcome.end == End::exited && !outcome.leftovers && !outcome.effects_cut && !outcome.is_starved &&
         is_far_from(limits, outcome);
}

// A moment whose times are unlike those of any other: the run's are about 0, its world's in 2096.
constexpr Moment kNever{.start = 4 * kLongAgo, .begun = 0, .ended = 0};

// REQUIRES: both are moved to kNever. How long after its begin a run makes a file is a matter of chance.
bool is_same(const SandboxResult& a, const SandboxResult& b) {
  const auto without_run = [](std::vector<Effect> effects) {
    constexpr std::int64_t kDay = 86'400 * kSecond;
    for (Effect& effect : effects)
      for (Node* node : {&effect.before, &effect.after})
        for (std::int64_t* time : {&node->modified, &node->accessed})
          if (*time < kDay) *time = 0;
    return effects;
  };
  return a.end == b.end && a.exit_code == b.exit_code && a.out == b.out && a.err == b.err &&
         without_run(a.effects) == without_run(b.effects);
}

// Digests of many files are kept by what the file system says of them.
std::string identity_of(const std::string& userland, EffectCache& cache) {
  const std::string state = state_of_userland(userland);
  if (state.empty()) return {};
  const std::string key = sha256(std::string(kKind) + "userland\n" + state);
  if (auto known = cache.find(key); known && !known->empty()) return *known;
  std::string digest = digest_of_userland(userland);
  cache.keep(key, digest);
  return digest;
}

}  // namespace

EffectCounts effect_counts() { return {runs, known_runs}; }

std::string Sandbox::circumstances(const std::string& userland) {
  const std::lock_guard lock(looking_);
  const auto [known, is_new] = circumstances_.try_emplace(userland);
  if (!is_new) return known->second;
  const std::string identity = identity_of(userland, *options_.effects);
  utsname kernel{};
  if (identity.empty() || ::uname(&kernel) != 0) return {};
  const std::string filter = system_call_filter();
  Writer all;
  for (const std::string_view each :
       {kKind, sandbox_program, std::string_view(filter), name_of(tier_), std::string_view(kernel.release),
        std::string_view(kernel.version), std::string_view(kernel.machine)})
    all.text(each);
  all.number(static_cast<std::uint64_t>(landlock_));
  all.number(has_owners_ ? 1 : 0);
  all.text(identity);
  return known->second = sha256(all.bytes());
}

Cell::Kept::Kept(Sandbox& sandbox, const World& world) : sandbox_(sandbox), world_(world) {
  if (!world_.start) world_.start = static_cast<std::int64_t>(std::time(nullptr));
  const std::string around = sandbox.circumstances(world.userland);
  if (around.empty()) return;
  // As of 1970, with a mark of the times that are not relative to that.
  World timeless = world_;
  timeless.start = 0;
  Writer all;
  all.text(around);
  all.text(image_of(timeless, Worlds::layered, true));
  for (const Entry& entry : world.entries) all.number(entry.dated ? 1 : 0);
  circumstances_ = sha256(all.bytes());
}

// Limits of time decide only whether an outcome is found: it says how much time it took.
std::string Cell::Kept::key_of(const Command& command, Limits limits) const {
  limits.timeout = limits.processor = limits.patience = limits.grace = {};
  return sha256(circumstances_ + request_of(command, limits, After::forget));
}

std::optional<SandboxResult> Cell::Kept::found(const std::string& key, const Limits& limits) {
  const auto text = sandbox_.options_.effects->find(key);
  auto record = text ? record_of(*text) : std::nullopt;
  if (!record) return std::nullopt;
  // Who runs a command twice wants to know whether it does the same, so it must have been seen to.
  if (served_[key] >= record->seen && record->seen < 2) return std::nullopt;
  const Moment now{.start = *world_.start * kSecond, .begun = unique_now(), .ended = 0};
  if (!is_far_from(limits, record->outcome) || !Times(world_).move(record->outcome, record->moment, now))
    return std::nullopt;
  ++served_[key];
  record->outcome.is_kept = true;
  return std::move(record->outcome);
}

void Cell::Kept::keep(const std::string& key, Inner& worker, const SandboxResult& outcome,
                      const Limits& limits) {
  if (!may_be_kept(outcome, limits) || worker.answer.size() > kMostBytes) return;
  Moment moment = worker.last;
  moment.start = *world_.start * kSecond;
  const Times times(world_);
  SandboxResult mine = outcome;
  if (!times.move(mine, moment, kNever)) return;
  EffectCache& cache = *sandbox_.options_.effects;
  const auto before = cache.find(key);
  auto record = before ? record_of(*before) : std::nullopt;
  if (before && before->empty()) return;
  ++served_[key];
  if (!record) return cache.keep(key, text_of(1, moment, worker.answer));
  const bool agrees = times.move(record->outcome, record->moment, kNever) && is_same(mine, record->outcome);
  if (!agrees) return cache.keep(key, "");  // it gave two results
  if (record->seen < 2) cache.keep(key, text_of(2, moment, worker.answer));
}

SandboxResult Cell::Kept::run(std::unique_ptr<Inner>& worker, const Command& command, const Limits& limits,
                              After after) {
  ++runs;
  is_changed_ |= after == After::keep;
  const bool is_repeatable = !circumstances_.empty() && !is_changed_ && !limits.alone &&
                             sandbox_.options_.is_repeatable &&
                             sandbox_.options_.is_repeatable(world_, command);
  const std::string key = is_repeatable ? key_of(command, limits) : "";
  if (!key.empty() && !limits.anew) {
    if (auto outcome = found(key, limits)) return ++known_runs, *std::move(outcome);
  }
  if (!worker) worker = std::move(sandbox_.begun(world_).inner_);
  SandboxResult outcome = worker->run(command, limits, after);
  if (!key.empty()) keep(key, *worker, outcome, limits);
  return outcome;
}

}  // namespace assay::sandbox
