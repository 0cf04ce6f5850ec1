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

}  // namespace assay
