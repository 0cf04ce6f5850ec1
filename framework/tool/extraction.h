// SPDX-License-Identifier: Apache-2.0
// Extracts the command, or the hits of a search, from a tool's output.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

// The beginning of `bytes` without leading blanks, at most 100 bytes, escaped as by one_line and in back
// quotes; "…" if there is more.
std::string excerpt(std::string_view bytes);

// The same for the last line that is not blank; empty if there is none.
std::string last_line_excerpt(std::string_view bytes);

bool strips(const Program& program, Strip what);

// Removes terminal escape sequences: CSI, OSC and the two-byte ones of ECMA-48.
std::string without_escapes(std::string_view text);

// Removes a model's thoughts: <think>…</think>. Without an end they extend to the end of the text, without a
// beginning from its start.
std::string without_thoughts(std::string_view text);

// The fenced blocks of Markdown in a text, without their fences; the last one may be unterminated.
std::vector<std::string_view> fenced_blocks(std::string_view text);

// Removes "$ " from every line that begins with it, if the first line does.
std::string without_prompt_signs(std::string_view text);

// The code, if the whole text is one code span of Markdown: `ls`, or ``ls`` with more back quotes; else the
// text.
std::string_view without_inline_code(std::string_view text);

// A command or retrieved hits, or the reason why there is none (`ending` is then not answered).
struct Extraction {
  Ending ending = Ending::answered;
  std::string command;
  std::string detail;
  std::optional<RetrievalAnswer> retrieval = {};  // also set if the tool refused or found nothing
};

// For messages: "a string", "null", ….
std::string_view kind_of(const JsonValue& value);

// A tool's output, read once and only as far as the program's contract requires.
class Printed {
 public:
  // `program` and `result` must outlive this.
  Printed(const Program& program, const ProcessResult& result);

  Extraction answer();
  // Why the markers indicate a refusal or a blocked command; empty if they do not. Ignores exit statuses.
  std::optional<std::string> marked(const RefusalMarkers& markers);
  // The number at a pointer, finite and not negative; empty if there is none.
  std::optional<double> number_at(const std::string& pointer);
  // The reason if a stream reports that infrastructure was missing.
  std::optional<std::string> unavailable_by_stdout();
  std::optional<std::string> unavailable_by_stderr() const;

 private:
  Extraction extract(const WholeStdout& whole);
  Extraction extract(const JsonPointer& json);
  Extraction extract(const Pattern& pattern);
  Extraction extract(const RetrievalPointers& pointers);
  // The document, or null, with the reason in `fault_`.
  const JsonValue* document();
  Extraction read_document();
  Extraction read_last_document();
  Extraction read_lines_of_json();
  // The value at a pointer of the document, or of the last line that has it and what `where` says. Null if
  // there is none.
  const JsonValue* value_at(const std::string& pointer, const decltype(JsonPointer::where)& where = {});
  // What a value at the pointer says, unless it is null, false or empty.
  std::optional<std::string> marked_at(const std::string& pointer);
  // The command without the parts that the description strips.
  Extraction cleaned(std::string_view text, const std::string& where) const;

  const Program& program_;
  Captured out_;
  bool is_thought_ = false;  // stdout had thoughts, and nothing else
  const Captured& err_;
  std::vector<JsonValue> documents_;  // the last one first
  std::optional<Extraction> fault_;
};

// Extracts hits, text and citations from a JSON document.

// The ending is answered, refused (grounded is false), empty (no hit and no text), or malformed_output.
Extraction retrieved(const JsonValue& document, const RetrievalPointers& pointers);

}  // namespace assay::tool
