// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "assay/internal/behaviour.h"
#include "assay/internal/digest.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "cache.h"
#include "timing.h"

namespace assay::behaviour {
namespace {

using Json = nlohmann::json;

// Change it when the same near misses might be told apart otherwise.
constexpr std::string_view kPowerKind = "assay power " ASSAY_VERSION " 3\n";

Json json_of(const Power& power) {
  Json json = {{"classes", Json::object()}, {"unnoticed", Json::array()}, {"fault", power.fault}};
  for (const auto& [id, count] : power.classes) json["classes"][id] = {count.told, count.all};
  for (const NearMiss& each : power.unnoticed)
    json["unnoticed"].push_back({static_cast<int>(each.of), each.command});
  return json;
}

// None if the file is missing or was damaged.
std::optional<Power> kept_power(const std::filesystem::path& file) try {
  std::error_code unknown;
  if (file.empty() || !std::filesystem::is_regular_file(file, unknown)) return std::nullopt;
  const Json json = Json::parse(read_file(file));
  Power power{.fault = json.at("fault").get<std::string>()};
  for (const auto& [id, count] : json.at("classes").items()) power.classes[id] = {count.at(0), count.at(1)};
  for (const Json& each : json.at("unnoticed")) {
    const auto at = each.at(0).get<std::size_t>();
    if (at >= near_miss_kinds().size()) return std::nullopt;
    power.unnoticed.push_back({near_miss_kinds()[at].of, each.at(1)});
  }
  return power;
} catch (const std::exception&) {
  return std::nullopt;
}

bool is_told(const Comparison& found) {
  // What else is shown may be due to the sandbox, which denied something to one of them.
  return found.finding == Finding::differs || found.differs_elsewhere;
}

}  // namespace

std::size_t Power::all() const {
  std::size_t sum = 0;
  for (const auto& [id, count] : classes) sum += count.all;
  return sum;
}

Power Lab::measured_power(std::string_view accepted, const std::optional<worlds::NamedWorld>& own,
                          const Terms& wanted, bool& is_final) {
  Power power{.fault = obstacle(accepted, own, wanted)};
  is_final = power.fault != starved_text("accepted");
  if (!power.fault.empty()) return power;
  Terms terms = in_force(wanted);
  terms.shrinks = false;
  // A near miss may not end; a command that takes longer than this says nothing.
  constexpr std::chrono::milliseconds kLongest{2000};
  terms.time = std::min(terms.limits.timeout, kLongest);
  std::string why = "no near miss of it can be made";
  for (NearMiss& each : near_misses_of(accepted, terms.question)) {
    const Comparison found = decide(accepted, each.command, own, terms);
    if (found.is_starved || terms.stop.stop_requested()) {
      is_final = false;
      return {.fault = found.is_starved ? found.why : "stopped"};
    }
    if (found.finding == Finding::unavailable || found.finding == Finding::broken) {
      why = found.why;
      continue;
    }
    Power::OfClass& count = power.classes[std::string(to_string(each.of))];
    ++count.all;
    if (is_told(found))
      ++count.told;
    else
      power.unnoticed.push_back(std::move(each));
  }
  if (power.classes.empty()) power.fault = std::move(why);
  return power;
}

Power Lab::power(std::string_view accepted, const std::optional<worlds::NamedWorld>& own,
                 const Terms& terms) {
  if (sandbox().tier() == sandbox::Tier::unavailable) return {.fault = sandbox().reason()};
  const Terms all = in_force(terms);
  std::string key = std::string(kPowerKind) + std::string(to_string(all.question)) + '\n' +
                    std::string(accepted) + '\n' + identity_of(all.userland) + '\n' +
                    std::to_string(all.limits.timeout.count()) + '\n';
  key += std::string(name_of(sandbox().tier())) + '\n';
  if (own)
    key += worlds::world_line(own->world) + '\n' + own->setup + '\n' + identity_of(own->world.userland);
  const std::string digest = sha256(key);
  std::shared_ptr<KeptPower> kept;
  {
    const std::lock_guard lock(looking_);
    auto& place = powers_[digest];
    if (!place) place = std::make_shared<KeptPower>();
    kept = place;
  }
  const std::lock_guard lock(kept->measuring);
  if (kept->power) return *kept->power;
  const std::filesystem::path file = place_in_cache("powers", digest);
  kept->power = kept_power(file);
  if (kept->power) return *kept->power;
  bool is_final = true;
  Power power = measured_power(accepted, own, terms, is_final);
  if (!is_final) return power;
  kept->power = power;
  if (!file.empty()) keep(file, json_of(power).dump(-1, ' ', false, Json::error_handler_t::replace));
  return power;
}

std::optional<worlds::NamedWorld> Lab::world_for(std::string_view accepted, std::string_view generated,
                                                 const Terms& wanted) {
  const Terms terms = bounded(wanted);
  auto all = worlds::worlds_for_pair(accepted, generated, {.manner = worlds::Manner::searching});
  for (worlds::NamedWorld& world : all) furnish(world.world, terms);
  Comparison found = compared(accepted, generated, all, terms);
  if (found.finding != Finding::differs) return std::nullopt;
  return std::move(found.shown->world);
}

}  // namespace assay::behaviour
