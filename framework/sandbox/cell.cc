// SPDX-License-Identifier: Apache-2.0
// The harness's side of a cell: encodes its world and requests, and decodes answers, which are not trusted.
#include "cell.h"

#include <sys/socket.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <mutex>
#include <shared_mutex>

#include "assay/error.h"
#include "assay/internal/sandbox.h"
#include "keeper.h"
#include "wire.h"

namespace assay::sandbox {
namespace {

// Long enough for a busy machine: whoever needs them has ended in another way.
constexpr std::chrono::seconds kStartTime{120};
constexpr std::chrono::seconds kSpareTime{60};  // past a run's limits; after that its worker is lost

bool has_others(const World& world) {
  return std::ranges::any_of(
      world.entries, [](const Entry& entry) { return entry.owner != kUser || entry.group != kGroup; });
}

std::int64_t nanoseconds_now() {
  const auto time = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::nanoseconds(time).count();
}

}  // namespace

std::string image_of(const World& world, Worlds worlds, bool has_owners) {
  const std::int64_t now = world.start.value_or(static_cast<std::int64_t>(std::time(nullptr)));
  const auto place = [&](const std::string& path) {
    return path.empty() || path.starts_with('/') ? path : world.folder + "/" + path;
  };
  const auto time = [&](const Entry& entry, std::int64_t relative) {
    return static_cast<std::uint64_t>(entry.dated.value_or(now + relative) * 1'000'000'000);
  };
  Writer entries;
  entries.number(world.entries.size());
  for (const Entry& entry : world.entries) {
    entries.text(place(entry.path));
    entries.text(place(entry.same_file));
    entries.number(static_cast<std::uint64_t>(entry.type));
    entries.number(entry.mode);
    entries.number(has_owners ? entry.owner : kUser);
    entries.number(has_owners ? entry.group : kGroup);
    entries.text(entry.content);
    entries.number(entry.size);
    entries.number(time(entry, entry.modified));
    entries.number(time(entry, entry.accessed.value_or(entry.modified)));
  }
  Writer image;
  image.number(static_cast<std::uint64_t>(worlds));
  image.text(world.folder);
  image.text(world.input);
  image.number(world.environment.size());
  for (const auto& [name, value] : world.environment) image.text(name + "=" + value);
  image.text(entries.bytes());
  return image.bytes();
}

std::string request_of(const Command& command, const Limits& limits, After after) {
  Writer request;
  request.number(command.argv.size());
  for (const std::string& argument : command.argv) request.text(argument);
  request.number(static_cast<std::uint64_t>(limits.timeout.count()));
  request.number(static_cast<std::uint64_t>(limits.processor.count()));
  request.number(static_cast<std::uint64_t>(limits.patience.count()));
  request.number(static_cast<std::uint64_t>(limits.grace.count()));
  request.number(limits.output_bytes);
  request.number(limits.memory_bytes);
  request.number(limits.file_bytes);
  request.number(limits.processes);
  request.number(limits.content_bytes);
  request.number(static_cast<std::uint64_t>(after));
  return request.bytes();
}

namespace {

Node read_node(Reader& reader) {
  Node node;
  node.type =
      static_cast<NodeType>(std::min<std::uint64_t>(reader.number(), static_cast<int>(NodeType::other)));
  node.mode = static_cast<unsigned>(reader.number());
  node.owner = static_cast<unsigned>(reader.number());
  node.group = static_cast<unsigned>(reader.number());
  node.size = reader.number();
  node.links = static_cast<unsigned>(reader.number());
  node.digest = reader.text();
  node.target = reader.text();
  node.modified = static_cast<std::int64_t>(reader.number());
  node.accessed = static_cast<std::int64_t>(reader.number());
  return node;
}

std::vector<Effect> read_effects(std::uint64_t count, std::string_view bytes, bool& failed) {
  std::vector<Effect> effects;
  Reader reader(bytes);
  for (; count > 0 && !reader.failed(); --count) {
    Effect effect;
    effect.change =
        static_cast<Change>(std::min<std::uint64_t>(reader.number(), static_cast<int>(Change::deleted)));
    effect.path = reader.text();
    effect.before = read_node(reader);
    effect.after = read_node(reader);
    effect.is_replaced = reader.number() != 0;
    if (reader.number() != 0) effect.content = reader.text();
    effects.push_back(std::move(effect));
  }
  failed = reader.failed();
  std::stable_sort(effects.begin(), effects.end(),
                   [](const Effect& a, const Effect& b) { return a.path < b.path; });
  return effects;
}

SandboxResult lost(const std::string& why) {
  SandboxResult outcome;
  outcome.end = End::lost;
  outcome.why = why;
  return outcome;
}

}  // namespace

SandboxResult read_answer(std::string_view bytes) {
  Reader reader(bytes);
  SandboxResult outcome;
  outcome.end = static_cast<End>(std::min<std::uint64_t>(reader.number(), static_cast<int>(End::lost)));
  const int exit_code = static_cast<int>(reader.number());
  if (outcome.end == End::exited) outcome.exit_code = exit_code;
  outcome.signal = static_cast<int>(reader.number());
  outcome.error = static_cast<int>(reader.number());
  outcome.latency = std::chrono::nanoseconds(reader.number());
  outcome.processor = std::chrono::nanoseconds(reader.number());
  outcome.withheld = std::chrono::nanoseconds(reader.number());
  outcome.is_starved = reader.number() != 0;
  outcome.leftovers = reader.number() != 0;
  outcome.out = reader.text();
  outcome.err = reader.text();
  outcome.effects_cut = reader.number() != 0;
  const std::uint64_t count = reader.number();
  bool failed = false;
  outcome.effects = read_effects(count, reader.text(), failed);
  if (reader.failed() || failed) return lost("its worker's answer makes no sense");
  if (outcome.end == End::not_started)
    outcome.why = std::string("it cannot be executed: ") + std::strerror(outcome.error);
  return outcome;
}

namespace {

// Held while a command runs: by all of this process's commands together, or by one that runs alone.
class Turn {
 public:
  explicit Turn(bool alone) {
    const std::lock_guard queue(queue_);  // whoever comes later waits behind one that is to run alone
    if (alone)
      alone_ = std::unique_lock(running_);
    else
      together_ = std::shared_lock(running_);
  }

 private:
  inline static std::mutex queue_;
  inline static std::shared_mutex running_;
  std::unique_lock<std::shared_mutex> alone_;
  std::shared_lock<std::shared_mutex> together_;
};

}  // namespace

void Cell::Inner::begin(const World& world, Worlds worlds) {
  const bool has_owners = keeper->greeting().owners != 0 && has_others(world);
  const process::Descriptor image = process::memory_file("assay-sandbox-world");
  process::SocketPair ends = process::make_socket_pair();
  if (!image || !process::write_all(image.get(), image_of(world, worlds, has_owners)) || !ends.ours ||
      answers.begin() == nullptr) {
    throw Error({}, std::string("the sandbox: a world: ") + std::strerror(errno),
                "raise the limits of open files and of file sizes");
  }
  worker = keeper->begin(has_owners ? KeeperOrder::begin_with_owners : KeeperOrder::begin, ends.theirs.get(),
                         image.get(), answers.descriptor());
  line = std::move(ends.ours);
  ends.theirs.reset();
  greeting = receive_greeting(line.get(), kStartTime);
}

// Ends the worker, so that nothing of it goes on.
SandboxResult Cell::Inner::give_up(SandboxResult outcome) {
  if (worker != 0) keeper->end(worker);
  line.reset();
  is_broken = true;
  broken = std::move(outcome);
  return broken;
}

SandboxResult Cell::Inner::receive(const Limits& limits) {
  const auto patience = limits.patience + limits.grace + kSpareTime;
  if (!process::becomes_readable(line.get(), std::chrono::ceil<std::chrono::milliseconds>(patience)))
    return give_up(lost("its worker did not answer in time"));
  std::uint64_t length = 0;
  if (::recv(line.get(), &length, sizeof length, MSG_DONTWAIT) != sizeof length || length > kAnswerBytes)
    return give_up(lost("its worker has ended"));
  // A copy: the worker could modify the shared memory while it is read.
  answer.assign(static_cast<const char*>(answers.begin()), length);
  return read_answer(answer);
}

Cell::Inner::~Inner() {
  if (worker != 0) keeper->end(worker);
}

SandboxResult Cell::Inner::run(const Command& command, const Limits& limits, After after) {
  answer.clear();
  if (is_broken) return broken;
  const std::string request = request_of(command, limits, after);
  if (request.size() > kMostRequest) {
    SandboxResult outcome;
    outcome.end = End::not_started;
    outcome.error = E2BIG;
    outcome.why = "it is longer than the system takes";
    return outcome;
  }
  const Turn turn(limits.alone);
  last.begun = nanoseconds_now();
  if (process::send_message(line.get(), request, {}) != 0) return give_up(lost("its worker has ended"));
  SandboxResult outcome = receive(limits);
  last.ended = nanoseconds_now();
  return outcome;
}

Cell::Cell(std::unique_ptr<Inner> inner) : inner_(std::move(inner)) {}
Cell::Cell(std::unique_ptr<Kept> kept) : kept_(std::move(kept)) {}
Cell::Cell(Cell&&) noexcept = default;
Cell& Cell::operator=(Cell&&) noexcept = default;
Cell::~Cell() = default;

SandboxResult Cell::run(const Command& command, const Limits& limits, After after) {
  return kept_ ? kept_->run(inner_, command, limits, after) : inner_->run(command, limits, after);
}

Command shell_command(std::string script) { return {{"/bin/bash", "-c", "--", std::move(script)}}; }

std::string_view name_of(Tier tier) {
  switch (tier) {
    case Tier::overlay: return "user namespaces with overlays";
    case Tier::copied: return "user namespaces with copied worlds";
    case Tier::unavailable: return "unavailable";
  }
  return {};
}

// A trial cell determines what this machine allows.
Sandbox::Sandbox(const SandboxOptions& options)
    : options_(options), keeper_(std::make_shared<Keeper>(system_with("host").files)) {
  Greeting greeting = keeper_->greeting();
  if (greeting.failed == Step::none) {
    const Cell cell = begun({});
    greeting = cell.inner_->greeting;
    tier_ = greeting.failed == Step::none      ? Tier::overlay
            : greeting.failed == Step::overlay ? Tier::copied
                                               : Tier::unavailable;
  }
  landlock_ = static_cast<int>(greeting.landlock);
  has_owners_ = tier_ != Tier::unavailable && keeper_->greeting().owners != 0;
  if (greeting.failed == Step::overlay && greeting.error == 0) return;  // as requested
  reason_ = describe(greeting);
  next_step_ = next_step_for(greeting);
}

Sandbox::~Sandbox() = default;

// A root that somebody unpacked may lack what its bash needs, or be one that the keeper may not read.
Sandbox::Userland Sandbox::made_userland(const std::string& name) {
  UserlandFiles files = system_with(name);
  if (!files.lack.empty()) return {nullptr, std::move(files.lack)};
  auto keeper = std::make_shared<Keeper>(files.files);
  const SandboxResult trial = open_with(keeper, {}).run({{"/bin/bash", "-c", ":"}});
  if (trial.end == End::exited && trial.exit_code == 0) return {std::move(keeper), {}};
  return {nullptr, "bash of the userland " + name + " does not run here" +
                       (trial.why.empty() ? "" : ": " + trial.why)};
}

Sandbox::Userland Sandbox::userland_of(const std::string& name) {
  const std::lock_guard lock(making_);
  if (name.empty() || name == "host") return {keeper_, {}};
  auto known = others_.find(name);
  if (known == others_.end()) known = others_.emplace(name, made_userland(name)).first;
  return known->second;
}

namespace {

SandboxResult unavailable(std::string why) {
  SandboxResult outcome;
  outcome.end = End::unavailable;
  outcome.why = std::move(why);
  return outcome;
}

}  // namespace

// A keeper that has ended, for want of memory on this machine or by somebody's hand: the answers that come
// after it are measured like those before.
void Sandbox::start_again(const std::string& userland, const std::shared_ptr<Keeper>& ended) {
  const std::lock_guard lock(making_);
  if (keeper_ == ended) {
    keeper_ = std::make_shared<Keeper>(system_with("host").files);
  } else if (const auto known = others_.find(userland);
             known != others_.end() && known->second.keeper == ended) {
    others_.erase(known);
  }
}

Cell Sandbox::open(const World& world) {
  if (!options_.effects || tier_ == Tier::unavailable) return begun(world);
  return Cell(std::make_unique<Cell::Kept>(*this, world));
}

Cell Sandbox::begun(const World& world) {
  std::shared_ptr<Keeper> used;
  const auto opened = [&] {
    Userland userland = userland_of(world.userland);
    used = std::move(userland.keeper);
    if (used) return open_with(used, world);
    auto inner = std::make_unique<Cell::Inner>();
    inner->give_up(unavailable(std::move(userland.lack)));
    return Cell(std::move(inner));
  };
  const auto has_ended = [&](const Cell& cell) {
    return used && tier_ != Tier::unavailable && cell.inner_->greeting.failed == Step::protocol;
  };
  Cell cell = opened();
  if (!has_ended(cell)) return cell;
  start_again(world.userland, used);
  cell = opened();
  if (!has_ended(cell)) return cell;
  SandboxResult failed = unavailable(describe(cell.inner_->greeting));
  failed.is_starved = true;
  cell.inner_->give_up(std::move(failed));
  return cell;
}

Cell Sandbox::open_with(std::shared_ptr<Keeper> keeper, const World& world) {
  auto inner = std::make_unique<Cell::Inner>();
  inner->keeper = std::move(keeper);
  Greeting greeting = inner->keeper->greeting();
  if (greeting.failed == Step::none) {
    inner->begin(world, options_.best == Tier::copied ? Worlds::copied : Worlds::layered);
    greeting = inner->greeting;
  }
  if (greeting.failed != Step::none && greeting.failed != Step::overlay)
    inner->give_up(unavailable(describe(greeting)));
  return Cell(std::move(inner));
}

SandboxResult Sandbox::run(const World& world, const Command& command, const Limits& limits) {
  return open(world).run(command, limits);
}

}  // namespace assay::sandbox
