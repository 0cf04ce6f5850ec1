// SPDX-License-Identifier: Apache-2.0
#include "arguments.h"

#include <sys/auxv.h>

#include <string_view>

#include "assay/error.h"

namespace assay {

const char* const kArgumentsHelp =
    "arguments: --assay_suite=FILE [[--assay_shard=I/N|auto|auto/N] [--assay_run=ID] | --assay_check | "
    "--assay_aggregate [--assay_run=ID] | --assay_misses | "
    "--assay_summary | "
    "--assay_accept_baseline [--assay_run=ID] | --assay_emit_ctest=FILE] [--assay_junit=rich|strict]";

namespace {

[[noreturn]] void usage(const std::string& what, const std::string& first = "") {
  throw Error(Problem{.what = what, .next = first + kArgumentsHelp + ", and GoogleTest's own (--help)"});
}

bool take_flag(std::string_view name, Arguments& arguments) {
  if (name == "--assay_aggregate")
    arguments.task = Task::aggregate;
  else if (name == "--assay_check")
    arguments.task = Task::check;
  else if (name == "--assay_setup")
    arguments.task = Task::set_up;
  else if (name == "--assay_misses")
    arguments.task = Task::misses;
  else if (name == "--assay_summary")
    arguments.task = Task::summary;
  else if (name == "--assay_accept_baseline")
    arguments.task = Task::accept_baseline;
  else if (name == "--assay_ctest")
    arguments.under_ctest = true;
  else
    return false;
  return true;
}

bool take_value(std::string_view name, std::string_view value, Arguments& arguments) {
  if (name == "--assay_suite")
    arguments.suite = value;
  else if (name == "--assay_ctest")
    arguments.under_ctest = true, arguments.filter = value;
  else if (name == "--assay_run")
    arguments.run_id = value;
  else if (name == "--assay_shard")
    arguments.shard = value;
  else if (name == "--assay_junit" && (value == "rich" || value == "strict"))
    arguments.junit = value;
  else if (name == "--assay_ctest_version")
    arguments.ctest_version = value;
  else if (name == "--assay_ctest_stamp")
    arguments.ctest_stamp = value;
  else if (name == "--assay_emit_ctest")
    arguments.task = Task::emit_ctest, arguments.script = value;
  else
    return false;
  return true;
}

// Beside the executed file or, if that is a symbolic link, beside its target, one step at a time: a suite's
// test_runner is a link itself.
std::filesystem::path suite_beside_program() {
  const auto* executed = reinterpret_cast<const char*>(::getauxval(AT_EXECFN));
  std::filesystem::path program = executed ? executed : "";
  std::error_code error;
  for (int links = 0; !program.empty() && links < 40; ++links) {
    auto suite = std::filesystem::absolute(program, error).parent_path() / "suite.json";
    if (std::filesystem::exists(suite, error)) return suite;
    const auto target = std::filesystem::read_symlink(program, error);
    if (error) break;
    program = program.parent_path() / target;
  }
  return {};
}

}  // namespace

Arguments take_arguments(int& argc, char** argv) {
  Arguments arguments;
  int kept = 1;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (!argument.starts_with("--assay_")) {
      argv[kept++] = argv[i];
      continue;
    }
    const auto equals = argument.find('=');
    const bool known = equals == argument.npos
                           ? take_flag(argument, arguments)
                           : take_value(argument.substr(0, equals), argument.substr(equals + 1), arguments);
    if (!known) usage("unknown argument " + std::string(argument));
  }
  const bool runs_all = arguments.task == Task::run_tests && !arguments.under_ctest;
  if (!arguments.run_id.empty() && !runs_all && arguments.task != Task::aggregate &&
      arguments.task != Task::accept_baseline)
    usage("--assay_run goes with --assay_aggregate or --assay_accept_baseline, or names a new run");
  if (!arguments.shard.empty() && !runs_all) usage("--assay_shard is of a run, and not of one under ctest");
  argc = kept;
  argv[argc] = nullptr;
  if (arguments.suite.empty()) arguments.suite = suite_beside_program();
  if (arguments.suite.empty())
    usage("no suite: --assay_suite=FILE is missing, and there is no suite.json beside this program",
          "run a suite's test_runner in the build folder, or give its suite.json; ");
  return arguments;
}

}  // namespace assay
