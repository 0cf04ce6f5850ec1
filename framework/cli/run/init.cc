// SPDX-License-Identifier: Apache-2.0
// `assay init`: writes a first suite for a tool and runs it once.
#include <fmt/format.h>

#include <iostream>

#include "assay/internal/first_suite.h"
#include "assay/internal/shell.h"
#include "assay/internal/text.h"
#include "assay/internal/word.h"
#include "run/run.h"

namespace assay::cli {
namespace {

namespace fs = std::filesystem;

std::string as_word(const fs::path& path) { return shell::print(shell::literal_word(path.string())); }

std::string what_next(const FirstSuite& suite, const fs::path& dataset) {
  const auto build = as_word(suite.folder / "build");
  return fmt::format(
      "next: add your own cases to {0}, then: assay run --dataset {0} --tool {1} --suite {2}\n"
      "      see what a change to the tool did: assay compare latest~1 latest\n"
      "      one test per case, for ctest and editors: cmake -S {3} -B {4} && ctest --test-dir {4}\n",
      as_word(dataset), as_word(suite.tool), suite.name, as_word(suite.folder), build);
}

}  // namespace

int perform(const StartSuite& options) {
  const FirstSuite suite = first_suite(options.folder, options.tool);
  write_suite(suite);
  const fs::path dataset = suite.folder / suite.files.front().name;
  RunDatasets first;
  first.datasets = {dataset};
  first.tool = suite.tool.string();
  first.place = {.store = options.place.store, .suite = suite.name};
  first.again = "call assay run on these cases and this tool";
  const PerformedRun run = run_of(std::move(first));
  if (options.json) {
    print_run(run, true);
    return run.status;
  }
  for (const SuiteFile& file : suite.files)
    std::cout << "wrote " << one_line((suite.folder / file.name).string()) << "\n";
  std::cout << "\n";
  print_run(run, false);
  std::cout << "\n" << what_next(suite, dataset);
  return run.status;
}

}  // namespace assay::cli
