// SPDX-License-Identifier: Apache-2.0
#include "run/run.h"

#include <algorithm>
#include <array>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "assay/internal/console.h"
#include "assay/internal/metrics_json.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "terminal.h"

namespace assay::cli {
namespace {

void print_view(const RunView& view) {
  std::ostringstream text;
  write_metrics(text, view.info, view.summary, view.retrieval, view.safety, view.evaluation);
  if (!view.labels) {
    std::cout << text.view();
    return;
  }
  auto json = nlohmann::ordered_json::parse(text.view());
  json["labels"] = nlohmann::ordered_json::parse(to_json(*view.labels));
  print_json(json, JsonLayout::indented);
}

std::vector<std::string> own_arguments() {
  std::ifstream file("/proc/self/cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string each; std::getline(file, each, '\0');) arguments.push_back(each);
  return arguments;
}

// The command line of this process, quoted for a shell, without the options that differ between the shards of
// a run: its shard, its run and its store.
std::string shared_command_line() {
  static constexpr std::array kOwn = {"--shard", "--run-id", "--resume", "--store"};
  const auto arguments = own_arguments();
  if (arguments.empty()) return "";
  std::string line = "assay";
  for (std::size_t i = 1; i < arguments.size(); ++i) {
    const std::string name = arguments[i].substr(0, arguments[i].find('='));
    if (std::ranges::find(kOwn, name) == kOwn.end())
      line += " " + shell::print(shell::literal_word(arguments[i]));
    else if (name == arguments[i])
      ++i;  // skip its value
  }
  return line;
}

// If the environment shows sibling tasks but no part was requested, prints a note on standard error. Throws
// Error as dealing_of() does.
Dealing dealing_for(const RunDatasets& options) {
  Dealing dealing =
      dealing_of({.shard = options.shard, .run_id = options.run_id, .has_run = !options.resume.empty()});
  const auto untaken = untaken_shard(process_variables());
  if (!dealing.shard && options.shard.empty() && !untaken.empty())
    std::cerr << "note: " << untaken
              << " say that this is one of several tasks; every case is asked here\n"
                 "  next: --shard auto asks this task's part; --shard none is quiet\n";
  return dealing;
}

}  // namespace

Suite suite_of(const RunDatasets& options) {
  Suite suite = suite_of(options.settings, store_of(options.place),
                         options.recorded.empty() ? Trusts::no_program : Trusts::itself);
  suite.name = options.place.suite;
  suite.datasets = options.datasets;
  suite.tool = options.recorded.empty() ? tool_source(options.tool)
                                        : ToolSource{ToolSource::Kind::recording, options.recorded.string()};
  if (options.settings.given.contains("min_mean")) suite.gate = Gate::mean;
  suite.output = options.output;
  return suite;
}

void check_servers(const RunDatasets& options) {
  if (options.settings.max_cost || options.settings.tool_cache != "off")
    assay::check_servers(options.settings, std::array{read_suite_tool(suite_of(options))});
}

void print_run(const RunView& view, bool json, const std::filesystem::path& folder) {
  if (json) return print_view(view);
  ConsoleOptions options;
  options.colour = terminal_colour();
  options.columns = terminal_columns();
  options.folder = folder.string();
  options.rerun = ConsoleOptions::Rerun::none;
  std::ostringstream text;
  write_console(text, view, options);
  std::cout << text.view().substr(0, text.view().find_last_not_of('\n') + 1) << "\n";
  if (view.labels) std::cout << "\n" << describe(*view.labels) << "\n";
  std::cout << "\nrun " << one_line(view.info.run_id)
            << (view.info.name.empty() ? "" : ", named " + one_line(view.info.name)) << "\n";
}

RunSink terminal_sink(bool json) {
  return {.say = [json](const std::string& line) { (json ? std::cerr : std::cout) << line << std::endl; },
          .note = [](const std::string& text) { std::cerr << text; }};
}

PerformedRun run_of(RunDatasets options) {
  options.suite = suite_of(options);
  const auto source = asked_run(options);
  return perform_run(*source, terminal_sink(options.json));
}

void print_run(const PerformedRun& run, bool json) {
  print_run(run.view, json, run.folder);
  if (!json) {
    const GateResult& gate = run.view.gate;
    // The figures say the rest.
    const bool is_explained = run.view.summary.complete && run.view.summary.all.counts.miss > 0;
    if (run.part_text.empty() && gate.light != Light::green && !is_explained)
      std::cout << "gate " << to_string(run.view.info.gate) << ": " << one_line(first_line(gate.why)) << "\n";
    std::cout << "store " << one_line(run.store.string()) << "\n";
    if (!run.part_text.empty()) std::cout << run.part_text << "\n";
    std::cout << effects_line();
  }
  if (run.fault) std::cerr << "\n" << to_string(*run.fault) << "\n";
}

int perform(const RunDatasets& options) {
  check_servers(options);
  RunDatasets run = options;
  if (options.join.empty()) run.dealing = dealing_for(options);
  if (run.dealing.shard) run.command = shared_command_line();
  const PerformedRun performed = run_of(std::move(run));
  print_run(performed, options.json);
  return performed.status;
}

}  // namespace assay::cli
