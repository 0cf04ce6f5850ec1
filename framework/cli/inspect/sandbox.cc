// SPDX-License-Identifier: Apache-2.0
// `assay sandbox`: runs one command in a disposable world, or reports what this machine can do.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <nlohmann/json.hpp>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"
#include "inspect/commands.h"
#include "inspect/sandbox_report.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;
using sandbox::Tier;

// A capability that the machine may have.
struct Check {
  std::string name;
  bool works = false;
  std::string reason;     // why it does not work
  std::string next_step;  // what would help
};

// Whether a world of that kind can be made and a command run in it.
Check tried(std::string name, sandbox::Sandbox& sandbox, const sandbox::World& world) {
  const auto outcome = sandbox.run(world, sandbox::shell_command("true"));
  const bool works = outcome.end == sandbox::End::exited && outcome.exit_code == 0;
  return {std::move(name), works, works ? "" : outcome.why, {}};
}

Check tried(Tier tier) {
  sandbox::Sandbox sandbox({.best = tier});
  const std::string name(name_of(tier));
  if (sandbox.tier() != tier) return {name, false, sandbox.reason(), sandbox.next_step()};
  return tried(name, sandbox, {});
}

// Capabilities within a tier.
std::vector<Check> tried_inside() {
  sandbox::Sandbox sandbox;
  const int landlock = sandbox.landlock();
  Check busybox = tried("worlds with busybox", sandbox, {.userland = "busybox"});
  if (!busybox.works && sandbox.tier() != Tier::unavailable) busybox.next_step = "install busybox";
  return {{landlock > 0 ? fmt::format("Landlock inside, version {}", landlock) : "Landlock inside",
           landlock > 0, "this system lacks or forbids it; the other walls hold without it", ""},
          {"files of several users", sandbox.has_owners(), "the user has no range of numbers for others",
           "install newuidmap (uidmap) and give the user 65536 numbers in /etc/subuid and /etc/subgid"},
          std::move(busybox)};
}

Json checks_json(const std::vector<Check>& checks) {
  Json all = Json::array();
  for (const Check& each : checks)
    all.push_back({{"name", each.name},
                   {"works", each.works},
                   {"reason", each.works ? "" : each.reason},
                   {"next", each.works ? "" : each.next_step}});
  return all;
}

std::string checks_text(const std::vector<Check>& checks) {
  std::string text;
  for (const Check& each : checks) {
    text += fmt::format("{}  {}\n", each.works ? "yes" : "no ", each.name);
    if (each.works) continue;
    if (!each.reason.empty()) text += "     " + each.reason + "\n";
    if (!each.next_step.empty()) text += "     next: " + each.next_step + "\n";
  }
  return text;
}

int print_check(bool json) {
  const std::vector<Check> tiers = {
      tried(Tier::overlay),
      tried(Tier::copied),
      {"Landlock without namespaces", false,
       "it cannot keep a command from changing modes and times of the user's own files: docs/sandbox.md",
       ""}};
  const auto best = std::ranges::find_if(tiers, &Check::works);
  const bool works = best != tiers.end();
  const std::string used = works ? best->name : std::string(name_of(Tier::unavailable));
  const std::vector<Check> inside = tried_inside();
  if (json) {
    const Json object = {{"tier", used}, {"tiers", checks_json(tiers)}, {"inside", checks_json(inside)}};
    std::cout << object.dump() << "\n";
  } else {
    std::cout << checks_text(tiers) << checks_text(inside)
              << (works ? fmt::format("commands run in: {}\n", used)
                        : "commands cannot be run here; the level behavioural is unavailable\n");
  }
  return works ? kPassed : kFailed;
}

sandbox::Command command_of(const std::vector<std::string>& words) {
  if (words.size() == 1) return sandbox::shell_command(words.front());
  sandbox::Command command{words};
  // Looked up in PATH as by a shell, but nothing is split or expanded.
  if (words.front().find('/') == std::string::npos) {
    command.argv = {"/bin/bash", "-c", "exec \"$@\"", "bash"};
    command.argv.insert(command.argv.end(), words.begin(), words.end());
  }
  return command;
}

}  // namespace

int perform(const RunInSandbox& options) {
  if (options.check) return print_check(options.json);
  behaviour::Lab lab;
  const auto [world, fault] = lab.made(worlds::named_world(options.world));
  if (!fault.empty()) {
    std::cerr << "error: " << one_line(world.name) << ": " << one_line(fault) << "\n";
    return kError;
  }
  const auto outcome =
      lab.sandbox().run(world.world, command_of(options.command), {.timeout = std::chrono::seconds(10)});
  if (outcome.end == sandbox::End::unavailable || outcome.end == sandbox::End::lost) {
    std::cerr << "error: " << outcome.why << "\n  next: assay sandbox --check\n";
    return kError;
  }
  std::cout << (options.json ? outcome_json(outcome) + "\n" : outcome_report(outcome));
  return outcome.end == sandbox::End::exited && outcome.exit_code == 0 ? kPassed : kFailed;
}

}  // namespace assay::cli
