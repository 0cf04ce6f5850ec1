// SPDX-License-Identifier: Apache-2.0
#include "attempt.h"

#include <fmt/format.h>
#include <stdlib.h>

#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <future>
#include <mutex>
#include <system_error>
#include <utility>

#include "assay/error.h"
#include "assay/internal/grade_case.h"

namespace assay {

namespace fs = std::filesystem;
namespace {

[[noreturn]] void cannot_make(const fs::path& folder, const std::string& why) {
  throw Error({folder.string(), 0}, "no empty home can be made for the tool: " + why,
              "make room there, or let TMPDIR name another folder");
}

fs::path make_temporary() {
  std::error_code error;
  auto name = (fs::temp_directory_path(error) / "assay-home-XXXXXX").string();
  if (error || !::mkdtemp(name.data())) cannot_make(name, std::system_category().message(errno));
  return name;
}

using std::chrono::system_clock;

Answer answer_of_nobody() {
  Answer answer;
  answer.ending = Ending::cancelled;
  answer.detail = "the run was stopped";
  return answer;
}

ProcessResult run_here(ProcessSpec spec, const std::stop_token& stop) {
  ProcessResult result;
  Executor executor({.max_in_flight = 1});
  executor.start(std::move(spec), [&](ProcessResult ended) { result = std::move(ended); });
  const std::stop_callback cancel(stop, [&] { executor.cancel_all(); });
  executor.run();
  return result;
}

// Returns false if the wait was cut short.
bool wait_here(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any nobody;
  std::unique_lock lock(mutex);
  nobody.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

Answer heard_here(ChatClient& model, const Case& asked, int attempt, const std::stop_token& stop) {
  const auto promised = std::make_shared<std::promise<Answer>>();
  auto answer = promised->get_future();
  model.ask(asked, attempt, stop, [promised](Answer said) { promised->set_value(std::move(said)); });
  return answer.get();
}

// Whether the tool was told to end: by a signal that others send, or with a shell's exit status for such a
// signal.
bool was_told_to_end(const Answer& answer) {
  constexpr int kShellsStatus = 128;
  const bool failed = answer.ending == Ending::failed && answer.exit_code.value_or(0) > kShellsStatus;
  if (answer.ending != Ending::signalled && !failed) return false;
  switch (failed ? *answer.exit_code - kShellsStatus : answer.signal.value_or(0)) {
    case SIGHUP:
    case SIGINT:
    case SIGKILL:
    case SIGTERM: return true;
    default: return false;
  }
}

// A scheduler that cancels a job signals all its processes, and this one may be the last to get the signal: a
// tool that was told to end counts as failed only if the run continues for this long.
constexpr std::chrono::milliseconds kCancelGrace{500};

bool is_stopped(const Answer& answer, const std::stop_token& stop) {
  return stop.stop_requested() || (was_told_to_end(answer) && !wait_here(kCancelGrace, stop));
}

void ask_once_here(Attempt& attempt, const AttemptContext& context, const std::stop_token& stop) {
  if (auto* model = context.model())
    return context.take_answer(attempt,
                               heard_here(*model, attempt.test, context.attempt_of(attempt.index), stop));
  auto spec = context.spec_of(attempt.index, attempt.test);
  auto argv = spec.argv;
  context.take_answer(attempt, std::move(argv), run_here(std::move(spec), stop));
}

// The first loss of the supervising process may have a cause outside. If it is lost again, the tool ends it,
// and must not take its case out of the measurement by that.
void note_loss(Attempt& attempt) {
  if (attempt.answer.ending != Ending::io_error) return;
  if (!std::exchange(attempt.was_lost, true)) return;
  attempt.answer.ending = Ending::signalled;
  attempt.answer.signal = SIGKILL;
  attempt.answer.detail = "the process that supervises the tool was ended, twice: " + attempt.answer.detail;
}

std::shared_ptr<ChatClient> client_of(const Program& program, const EvaluateOptions& options) {
  return options.chat ? options.chat : std::make_shared<ChatClient>(program);
}

void ask_here(Attempt& attempt, const AttemptContext& context, const std::stop_token& stop) {
  for (;;) {
    ask_once_here(attempt, context, stop);
    const auto wait = context.wait_before_retry(attempt);
    if (!wait || !wait_here(*wait, stop)) return;
  }
}

}  // namespace

Homes::Homes(const Program& program, fs::path shared) : program_(program), shared_(std::move(shared)) {
  const bool is_shared = program.home == Home::per_run;
  if (program.home == Home::inherited || (is_shared && !shared_.empty())) return;
  own_ = make_temporary();
  if (is_shared) furnish_home(program, shared_ = own_);
}

Homes::~Homes() {
  std::error_code ignored;
  if (!own_.empty()) fs::remove_all(own_, ignored);
}

void Homes::give(std::size_t index, ProcessSpec& spec) const {
  switch (program_.home) {
    case Home::inherited: return;
    case Home::per_run: return set_home(spec, shared_);
    case Home::per_case: break;
  }
  std::error_code error;
  fs::create_directory(of(index), error);
  if (error) cannot_make(of(index), error.message());
  furnish_home(program_, of(index));
  set_home(spec, of(index));
}

void Homes::clear(std::size_t index) const {
  std::error_code ignored;
  if (program_.home == Home::per_case) fs::remove_all(of(index), ignored);
}

AttemptContext::AttemptContext(const Program& program, const EvaluateOptions& options)
    : program_(program),
      options_(options),
      homes_(program, options.home),
      chat_(program.chat ? client_of(program, options) : nullptr) {}

int AttemptContext::attempt_of(std::size_t index) const {
  return index < options_.attempts.size() ? options_.attempts[index] : 1;
}

ProcessSpec AttemptContext::spec_of(std::size_t index, const Case& asked) const {
  auto spec = invocation(program_, asked);
  homes_.give(index, spec);
  return spec;
}

void AttemptContext::take_answer(Attempt& attempt, std::vector<std::string> argv,
                                 ProcessResult process) const {
  Answer answer = read_answer(program_, std::move(process));
  answer.argv = std::move(argv);
  take_answer(attempt, std::move(answer));
}

void AttemptContext::take_answer(Attempt& attempt, Answer answer) const {
  auto tries = std::move(attempt.answer.earlier_tries);
  if (attempt.answer.ending == Ending::unavailable || attempt.answer.ending == Ending::io_error)
    tries.push_back({std::move(attempt.answer.detail), attempt.answer.latency});
  attempt.started = system_clock::now() - std::chrono::duration_cast<system_clock::duration>(answer.latency);
  auto argv = std::move(answer.argv);
  attempt.answer = std::move(answer);
  homes_.clear(attempt.index);
  if (attempt.answer.ending != Ending::cancelled)
    if (auto hindered = hindered_answer(options_)) attempt.answer = std::move(*hindered);
  note_loss(attempt);
  attempt.answer.argv = std::move(argv);
  if (attempt.answer.ending == Ending::unavailable && !tries.empty() && tries.size() >= program_.retry.times)
    attempt.answer.detail += fmt::format(" (asked {} times)", tries.size() + 1);
  attempt.answer.earlier_tries = std::move(tries);
}

std::optional<std::chrono::milliseconds> AttemptContext::wait_before_retry(const Attempt& attempt) const {
  if (attempt.answer.ending == Ending::io_error) return std::chrono::milliseconds(0);
  if (attempt.answer.ending != Ending::unavailable || hindered_answer(options_)) return std::nullopt;
  if (attempt.answer.earlier_tries.size() >= program_.retry.times) return std::nullopt;
  return program_.retry.wait;
}

std::optional<Answer> hindered_answer(const EvaluateOptions& options) {
  auto why = options.obstacle ? options.obstacle() : std::string();
  if (why.empty()) return std::nullopt;
  Answer answer;
  answer.ending = Ending::unavailable;
  answer.detail = std::move(why);
  return answer;
}

Result result_of(Attempt&& ended, Grade grade, const EvaluateOptions& options, const std::stop_token& stop) {
  if (grade.status != Status::pass && is_stopped(ended.answer, stop))
    return cancelled_result(std::move(ended.test), options);
  Result result{.asked = std::move(ended.test),
                .answer = std::move(ended.answer),
                .started_at = timestamp(ended.started)};
  take_grade(result, std::move(grade), options);
  return result;
}

Result cancelled_result(Case asked, const EvaluateOptions& options) {
  return unanswered_result(std::move(asked), answer_of_nobody(), options);
}

Result evaluate_here(Case test, const Tool& tool, const EvaluateOptions& options,
                     const std::stop_token& stop) {
  Attempt attempt{.test = std::move(test), .started = system_clock::now()};
  const auto levels = levels_of(attempt.test, options);
  if (auto hindered = hindered_answer(options))
    attempt.answer = std::move(*hindered);
  else if (const auto* program = std::get_if<Program>(&tool.how))
    ask_here(attempt, AttemptContext(*program, options), stop);
  else
    attempt.answer = recorded_answer(std::get<Recording>(tool.how), attempt.test);
  Grade grading = grade(attempt.test, attempt.answer, levels,
                        {.min_score = min_score_of(attempt.test, options),
                         .backends = options.backends,
                         .question = options.question,
                         .stop = stop});
  return result_of(std::move(attempt), std::move(grading), options, stop);
}

}  // namespace assay
