// SPDX-License-Identifier: Apache-2.0
// The life of a process. Three things end, in any order: the tool, its streams (later, if a descendant holds
// them), and the run (its reaper reports that no descendant is left). The job is finished when all three have
// ended, or when waiting longer would not help; see settle().
#include "job.h"

#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <boost/asio/buffer.hpp>
#include <boost/asio/post.hpp>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>

namespace assay::process {

using boost::system::error_code;

namespace {

constexpr std::string_view kPathWithoutPath = "/bin:/usr/bin";
constexpr std::size_t kManyVariables = 64;  // more than most environments have: avoids reallocation

std::string_view variable_name(std::string_view variable) { return variable.substr(0, variable.find('=')); }

bool is_changed(const ProcessSpec& spec, std::string_view name) {
  return std::ranges::any_of(spec.env, [&](const auto& set) { return set.first == name; }) ||
         std::ranges::find(spec.unset, name) != spec.unset.end();
}

std::string_view search_path(const StringArray& environment) {
  for (std::string_view variable : environment.strings())
    if (variable.starts_with("PATH=")) return variable.substr(5);
  return kPathWithoutPath;
}

// The start of a job: everything that can fail before there is a process.

std::string_view name_of(ProcessStep step) {
  switch (step) {
    case ProcessStep::none: return "start";
    case ProcessStep::arguments: return "arguments";
    case ProcessStep::pipes: return "pipe";
    case ProcessStep::clone: return "clone";
    case ProcessStep::chdir: return "chdir";
    case ProcessStep::streams: return "dup";
    case ProcessStep::exec: return "execve";
  }
  return {};
}

bool has_nul(const std::string& text) { return text.find('\0') != std::string::npos; }

// An argument ends at its first NUL byte: a NUL inside would silently cut it.
bool can_be_passed(const ProcessSpec& spec) {
  for (const std::string& argument : spec.argv)
    if (has_nul(argument)) return false;
  for (const auto& [name, value] : spec.env)
    if (has_nul(name) || has_nul(value) || name.empty() || name.find('=') != std::string::npos) return false;
  return !has_nul(spec.cwd);
}

// ETOOMANYREFS: too many of this user's descriptors are in transit to reapers.
bool lacks_descriptors(int error) { return error == EMFILE || error == ENFILE || error == ETOOMANYREFS; }

bool exists(const std::string& cwd, const std::string& path) {
  const bool relative = !path.starts_with('/') && !cwd.empty();
  return ::access((relative ? cwd + "/" + path : path).c_str(), F_OK) == 0;
}

ProcessStep step_of(FailedStep step) {
  switch (step) {
    case FailedStep::none: return ProcessStep::none;
    case FailedStep::process: return ProcessStep::clone;
    case FailedStep::folder: return ProcessStep::chdir;
    case FailedStep::streams: return ProcessStep::streams;
    case FailedStep::exec: return ProcessStep::exec;
  }
  return ProcessStep::exec;
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
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    if (!is_changed(spec, variable_name(*variable))) environment.push_back(*variable);
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

Job::Job(Site& site, ProcessSpec spec, Executor::Done done)
    : site_(site),
      spec_(std::move(spec)),
      done_(std::move(done)),
      out_(site.loop, spec_.limits.stdout_bytes),
      err_(site.loop, spec_.limits.stderr_bytes),
      input_(site.loop),
      timer_(site.loop) {}

// Counts pending handlers, which keep the job alive; the last one of a finished job reports it idle.
template <typename Handler>
auto Job::counted(Handler handler) {
  ++handlers_;
  return [this, handler](const error_code& error, auto... rest) {
    --handlers_;
    handler(error, rest...);
    if (finished_ && handlers_ == 0) site_.idle(*this);
  };
}

void Job::read(Output& output) {
  output.stream.async_read_some(boost::asio::buffer(output.buffer),
                                counted([this, &output](const error_code& error, std::size_t count) {
                                  if (finished_) return;
                                  if (error) {
                                    error_code ignored;
                                    output.stream.close(ignored);
                                    --open_outputs_;
                                    return settle();
                                  }
                                  output.capture.append({output.buffer.data(), count});
                                  // Keep reading past the limit, so that the process is ended by our signal
                                  // and not by a broken pipe.
                                  if (output.capture.total() > spec_.limits.flood_bytes)
                                    stop(ProcessEnd::output_limit);
                                  if (!finished_) read(output);
                                }));
}

// A tool need not read its input: a closed read end is not an error.
void Job::write_input() {
  const auto rest = boost::asio::buffer(*spec_.input) + input_written_;
  input_.async_write_some(rest, counted([this](const error_code& error, std::size_t count) {
                            if (finished_) return;
                            input_written_ += count;
                            if (!error && input_written_ < spec_.input->size()) return write_input();
                            error_code ignored;
                            input_.close(ignored);
                          }));
}

// Waits for the reaper to end, usually after it has reported that the run is over.
//
// Readiness of the line is only a hint: the event may be left over from an earlier descriptor with the same
// number. So it is checked without blocking, and the wait is renewed while the reaper runs.
void Job::wait_for_reaper() {
  site_.supervision->line(slot_).async_wait(Stream::wait_read, counted([this](const error_code& error) {
                                              if (error || finished_) return;
                                              site_.supervision->has_ended(slot_) ? reaper_ended()
                                                                                  : wait_for_reaper();
                                            }));
}

void Job::leader_ended() {
  leader_ended_ = true;
  if (result_.end != ProcessEnd::spawn_failed) {
    if (stopping_) {
      result_.end = *stopping_;
    } else if (result_.latency > spec_.limits.timeout) {  // a delayed loop runs no timer
      result_.end = ProcessEnd::timed_out;
    }
  }
  settle();
  const bool being_killed = killed_ && !gone_;
  if (!finished_ && !being_killed) arm(spec_.limits.drain_grace, &Job::drained);
}

void Job::drained() {
  if (finished_) return;
  drained_ = true;
  result_.pipe_held = open_outputs_ > 0;
  settle();
}

// Finishes if there is nothing more to wait for; kills what is still in the way once its time is over.
void Job::settle() {
  if (finished_ || !leader_ended_) return;
  if (open_outputs_ > 0 && !drained_) return;
  if (gone_) return finish();
  if (!killed_) kill();
}

// Reads the report first, in case the loop was delayed: the tool may have ended in time.
void Job::timed_out() {
  read_report();
  if (!finished_) stop(ProcessEnd::timed_out);
}

void Job::stop(ProcessEnd why) {
  if (leader_ended_ && why == ProcessEnd::cancelled) return drained();
  if (finished_ || stopping_ || leader_ended_) return;
  stopping_ = why;
  if (why == ProcessEnd::output_limit) return kill();
  site_.supervision->order(slot_, Order::stop);
  arm(spec_.limits.term_grace, &Job::kill);
}

void Job::kill() {
  killed_ = true;
  give_up_at_ = Clock::now() + kPatience;
  kill_again();
}

// Repeats the order: a tool may have stopped its reaper just after SIGCONT. A tool that keeps doing so leaves
// the reaper no time, so its process group is also killed from here.
void Job::kill_again() {
  if (Clock::now() >= give_up_at_) return give_up();
  if (Clock::now() > give_up_at_ - kPatience + kPause) site_.supervision->kill_tool(slot_);
  site_.supervision->order(slot_, Order::kill);
  arm(kPause, &Job::kill_again);
}

void Job::give_up() {
  if (!given_up_) {
    given_up_ = true;
    site_.supervision->signal(slot_, SIGKILL);  // the tool's process dies with its parent
    return arm(kPatience, &Job::give_up);
  }
  if (!leader_ended_) {
    result_.end = stopping_.value_or(ProcessEnd::io_error);
    result_.latency = Clock::now() - started_;
  }
  result_.error_what = kGivenUp;
  result_.leftovers = true;
  finish();
}

void Job::arm(std::chrono::milliseconds after, void (Job::*then)()) {
  const unsigned generation = ++timer_generation_;  // a handler that is already queued cannot be cancelled
  timer_.expires_after(after);
  timer_.async_wait(counted([this, generation, then](const error_code& error) {
    if (!error && !finished_ && generation == timer_generation_) (this->*then)();
  }));
}

// The end of a job: records what became of the process, and makes sure that nothing is left of it.

void Job::reaper_ended() {
  read_report();
  if (gone_) return;
  result_.leftovers = true;  // nobody reaps what left the tool's process group
  if (leader_ended_) return gone();
  // The tool died with its parent; the rest of its process group is still running.
  site_.supervision->kill_tool(slot_);
  result_.latency = Clock::now() - started_;
  result_.end = ProcessEnd::io_error;
  result_.error = ECHILD;
  result_.error_what = given_up_ ? kGivenUp : "the supervising process was ended from outside";
  gone();
}

void Job::gone() {
  gone_ = true;
  if (!leader_ended_) return leader_ended();
  settle();
  if (!finished_) arm(spec_.limits.drain_grace, &Job::drained);
}

void Job::read_report() {
  if (!begun_ || gone_ || finished_) return;
  const ReaperReport report = site_.supervision->report(slot_);
  if (report.state == ToolState::running) return;
  const bool is_over = report.state == ToolState::over;
  if (!leader_ended_) take_report(report);
  if (is_over) {
    result_.leftovers = report.left != Left::nothing;
    gone();
  } else if (!leader_ended_) {
    leader_ended();
  }
}

void Job::take_report(const ReaperReport& report) {
  if (report.failed != FailedStep::none) return note_failure(step_of(report.failed), report.error);
  result_.latency = std::chrono::nanoseconds(report.ended_ns - report.started_ns);
  result_.user_time = std::chrono::microseconds(report.user_us);
  result_.system_time = std::chrono::microseconds(report.system_us);
  result_.max_rss_kib = report.max_rss_kib;
  take_wait_status(report.wait_status);
}

void Job::take_wait_status(int status) {
  result_.end = WIFEXITED(status) ? ProcessEnd::exited : ProcessEnd::signalled;
  if (WIFEXITED(status)) result_.exit_code = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result_.signal = WTERMSIG(status);
}

void Job::close() {
  error_code ignored;
  if (begun_) site_.supervision->line(slot_).cancel(ignored);
  for (Stream* stream : {&input_, &out_.stream, &err_.stream}) stream->close(ignored);
  timer_.cancel();
}

void Job::finish() {
  finished_ = true;
  close();
  if (begun_) gone_ ? site_.supervision->give_back(slot_) : site_.supervision->abandon(slot_);
  result_.out = out_.capture.take();
  result_.err = err_.capture.take();
  ++handlers_;
  boost::asio::post(site_.loop, [this] {
    --handlers_;
    const Executor::Done done = std::move(done_);
    ProcessResult result = std::move(result_);
    site_.ended();
    if (handlers_ == 0) site_.idle(*this);
    done(std::move(result));
  });
}

void Job::finish_unstarted(ProcessEnd end) {
  result_.end = end;
  finish();
}

void Job::abandon() {
  if (finished_ || !begun_) return;
  finished_ = true;
  if (!gone_) site_.supervision->order(slot_, Order::kill);
  close();
}

}  // namespace assay::process
