// `assay sandbox`: one command in a disposable world, or what this machine can do.
#include "assay/internal/sandbox.h"

#include <fmt/format.h>

#include <array>
#include <iostream>
#include <nlohmann/json.hpp>

#include "command_line.h"
#include "named_world.h"
#include "sandbox_report.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;
using sandbox::Tier;

struct TierCheck {
  Tier tier;
  bool works;
  std::string reason;     // why not
  std::string next_step;  // what would help
};

// Each is tried by making a world and running a command in it.
TierCheck check(Tier tier) {
  sandbox::Sandbox tried({.best = tier});
  TierCheck checked{tier, tried.tier() == tier, tried.reason(), tried.next_step()};
  if (!checked.works) return checked;
  const auto outcome = tried.run({}, sandbox::shell_command("true"));
  checked.works = outcome.end == sandbox::End::exited && outcome.exit_code == 0;
  if (!checked.works) checked.reason = outcome.why;
  return checked;
}

int print_check(bool json) {
  const std::array checks = {check(Tier::overlay), check(Tier::copied)};
  const bool works = checks[0].works || checks[1].works;
  const Tier used = checks[0].works ? Tier::overlay : checks[1].works ? Tier::copied : Tier::unavailable;
  Json object = {{"tier", std::string(name_of(used))}, {"tiers", Json::array()}};
  std::string text;
  for (const TierCheck& each : checks) {
    const std::string name(name_of(each.tier));
    object["tiers"].push_back(
        {{"name", name}, {"works", each.works}, {"reason", each.reason}, {"next", each.next_step}});
    text += fmt::format("{}  {}\n", each.works ? "yes" : "no ", name);
    if (each.works) continue;
    if (!each.reason.empty()) text += "     " + each.reason + "\n";
    if (!each.next_step.empty()) text += "     next: " + each.next_step + "\n";
  }
  text += works ? fmt::format("commands run in: {}\n", name_of(used))
                : "commands cannot be run here; the level behavioural is unavailable\n";
  std::cout << (json ? object.dump() + "\n" : text);
  return works ? kHeld : kNot;
}

sandbox::Command command_of(const std::vector<std::string>& words) {
  if (words.size() == 1) return sandbox::shell_command(words.front());
  sandbox::Command command{words};
  // As a shell finds it: nothing is split or expanded.
  if (words.front().find('/') == std::string::npos) {
    command.argv = {"/bin/bash", "-c", "exec \"$@\"", "bash"};
    command.argv.insert(command.argv.end(), words.begin(), words.end());
  }
  return command;
}

}  // namespace

int perform(const RunInSandbox& options) {
  if (options.check) return print_check(options.json);
  const auto world = named_world(options.world);
  sandbox::Sandbox sandbox;
  const auto outcome =
      sandbox.run(world.world, command_of(options.command), {.timeout = std::chrono::seconds(10)});
  if (outcome.end == sandbox::End::unavailable || outcome.end == sandbox::End::lost) {
    std::cerr << "error: " << outcome.why << "\n  next: assay sandbox --check\n";
    return kUndecided;
  }
  std::cout << (options.json ? outcome_json(outcome) + "\n" : outcome_report(outcome));
  return outcome.end == sandbox::End::exited && outcome.exit_code == 0 ? kHeld : kNot;
}

}  // namespace assay::cli
