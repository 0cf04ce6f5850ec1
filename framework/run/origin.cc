#include "assay/origin.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "assay/process.h"
#include "assay/text.h"

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

}  // namespace

fs::path program_file(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  std::string_view path = std::getenv("PATH") ? std::getenv("PATH") : "/usr/bin:/bin";
  while (!path.empty()) {
    const auto colon = std::min(path.find(':'), path.size());
    const fs::path candidate = fs::path(path.substr(0, colon)) / name;
    if (::access(candidate.c_str(), X_OK) == 0 && fs::is_regular_file(candidate)) return candidate;
    path.remove_prefix(std::min(colon + 1, path.size()));
  }
  return name;
}

Checkout checkout_of(const fs::path& folder) {
  Checkout checkout{.commit = git(folder, {"rev-parse", "HEAD"})};
  checkout.dirty =
      !checkout.commit.empty() && !git(folder, {"status", "--porcelain", "--untracked-files=no"}).empty();
  return checkout;
}

std::map<std::string, std::string> limits_of(const Tool& tool) {
  const auto* program = std::get_if<Program>(&tool.how);
  if (program == nullptr) return {};
  const ProcessLimits& limits = program->limits;
  return {{"timeout_ms", std::to_string(limits.timeout.count())},
          {"stdout_bytes", std::to_string(limits.stdout_bytes)},
          {"stderr_bytes", std::to_string(limits.stderr_bytes)},
          {"flood_bytes", std::to_string(limits.flood_bytes)}};
}

std::map<std::string, std::string> versions_of(std::span<const Level> levels) {
  std::map<std::string, std::string> versions;
  for (const auto& level : levels)
    if (!level.version.empty()) versions[level.name] = level.version;
  return versions;
}

}  // namespace assay
