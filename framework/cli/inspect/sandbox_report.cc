// SPDX-License-Identifier: Apache-2.0
#include "inspect/sandbox_report.h"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <vector>

#include "assay/internal/behaviour.h"
#include "assay/internal/text.h"

namespace assay::cli {
namespace {

using Json = nlohmann::ordered_json;

std::string stream_text(std::string_view name, std::string_view bytes) {
  if (bytes.empty()) return {};
  std::string text = fmt::format("{}\n", name);
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    text += "  " + one_line(bytes.substr(0, end)) + "\n";
    bytes.remove_prefix(end == std::string_view::npos ? bytes.size() : end + 1);
  }
  return text;
}

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> parts;
  while (!path.empty()) {
    const std::size_t end = std::min(path.find('/'), path.size());
    if (end > 0) parts.push_back(path.substr(0, end));
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return parts;
}

char mark_of(sandbox::Change change) {
  switch (change) {
    case sandbox::Change::created: return '+';
    case sandbox::Change::modified: return '~';
    case sandbox::Change::deleted: return '-';
  }
  return ' ';
}

// Folders above a change are named once, each level indented further.
std::string tree_text(const std::vector<sandbox::Effect>& effects) {
  std::string text;
  std::vector<std::string_view> above;
  for (const sandbox::Effect& effect : effects) {
    const auto parts = parts_of(effect.path);
    std::size_t shared = 0;
    while (shared < above.size() && shared + 1 < parts.size() && above[shared] == parts[shared]) ++shared;
    for (std::size_t i = shared; i + 1 < parts.size(); ++i)
      text += fmt::format("  {:{}}{}/\n", "", 2 * i + 2, one_line(parts[i]));
    const std::string folder = effect.path.substr(0, effect.path.rfind('/'));
    text += fmt::format("{} {:{}}{}\n", mark_of(effect.change), "", 2 * parts.size(),
                        behaviour::change_text(effect, folder));
    above = parts;
  }
  return text;
}

}  // namespace

std::string outcome_report(const sandbox::SandboxResult& outcome) {
  std::string text = stream_text("stdout", outcome.out) + stream_text("stderr", outcome.err);
  text += fmt::format("{}, after {} ms{}\n", one_line(behaviour::ending_text(outcome)),
                      std::chrono::duration_cast<std::chrono::milliseconds>(outcome.latency).count(),
                      outcome.leftovers ? "; processes that outlived it were ended" : "");
  if (outcome.effects.empty()) return text + "no file was changed\n";
  text += "changes\n" + tree_text(outcome.effects);
  if (outcome.effects_cut) text += "  and more\n";
  return text;
}

std::string outcome_json(const sandbox::SandboxResult& outcome) {
  Json json = {{"ending", behaviour::ending_text(outcome)},
               {"exit_code", outcome.exit_code < 0 ? Json(nullptr) : Json(outcome.exit_code)},
               {"stdout", to_utf8(outcome.out)},
               {"stderr", to_utf8(outcome.err)},
               {"changes", Json::array()},
               {"changes_cut", outcome.effects_cut}};
  for (const auto& effect : outcome.effects)
    json["changes"].push_back({{"path", to_utf8(effect.path)}, {"what", behaviour::change_text(effect, {})}});
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace assay::cli
