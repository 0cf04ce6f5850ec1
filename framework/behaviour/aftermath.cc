// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/aftermath.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>

#include "assay/internal/text.h"
#include "clauses.h"
#include "moments.h"
#include "needs.h"
#include "pair.h"
#include "timing.h"
#include "userland_complaint.h"

namespace assay::behaviour {
namespace {

using sandbox::After;
using sandbox::Effect;
using sandbox::End;

constexpr int kCheckTimes = 5;  // factor over a script's time limit, as a check may read a lot

// Whether programs depend on this path, so that a script could tamper with them. /etc holds settings of the
// loader and of utilities: there, a script may change only files that are plain data, or that the case
// mentions.
bool is_stood_on(const std::string& path, const WantedOutcome& wanted, const sandbox::World& world) {
  constexpr std::array kSystem = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr"};
  constexpr std::array kData = {"/etc/passwd", "/etc/group", "/etc/hosts", "/etc/hostname"};
  const auto is_at = [&](std::string_view place) {
    return path == place || (path.starts_with(place) && path.substr(place.size()).starts_with('/'));
  };
  if (std::ranges::any_of(kSystem, is_at)) return true;
  if (!is_at("/etc") || std::ranges::find(kData, path) != kData.end()) return false;
  const auto is_this = [&](const auto& each) { return absolute(each.path, world.folder) == path; };
  return std::ranges::none_of(wanted.files, is_this) && std::ranges::none_of(world.entries, is_this);
}

// Runs in an environment that the world cannot influence: no start-up file or program of its user.
sandbox::Command check_command(const std::string& script) {
  return {{"/usr/bin/env", "-u", "BASH_ENV", "-u", "ENV", "HOME=/dev/null",
           "PATH=/usr/local/bin:/usr/bin:/usr/sbin", "/usr/bin/bash", "-c", script}};
}

bool calls_program(const std::vector<Call>& calls, std::string_view name) {
  return std::ranges::any_of(calls, [&](const Call& call) {
    return call.name == name || std::ranges::count(wrapped_names(call), name) > 0;
  });
}

Aftermath with(Holding holding, std::string why) { return {.holding = holding, .why = std::move(why)}; }

class Trial {
 public:
  Trial(Lab& lab, const sandbox::Command& script, const WantedOutcome& wanted,
        const worlds::NamedWorld& world, const Terms& terms)
      : lab_(lab), script_(script), wanted_(wanted), world_(world), terms_(terms) {}

  // Anew: no outcome of an earlier run counts.
  Aftermath run(bool is_anew = false) {
    is_anew_ = is_anew;
    Moments moments(world_.world);
    sandbox::Cell cell = lab_.sandbox().open(world_.world);
    moments.opened();
    sandbox::SandboxResult outcome = outcome_in(cell);
    Aftermath found = judged(outcome);
    if (found.why.empty() && !wanted_.check.empty()) check(cell, outcome, found);
    if (found.why.empty()) conclude(found);
    const bool is_open = found.holding == Holding::held || (found.holding == Holding::failed && !is_final_);
    if (outcome.leftovers && is_open)
      found = with(Holding::undecided, "it leaves processes behind, which were ended");
    found.why = moments.left_out_of(found.why);
    found.outcome = std::move(outcome);
    return found;
  }

 private:
  // Once more, alone and in a world of its own, if its time ran out.
  sandbox::SandboxResult outcome_in(sandbox::Cell& cell) const {
    sandbox::Limits limits = terms_.limits;
    limits.anew = is_anew_;
    limits.content_bytes = wanted_.files.empty() ? 0 : kContentBytes;
    limits.patience = patience_for(limits);
    const After after = wanted_.check.empty() ? After::forget : After::keep;
    sandbox::SandboxResult outcome = cell.run(script_, limits, after);
    if (outcome.end != End::timed_out) return outcome;
    limits.alone = true;
    cell = lab_.sandbox().open(world_.world);
    return cell.run(script_, limits, after);
  }

  // With a reason if nothing can be said.
  Aftermath judged(const sandbox::SandboxResult& outcome) {
    switch (outcome.end) {
      case End::exited:
      case End::signalled:
      case End::output_limit: break;
      case End::timed_out:
        if (!outcome.is_starved) break;
        return {.holding = Holding::unavailable, .why = starved_text("generated"), .is_starved = true};
      case End::memory_limit: return with(Holding::undecided, "it takes too much memory");
      case End::not_started:
      case End::lost: return with(Holding::undecided, outcome.why);
      case End::unavailable: return with(Holding::unavailable, outcome.why);
    }
    Clauses clauses = clauses_of(wanted_, world_.world, outcome);
    is_final_ = clauses.is_final;
    if (!clauses.unknown.empty() && clauses.unmet.empty())
      return with(Holding::undecided, std::move(clauses.unknown));
    return {.unmet = std::move(clauses.unmet)};
  }

  void check(sandbox::Cell& cell, const sandbox::SandboxResult& outcome, Aftermath& found) const {
    const auto stood_on = std::ranges::find_if(outcome.effects, [&](const Effect& effect) {
      return is_stood_on(effect.path, wanted_, world_.world);
    });
    if (stood_on != outcome.effects.end())
      return leave(found, "it changes " + one_line(stood_on->path) + ", on which the check would stand");
    if (outcome.effects_cut) return leave(found, "it changes more files than can be looked at");
    sandbox::Limits limits = terms_.limits;
    limits.timeout *= kCheckTimes;
    limits.processor *= kCheckTimes;
    limits.patience = patience_for(limits);
    const sandbox::SandboxResult checked = cell.run(check_command(wanted_.check), limits);
    if (checked.is_starved) {
      found = with(Holding::unavailable, "this machine was too busy to run the check");
      found.is_starved = true;
      return;
    }
    if (checked.end == End::unavailable || checked.end == End::lost || checked.end == End::not_started)
      return leave(found, "the check: " + checked.why);
    if (checked.end != End::exited) return leave(found, "the check: " + ending_text(checked));
    if (checked.exit_code == 0) return;
    // A program that the check itself calls; one that a script of the world lacks is for the check to judge.
    const std::vector<Call> calls = calls_of(wanted_.check);
    const std::string missing = missing_utility(checked, calls);
    if (!missing.empty() && calls_program(calls, missing)) {
      found = with(Holding::unavailable, one_line(missing) + " is not in the sandbox, for the check");
      return;
    }
    const std::string said(last_line(checked.err.empty() ? checked.out : checked.err));
    found.unmet.push_back(
        {"check", "exit status 0", ending_text(checked) + (said.empty() ? "" : ", " + in_quotes(said))});
  }

  // A condition known to be unmet stays so, whatever the check would say.
  static void leave(Aftermath& found, std::string why) {
    if (found.unmet.empty()) found = with(Holding::undecided, std::move(why));
  }

  void conclude(Aftermath& found) const {
    found.holding = found.unmet.empty() ? Holding::held : Holding::failed;
    if (found.unmet.empty()) {
      found.why = "the case's conditions hold in " + world_.name;
    } else {
      const auto& [clause, wanted, got] = found.unmet.front();
      found.why = fmt::format("{}: {} instead of {}", clause, got, wanted);
      if (found.unmet.size() > 1) found.why += fmt::format(" (and {} more)", found.unmet.size() - 1);
    }
  }

  Lab& lab_;
  const sandbox::Command& script_;
  const WantedOutcome& wanted_;
  const worlds::NamedWorld& world_;
  const Terms& terms_;
  bool is_anew_ = false;
  bool is_final_ = false;  // an unmet condition cannot come to hold later
};

bool was_out_of_room(const sandbox::SandboxResult& outcome) {
  if (outcome.end == End::signalled && outcome.signal == SIGXFSZ) return true;
  return std::ranges::any_of(
      std::array{"File size limit exceeded", "File too large", "No space left on device"},
      [&](const char* words) { return outcome.err.find(words) != std::string::npos; });
}

// Whether a failed script may have failed for lack of something that no sandbox has, and why.
void excuse(Aftermath& found, const CommandPair& pair, const sandbox::Sandbox& sandbox,
            const worlds::NamedWorld& world) {
  std::string why;
  if (pair.generated_need()) {
    why = *pair.generated_need();
  } else if (const std::string missing = missing_utility(found.outcome); !missing.empty()) {
    why = "it calls " + one_line(missing) + ", which is not here (exit status 127)";
  } else if (was_out_of_room(found.outcome)) {
    why = "it writes more than the sandbox has room for";
  } else if (was_denied(found.outcome)) {
    why = "it is not allowed to do that without root's rights";
  } else if (pair.asks_for_owners()) {
    why = lack_of(sandbox, world);
  }
  if (why.empty()) return;
  found.holding = Holding::undecided;
  found.why = std::move(why);
}

Aftermath ran_in(Lab& lab, const sandbox::Command& script, const WantedOutcome& wanted,
                 const worlds::NamedWorld& world, const Terms& terms) {
  Trial trial(lab, script, wanted, world, terms);
  Aftermath found = trial.run();
  if (found.outcome.end == End::lost) found = trial.run();
  if (found.holding != Holding::held && found.holding != Holding::failed) return found;
  if (terms.stop.stop_requested()) return with(Holding::unavailable, "stopped");
  if (found.outcome.end == End::timed_out) return found;  // that was its second run
  Aftermath again = trial.run(found.holding == Holding::failed);
  if (again.holding == found.holding) {
    if (again.why != found.why) again.why = common_beginning(found.why, again.why);
    return again;
  }
  if (again.holding != Holding::held && again.holding != Holding::failed) return again;
  return {.why = "it does something else each time", .outcome = std::move(again.outcome)};
}

}  // namespace

Aftermath aftermath_of_nothing(Lab& lab, const WantedOutcome& wanted, worlds::NamedWorld world,
                               const Terms& given) {
  const Terms terms = lab.in_force(given);
  lab.furnish(world.world, terms);
  MadeWorld whole = lab.made(std::move(world));
  if (!whole.fault.empty()) return with(Holding::unavailable, std::move(whole.fault));
  const sandbox::Command nothing = sandbox::shell_command("");
  Aftermath found = Trial(lab, nothing, wanted, whole.world, terms).run();
  found.world = std::move(whole.world);
  return found;
}

Aftermath aftermath(Lab& lab, std::string_view script, const WantedOutcome& wanted, worlds::NamedWorld world,
                    const Terms& given) {
  const Terms terms = lab.in_force(given);
  lab.furnish(world.world, terms);
  if (lab.sandbox().tier() == sandbox::Tier::unavailable)
    return with(Holding::unavailable, lab.sandbox().reason());
  MadeWorld whole = lab.made(std::move(world));
  if (!whole.fault.empty()) return with(Holding::unavailable, std::move(whole.fault));
  const CommandPair pair("", script, terms.question);
  Aftermath found = ran_in(lab, pair.generated_script(), wanted, whole.world, terms);
  if (found.holding == Holding::failed) excuse(found, pair, lab.sandbox(), whole.world);
  if (found.holding == Holding::failed)
    if (const Complaint complaint = complaint_in(found.outcome.err, script))
      found.why = text_of(complaint, lab.sandbox(), whole.world.world) + " (" + found.why + ")";
  if (found.holding == Holding::held) {
    const Aftermath nothing = aftermath_of_nothing(lab, wanted, whole.world, terms);
    if (nothing.holding != Holding::failed) {
      found.holding = nothing.holding == Holding::held ? Holding::undecided : nothing.holding;
      found.why = nothing.holding == Holding::held ? "an empty answer fulfils the outcome, too" : nothing.why;
    }
  }
  found.world = std::move(whole.world);
  return found;
}

}  // namespace assay::behaviour
