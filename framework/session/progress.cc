// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>
#include <system_error>

namespace assay {
namespace {

std::string duration(double seconds) {
  const auto whole = static_cast<long>(seconds + 0.5);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole % 3600 / 60);
}

}  // namespace

Progress::Progress(std::size_t total) : total_(total), began_(std::chrono::steady_clock::now()) {}

void Progress::add(Status status) {
  std::lock_guard lock(mutex_);
  ++finished_;
  missed_ += status == Status::miss;
  unmeasured_ += status == Status::unmeasured;
}

void Progress::set_done(std::size_t everywhere) {
  std::lock_guard lock(mutex_);
  if (!before_) before_ = everywhere;
  const std::size_t known = *before_ + finished_;
  elsewhere_ = std::max(elsewhere_, everywhere > known ? everywhere - known : 0);
}

std::string Progress::line() const {
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - began_;
  std::lock_guard lock(mutex_);
  const std::size_t since = finished_ + elsewhere_;
  const std::size_t answered = std::min(before_.value_or(0) + since, total_);
  auto text = fmt::format("{} of {} answered", answered, total_);
  if (before_) text += fmt::format(", {} here", finished_);
  if (missed_ > 0) text += fmt::format(", {} missed", missed_);
  if (unmeasured_ > 0) text += fmt::format(", {} not measured", unmeasured_);
  if (since == 0 || passed.count() < 1) return text;
  const double rate = static_cast<double>(since) / passed.count();
  text += fmt::format(", {:.1f} a second", rate);
  if (answered < total_)
    text += fmt::format(", {} left", duration(static_cast<double>(total_ - answered) / rate));
  return text;
}

bool shows_progress() {
  const char* term = std::getenv("TERM");
  return ::isatty(STDERR_FILENO) != 0 && term != nullptr && std::string_view(term) != "dumb";
}

ProgressLine::ProgressLine(const Progress& progress) : progress_(progress) {
  if (!shows_progress()) return;
  try {
    thread_ = std::thread([this] { show(); });
  } catch (const std::system_error&) {  // the run goes on unseen
  }
}

ProgressLine::~ProgressLine() {
  {
    std::lock_guard lock(mutex_);
    over_ = true;
  }
  ended_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void ProgressLine::show() {
  std::unique_lock lock(mutex_);
  bool shown = false;
  while (!ended_.wait_for(lock, std::chrono::milliseconds(200), [this] { return over_; })) {
    std::fprintf(stderr, "\r%s \x1b[K", progress_.line().c_str());
    shown = true;
  }
  if (shown) std::fputs("\r\x1b[K", stderr);
}

}  // namespace assay
