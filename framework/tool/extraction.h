// SPDX-License-Identifier: Apache-2.0
// Extracts the command from a tool's output.
#pragma once

#include <optional>
#include <string>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

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
  std::optional<std::string> unavailable_by_stdout() const;
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
  // The command without the parts that the description strips.
  Extraction cleaned(std::string_view text, const std::string& where) const;

  const Program& program_;
  Captured out_;
  const Captured& err_;
  std::optional<JsonValue> document_;
  std::optional<Extraction> fault_;
};

}  // namespace assay::tool
