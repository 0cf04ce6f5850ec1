// SPDX-License-Identifier: Apache-2.0
#include "asked_run.h"

#include <array>
#include <fstream>
#include <iostream>
#include <string_view>

#include "asked_suite.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "run_summary.h"

namespace assay::cli {
namespace {

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

// Determines the part from options and environment. If the environment shows sibling tasks but no part was
// requested, prints a note on standard error. Throws Error as dealing_of() does, and for reports of a part.
Dealing dealing_for(const RunDatasets& asked) {
  const bool is_resumed = !asked.resume.empty();
  Dealing dealing = dealing_of({.shard = asked.shard, .run_id = asked.run_id, .has_run = is_resumed});
  if (is_resumed) dealing.run_id_from = "--resume";
  if (dealing.shard && !asked.output.empty())
    throw Error(Problem{.where = {},
                        .what = "--output: a shard has no reports, they are of the whole run",
                        .next = "give it to assay merge STORES --gate --output DIR"});
  if (dealing.shard && asked.part.order == "longest")
    throw Error(
        Problem{.where = {},
                .what = "--order longest: shards agree on their parts only if all of them use the same run",
                .next = "name it: --order longest:RUN, for instance longest:nightly.db"});
  const auto untaken = untaken_shard(process_variables());
  if (!dealing.shard && asked.shard.empty() && !untaken.empty())
    std::cerr << "note: " << untaken
              << " say that this is one of several tasks; every case is asked here\n"
                 "  next: --shard auto asks this task's part; --shard none is quiet\n";
  return dealing;
}

}  // namespace

PerformedRun run_of(const RunDatasets& asked, const std::string& again, const Dealing& dealing) {
  return perform_run(
      {.suite = suite_of(asked),
       .name = asked.name,
       .place = asked.place,
       .keep_outputs = asked.keep_outputs,
       .part = asked.part,
       .repeat = static_cast<int>(asked.settings.repeat),
       .resume = asked.resume,
       .dealing = dealing,
       .command = dealing.shard ? shared_command_line() : "",
       .join = asked.join,
       .lease = asked.lease,
       .again = again},
      {.say = [&](const std::string& line) { (asked.json ? std::cerr : std::cout) << line << std::endl; },
       .note = [](const std::string& text) { std::cerr << text; }});
}

void print_run(const PerformedRun& run, bool json) {
  print_run(run.view, json, run.folder);
  if (!json) {
    const GateResult& gate = run.view.gate;
    // The figures say the rest.
    const bool is_explained = run.view.summary.complete && run.view.summary.all.counts.miss > 0;
    if (run.outcome.empty() && gate.light != Light::green && !is_explained)
      std::cout << "gate " << to_string(run.view.info.gate) << ": " << one_line(first_line(gate.why)) << "\n";
    std::cout << "store " << one_line(run.store.string()) << "\n";
    if (!run.outcome.empty()) std::cout << run.outcome << "\n";
  }
  if (run.fault) std::cerr << "\n" << to_string(*run.fault) << "\n";
}

int perform(const RunDatasets& asked) {
  check_servers(asked);
  const Dealing dealing = asked.join.empty() ? dealing_for(asked) : Dealing();
  const PerformedRun run = run_of(asked, "repeat the command line", dealing);
  print_run(run, asked.json);
  return run.status;
}

}  // namespace assay::cli
