// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"
#include "exercise.h"
#include "repeatable.h"
#include "sameness.h"
#include "timing.h"

namespace assay::behaviour {
namespace {

void add_all(std::vector<worlds::NamedWorld>& all, std::vector<worlds::NamedWorld> more) {
  all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

// Whether it changed or deleted a file that was there.
bool overwrites(const sandbox::SandboxResult& outcome) {
  return std::ranges::any_of(outcome.effects, [](const sandbox::Effect& effect) {
    return effect.change != sandbox::Change::created && effect.before.type == sandbox::NodeType::file &&
           (effect.change == sandbox::Change::deleted || effect.before.digest != effect.after.digest);
  });
}

}  // namespace

sandbox::Sandbox& Lab::sandbox() {
  std::call_once(opened_, [this] {
    const sandbox::SandboxOptions kept{.effects = options_.effects, .is_repeatable = is_repeatable};
    sandbox_ = std::make_unique<sandbox::Sandbox>(kept);
  });
  return *sandbox_;
}

const Userland& Lab::userland() {
  std::call_once(looked_at_userland_, [this] {
    userland_ = userland_of(sandbox(), {.userland = options_.userland});
    if (!options_.userland.empty()) userland_["userland"] = options_.userland;
  });
  return userland_;
}

std::string Lab::identity_of(const std::string& userland) {
  const std::lock_guard lock(identifying_);
  const auto [known, is_new] = identities_.try_emplace(userland);
  if (is_new && userland.find('/') != userland.npos) {
    known->second = sandbox::digest_of_userland(userland);
  } else if (is_new) {
    for (const auto& [name, version] : userland_of(sandbox(), {.userland = userland}))
      known->second += (known->second.empty() ? "" : ", ") + name + " " + version;
  }
  return known->second;
}

Terms Lab::in_force(const Terms& terms) const {
  Terms all = terms;
  if (all.userland.empty()) all.userland = options_.userland;
  if (!all.time && options_.time != sandbox::Limits{}.timeout) all.time = options_.time;
  if (all.time) all.limits.timeout = all.limits.processor = *all.time;
  return all;
}

void Lab::furnish(sandbox::World& world, const Terms& terms) const {
  if (world.userland.empty()) world.userland = terms.userland.empty() ? options_.userland : terms.userland;
}

Comparison Lab::without(std::string fault) {
  const bool has_sandbox = sandbox().tier() != sandbox::Tier::unavailable;
  return {.finding = has_sandbox ? Finding::broken : Finding::unavailable, .why = std::move(fault)};
}

Comparison Lab::compared(std::string_view accepted, std::string_view generated,
                         std::span<const worlds::NamedWorld> worlds, const Terms& terms) {
  Comparison found = compare(sandbox(), accepted, generated, worlds, terms);
  if (found.is_lost) found = compare(sandbox(), accepted, generated, worlds, terms);
  // A mismatch is not said on the strength of an earlier run. A difference in a world that was made is none
  // under *fulfils*.
  const bool is_mismatch = found.finding == Finding::differs &&
                           (terms.question == Question::equivalent ||
                            found.shown->world.origin != worlds::NamedWorld::Origin::generated);
  if (is_mismatch && found.is_kept) {
    Terms anew = terms;
    anew.limits.anew = true;
    const worlds::NamedWorld world = found.shown->world;
    Comparison seen = compare(sandbox(), accepted, generated, {&world, 1}, anew);
    seen.told = found.told;
    found = seen.finding == Finding::differs ? std::move(seen)
                                             : compare(sandbox(), accepted, generated, worlds, anew);
  }
  if (found.finding == Finding::differs && options_.shrink_tries > 0 && terms.shrinks &&
      shrunk_++ < options_.most_shrunk) {
    Terms shrinking = terms;
    constexpr std::chrono::milliseconds kTry{1000};
    shrinking.limits.timeout = std::min(shrinking.limits.timeout, kTry);
    shrinking.allowance = std::make_shared<Allowance>(options_.shrink_time);
    Shown small = shrunk(sandbox(), accepted, generated, *found.shown, shrinking, options_.shrink_tries);
    small.smaller =
        with_fewer_options(sandbox(), accepted, generated, small, shrinking, options_.shrink_tries / 2);
    // How far it gets in its time is a matter of the machine, and so is which pairs come first: `why` stays.
    if (!shrinking.allowance->is_used_up()) found.shown = std::move(small);
  }
  return found;
}

Comparison Lab::weighed(std::string_view accepted, std::string_view generated,
                        std::span<const worlds::NamedWorld> worlds, Comparison found, const Terms& terms) {
  const bool fulfils = terms.question == Question::fulfils;
  Exercise exercise(sandbox(), accepted, generated, terms, options_.exercise_runs);
  for (const worlds::NamedWorld& world : worlds) {
    if (exercise.is_over()) break;
    exercise.in(world);
  }
  const auto differing = [&](const worlds::NamedWorld& world) -> std::optional<Comparison> {
    Comparison there = fulfils ? compare(sandbox(), accepted, generated, {&world, 1}, terms)
                               : compared(accepted, generated, {&world, 1}, terms);
    if (there.finding != Finding::differs) return std::nullopt;
    // A world that was made, and in which the accepted command fails, is not what was asked about.
    if (fulfils && !has_answered(there.shown->accepted)) return std::nullopt;
    // Nor is one in which it has nothing to say, or divides by nothing; but what it leaves alone counts.
    if (fulfils && there.shown->accepted.effects.empty() && !overwrites(there.shown->generated)) {
      const std::vector<std::string> words = words_of(there.shown->accepted.out);
      if (words.empty() || words.front().ends_with("nan")) return std::nullopt;
    }
    if (!fulfils) return there;
    found.doubt = fmt::format("they differ in {}: {}", world.name, there.why);
    found.differs_elsewhere = true;
    return found;
  };
  for (worlds::NamedWorld world : exercise.further_worlds(worlds)) {
    if (behaviour::is_over(terms)) break;
    furnish(world.world, terms);
    exercise.in(world);
    if (auto other = differing(world)) return *std::move(other);
  }
  for (worlds::NamedWorld world : exercise.worlds(worlds)) {
    if (exercise.is_over()) break;
    furnish(world.world, terms);
    if (!exercise.in(world)) continue;
    if (auto other = differing(world)) return *std::move(other);
  }
  std::string doubt = exercise.doubt();
  if (doubt.empty()) return found;
  if (!fulfils) return {.why = std::move(doubt)};
  found.doubt = std::move(doubt);
  return found;
}

Terms Lab::bounded(const Terms& terms) const {
  Terms bounded = in_force(terms);
  // As many commands as fit into it with the usual limit.
  const auto most = options_.pair_time * std::max(bounded.limits.timeout, sandbox::Limits{}.timeout).count();
  bounded.allowance = std::make_shared<Allowance>(most / sandbox::Limits{}.timeout.count());
  return bounded;
}

std::string Lab::lack_of(std::span<const std::string> programs, const std::string& userland) {
  sandbox::World world{.userland = userland};
  furnish(world, {});
  for (const std::string& name : programs) {
    const std::lock_guard lock(looking_);
    auto known = programs_.find({world.userland, name});
    if (known == programs_.end()) {
      const sandbox::Command look{{"/bin/bash", "-c", R"(command -v -- "$1" >/dev/null)", "-", name}};
      const sandbox::SandboxResult seen = sandbox().run(world, look);
      if (seen.end != sandbox::End::exited)
        return one_line(name) + " cannot be looked for: " + (seen.why.empty() ? ending_text(seen) : seen.why);
      known = programs_.emplace(std::pair(world.userland, name), seen.exit_code == 0).first;
    }
    if (!known->second) return one_line(name) + " is not in the sandbox";
  }
  return {};
}

std::string Lab::obstacle(std::string_view accepted, const std::optional<worlds::NamedWorld>& own,
                          const Terms& wanted) {
  if (sandbox().tier() == sandbox::Tier::unavailable) return sandbox().reason();
  const Terms terms = in_force(wanted);
  std::string key = std::string(to_string(terms.question)) + '\n' + std::string(accepted) + '\n' +
                    terms.userland + '\n' + std::to_string(terms.limits.timeout.count()) + '\n';
  if (own) key += worlds::world_line(own->world) + '\n' + own->setup;
  {
    const std::lock_guard lock(looking_);
    if (const auto known = obstacles_.find(key); known != obstacles_.end()) return known->second;
  }
  std::string why;
  auto world = own;
  if (world) {
    furnish(world->world, terms);
    MadeWorld whole = made(*std::move(world));
    why = std::move(whole.fault);
    world = std::move(whole.world);
  } else {
    auto generated = worlds::worlds_for_pair(accepted, accepted, {.manner = worlds::Manner::ordinary});
    if (!generated.empty()) world = std::move(generated.front());
    if (world) furnish(world->world, terms);
  }
  if (why.empty() && !world) why = "there is no world to run it in";
  if (why.empty()) why = cannot_run_in(sandbox(), accepted, *world, terms);
  if (why == starved_text("accepted")) return why;  // it may be able to later
  const std::lock_guard lock(looking_);
  return obstacles_.emplace(key, std::move(why)).first->second;
}

Comparison Lab::decide_in(std::string_view accepted, std::string_view generated,
                          std::optional<worlds::NamedWorld> own, const Terms& wanted) {
  const Terms terms = bounded(wanted);
  if (own) {
    furnish(own->world, terms);
    const MadeWorld whole = made(*std::move(own));
    if (!whole.fault.empty()) return without(whole.fault);
    return compared(accepted, generated, {&whole.world, 1}, terms);
  }
  Comparison found{.why = "there is no world to run them in"};
  for (worlds::NamedWorld& world :
       worlds::worlds_for_pair(accepted, generated, {.manner = worlds::Manner::ordinary})) {
    furnish(world.world, terms);
    Comparison there = compared(accepted, generated, {&world, 1}, terms);
    if (there.finding == Finding::differs) {
      // A world that was made, and in which the accepted command fails, is not what was asked about.
      if (!has_answered(there.shown->accepted)) continue;
      if (terms.question == Question::fulfils) there.finding = Finding::undecided;
      return there;
    }
    if (found.finding != Finding::same) found = std::move(there);
  }
  return found;
}

Comparison Lab::decide(std::string_view accepted, std::string_view generated,
                       std::optional<worlds::NamedWorld> own, const Terms& wanted) {
  std::vector<worlds::NamedWorld> all;
  Terms terms = bounded(wanted);
  if (own) {
    furnish(own->world, terms);
    terms.userland = own->world.userland;  // which generated worlds share
    MadeWorld whole = made(*std::move(own));
    if (!whole.fault.empty()) return without(std::move(whole.fault));
    all.push_back(std::move(whole.world));
  }
  const bool fulfils = terms.question == Question::fulfils;
  std::string own_why;
  std::optional<Shown> own_shown;
  if (fulfils && !all.empty()) {
    Comparison found = compared(accepted, generated, all, terms);
    if (found.finding == Finding::same) return weighed(accepted, generated, all, std::move(found), terms);
    if (found.finding != Finding::undecided) return found;
    own_why = std::move(found.why);
    own_shown = std::move(found.shown);
    all.clear();
  }
  const auto manner = fulfils ? worlds::Manner::ordinary : worlds::Manner::searching;
  add_all(all, worlds::worlds_for_pair(accepted, generated, {.manner = manner}));
  for (worlds::NamedWorld& world : all) furnish(world.world, terms);
  Comparison found = compared(accepted, generated, all, terms);
  if (found.finding == Finding::undecided && !own_why.empty()) {
    found.why = std::move(own_why);
    if (!found.shown) found.shown = std::move(own_shown);
  }
  if (found.finding == Finding::same) return weighed(accepted, generated, all, std::move(found), terms);
  found.differs_elsewhere = fulfils && found.finding == Finding::differs;
  if (found.differs_elsewhere) found.finding = Finding::undecided;
  return found;
}

InWorld run_in_world(std::string_view accepted, std::string_view generated, const std::string& world,
                     Question question, const std::string& userland, std::chrono::milliseconds time,
                     std::shared_ptr<sandbox::EffectCache> effects) {
  if (world == "generated") {
    Lab lab({.most_shrunk = 1, .userland = userland, .time = time, .effects = std::move(effects)});
    InWorld made{{.name = "worlds made for the two"},
                 lab.decide(accepted, generated, {}, {.question = question})};
    if (made.found.shown) made.world = made.found.shown->world;
    return made;
  }
  InWorld named{worlds::named_world(world), {}};
  if (!userland.empty()) named.world.world.userland = userland;
  named.found = Lab({.shrink_tries = 0, .time = time, .effects = std::move(effects)})
                    .decide_in(accepted, generated, named.world, {.question = question});
  return named;
}

}  // namespace assay::behaviour
