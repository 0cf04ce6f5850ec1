// SPDX-License-Identifier: Apache-2.0
#include "extraction.h"

#include <algorithm>
#include <cmath>

#include "assay/error.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"

namespace assay::tool {
namespace {

constexpr std::size_t kLength = 100;

// The length of the escape sequence that begins `text`.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return text.size();
  const auto within = [&](std::size_t at, char low, char high) {
    return at < text.size() && text[at] >= low && text[at] <= high;
  };
  std::size_t at = 2;
  if (text[1] == '[') {
    while (within(at, 0x20, 0x3F)) ++at;
    return std::min(text.size(), at + (within(at, 0x40, 0x7E) ? 1 : 0));
  }
  if (text[1] == ']') {  // to BEL or ESC backslash
    while (at < text.size() && text[at] != '\a' && text[at] != '\x1b') ++at;
    if (at < text.size()) at += text[at] == '\a' ? 1 : 2;
    return std::min(text.size(), at);
  }
  at = 1;
  while (within(at, 0x20, 0x2F)) ++at;
  return std::min(text.size(), at + 1);
}

constexpr std::size_t kFence = 3;

// A line that opens or closes a block: at least three back quotes or tildes, after at most three blanks.
std::string_view fence_of(std::string_view line) {
  const std::size_t at = line.find_first_not_of(' ');
  if (at == line.npos || at > 3 || (line[at] != '`' && line[at] != '~')) return {};
  const std::size_t end = std::min(line.find_first_not_of(line[at], at), line.size());
  return end - at >= kFence ? line.substr(at, end - at) : std::string_view();
}

// CommonMark: what stands behind the back quotes that open a block has none, or it is code within a line.
bool opens_block(std::string_view line, std::string_view fence) {
  return !fence.empty() &&
         (fence.front() != '`' || line.rfind('`') < static_cast<std::size_t>(fence.end() - line.begin()));
}

// Code within a text: between two runs of equally many back quotes.
struct CodeSpan {
  std::size_t quotes = 0;  // in each run
  std::string_view whole;  // with them
  std::string_view code;
};

// The next one at or after `from`. A blank at each end is not part of the code, so that it may begin and end
// with back quotes.
std::optional<CodeSpan> next_code_span(std::string_view text, std::size_t from) {
  const auto run_at = [&](std::size_t at) {
    return std::min(text.find_first_not_of('`', at), text.size()) - at;
  };
  for (std::size_t begin = text.find('`', from); begin != text.npos;) {
    const std::size_t quotes = run_at(begin), inside = begin + quotes;
    for (std::size_t end = text.find('`', inside); end != text.npos;
         end = text.find('`', end + run_at(end))) {
      if (run_at(end) != quotes) continue;
      auto code = text.substr(inside, end - inside);
      if (code.size() > 2 && code.starts_with(' ') && code.ends_with(' '))
        code = code.substr(1, code.size() - 2);
      return CodeSpan{quotes, text.substr(begin, end + quotes - begin), code};
    }
    begin = text.find('`', inside);
  }
  return std::nullopt;
}

// Code that stands within a line, between as many back quotes as a fence has.
std::vector<std::string_view> fenced_spans(std::string_view text) {
  std::vector<std::string_view> spans;
  auto span = next_code_span(text, 0);
  while (span) {
    if (span->quotes >= kFence) spans.push_back(span->code);
    span = next_code_span(text, static_cast<std::size_t>(span->whole.end() - text.begin()));
  }
  return spans;
}

Extraction broken(std::string why) { return {Ending::malformed_output, {}, std::move(why)}; }

Extraction dropped(const Captured& out) {
  return broken("stdout has " + std::to_string(out.total) + " bytes, of which " +
                std::to_string(out.head.size() + out.tail.size()) + " were kept");
}

Regex compiled(const std::string& expression) {
  try {
    return Regex(expression);
  } catch (const RegexFault& fault) {
    throw Error({}, "the regular expression " + excerpt(expression) + " cannot be read: " + fault.what(),
                "docs/tool-contract.md lists what is supported");
  }
}

// The tail of a truncated stream may begin in the middle of a character, whose remaining bytes can be skipped
// without loss.
std::string_view from_whole_character(std::string_view bytes) {
  while (!bytes.empty() && continues_character(bytes.front())) bytes.remove_prefix(1);
  return bytes;
}

std::optional<std::string_view> search(const std::string& expression, const Captured& out) {
  if (expression.empty()) return std::nullopt;
  const Regex regex = compiled(expression);
  if (auto found = regex.search(out.head)) return found;
  if (!out.truncated()) return std::nullopt;
  return regex.search(from_whole_character(out.tail));
}

std::vector<std::string_view> search_all(const std::string& expression, const Captured& out) {
  const Regex regex = compiled(expression);
  std::vector<std::string_view> all = regex.search_all(out.head);
  if (out.truncated())
    for (const std::string_view each : regex.search_all(from_whole_character(out.tail))) all.push_back(each);
  return all;
}

// The line of the last match: tools that try again say last why they gave up. The whole line, as a part of it
// may be empty or mean nothing by itself.
std::optional<std::string> said(const char* stream, const std::string& expression, const Captured& out) {
  if (expression.empty()) return std::nullopt;
  const auto found = search_all("(" + expression + ")", out);
  if (found.empty()) return std::nullopt;
  const bool is_in_tail = out.truncated() && found.back().data() >= out.tail.data() &&
                          found.back().data() <= out.tail.data() + out.tail.size();
  const std::string_view text = is_in_tail ? out.tail : out.head;
  const std::string_view match = trimmed(found.back());
  const auto offset = static_cast<std::size_t>((match.empty() ? found.back() : match).data() - text.data());
  const std::size_t before = offset == 0 ? text.npos : text.rfind('\n', offset - 1);
  const std::size_t begin = before == text.npos ? 0 : before + 1;
  const std::size_t end = std::min(text.find('\n', std::max(begin, offset + match.size())), text.size());
  return std::string(stream) + " says " + excerpt(text.substr(begin, end - begin));
}

// Returns whether there were thoughts, and nothing else.
bool clean(const Program& program, std::string& bytes) {
  if (strips(program, Strip::ansi)) bytes = without_escapes(bytes);
  if (!strips(program, Strip::think)) return false;
  const bool was_blank = trimmed(bytes).empty();
  bytes = without_thoughts(bytes);
  return !was_blank && trimmed(bytes).empty();
}

// Text that may be a command: UTF-8, without NUL, not blank.
Extraction checked(std::string_view text, const std::string& where) {
  const std::string_view command = trimmed(text);
  if (!is_utf8(command)) return {Ending::not_utf8, {}, where + " is not UTF-8: " + excerpt(command)};
  if (command.empty()) return {Ending::empty, {}, where + " is empty"};
  if (command.find('\0') != std::string_view::npos)
    return broken(where + " has a NUL byte, which no command can have: " + excerpt(command));
  return {Ending::answered, std::string(command), {}};
}

// Null, false, a blank string or an empty container: a marker that is always present and reports no refusal.
bool says_nothing(const JsonValue& value) {
  if (const bool* boolean = value.boolean()) return !*boolean;
  if (const std::string* string = value.string()) return trimmed(*string).empty();
  if (const auto* array = value.array()) return array->empty();
  if (const auto* object = value.object()) return object->empty();
  return value.is_null();
}

}  // namespace

std::string excerpt(std::string_view bytes) {
  return code_span(one_line(shortened(trimmed(bytes), kLength)));
}

std::string last_line_excerpt(std::string_view bytes) {
  const auto line = last_line(bytes);
  return line.empty() ? std::string() : excerpt(line);
}

bool strips(const Program& program, Strip what) {
  return std::ranges::find(program.strip, what) != program.strip.end();
}

std::string without_escapes(std::string_view text) {
  std::string result;
  for (std::size_t at; (at = text.find('\x1b')) != text.npos;) {
    result += text.substr(0, at);
    text.remove_prefix(at);
    text.remove_prefix(escape_length(text));
  }
  return result += text;
}

std::string without_thoughts(std::string_view text) {
  constexpr std::string_view kBegin = "<think>", kEnd = "</think>";
  std::string result;
  for (;;) {
    const std::size_t begin = text.find(kBegin), end = text.find(kEnd);
    if (end < begin) {
      result.clear();  // everything so far was thought
    } else {
      result += text.substr(0, begin);
    }
    if (end == text.npos) return result;
    text.remove_prefix(end + kEnd.size());
  }
}

std::vector<std::string_view> fenced_blocks(std::string_view text) {
  std::vector<std::string_view> blocks;
  std::string_view open;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::string_view fence = fence_of(line);
    const std::size_t next = std::min(end + 1, text.size());
    const bool closes = !open.empty() && fence.starts_with(open) &&
                        trimmed(line.substr(static_cast<std::size_t>(fence.end() - line.data()))).empty();
    if (closes) {
      blocks.push_back(text.substr(begin, at - begin));
      open = {};
    } else if (open.empty() && opens_block(line, fence)) {
      open = fence;
      begin = next;
    }
    at = end + 1;
  }
  if (!open.empty()) blocks.push_back(text.substr(begin));
  return blocks;
}

std::string without_prompt_signs(std::string_view text) {
  constexpr std::string_view kSign = "$ ";
  if (!text.starts_with(kSign)) return std::string(text);
  std::string result;
  for (bool more = true; more;) {
    const std::size_t end = text.find('\n');
    more = end != text.npos;
    std::string_view line = text.substr(0, end);
    if (line.starts_with(kSign)) line.remove_prefix(kSign.size());
    result += line;
    if (more) result += '\n';
    text.remove_prefix(more ? end + 1 : text.size());
  }
  return result;
}

std::string_view without_inline_code(std::string_view text) {
  const auto span = fenced_blocks(text).empty() ? next_code_span(text, 0) : std::nullopt;
  return span && span->whole.size() == text.size() && !span->code.empty() ? span->code : text;
}

std::string_view kind_of(const JsonValue& value) {
  if (value.is_null()) return "null";
  if (value.boolean()) return "a boolean";
  if (value.array()) return "an array";
  if (value.object()) return "an object";
  return value.string() ? "a string" : "a number";
}

Printed::Printed(const Program& program, const ProcessResult& result)
    : program_(program), out_(result.out), err_(result.err) {
  if (out_.truncated()) return;  // thoughts may begin in the part that was dropped
  is_thought_ = clean(program_, out_.head);
  out_.total = out_.head.size();
}

const JsonValue* Printed::document() {
  if (documents_.empty() && !fault_) {
    Extraction read = program_.document == JsonDocument::lines  ? read_lines_of_json()
                      : program_.document == JsonDocument::last ? read_last_document()
                                                                : read_document();
    if (read.ending != Ending::answered) fault_ = std::move(read);
  }
  return documents_.empty() ? nullptr : &documents_.front();
}

const JsonValue* Printed::value_at(const std::string& pointer, const decltype(JsonPointer::where)& where) {
  document();
  for (const JsonValue& each : documents_) {
    const JsonValue* value = each.at_pointer(pointer);
    const bool is_meant =
        std::ranges::all_of(where, [&](const auto& part) { return each.text_at(part.first) == part.second; });
    if (value && is_meant) return value;
  }
  return nullptr;
}

// Lines of a log between them are ignored.
Extraction Printed::read_lines_of_json() {
  if (out_.truncated()) return dropped(out_);
  std::string_view rest = trimmed(out_.head);
  if (rest.empty()) return {Ending::empty, {}, "stdout is empty"};
  const std::string beginning = excerpt(rest);
  if (!is_utf8(rest)) return {Ending::not_utf8, {}, "stdout is not UTF-8: " + beginning};
  while (!rest.empty()) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trimmed(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    if (!line.starts_with('{')) continue;
    try {
      documents_.push_back(parse_json(line, "stdout"));
    } catch (const Error&) {
    }
  }
  std::ranges::reverse(documents_);
  if (documents_.empty()) return broken("no line of stdout is a JSON object; it begins with " + beginning);
  return {};
}

Extraction Printed::read_document() {
  if (out_.truncated()) return dropped(out_);
  const std::string_view text = trimmed(out_.head);
  if (text.empty()) return {Ending::empty, {}, "stdout is empty"};
  if (!is_utf8(text)) return {Ending::not_utf8, {}, "stdout is not UTF-8: " + excerpt(text)};
  if (std::string_view("{[\"-0123456789tfn").find(text.front()) == std::string_view::npos)
    return broken("no JSON in stdout, which begins with " + excerpt(text));
  try {
    documents_.push_back(parse_json(out_.head, "stdout"));
    return {};
  } catch (const Error& error) {
    const Problem& problem = error.problems().front();
    return broken("stdout is not one JSON document: " + one_line(problem.what) + " (line " +
                  std::to_string(problem.where.line) + "): " + excerpt(text));
  }
}

// An inner value cannot extend to the end of the text, so the nearest beginning that can be parsed is the
// document's.
Extraction Printed::read_last_document() {
  constexpr int kMostBeginnings = 100;
  const bool cut = out_.truncated();
  const std::string_view text = trimmed(cut ? out_.tail : out_.head);
  if (text.empty()) return {Ending::empty, {}, "stdout is empty"};
  std::size_t line = text.size();
  for (int tried = 0; tried < kMostBeginnings && line > 0;) {
    const std::size_t newline = text.rfind('\n', line - 1);
    line = newline == text.npos ? 0 : newline + 1;
    const bool begins = line < text.size() && (text[line] == '{' || text[line] == '[') && !(cut && line == 0);
    if (begins) {
      ++tried;
      try {
        documents_.push_back(parse_json(text.substr(line), "stdout"));
        return {};
      } catch (const Error&) {
      }
    }
    if (newline == text.npos) break;
    line = newline;
  }
  if (!is_utf8(text)) return {Ending::not_utf8, {}, "stdout is not UTF-8: " + excerpt(text)};
  return broken("no JSON document at the end of stdout, which ends with " + last_line_excerpt(text));
}

Extraction Printed::cleaned(std::string_view text, const std::string& where) const {
  std::string command(trimmed(text));
  if (clean(program_, command) || (is_thought_ && command.empty()))
    return {Ending::empty, {}, "only thoughts"};
  if (strips(program_, Strip::fences)) {
    auto blocks = fenced_blocks(command);
    if (blocks.empty()) blocks = fenced_spans(command);
    if (blocks.size() > 1)
      return broken(where + " has " + std::to_string(blocks.size()) +
                    " fenced blocks, any of which may be the answer");
    if (blocks.size() == 1) command = std::string(trimmed(blocks.front()));
  }
  if (strips(program_, Strip::prompt_sign)) command = without_prompt_signs(trimmed(command));
  if (strips(program_, Strip::inline_code)) command = std::string(without_inline_code(trimmed(command)));
  return checked(command, where);
}

Extraction Printed::extract(const WholeStdout&) {
  return out_.truncated() ? dropped(out_) : cleaned(out_.head, "stdout");
}

Extraction Printed::extract(const JsonPointer& json) {
  if (!document()) return *fault_;
  const std::string where = json.pointer.empty() ? "the JSON in stdout" : json.pointer;
  const JsonValue* value = value_at(json.pointer, json.where);
  if (!value) return broken("the JSON in stdout has no " + where);
  if (value->is_null()) return {Ending::empty, {}, where + " is null"};
  if (!value->string()) return broken(where + " is " + std::string(kind_of(*value)) + ", not a string");
  return cleaned(*value->string(), where);
}

Extraction Printed::extract(const Pattern& pattern) {
  const auto found = pattern.match == Pattern::Match::first ? std::vector<std::string_view>()
                                                            : search_all(pattern.regex, out_);
  if (pattern.match == Pattern::Match::only && found.size() > 1)
    return broken("stdout has " + std::to_string(found.size()) + " matches of " + excerpt(pattern.regex) +
                  ", which may match once");
  const auto chosen = found.empty() ? search(pattern.regex, out_) : std::optional(found.back());
  if (chosen) return cleaned(*chosen, "what the regular expression found");
  if (trimmed(out_.head).empty() && !out_.truncated()) return {Ending::empty, {}, "stdout is empty"};
  return broken("nothing in stdout matches " + excerpt(pattern.regex) + "; it begins with " +
                excerpt(out_.head));
}

Extraction Printed::extract(const RetrievalPointers& pointers) {
  const JsonValue* read = document();
  return read ? retrieved(*read, pointers) : *fault_;
}

Extraction Printed::answer() {
  return std::visit([this](const auto& kind) { return extract(kind); }, program_.answer);
}

std::optional<std::string> Printed::marked_at(const std::string& pointer) {
  const JsonValue* value = pointer.empty() ? nullptr : value_at(pointer);
  if (!value || says_nothing(*value)) return std::nullopt;
  const std::string* reason = value->string();
  return pointer + (reason ? ": " + excerpt(*reason) : " is " + std::string(kind_of(*value)));
}

std::optional<std::string> Printed::marked(const RefusalMarkers& markers) {
  if (auto reason = marked_at(markers.pointer)) return reason;
  if (auto reason = said("stdout", markers.regex, out_)) return reason;
  if (auto reason = said("stderr", markers.stderr_regex, err_)) return reason;
  if (markers.answer_regex.empty()) return std::nullopt;
  const Extraction found = answer();
  if (found.command.empty()) return std::nullopt;
  return said("the answer", markers.answer_regex,
              {.head = found.command, .tail = {}, .total = found.command.size()});
}

std::optional<double> Printed::number_at(const std::string& pointer) {
  if (pointer.empty()) return std::nullopt;
  const JsonValue* value = value_at(pointer);
  const double number = value ? value->number(-1) : -1;
  return std::isfinite(number) && number >= 0 ? std::optional(number) : std::nullopt;
}

std::optional<std::string> Printed::unavailable_by_stdout() {
  if (auto reason = said("stdout", program_.unavailable.stdout_regex, out_)) return reason;
  return marked_at(program_.unavailable.pointer);
}

std::optional<std::string> Printed::unavailable_by_stderr() const {
  return said("stderr", program_.unavailable.stderr_regex, err_);
}

}  // namespace assay::tool
