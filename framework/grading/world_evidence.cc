// SPDX-License-Identifier: Apache-2.0
#include "world_evidence.h"

#include <filesystem>

#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"

namespace assay {
namespace {

constexpr std::size_t kMostText = 2000;   // of a command's output, in bytes
constexpr std::size_t kMostChanges = 20;  // of files
constexpr std::size_t kMostWorld = 4000;  // of a world on a command line, in bytes

std::string excerpt(std::string_view bytes) { return to_utf8(shortened(bytes, kMostText)); }

// A lower bound on the size of its description.
std::size_t bytes_in(const sandbox::World& world) {
  std::size_t bytes = world.input.size();
  for (const sandbox::Entry& entry : world.entries) bytes += entry.path.size() + entry.content.size();
  return bytes;
}

// A folder is relative to that of the dataset.
std::string userland_of(const Case& asked) {
  const std::string& named = asked.own->userland;
  if (named.find('/') == std::string::npos || named.starts_with('/')) return named;
  return (std::filesystem::path(asked.where.file).parent_path() / named).string();
}

}  // namespace

std::optional<worlds::NamedWorld> own_world(const Case& asked) {
  if (!worlds::names_a_world(asked.world)) return std::nullopt;
  auto world = worlds::find_world(asked.world, std::filesystem::path(asked.where.file).parent_path());
  if (!asked.own->userland.empty()) world.world.userland = userland_of(asked);
  return world;
}

behaviour::Terms world_terms(const Case& asked, const Surroundings& surroundings) {
  behaviour::Terms terms{
      .question = surroundings.question, .stop = surroundings.stop, .userland = userland_of(asked)};
  if (asked.own->world_timeout.count() > 0) terms.time = asked.own->world_timeout;
  return terms;
}

std::string lack_of_tools(const Case& asked, behaviour::Lab& lab) {
  if (asked.own->required_tools.empty() || lab.sandbox().tier() == sandbox::Tier::unavailable) return {};
  const std::string lack = lab.lack_of(asked.own->required_tools);
  return lack.empty() ? lack : "the case's required_tools: " + lack;
}

WorldOutcome described(const sandbox::Outcome& outcome, std::string_view folder) {
  WorldOutcome described{
      .out = excerpt(outcome.out), .err = excerpt(outcome.err), .ending = behaviour::ending_text(outcome)};
  for (const auto& effect : outcome.effects) {
    if (described.changes.size() == kMostChanges) {
      described.changes.push_back("and " + std::to_string(outcome.effects.size() - kMostChanges) + " more");
      break;
    }
    described.changes.push_back(behaviour::change_text(effect, folder));
  }
  return described;
}

std::string described(const worlds::NamedWorld& world) {
  return world.name + (world.note.empty() ? "" : ": " + world.note);
}

std::string as_word(std::string_view text) { return shell::print(shell::literal_word(text)); }

std::string world_word(const worlds::NamedWorld& world) {
  if (bytes_in(world.world) > kMostWorld) return {};
  const std::string text = worlds::world_line(world.world);
  return text.size() > kMostWorld ? std::string() : as_word(text);
}

}  // namespace assay
