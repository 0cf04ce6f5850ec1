// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "assay/internal/text.h"
#include "assay/tool.h"
#include "excerpt.h"
#include "extraction.h"

namespace assay {
namespace {

using tool::excerpt;

std::string seconds(std::chrono::nanoseconds time) {
  const auto tenths = std::chrono::round<std::chrono::milliseconds>(time).count() / 100;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s";
}

std::string signal_name(int signal) {
  const char* name = ::sigabbrev_np(signal);
  return "signal " + std::to_string(signal) + (name ? std::string(" (SIG") + name + ")" : "");
}

std::string with_last_line(std::string detail, const Captured& errors) {
  const std::string last = tool::last_line_excerpt(errors.truncated() ? errors.tail : errors.head);
  return last.empty() ? detail : detail + ": " + last;
}

// Everything except the ending.
Answer measured(const ProcessResult& result) {
  Answer answer;
  answer.stdout_bytes = result.out.text();
  answer.stderr_bytes = result.err.text();
  answer.truncated = result.out.truncated() || result.err.truncated();
  if (result.exit_code >= 0) answer.exit_code = result.exit_code;
  if (result.signal > 0) answer.signal = result.signal;
  answer.latency = result.latency;
  answer.user_time = result.user_time;
  answer.system_time = result.system_time;
  answer.max_rss_kib = result.max_rss_kib;
  return answer;
}

void end(Answer& answer, Ending ending, std::string detail) {
  answer.ending = ending;
  answer.detail = std::move(detail);
}

Ending start_failure(const ProcessResult& result) {
  if (result.failed_step != ProcessStep::exec) return Ending::spawn_error;
  switch (result.error) {
    case ENOENT:
    case ENOTDIR:
      return Ending::not_found;
    case EACCES:
    case EPERM:
    case EISDIR:
    case ENOEXEC:
    case ELIBBAD:
    case ETXTBSY:
      return Ending::not_executable;
    default:
      return Ending::spawn_error;
  }
}

std::string start_failure_detail(const ProcessResult& result) {
  if (result.failed_step == ProcessStep::exec && result.error == E2BIG) {
    return result.error_what + ": one argument may have 131071 bytes; give the prompt on stdin";
  }
  return one_line(result.error_what);
}

std::string flood_detail(const Program& program, const ProcessResult& result) {
  const bool is_out = result.out.total > program.limits.flood_bytes;
  return fmt::format("{} went past {} bytes", is_out ? "stdout" : "stderr", program.limits.flood_bytes);
}

bool contains(const std::vector<int>& codes, int code) {
  return std::ranges::find(codes, code) != codes.end();
}

// The hits of a retrieval tool are kept, however it ended.
void keep_hits(const Program& program, tool::Printed& printed, Answer& answer) {
  if (std::holds_alternative<RetrievalPointers>(program.answer))
    answer.retrieval = printed.answer().retrieval;
}

void read_exited(const Program& program, const ProcessResult& result, Answer& answer) {
  tool::Printed printed(program, result);
  answer.tokens = printed.number_at(program.usage.tokens);
  answer.cost = printed.number_at(program.usage.cost);
  const std::string status = "exit status " + std::to_string(result.exit_code);
  if (contains(program.unavailable.exit_codes, result.exit_code))
    return end(answer, Ending::unavailable, with_last_line(status, result.err));
  if (auto reason = printed.unavailable_by_stdout())
    return end(answer, Ending::unavailable, std::move(*reason));
  const auto marked = [&](const RefusalMarkers& markers) {
    return contains(markers.exit_codes, result.exit_code) ? std::optional(with_last_line(status, result.err))
                                                          : printed.marked(markers);
  };
  if (auto refusal = marked(program.refusal)) {
    end(answer, Ending::refused, std::move(*refusal));
    return keep_hits(program, printed, answer);
  }
  if (auto reason = marked(program.blocked)) {
    tool::Extraction found = printed.answer();
    const bool has_command = found.ending == Ending::answered && !found.retrieval;
    end(answer, has_command ? Ending::answered : Ending::refused, has_command ? "" : *reason);
    if (has_command) answer.blocked = std::move(reason);
    answer.command = std::move(found.command);
    answer.retrieval = std::move(found.retrieval);
    return;
  }
  if (!contains(program.success_codes, result.exit_code)) {
    end(answer, Ending::failed, with_last_line(status, result.err));
    return keep_hits(program, printed, answer);
  }
  tool::Extraction found = printed.answer();
  end(answer, found.ending, std::move(found.detail));
  answer.command = std::move(found.command);
  answer.retrieval = std::move(found.retrieval);
  const auto* pointers = std::get_if<RetrievalPointers>(&program.answer);
  if (!pointers || !pointers->speaks) return;
  if (answer.ending == Ending::empty && !answer.retrieval) answer.retrieval.emplace();
  if (answer.retrieval && !answer.retrieval->text) answer.retrieval->text.emplace();
}

// A tool that retried until it timed out, or gave up, has reported the reason on standard error.
void look_for_missing(const Program& program, const ProcessResult& result, Answer& answer) {
  if (answer.ending == Ending::answered || answer.ending == Ending::refused || !is_measured(answer.ending))
    return;
  if (auto reason = tool::Printed(program, result).unavailable_by_stderr()) {
    end(answer, Ending::unavailable, std::move(*reason));
    answer.retrieval.reset();
  }
}

}  // namespace

Answer read_answer(const Program& program, ProcessResult result) {
  Answer answer = measured(result);
  switch (result.end) {
    case ProcessEnd::exited:
      read_exited(program, result, answer);
      break;
    case ProcessEnd::signalled:
      end(answer, Ending::signalled, with_last_line("ended by " + signal_name(result.signal), result.err));
      break;
    case ProcessEnd::timed_out:
      end(answer, Ending::timed_out, "stopped after " + seconds(result.latency));
      break;
    case ProcessEnd::output_limit:
      end(answer, Ending::output_limit, flood_detail(program, result));
      break;
    case ProcessEnd::spawn_failed:
      end(answer, start_failure(result), start_failure_detail(result));
      break;
    case ProcessEnd::io_error:
      end(answer, Ending::io_error, one_line(result.error_what));
      break;
    case ProcessEnd::cancelled:
      end(answer, Ending::cancelled, "the run was stopped");
      break;
  }
  look_for_missing(program, result, answer);
  return answer;
}

}  // namespace assay
