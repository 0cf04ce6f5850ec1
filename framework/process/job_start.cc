// SPDX-License-Identifier: Apache-2.0
// The start of a job: everything that can fail before there is a process.
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "job.h"

namespace assay::process {
namespace {

std::string_view name_of(ProcessStep step) {
  switch (step) {
    case ProcessStep::none:
      return "start";
    case ProcessStep::arguments:
      return "arguments";
    case ProcessStep::pipes:
      return "pipe";
    case ProcessStep::clone:
      return "clone";
    case ProcessStep::chdir:
      return "chdir";
    case ProcessStep::streams:
      return "dup";
    case ProcessStep::exec:
      return "execve";
  }
  return {};
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

// An argument ends at its first NUL byte: a NUL inside would silently cut it.
bool can_be_passed(const ProcessSpec& spec) {
  for (const std::string& argument : spec.argv) {
    if (has_nul(argument)) return false;
  }
  for (const auto& [name, value] : spec.env) {
    if (has_nul(name) || has_nul(value) || name.empty() || name.find('=') != std::string::npos) return false;
  }
  return !has_nul(spec.cwd);
}

// ETOOMANYREFS: too many of this user's descriptors are in transit to reapers.
bool lacks_descriptors(int error) { return error == EMFILE || error == ENFILE || error == ETOOMANYREFS; }

bool exists(const std::string& cwd, const std::string& path) {
  const bool relative = !path.starts_with('/') && !cwd.empty();
  return ::access((relative ? cwd + "/" + path : path).c_str(), F_OK) == 0;
}

}  // namespace

struct Job::Ends {
  Pipe input;
  Pipe output;
  Pipe errors;
};

bool Job::open_ends(Ends& ends) {
  ends.output = make_pipe(Direction::from_child);
  if (ends.output) ends.errors = make_pipe(Direction::from_child);
  if (ends.errors && spec_.input) ends.input = make_pipe(Direction::to_child);
  return ends.errors && (ends.input || !spec_.input);
}

Supervision::Begun Job::have_begun(const Ends& ends) {
  StringArray environment = environment_of(spec_);
  paths_ = paths_of(spec_.argv.empty() ? std::string_view() : spec_.argv.front(), environment);
  if (paths_.strings().empty()) return {0, ProcessStep::arguments, ENOENT};
  StringArray argv;
  for (const std::string& argument : spec_.argv) argv.push_back(argument);
  started_ = Clock::now();
  return site_.supervision->begin({
      .paths = paths_.pointers(),
      .argv = argv.pointers(),
      .environment = environment.pointers(),
      .cwd = spec_.cwd.empty() ? nullptr : spec_.cwd.c_str(),
      .input = spec_.input ? ends.input.theirs.get() : site_.null_input.get(),
      .output = ends.output.theirs.get(),
      .errors = ends.errors.theirs.get(),
  });
}

Job::Begun Job::begin() {
  if (!can_be_passed(spec_)) {
    fail_to_start(ProcessStep::arguments, EINVAL);
    return Begun::yes;
  }
  Ends ends;
  if (!open_ends(ends)) {
    if (lacks_descriptors(errno)) return Begun::no_descriptors;
    fail_to_start(ProcessStep::pipes, errno);
    return Begun::yes;
  }
  const Supervision::Begun begun = have_begun(ends);
  if (begun.error != 0) {
    if (lacks_descriptors(begun.error)) return Begun::no_descriptors;
    fail_to_start(begun.failed, begun.error);
    return Begun::yes;
  }
  slot_ = begun.slot;
  begun_ = true;
  out_.stream.assign(ends.output.ours.release());
  err_.stream.assign(ends.errors.ours.release());
  open_outputs_ = 2;
  if (spec_.input) {
    input_.assign(ends.input.ours.release());
    write_input();
  }
  read(out_);
  read(err_);
  wait_for_reaper();
  arm(spec_.limits.timeout, &Job::timed_out);
  return Begun::yes;
}

void Job::fail_to_start(ProcessStep step, int error) {
  note_failure(step, error);
  finish_unstarted(ProcessEnd::spawn_failed);
}

void Job::note_failure(ProcessStep step, int error) {
  result_.end = ProcessEnd::spawn_failed;
  result_.failed_step = step;
  result_.error = error;
  result_.error_what = describe_failure(step, error);
}

// Also replaces the errno of a missing interpreter, to distinguish it from a missing program.
std::string Job::describe_failure(ProcessStep step, int error) {
  if (step == ProcessStep::arguments && error == ENOENT) return "the program has no name";
  if (step == ProcessStep::arguments) return "an argument or a variable cannot be passed: it has a NUL byte";
  std::string text(name_of(step));
  text += ": ";
  text += std::strerror(error);
  if (step == ProcessStep::chdir)
    return text + ": " + (spec_.cwd.empty() ? "the folder that this is run in" : spec_.cwd);
  if (step != ProcessStep::exec) return text;
  if (error != ENOENT) return text + ": " + spec_.argv.front();
  for (const std::string& path : paths_.strings()) {
    if (!exists(spec_.cwd, path)) continue;
    result_.error = ENOEXEC;
    return "execve: " + path + " is there, but the interpreter that it names is not";
  }
  return text + ": " + spec_.argv.front();
}

}  // namespace assay::process
