// SPDX-License-Identifier: Apache-2.0
#include "details.h"

#include <fmt/format.h>

#include <algorithm>

#include "assay/internal/difference.h"
#include "assay/internal/file.h"
#include "assay/internal/gate.h"
#include "assay/internal/json.h"
#include "assay/internal/patterns.h"
#include "assay/internal/text.h"

namespace assay {
namespace {

constexpr std::size_t kExcerptBytes = 2'000;
constexpr std::size_t kExcerptLines = 10;
constexpr std::size_t kCommandBytes = 16u << 10;

std::string_view words_before(Status status) {
  switch (status) {
    case Status::pass: return "passes under";
    case Status::miss: return "fails under";
    case Status::unmeasured: break;
  }
  return "not measured under";
}

void add_lines(std::vector<std::string>& lines, std::string_view text, std::string_view indent = "") {
  if (trimmed(text).empty()) return;
  each_line(text, [&](std::string_view line) { lines.push_back(std::string(indent) + one_line(line)); });
}

// The last lines of a stream, where programs print their final messages.
void add_excerpt(std::vector<std::string>& lines, std::string_view name, std::string_view bytes) {
  bytes = trimmed(bytes);
  if (bytes.empty()) return;
  const std::string_view end = bytes.substr(bytes.size() - std::min(bytes.size(), kExcerptBytes));
  std::vector<std::string> last;
  add_lines(last, end, "  ");
  if (last.size() > kExcerptLines) last.erase(last.begin(), last.end() - kExcerptLines);
  lines.push_back(fmt::format("{}{}:", name, is_shown_in_part(bytes) ? " (its end)" : ""));
  lines.insert(lines.end(), last.begin(), last.end());
}

// What would be right, a line each.
std::vector<std::string> accepted_texts(const Case& test) {
  std::vector<std::string> texts;
  if (test.expect == Expectation::refusal && !test.retrieval) texts.emplace_back("a refusal");
  if (test.expect == Expectation::blocked) texts.emplace_back("a refusal, or a command marked as blocked");
  if (test.expect == Expectation::unblocked) texts.emplace_back("a command that is not marked as blocked");
  for (const std::string& pattern : test.own->accept_patterns)
    texts.push_back("a command that " + bounded_line(text_of_pattern(pattern), kCommandBytes));
  if (test.own->outcome && test.accepted.empty())
    texts.emplace_back("a command after which the case's outcome holds");
  if (!test.accepted.empty()) texts.push_back(bounded_line(test.accepted.front(), kCommandBytes));
  return texts;
}

bool contains(std::string_view text, std::string_view part) { return text.find(part) != text.npos; }

// What the headline says is left out.
void add_unanswered(std::vector<std::string>& lines, const Result& result) {
  const std::string said = headline(result);
  for (const std::string& text : accepted_texts(result.asked))
    if (!contains(said, ", want " + text + ":") && !contains(said, ", want " + code_span(text) + ":"))
      lines.push_back("expected:  " + text);
  const Answer& answer = result.answer;
  const std::string_view ending = to_string(answer.ending);
  const std::string detail = one_line(answer.detail);
  if (!contains(said, ending) || !contains(said, detail))
    lines.push_back(fmt::format("ended as:  {}{}{}", ending, detail.empty() ? "" : ": ", detail));
  const auto add_stream = [&](std::string_view name, std::string_view bytes) {
    if (!contains(said, code_span(one_line(trimmed(bytes))))) add_excerpt(lines, name, bytes);
  };
  add_stream("stderr", answer.stderr_bytes);
  if (answer.ending != Ending::refused) add_stream("stdout", answer.stdout_bytes);
}

// Whether a verdict without evidence says in words what the difference shows: where the texts of an answer
// that missed part from the accepted command that is shown.
bool names_difference(const Verdict& verdict, const Result& result) {
  const auto& accepted = result.asked.accepted;
  return result.grade.status == Status::miss && verdict.outcome == VerdictKind::undecided &&
         verdict.level == "canonical" && verdict.why != "not proven the same" && !accepted.empty() &&
         verdict.accepted == accepted[nearest(accepted, result.answer.command)];
}

void add_answered(std::vector<std::string>& lines, const Result& result) {
  if (result.grade.diff.empty()) {
    for (const std::string& text : accepted_texts(result.asked)) lines.push_back("expected:  " + text);
    lines.push_back("generated: " + bounded_line(result.answer.command, kCommandBytes));
  }
  add_lines(lines, result.grade.diff);
  if (result.answer.blocked) lines.push_back("blocked:   " + one_line(*result.answer.blocked));
  if (result.asked.accepted.size() > 1 && !result.grade.diff.empty()) {
    lines.push_back(
        fmt::format("  (compared with the nearest of {} accepted commands)", result.asked.accepted.size()));
  }
  for (const Verdict& each : result.grade.verdicts) {
    const std::string evidence = evidence_text(each.evidence);
    if (evidence.empty() && !names_difference(each, result)) continue;
    lines.push_back(fmt::format("{}: {}", one_line(each.level), one_line(each.why)));
    add_lines(lines, evidence, "  ");
  }
}

std::string joined(const std::vector<std::string>& items) {
  std::string list;
  for (const std::string& each : items) list += (list.empty() ? "" : ", ") + one_line(each);
  return list;
}

void add_list(std::vector<std::string>& lines, std::string_view name, const std::vector<std::string>& items) {
  if (!items.empty()) lines.push_back(std::string(name) + joined(items));
}

void add_expected_documents(std::vector<std::string>& lines, const Case& test) {
  const RetrievalExpectation& expected = *test.retrieval;
  if (test.expect == Expectation::refusal) lines.push_back("expected:  a refusal");
  add_list(lines, "expected:  documents ", expected.expected_doc_ids);
  add_list(lines, "expected:  one of the chunks ", expected.expected_chunk_ids);
  add_list(lines, "expected:  text with ", expected.must_contain);
  add_list(lines, "expected:  text without ", expected.forbidden);
}

bool is_expected(const Hit& hit, const RetrievalExpectation& expected) {
  const auto among = [](const std::vector<std::string>& ids, const std::string& id) {
    return std::find(ids.begin(), ids.end(), id) != ids.end();
  };
  return expected.expected_chunk_ids.empty() ? among(expected.expected_doc_ids, hit.doc_id)
                                             : among(expected.expected_chunk_ids, hit.chunk_id);
}

void add_found(std::vector<std::string>& lines, const RetrievalExpectation& expected,
               const RetrievalAnswer& answer) {
  if (answer.hits.empty()) lines.push_back("found:     nothing");
  for (std::size_t i = 0; i < std::min(answer.hits.size(), kExcerptLines); ++i) {
    const Hit& hit = answer.hits[i];
    lines.push_back(fmt::format("found:     {}. {} {}{}", i + 1, one_line(hit.doc_id), one_line(hit.chunk_id),
                                is_expected(hit, expected) ? "  <- expected" : ""));
  }
  if (answer.hits.size() > kExcerptLines)
    lines.push_back(fmt::format("found:     … and {} more", answer.hits.size() - kExcerptLines));
  if (answer.text) lines.push_back("answer:    " + bounded_line(*answer.text, kCommandBytes));
}

}  // namespace

bool is_shown_in_part(std::string_view stream) {
  stream = trimmed(stream);
  const auto newlines = static_cast<std::size_t>(std::ranges::count(stream, '\n'));
  return stream.size() > kExcerptBytes || newlines >= kExcerptLines;
}

std::vector<std::string> details(const Result& result) {
  std::vector<std::string> lines = {"prompt:    " + bounded_line(result.asked.prompt, kCommandBytes)};
  if (result.asked.retrieval && result.answer.retrieval) {
    add_expected_documents(lines, result.asked);
    add_found(lines, *result.asked.retrieval, *result.answer.retrieval);
  } else if (result.asked.retrieval) {
    add_expected_documents(lines, result.asked);
    add_unanswered(lines, result);
  } else if (result.answer.ending == Ending::answered) {
    add_answered(lines, result);
  } else {
    add_unanswered(lines, result);
  }
  for (const UserlandGrade& each : result.grade.userlands) lines.push_back(under_text(each));
  return lines;
}

std::string under_text(const UserlandGrade& grade) {
  const std::string text = fmt::format("{} {}", words_before(grade.status), one_line(grade.userland));
  return grade.status == Status::pass ? text : text + ": " + one_line(grade.why);
}

std::string under_text(const std::vector<UserlandGrade>& grades) {
  std::string text;
  for (const UserlandGrade& each : grades) text += (text.empty() ? "" : "; ") + under_text(each);
  return text;
}

SourceLine relative(const SourceLine& where, const std::filesystem::path& root) {
  if (root.empty()) return where;
  const std::filesystem::path file = std::filesystem::path(where.file).lexically_relative(root);
  const bool inside = !file.empty() && *file.begin() != "..";
  return inside ? SourceLine{file.generic_string(), where.line} : where;
}

std::vector<Attachment> attachments_of(const Result& result, const std::filesystem::path& folder) {
  std::vector<Attachment> attachments;
  if (result.grade.status == Status::pass) return attachments;
  const auto add = [&](const char* stream, std::string_view bytes) {
    if (!is_shown_in_part(bytes)) return;
    const std::string name = test_name(result.asked.dataset) + "." + test_name(result.asked.name);
    attachments.push_back({folder / (name + "." + stream), bytes});
  };
  add("stdout", result.answer.stdout_bytes);
  add("stderr", result.answer.stderr_bytes);
  return attachments;
}

void write_attachments(const Result& result, const std::filesystem::path& folder) {
  for (const auto& [file, bytes] : attachments_of(result, folder)) {
    make_own_folder(folder);
    write_own_file(file, bytes);
  }
}

}  // namespace assay
