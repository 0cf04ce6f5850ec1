// SPDX-License-Identifier: Apache-2.0
#include "command_description.h"

#include <CLI/App.hpp>
#include <algorithm>
#include <sstream>

#include "shared_options.h"

namespace assay::cli {
namespace {

// From "WORD:{a,b}".
std::vector<std::string> choices_in(const std::string& type) {
  std::vector<std::string> choices;
  const std::size_t open = type.find(":{");
  if (open == type.npos) return choices;
  std::istringstream words(type.substr(open + 2, type.find('}', open) - open - 2));
  for (std::string word; std::getline(words, word, ',');) choices.push_back(word);
  return choices;
}

OptionDescription option_description(const CLI::Option& option) {
  OptionDescription described;
  for (const auto& name : option.get_snames()) described.names.push_back("-" + name);
  for (const auto& name : option.get_lnames()) described.names.push_back("--" + name);
  described.value = described.names.empty() ? option.get_name() : option.get_type_name();  // of a flag: ""
  described.value = described.value.substr(0, described.value.find(':'));  // valid values follow it
  const std::string type = option.get_type_name();
  described.choices = choices_in(type);
  described.listed = option.get_delimiter() != '\0';
  described.takes_run = type.substr(0, type.find(':')) == kRunType;
  described.text = option.get_description();
  described.required = option.get_required();
  described.several = option.get_items_expected_max() > 1;
  return described;
}

// Positional arguments first, as CommandDescription requires.
std::vector<OptionDescription> described_options(const CLI::App& command) {
  std::vector<OptionDescription> options;
  for (const auto* option : command.get_options())
    if (!option->get_group().empty()) options.push_back(option_description(*option));
  std::ranges::stable_partition(options, [](const auto& option) { return option.names.empty(); });
  return options;
}

}  // namespace

ProgramDescription describe(const CLI::App& app) {
  ProgramDescription program{app.get_name(),   ASSAY_VERSION,          app.get_description(),
                             app.get_footer(), described_options(app), {}};
  for (const auto* command : app.get_subcommands([](const CLI::App*) { return true; }))
    program.commands.push_back(
        {command->get_name(), command->get_description(), described_options(*command)});
  return program;
}

}  // namespace assay::cli
