// SPDX-License-Identifier: Apache-2.0
// Worlds set up by a script: it runs once, and its result is kept as a world without a script.

#include <fmt/format.h>

#include <ctime>

#include "assay/internal/behaviour.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "cache.h"
#include "clauses.h"
#include "image.h"

namespace assay::behaviour {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kSetUpTime{30};

// Change it when the same script would leave a different world.
constexpr std::string_view kKind = "assay world 1\n";

// A script may leave what programs print, so it counts which ones those were.
std::string digest_of(const worlds::NamedWorld& world, const std::string& userland) {
  return sha256(std::string(kKind) + worlds::world_line(world.world) + '\n' + userland + '\n' + world.setup);
}

// None if the file is missing, or is no longer a valid world.
std::optional<sandbox::World> kept(const fs::path& file) try {
  std::error_code unknown;
  if (!fs::is_regular_file(fs::symlink_status(file, unknown))) return std::nullopt;
  return worlds::parse_world(read_file(file), file.string()).world;
} catch (const Error&) {
  return std::nullopt;
}

std::string fault_of_script(const sandbox::SandboxResult& outcome) {
  if (outcome.end == sandbox::End::exited && outcome.exit_code == 0) return {};
  std::string fault = "its set-up script: " + (outcome.why.empty() ? ending_text(outcome) : outcome.why);
  constexpr std::size_t kMost = 500;
  const std::string_view said = trimmed(outcome.err);
  if (!said.empty()) fault += ", " + one_line(said.substr(said.size() - std::min(said.size(), kMost)));
  return fault;
}

MadeWorld set_up(sandbox::Sandbox& sandbox, worlds::NamedWorld named) {
  if (sandbox.tier() == sandbox::Tier::unavailable) return {std::move(named), sandbox.reason()};
  sandbox::World beginning = named.world;
  beginning.start = static_cast<std::int64_t>(std::time(nullptr));
  const sandbox::SandboxResult outcome =
      sandbox.run(beginning, sandbox::shell_command(named.setup),
                  {.timeout = kSetUpTime, .output_bytes = 1u << 20, .content_bytes = kContentBytes});
  std::string fault = fault_of_script(outcome);
  if (!fault.empty()) return {std::move(named), std::move(fault)};
  Image image = image_of(beginning, outcome);
  if (!image.fault.empty()) return {std::move(named), "its set-up script: " + image.fault};
  // Parsed back, so that the first use gets the same world as all later ones, and an invalid world fails
  // here.
  try {
    named.world = worlds::parse_world(worlds::world_text(image.world), named.name).world;
  } catch (const Error& error) {
    return {std::move(named), "its set-up script: " + error.problems().front().what};
  }
  named.setup.clear();
  return {std::move(named), {}};
}

}  // namespace

MadeWorld Lab::made(worlds::NamedWorld world) {
  if (world.setup.empty()) return {std::move(world), {}};
  const std::string digest = digest_of(world, identity_of(world.world.userland));
  const std::scoped_lock lock(making_);
  auto found = made_.find(digest);
  if (found == made_.end()) {
    const fs::path file = place_in_cache("worlds", digest);
    MadeWorld made{world, {}};
    if (auto image = file.empty() ? std::nullopt : kept(file)) {
      made.world.world = *std::move(image);
      made.world.setup.clear();
    } else {
      made = set_up(sandbox(), world);
      if (made.fault.empty() && !file.empty()) keep(file, worlds::world_text(made.world.world));
    }
    found = made_.emplace(digest, std::move(made)).first;
  }
  if (!found->second.fault.empty()) return {std::move(world), found->second.fault};
  world.world = found->second.world.world;
  world.setup.clear();
  return {std::move(world), {}};
}

}  // namespace assay::behaviour
