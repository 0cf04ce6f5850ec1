// SPDX-License-Identifier: Apache-2.0
#include "environment.h"

#include <unistd.h>

#include <algorithm>

namespace assay::process {
namespace {

constexpr std::string_view kPathWithoutPath = "/bin:/usr/bin";
constexpr std::size_t kManyVariables = 64;  // more than most environments have: avoids reallocation

std::string_view variable_name(std::string_view variable) { return variable.substr(0, variable.find('=')); }

bool is_changed(const ProcessSpec& spec, std::string_view name) {
  return std::ranges::any_of(spec.env, [&](const auto& set) { return set.first == name; }) ||
         std::ranges::find(spec.unset, name) != spec.unset.end();
}

std::string_view search_path(const StringArray& environment) {
  for (std::string_view variable : environment.strings()) {
    if (variable.starts_with("PATH=")) return variable.substr(5);
  }
  return kPathWithoutPath;
}

}  // namespace

const char* const* StringArray::pointers() {
  pointers_.clear();
  pointers_.reserve(strings_.size() + 1);
  for (const std::string& string : strings_) pointers_.push_back(string.c_str());
  pointers_.push_back(nullptr);
  return pointers_.data();
}

StringArray environment_of(const ProcessSpec& spec) {
  StringArray environment;
  environment.reserve(kManyVariables);
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
    if (!is_changed(spec, variable_name(*variable))) environment.push_back(*variable);
  }
  for (const auto& [name, value] : spec.env) environment.push_back(name + "=" + value);
  return environment;
}

StringArray paths_of(std::string_view program, const StringArray& environment) {
  StringArray paths;
  if (program.empty()) return paths;
  if (program.find('/') != std::string_view::npos) {
    paths.push_back(std::string(program));
    return paths;
  }
  std::string_view folders = search_path(environment);
  for (;;) {
    const std::size_t colon = folders.find(':');
    const std::string_view folder = folders.substr(0, colon);
    paths.push_back(std::string(folder.empty() ? "." : folder).append("/").append(program));
    if (colon == std::string_view::npos) return paths;
    folders.remove_prefix(colon + 1);
  }
}

}  // namespace assay::process
