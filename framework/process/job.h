// SPDX-License-Identifier: Apache-2.0
// One process from start to finish: its streams, its limits, its end.
#pragma once

#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/posix/stream_descriptor.hpp>
#include <boost/asio/steady_timer.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/descriptor.h"
#include "assay/process.h"
#include "capture.h"
#include "reaper/supervision.h"

namespace assay::process {

// The arguments or the environment of a process in the system's form, a null-terminated array of pointers to
// strings. Not copyable: the copied pointers would refer to the original.
class StringArray {
 public:
  StringArray() = default;
  StringArray(StringArray&&) = default;
  StringArray& operator=(StringArray&&) = default;

  void reserve(std::size_t count) { strings_.reserve(count); }
  void push_back(std::string text) { strings_.push_back(std::move(text)); }
  const std::vector<std::string>& strings() const { return strings_; }
  // Valid until this is modified.
  const char* const* pointers();

 private:
  std::vector<std::string> strings_;
  std::vector<const char*> pointers_;
};

// This program's environment with the changes of `spec`, in "NAME=value" form.
StringArray environment_of(const ProcessSpec& spec);

// The files that a program's name may refer to, in the order in which they are tried: itself if it has a
// slash, otherwise in each folder of the process's PATH. Empty for an empty name.
StringArray paths_of(std::string_view program, const StringArray& environment);

class Job;

inline constexpr const char* kGivenUp = "it did not end after SIGKILL and was left behind";

// The state shared by all jobs of an executor. Outlives them.
struct Site {
  boost::asio::io_context loop{1};
  Descriptor null_input = open_null();
  std::optional<Supervision> supervision;  // made before the first job
  std::function<void()> ended;             // called when a process is gone and its result is being delivered
  std::function<void(const Job&)> idle;    // called when the job is unreferenced and may be destroyed
};

// Used only in the loop's thread. Must not move: handlers point to it.
class Job {
 public:
  Job(Site& site, ProcessSpec spec, Executor::Done done);
  Job(const Job&) = delete;
  Job& operator=(const Job&) = delete;

  enum class Begun { yes, no_descriptors };
  // no_descriptors: nothing has happened; it can begin once other jobs have released theirs.
  Begun begin();
  // Ends the process as `why`, gracefully if there is time. No effect on a job that has ended.
  void stop(ProcessEnd why);
  // Call whenever the reapers' bell rings; it may have rung for another job. The job is not idle before the
  // loop continues.
  void read_report();
  // Kills at once, without a callback. Does not wait: Supervision does.
  void abandon();
  // Ends a job that has not begun.
  void fail_to_start(ProcessStep step, int error);
  void finish_unstarted(ProcessEnd end);

 private:
  using Stream = boost::asio::posix::stream_descriptor;
  using Clock = std::chrono::steady_clock;
  struct Output {
    Stream stream;
    Capture capture;
    std::array<char, 16 * 1024> buffer;
    Output(boost::asio::io_context& loop, std::size_t limit) : stream(loop), capture(limit) {}
  };
  struct Ends;  // of the pipes, before they are passed on

  bool open_ends(Ends& ends);
  Supervision::Begun have_begun(const Ends& ends);
  void note_failure(ProcessStep step, int error);
  std::string describe_failure(ProcessStep step, int error);
  template <typename Handler>
  auto counted(Handler handler);
  void read(Output& output);
  void write_input();
  void wait_for_reaper();
  void reaper_ended();
  void gone();
  void take_report(const ReaperReport& report);
  void take_wait_status(int status);
  void leader_ended();
  void settle();
  void kill();
  void kill_again();
  void give_up();
  void arm(std::chrono::milliseconds after, void (Job::*then)());
  void timed_out();
  void drained();
  void close();
  void finish();
  Site& site_;
  ProcessSpec spec_;
  Executor::Done done_;
  ProcessResult result_;
  StringArray paths_;  // where it may be found
  Output out_;
  Output err_;
  Stream input_;
  boost::asio::steady_timer timer_;
  Clock::time_point started_;
  Clock::time_point give_up_at_;
  std::optional<ProcessEnd> stopping_;
  std::size_t input_written_ = 0;
  unsigned timer_generation_ = 0;
  unsigned slot_ = 0;
  int handlers_ = 0;
  int open_outputs_ = 0;
  bool begun_ = false;
  bool leader_ended_ = false;  // the tool
  bool gone_ = false;          // everything within the reaper's reach
  bool killed_ = false;
  bool drained_ = false;
  bool given_up_ = false;
  bool finished_ = false;
};

}  // namespace assay::process
