// SPDX-License-Identifier: Apache-2.0
#include "recorded_line.h"

#include <cmath>

#include "assay/internal/encoding.h"
#include "assay/internal/text.h"
#include "excerpt.h"
#include "retrieved.h"

namespace assay::tool {
namespace {

using Fault = RecordingFault;

// A member that is present and not null.
const JsonValue* member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = line.find(key);
  return value && !value->is_null() ? value : nullptr;
}

std::string text_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value) return {};
  if (!value->string()) throw Fault{"\"" + std::string(key) + "\" is not a string", ""};
  return *value->string();
}

std::optional<int> integer_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value) return std::nullopt;
  const std::int64_t* integer = value->integer();
  if (!integer || *integer < 0 || *integer > 255) {
    throw Fault{"\"" + std::string(key) + "\" is not an integer from 0 to 255", ""};
  }
  return static_cast<int>(*integer);
}

std::chrono::nanoseconds milliseconds_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  const double milliseconds = value ? value->number(-1) : 0;
  if (!(milliseconds >= 0 && milliseconds < 1e12)) {
    throw Fault{"\"" + std::string(key) + "\" is not a number of milliseconds", ""};
  }
  return std::chrono::nanoseconds(std::llround(milliseconds * 1e6));
}

std::optional<double> amount_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value) return std::nullopt;
  const double amount = value->number(-1);
  if (!(amount >= 0 && std::isfinite(amount)))
    throw Fault{"\"" + std::string(key) + "\" is not a number from 0 on", ""};
  return amount;
}

// Bytes: a string or, if they are not UTF-8, {"base64": …}.
std::string bytes_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value || value->string()) return text_member(line, key);
  const JsonValue* coded = value->find("base64");
  const auto bytes = coded && coded->string() ? from_base64(*coded->string()) : std::nullopt;
  if (!bytes) throw Fault{"\"" + std::string(key) + "\" is neither a string nor {\"base64\": …}", ""};
  return *bytes;
}

void end_recorded(Answer& answer, Ending ending, std::string detail) {
  answer.ending = ending;
  answer.detail = std::move(detail);
}

void take_command(Answer& answer, const std::string& written) {
  answer.command = trimmed(written);
  if (answer.command.empty()) return end_recorded(answer, Ending::empty, "the recorded answer is empty");
  if (answer.command.find('\0') == std::string::npos) return end_recorded(answer, Ending::answered, "");
  end_recorded(answer, Ending::malformed_output,
               "the recorded answer has a NUL byte, which no command can have: " + excerpt(answer.command));
  answer.command.clear();
}

void take_ending(Answer& answer, const JsonValue& line, const JsonValue* command) {
  const std::string name = text_member(line, "ending");
  const auto ending = ending_from(name);
  if (!ending) throw Fault{"\"" + name + "\" is not an ending", "docs/tool-contract.md lists them"};
  if (*ending != Ending::answered) {
    if (command) throw Fault{"an answer and an ending that is not \"answered\"", "leave one of them out"};
    return end_recorded(answer, *ending, one_line(text_member(line, "detail")));
  }
  if (!command) throw Fault{"the ending is \"answered\", but there is no answer", "add \"answer\""};
}

// The answer of a retrieval tool: in "retrieval" in a row of results.jsonl; other lines may have its members
// at the top level.
const JsonValue* retrieval_of(const JsonValue& line) {
  if (const JsonValue* nested = member(line, "retrieval")) return nested;
  return member(line, "hits") ? &line : nullptr;
}

// An ending named by the line takes precedence: a tool may have refused by its exit status.
void take_retrieval(Answer& answer, const JsonValue& line, const JsonValue& found) {
  RetrievalPointers pointers;
  pointers.text = &found == &line ? "/answer" : "/text";
  pointers.cited_exists = "/exists";
  Extraction read = retrieved(found, pointers);
  if (!read.retrieval) throw Fault{"the retrieved hits cannot be read: " + read.detail, ""};
  answer.retrieval = std::move(read.retrieval);
  // In a row, an empty text is that of a tool that could have spoken.
  if (!answer.retrieval->text && &found != &line && member(found, "text")) answer.retrieval->text.emplace();
  end_recorded(answer, read.ending, read.detail);
  const std::string name = text_member(line, "ending");
  if (name.empty()) return;
  const auto ending = ending_from(name);
  if (!ending) throw Fault{"\"" + name + "\" is not an ending", "docs/tool-contract.md lists them"};
  end_recorded(answer, *ending, one_line(text_member(line, "detail")));
}

void expect_one_answer(const JsonValue& line) {
  if (member(line, "answer") && member(line, "generated") &&
      trimmed(text_member(line, "answer")) != trimmed(text_member(line, "generated")))
    throw Fault{"\"answer\" and \"generated\" differ", "leave one of them out"};
}

void take_words(Answer& answer, const JsonValue& line) {
  expect_one_answer(line);
  const std::string_view key = member(line, "answer") ? "answer" : "generated";
  const JsonValue* command = member(line, key);
  const JsonValue* refused = member(line, "refused");
  if (command && refused) throw Fault{"both an answer and a refusal", "leave one of them out"};
  if (command) take_command(answer, text_member(line, key));
  if (refused) end_recorded(answer, Ending::refused, one_line(text_member(line, "refused")));
  if (member(line, "ending")) {
    take_ending(answer, line, command);
  } else if (!command && !refused) {
    throw Fault{"neither \"answer\" nor \"refused\" nor \"ending\"",
                "docs/tool-contract.md describes the lines"};
  }
}

}  // namespace

RecordedPlace place_of(const JsonValue& line) {
  if (!line.object()) throw Fault{"the line is not a JSON object", ""};
  RecordedPlace place{text_member(line, "id"), text_member(line, "dataset"), text_member(line, "run"), 0};
  if (place.id.empty()) throw Fault{"the line has no \"id\"", ""};
  const JsonValue* attempt = member(line, "attempt");
  if (!attempt) return place;
  const std::int64_t* number = attempt->integer();
  if (!number || *number < 1 || *number > 1000)
    throw Fault{"\"attempt\" is not an integer from 1 to 1000", ""};
  place.attempt = static_cast<int>(*number);
  return place;
}

Answer answer_of(const JsonValue& line) {
  Answer answer;
  if (const JsonValue* found = retrieval_of(line))
    take_retrieval(answer, line, *found);
  else
    take_words(answer, line);
  answer.stdout_bytes = bytes_member(line, "stdout");
  answer.stderr_bytes = bytes_member(line, "stderr");
  answer.exit_code = integer_member(line, "exit_code");
  answer.signal = integer_member(line, "signal");
  if (answer.signal && answer.exit_code)
    throw Fault{"both an exit status and a signal", "leave one of them out"};
  if (answer.signal && answer.ending == Ending::answered)
    throw Fault{"an answer of a process that a signal ended",
                "leave out \"signal\", or let \"ending\" say \"signalled\""};
  answer.latency = milliseconds_member(line, "latency_ms");
  answer.tokens = amount_member(line, "tokens");
  answer.cost = amount_member(line, "cost");
  if (member(line, "blocked")) {
    if (answer.ending != Ending::answered || answer.retrieval)
      throw Fault{"\"blocked\" without a command", "leave it out"};
    answer.blocked = one_line(text_member(line, "blocked"));
  }
  if (const JsonValue* label = member(line, "label")) {
    const bool* right = label->boolean();
    if (!right) throw Fault{"\"label\" is neither true nor false", ""};
    answer.label = *right;
  }
  return answer;
}

}  // namespace assay::tool
