// SPDX-License-Identifier: Apache-2.0
#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cmath>

#include "assay/internal/enum_words.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "extraction.h"

namespace assay::tool {
namespace {

// A breach of the contract; the only exit from the functions below besides a value.
struct Broken {
  std::string what;
};

[[noreturn]] void wrong_kind(const std::string& where, const JsonValue& value, std::string_view wanted) {
  throw Broken{where + " is " + std::string(kind_of(value)) + ", not " + std::string(wanted)};
}

// The value at a pointer; null if it is missing or null.
const JsonValue* value_at(const JsonValue& parent, const std::string& pointer) {
  const JsonValue* value = parent.at_pointer(pointer);
  return value && !value->is_null() ? value : nullptr;
}

// An id: a string, or an integer in decimal.
std::string id_at(const JsonValue& item, const std::string& pointer, const std::string& where) {
  const JsonValue* value = value_at(item, pointer);
  if (!value) return "";
  if (value->integer()) return std::to_string(*value->integer());
  if (!value->string()) wrong_kind(where + pointer, *value, "an id");
  return *value->string();
}

Hit hit_of(const JsonValue& item, const RetrievalPointers& pointers, const std::string& where) {
  Hit hit;
  // A list of plain ids has no members to point at.
  const bool plain = !item.object();
  if (plain && !item.string() && !item.integer()) wrong_kind(where, item, "an object or an id");
  const auto id = [&](const std::string& pointer) {
    return plain && !pointer.empty() ? std::string() : id_at(item, pointer, where);
  };
  hit.chunk_id = id(pointers.hit_chunk_id);
  hit.doc_id = id(pointers.hit_doc_id);
  if (hit.chunk_id.empty() && hit.doc_id.empty())
    throw Broken{where + " has neither " + pointers.hit_chunk_id + " nor " + pointers.hit_doc_id};
  if (const JsonValue* score = plain ? nullptr : value_at(item, pointers.hit_score)) {
    const double number = score->number(NAN);
    if (!std::isfinite(number)) wrong_kind(where + pointers.hit_score, *score, "a number");
    hit.score = number;
  }
  return hit;
}

std::vector<Hit> hits_of(const JsonValue& document, const RetrievalPointers& pointers) {
  const JsonValue* list = document.at_pointer(pointers.hits);
  if (!list) throw Broken{"the JSON in stdout has no " + pointers.hits};
  if (!list->array()) wrong_kind(pointers.hits, *list, "an array");
  std::vector<Hit> hits;
  for (const JsonValue& item : *list->array())
    hits.push_back(hit_of(item, pointers, pointers.hits + "/" + std::to_string(hits.size())));
  return hits;
}

// Whether everything that a citation names is in the corpus; empty if the corpus is unknown.
std::optional<bool> exists(const Citation& citation, const RetrievalPointers& pointers) {
  if (!pointers.corpus) return std::nullopt;
  const auto known = [&](const std::string& id) { return id.empty() || pointers.corpus->contains(id); };
  const bool names_anything = !citation.chunk_id.empty() || !citation.doc_id.empty();
  return names_anything && known(citation.chunk_id) && known(citation.doc_id);
}

// A citation that names nothing is unresolved; it does not break the contract.
Citation citation_of(const JsonValue& item, const RetrievalPointers& pointers, const std::string& where) {
  Citation citation;
  citation.chunk_id = id_at(item, pointers.cited_chunk_id, where);
  citation.doc_id = id_at(item, pointers.cited_doc_id, where);
  citation.exists = exists(citation, pointers);
  if (const JsonValue* said =
          pointers.cited_exists.empty() ? nullptr : value_at(item, pointers.cited_exists)) {
    if (!said->boolean()) wrong_kind(where + pointers.cited_exists, *said, "a boolean");
    citation.exists = *said->boolean();
  }
  return citation;
}

std::vector<Citation> citations_of(const JsonValue& document, const RetrievalPointers& pointers) {
  std::vector<Citation> citations;
  const JsonValue* list = value_at(document, pointers.citations);
  if (!list) return citations;
  if (!list->array()) wrong_kind(pointers.citations, *list, "an array");
  for (const JsonValue& item : *list->array())
    citations.push_back(
        citation_of(item, pointers, pointers.citations + "/" + std::to_string(citations.size())));
  return citations;
}

RetrievalAnswer documents_answer(const JsonValue& document, const RetrievalPointers& pointers) {
  RetrievalAnswer answer;
  answer.hits = hits_of(document, pointers);
  answer.citations = citations_of(document, pointers);
  if (!pointers.speaks) return answer;
  if (const JsonValue* text = value_at(document, pointers.text)) {
    if (!text->string()) wrong_kind(pointers.text, *text, "a string");
    if (!trimmed(*text->string()).empty()) answer.text = *text->string();
  }
  if (const JsonValue* grounded = value_at(document, pointers.grounded)) {
    if (!grounded->boolean()) wrong_kind(pointers.grounded, *grounded, "a boolean");
    answer.grounded = *grounded->boolean();
  }
  return answer;
}

}  // namespace

Extraction retrieved(const JsonValue& document, const RetrievalPointers& pointers) {
  Extraction found;
  try {
    found.retrieval = documents_answer(document, pointers);
  } catch (const Broken& broken) {
    return {Ending::malformed_output, {}, one_line(broken.what)};
  }
  const RetrievalAnswer& answer = *found.retrieval;
  if (!answer.grounded.value_or(true)) {
    found.ending = Ending::refused;
    found.detail = pointers.grounded + " is false" + (answer.text ? ": " + excerpt(*answer.text) : "");
  } else if (answer.hits.empty() && !answer.text) {
    found.ending = Ending::empty;
    found.detail = pointers.hits + " is empty";
  }
  return found;
}

}  // namespace assay::tool

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
    case ENOTDIR: return Ending::not_found;
    case EACCES:
    case EPERM:
    case EISDIR:
    case ENOEXEC:
    case ELIBBAD:
    case ETXTBSY: return Ending::not_executable;
    default: return Ending::spawn_error;
  }
}

std::string start_failure_detail(const ProcessResult& result) {
  if (result.failed_step == ProcessStep::exec && result.error == E2BIG)
    return result.error_what + ": one argument may have 131071 bytes; give the prompt on stdin";
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
  for (const std::string& pointer : program.usage.tokens)
    if (const auto count = printed.number_at(pointer)) answer.tokens = answer.tokens.value_or(0) + *count;
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

std::string_view to_string(Ending ending) { return word_of(ending); }

std::optional<Ending> ending_from(std::string_view text) { return enumerator_of<Ending>(text); }

bool is_measured(Ending ending) {
  switch (ending) {
    case Ending::answered:
    case Ending::refused:
    case Ending::empty:
    case Ending::not_utf8:
    case Ending::malformed_output:
    case Ending::failed:
    case Ending::signalled:
    case Ending::timed_out:
    case Ending::output_limit: return true;
    case Ending::not_found:
    case Ending::not_executable:
    case Ending::spawn_error:
    case Ending::io_error:
    case Ending::cancelled:
    case Ending::unavailable:
    case Ending::not_recorded: return false;
  }
  return false;
}

Answer read_answer(const Program& program, ProcessResult result) {
  Answer answer = measured(result);
  switch (result.end) {
    case ProcessEnd::exited: read_exited(program, result, answer); break;
    case ProcessEnd::signalled:
      end(answer, Ending::signalled, with_last_line("ended by " + signal_name(result.signal), result.err));
      break;
    case ProcessEnd::timed_out:
      end(answer, Ending::timed_out, "stopped after " + seconds(result.latency));
      break;
    case ProcessEnd::output_limit: end(answer, Ending::output_limit, flood_detail(program, result)); break;
    case ProcessEnd::spawn_failed: end(answer, start_failure(result), start_failure_detail(result)); break;
    case ProcessEnd::io_error: end(answer, Ending::io_error, one_line(result.error_what)); break;
    case ProcessEnd::cancelled: end(answer, Ending::cancelled, "the run was stopped"); break;
  }
  look_for_missing(program, result, answer);
  return answer;
}

}  // namespace assay
