// SPDX-License-Identifier: Apache-2.0
// Whatever a tool prints, read_answer reports how it ended, in every format: an answer is a command (text,
// not blank, no NUL byte), and a reason is one line that is safe to print. Any text given as a regular
// expression is either refused with a reason or can be searched for, and every match lies within the text.
//
// Input: a byte that says how much of the rest is the regular expression, then the expression, then the
// tool's output.
#include <cstdint>
#include <cstdlib>
#include <iostream>
#include <string>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "assay/tool.h"

namespace {

void require(bool condition, const char* what) {
  if (condition) return;
  std::cerr << what << '\n';
  std::abort();
}

assay::ProcessResult printed(std::string_view bytes, int exit_code) {
  assay::ProcessResult result;
  result.end = assay::ProcessEnd::exited;
  result.exit_code = exit_code;
  // As if captured from a stream of which only 4 KiB are kept.
  const std::size_t head = bytes.size() > 4096 ? 2048 : bytes.size();
  result.out.head = bytes.substr(0, head);
  if (bytes.size() > 4096) result.out.tail = bytes.substr(bytes.size() - 2048);
  result.out.total = bytes.size();
  result.err = result.out;
  return result;
}

void check(const assay::Program& program, std::string_view bytes) {
  for (int exit_code : {0, 1}) {
    const assay::Answer answer = assay::read_answer(program, printed(bytes, exit_code));
    const bool answered = answer.ending == assay::Ending::answered;
    require(assay::is_measured(answer.ending), "the tool is not blamed");
    require(answered != answer.command.empty(),
            "an answer without a command, or a command without an answer");
    require(answered == answer.detail.empty(), "no reason, or a reason for an answer");
    require(assay::is_utf8(answer.command), "a command that is no text");
    require(assay::trimmed(answer.command) == answer.command, "a command that is not trimmed");
    require(answer.command.find('\0') == std::string::npos, "a command with a NUL byte");
    require(answer.detail == assay::one_line(answer.detail), "a reason that is not safe to print");
  }
}

void check_retrieval(std::string_view bytes) {
  assay::Program program;
  program.answer = assay::RetrievalPointers{};
  const assay::Answer answer = assay::read_answer(program, printed(bytes, 0));
  require(assay::is_measured(answer.ending), "the tool is not blamed");
  require(answer.command.empty(), "a command of a retrieval tool");
  require(answer.ending != assay::Ending::answered || answer.retrieval, "an answer without what was found");
  require((answer.ending == assay::Ending::answered) == answer.detail.empty(),
          "no reason, or a reason for an answer");
  require(answer.detail == assay::one_line(answer.detail), "a reason that is not safe to print");
}

void check_regex(const std::string& expression, std::string_view bytes) {
  try {
    const assay::Regex regex(expression);
    if (const auto found = regex.search(bytes); found && !found->empty()) {
      require(found->data() >= bytes.data() && found->data() + found->size() <= bytes.data() + bytes.size(),
              "something was found outside the text");
    }
    assay::Program program;
    program.answer = assay::Pattern{expression};
    check(program, bytes);
  } catch (const assay::RegexFault& fault) {
    require(*fault.what() != '\0', "an expression refused without a reason");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  const std::size_t length = input.empty() ? 0 : std::min<std::size_t>(data[0], input.size() - 1);
  if (!input.empty()) input.remove_prefix(1);
  const std::string expression(input.substr(0, length));
  const std::string_view bytes = input.substr(length);

  assay::Program program;
  check(program, bytes);
  program.answer = assay::JsonPointer{"/c"};
  program.refusal.pointer = "/r";
  check(program, bytes);
  program.refusal.regex = "^No";
  program.answer = assay::Pattern{"^> (.*)$"};
  check(program, bytes);
  check_regex(expression, bytes);
  check_retrieval(bytes);
  return 0;
}
