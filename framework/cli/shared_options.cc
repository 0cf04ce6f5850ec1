// SPDX-License-Identifier: Apache-2.0
#include "shared_options.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <sstream>

#include "assay/grading.h"
#include "option_fault.h"

namespace assay::cli {
namespace {

std::vector<std::string> level_names() {
  std::vector<std::string> names = built_in_levels();
  for (const std::string& each : default_levels(DatasetKind::queries)) names.push_back(each);
  return names;
}

std::string option_name(std::string_view setting) {
  std::string name = "--" + std::string(setting);
  std::ranges::replace(name, '_', '-');
  return name;
}

// The option of a setting; `keep` gets a T.
template <typename T, typename Keep>
CLI::Option* add_setting(CLI::App& command, const SettingFacts& setting, Keep keep) {
  std::string name = option_name(setting.name);
  if (!setting.short_option.empty()) name += fmt::format(",{}", setting.short_option);
  auto* option = command.add_option_function<T>(name, std::move(keep), std::string(setting.text));
  if (!setting.value.empty()) option->type_name(std::string(setting.value));
  switch (setting.kind) {
    case SettingKind::names: option->delimiter(','); break;
    case SettingKind::programs: option->allow_extra_args(false); break;
    case SettingKind::places: option->allow_extra_args(false)->check(CLI::ExistingPath); break;
    case SettingKind::place: option->check(CLI::ExistingPath); break;
    case SettingKind::file: option->check(CLI::ExistingFile); break;
    case SettingKind::word: option->check(CLI::IsMember(setting_words(setting))); break;
    case SettingKind::share:
    case SettingKind::amount:
    case SettingKind::seconds:
    case SettingKind::budget:
      option->check(
          CLI::Validator([&setting](const std::string& text) { return number_fault(text, setting); }, ""));
      break;
    case SettingKind::count: option->check(CLI::Range(1, static_cast<int>(setting.most))); break;
    case SettingKind::text:
    case SettingKind::url: break;
  }
  return option;
}

// For values that are written otherwise than they are kept, and for all others.
CLI::Option* add_value(CLI::App& command, const SettingFacts& setting, std::vector<ExecLevel>& levels) {
  return add_setting<std::vector<std::string>>(command, setting, [&](const std::vector<std::string>& texts) {
    std::ranges::transform(texts, std::back_inserter(levels), exec_level_from);
  });
}
CLI::Option* add_value(CLI::App& command, const SettingFacts& setting, std::shared_ptr<Budget>& budget) {
  return add_setting<double>(command, setting,
                             [&](double amount) { budget = std::make_shared<Budget>(amount); });
}
template <typename T>
CLI::Option* add_value(CLI::App& command, const SettingFacts& setting, T& to) {
  return add_setting<T>(command, setting, [&to](const T& value) { to = value; });
}

}  // namespace

CLI::Validator offered(const std::vector<std::string>& words,
                       std::function<std::string(std::string&)> fault) {
  if (!fault) fault = [](std::string&) { return std::string(); };
  return CLI::Validator(std::move(fault), fmt::format("{{{}}}", fmt::join(words, ",")));
}

void add_settings(CLI::App& command, SuiteSettings& settings) {
  visit_settings(settings, [&](const SettingFacts& setting, auto& value) {
    if (!setting.is_in(command.get_name())) return;
    auto* option = add_value(command, setting, value);
    option->each([&settings, &setting](const std::string&) { settings.given.emplace(setting.name); });
    if (setting.name == "levels") option->check(offered(level_names()));
    if (!setting.needs.empty()) option->needs(option_name(setting.needs));
    std::istringstream excluded{std::string(setting.excludes)};
    for (std::string name; excluded >> name;)
      if (auto* other = command.get_option_no_throw(option_name(name))) option->excludes(other);
  });
  if (setting("judge").is_in(command.get_name()))
    add_no_cache(command, [&settings] { settings.given.emplace("no_cache"); });
}

CLI::Option* add_no_cache(CLI::App& command, std::function<void()> forgo) {
  return command.add_flag_callback("--no-cache", std::move(forgo),
                                   "Run every command in its world, and keep nothing of what it did");
}

void limit_cost_of_judge(CLI::App& command) {
  command.get_option("--max-cost")
      ->needs("--judge")
      ->description("Send no further requests to the judge once they have cost this much");
}

CLI::Option* add_tables(CLI::App& command, Places& tables) {
  return add_value(command, setting("tables"), tables);
}

CLI::Option* add_question(CLI::App& command, Question& question) {
  return add_setting<std::string>(command, setting("question"),
                                  [&](const std::string& word) { question = question_from(word).value(); });
}

void add_store(CLI::App& command, RunPlace& place) {
  command
      .add_option("--store", place.store,
                  "The store of runs: a file, or postgresql://… for a database on a server; default: "
                  "$ASSAY_STORE, then assay.db")
      ->type_name("STORE");
}

void add_place(CLI::App& command, RunPlace& place, const std::string& suite) {
  add_store(command, place);
  command.add_option("--suite", place.suite, suite)->type_name("NAME");
}

void add_keep_outputs(CLI::App& command, KeptOutputs& kept) {
  command
      .add_option_function<std::string>(
          "--keep-outputs",
          [&kept](const std::string& word) {
            kept = word == "none"       ? KeptOutputs::none
                   : word == "failures" ? KeptOutputs::failures
                                        : KeptOutputs::all;
          },
          "For which results the store keeps the tool's output: all, failures (cases that did not pass), "
          "none")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"all", "failures", "none"}));
}

CLI::Option* add_format(CLI::App& command, Format& format) {
  auto* markdown = command.add_flag_callback(
      "--markdown", [&format] { format = Format::markdown; }, "Markdown instead of text");
  return command
      .add_flag_callback(
          "--json", [&format] { format = Format::json; }, "One JSON object instead of text")
      ->excludes(markdown);
}

CLI::Option* add_findings(CLI::App& command, std::string& format, const std::string& what) {
  return command.add_option("--format", format, what + " as code hosts read it")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"sarif", "code-quality", "annotations"}));
}

}  // namespace assay::cli
