// SPDX-License-Identifier: Apache-2.0
#include "reaper/program_start.h"

#include "reaper/become_program.h"
#include "reaper/program_board.h"
#include "worker/system_call.h"

namespace assay::process {
namespace {

constexpr long kKill = 9;

// The input of a process that becomes the tool.
struct Beginning {
  const ToolStart* start;
  ReaperReport* report;  // also receives the failure
  long reaper;
};

void fail(ReaperReport& report, FailedStep step, long error) {
  report.failed = step;
  report.error = static_cast<int>(error);
}

bool take_streams(const ToolStart& start) {
  for (long stream = 0; stream < kRequestStreams; ++stream)
    if (system_call(kSysDup3, start.descriptors[stream], stream, 0) < 0) return false;
  return true;
}

// The device and the inode of a folder; 0 if unavailable.
struct Identity {
  unsigned long device;
  unsigned long number;
};

Identity identity_of(long folder) {
  struct {
    Identity identity;  // struct stat begins like this
    unsigned long rest[24];
  } found;
  constexpr long kEmptyPath = 0x1000;
  if (system_call(kSysNewfstatat, folder, address(""), address(&found), kEmptyPath) < 0) return {0, 0};
  return found.identity;
}

// We may be in a folder that we are no longer allowed to enter.
long enter(long folder) {
  const long result = system_call(kSysFchdir, folder);
  if (result != -kAccess) return result;
  const Identity there = identity_of(folder), here = identity_of(kCurrentFolder);
  return here.number != 0 && there.device == here.device && there.number == here.number ? 0 : result;
}

// Runs in this process's memory until exec.
void become_tool(void* argument) {
  const Beginning& beginning = *static_cast<Beginning*>(argument);
  const ToolStart& start = *beginning.start;
  ReaperReport& report = *beginning.report;
  // Published first and separately, in case the tool ends the reaper at once: see Job::reaper_ended.
  report.tool = static_cast<int>(system_call(kSysGetpid));
  publish(report);
  system_call(kSysPrctl, kSetDeathSignal, kKill, 0, 0);
  if (system_call(kSysGetppid) != beginning.reaper) return;  // it ended before prctl
  system_call(kSysSetpgid, 0, 0);
  long error = -enter(start.descriptors[kRequestFolder]);
  if (!error && start.folder) error = -system_call(kSysChdir, address(start.folder));
  if (error) return fail(report, FailedStep::folder, error);
  if (!take_streams(start)) return fail(report, FailedStep::streams, 9 /* EBADF */);
  restore_signals();
  report.started_ns = monotonic_ns();
  fail(report, FailedStep::exec, execute_first(start.paths, start.argv, start.environment));
}

}  // namespace

long start_tool(const ToolStart& start, ReaperReport& report) {
  Beginning beginning;
  beginning.start = &start;
  beginning.report = &report;
  beginning.reaper = system_call(kSysGetpid);
  alignas(16) char stack[4096];  // no signal handler uses it, and the kernel has its own
  const long tool = clone_running(stack + sizeof stack, &become_tool, &beginning);
  if (tool < 0) fail(report, FailedStep::process, -tool);
  return tool;
}

}  // namespace assay::process
