// SPDX-License-Identifier: Apache-2.0
// Finding the command in what a tool printed.
#pragma once

#include <optional>
#include <string>

#include "assay/internal/json.h"
#include "assay/tool.h"

namespace assay::tool {

// A command or what was retrieved, or why there is none (then `ending` is not answered).
struct Extraction {
  Ending ending = Ending::answered;
  std::string command;
  std::string detail;
  std::optional<RetrievalAnswer> retrieval = {};  // there too where the tool refused or found nothing
};

// "a string", "null", …: for messages.
std::string_view kind_of(const JsonValue& value);

// What a tool printed, read once as far as the program's contract needs it.
class Printed {
 public:
  // Borrows `program` and `result`.
  Printed(const Program& program, const ProcessResult& result);

  Extraction answer();
  // Why the markers say that this is a refusal, or that the command is blocked; none where they do not. Exit
  // statuses are not looked at.
  std::optional<std::string> marked(const RefusalMarkers& markers);
  // The number at a pointer, finite and not negative; none where there is none.
  std::optional<double> number_at(const std::string& pointer);
  // Where a stream says that something was not there.
  std::optional<std::string> unavailable_by_stdout() const;
  std::optional<std::string> unavailable_by_stderr() const;

 private:
  Extraction extract(const WholeStdout& whole);
  Extraction extract(const JsonPointer& json);
  Extraction extract(const Pattern& pattern);
  Extraction extract(const RetrievalPointers& pointers);
  // The document, or null with the reason in `fault_`.
  const JsonValue* document();
  Extraction read_document();
  Extraction read_last_document();
  // The command without what the program's description strips.
  Extraction cleaned(std::string_view text, const std::string& where) const;

  const Program& program_;
  Captured out_;
  const Captured& err_;
  std::optional<JsonValue> document_;
  std::optional<Extraction> fault_;
};

}  // namespace assay::tool
