// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/origin.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>

#include "assay/internal/behaviour.h"
#include "assay/internal/digest.h"
#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "assay/internal/worlds.h"
#include "assay/judge.h"
#include "assay/process.h"

namespace assay {

namespace fs = std::filesystem;
namespace {

std::string git(const fs::path& folder, std::vector<std::string> arguments) {
  ProcessSpec spec{.argv = {"git", "-C", folder.string()}, .limits = {.timeout = std::chrono::seconds(2)}};
  for (auto& argument : arguments) spec.argv.push_back(std::move(argument));
  auto result = run_process(std::move(spec));
  return result.end == ProcessEnd::exited && result.exit_code == 0 ? std::string(trimmed(result.out.head))
                                                                   : "";
}

// Whether to ask git, which takes as long as many a tool.
bool may_be_in_checkout(const fs::path& folder) {
  if (std::getenv("GIT_DIR") != nullptr) return true;
  std::error_code error;
  for (fs::path at = fs::absolute(folder, error).lexically_normal(); !error; at = at.parent_path()) {
    if (fs::exists(at / ".git", error)) return true;
    if (at == at.parent_path()) return false;
  }
  return true;
}

std::string host_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

std::map<std::string, std::string> named(const ProcessLimits& limits) {
  return {{"timeout_ms", std::to_string(limits.timeout.count())},
          {"stdout_bytes", std::to_string(limits.stdout_bytes)},
          {"stderr_bytes", std::to_string(limits.stderr_bytes)},
          {"flood_bytes", std::to_string(limits.flood_bytes)}};
}

// A hash that cannot be stored is computed again next time.
void keep_if_possible(const fs::path& file, const std::string& text) try {
  write_own_file(file, text);
} catch (const Error&) {
}

// A missing tool has no hash; asking it reports that it is missing.
std::string hash_or_nothing(const fs::path& file, const fs::path& kept) try {
  const auto stamp = stamp_of(file);
  std::error_code unknown;
  if (!stamp || !fs::is_regular_file(file, unknown)) return "";
  if (kept.empty()) return sha256_file(file);
  const auto known = fmt::format("{} {} {}\n", stamp->size, stamp->modified_ns, file.string());
  if (fs::exists(kept, unknown))
    if (const auto text = read_file(kept); text.size() == known.size() + 64 && text.starts_with(known))
      return text.substr(known.size());
  const auto hash = sha256_file(file);
  keep_if_possible(kept, known + hash);
  return hash;
} catch (const Error&) {
  return "";
}

constexpr std::uint64_t kHashed = 16u << 20;  // hashing a model of gigabytes would take longer than many a
                                              // run

std::map<std::string, std::string> files_named_by(const Program& program) {
  std::map<std::string, std::string> files;
  for (const auto& argument : program.argv) {
    if (&argument == &program.argv.front()) continue;
    const fs::path file = fs::path(program.cwd) / argument;
    std::error_code none;
    if (!fs::is_regular_file(file, none)) continue;
    const auto stamp = stamp_of(file);
    if (stamp && stamp->size > kHashed)
      files[argument] = fmt::format("{} bytes, {} ns", stamp->size, stamp->modified_ns);
    else
      files[argument] = hash_or_nothing(file, "");
  }
  return files;
}

// Everything except the contents of its files.
void name_tool(RunInfo& info, const Tool& tool) {
  info.tool = tool.name;
  info.parts = tool.parts;
  info.tool_files.clear();
  info.limits.clear();
  if (const auto* program = std::get_if<Program>(&tool.how)) {
    info.tool_path = program->chat ? program->chat->base_url : program_file(program->argv.front()).string();
    info.limits = named(program->limits);
  } else {
    info.tool_path = std::get<Recording>(tool.how).file.string();
  }
}

// With the time of an accepted command, if that is not the usual one, and the power that worlds need.
std::string tier_of(behaviour::Lab& lab) {
  sandbox::Sandbox& sandbox = lab.sandbox();
  const std::string tier(name_of(sandbox.tier()));
  if (sandbox.tier() == sandbox::Tier::unavailable) return tier + ": " + sandbox.reason();
  const auto time = lab.in_force({}).time;
  const auto power = lab.minimum_power();
  return tier + (time ? fmt::format(", {} ms for a command", time->count()) : "") +
         (power ? fmt::format(", a power of {} or more", *power) : "");
}

// By what names them.
std::map<std::string, std::string> named_userlands(behaviour::Lab& lab, const CaseLevels& more) {
  std::map<std::string, std::string> all = places_of_userlands(lab, more);
  for (auto& [name, userland] : all) userland = lab.identity_of(userland);
  std::erase_if(all, [](const auto& each) { return each.second.empty(); });
  return all;
}

}  // namespace

fs::path program_file(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  std::string_view path = std::getenv("PATH") ? std::getenv("PATH") : "/usr/bin:/bin";
  while (!path.empty()) {
    const auto colon = std::min(path.find(':'), path.size());
    const fs::path candidate = fs::path(path.substr(0, colon)) / name;
    std::error_code unknown;
    if (::access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate, unknown)) return candidate;
    path.remove_prefix(std::min(colon + 1, path.size()));
  }
  return name;
}

Checkout checkout_of(const fs::path& folder) {
  if (!may_be_in_checkout(folder)) return {};
  Checkout checkout{.commit = git(folder, {"rev-parse", "HEAD"})};
  checkout.dirty =
      !checkout.commit.empty() && !git(folder, {"status", "--porcelain", "--untracked-files=no"}).empty();
  return checkout;
}

void describe_tool(RunInfo& info, const Tool& tool, const fs::path& kept_hash) {
  name_tool(info, tool);
  if (const auto* program = std::get_if<Program>(&tool.how)) info.tool_files = files_named_by(*program);
  info.description_sha256 = tool.description.empty() ? "" : hash_or_nothing(tool.description, "");
  info.tool_sha256 = hash_or_nothing(info.tool_path, kept_hash);
}

void sketch_tool(RunInfo& info, const Tool& tool) {
  name_tool(info, tool);
  const auto* program = std::get_if<Program>(&tool.how);
  if (program && program->argv.size() > 1)
    info.tool_files[program->argv[1]] = stamp_text(fs::path(program->cwd) / program->argv[1]);
  info.description_sha256 = tool.description.empty() ? "" : stamp_text(tool.description);
  info.tool_sha256 = stamp_text(info.tool_path);
}

void describe_grading(RunInfo& info, const EvaluateOptions& options, const CaseLevels& more,
                      const Backends& backends) {
  info.levels.clear();
  for (const auto& level : options.levels) info.levels.push_back(level.name);
  const auto all = levels_of(more, options);
  info.level_versions.clear();
  for (const auto& level : all)
    if (!level.version.empty()) info.level_versions[level.name] = level.version;
  info.tables_sha256 = backends.tables ? backends.tables->get().sha256() : "";
  const bool runs_commands = std::ranges::any_of(all, &Level::runs_commands);
  info.sandbox = runs_commands && backends.lab ? tier_of(*backends.lab) : "";
  info.userland.clear();
  info.named_userlands.clear();
  if (runs_commands && backends.lab) {
    info.userland = backends.lab->userland();
    info.named_userlands = named_userlands(*backends.lab, more);
  }
  info.other_userlands.clear();
  if (backends.lab)
    for (const std::string& userland : backends.lab->other_userlands()) {
      const std::string what = backends.lab->identity_of(userland);
      info.other_userlands[userland] = what.empty() ? "not here" : what;
    }
  info.worlds.clear();
  if (runs_commands)
    for (const auto& [name, place] : more.worlds) info.worlds[name] = worlds::digest_of_world(place);
  const bool asks_model = std::ranges::any_of(all, &Level::asks_model);
  info.model = asks_model && backends.likeness ? backends.likeness->description() : "";
  const bool asks_judge = std::ranges::any_of(all, &Level::asks_judge);
  info.judge = asks_judge && backends.judge ? description_of(backends.judge->service()) : "";
}

std::map<std::string, std::string> places_of_userlands(const behaviour::Lab& lab, const CaseLevels& more) {
  std::map<std::string, std::string> all = more.userlands;
  if (std::string suites = lab.in_force({}).userland; suites.find('/') != suites.npos)
    all.emplace("suite", std::move(suites));
  for (const auto& [name, place] : more.worlds)
    if (std::string own = worlds::userland_of_world(place); !own.empty()) all.emplace(name, std::move(own));
  return all;
}

void describe_start(RunInfo& info, const fs::path& project) {
  const auto checkout = checkout_of(project);
  info.commit = checkout.commit;
  info.dirty = checkout.dirty;
  info.host = host_name();
  info.started_at = timestamp(std::chrono::system_clock::now());
}

}  // namespace assay
