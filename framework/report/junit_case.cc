// SPDX-License-Identifier: Apache-2.0
#include "junit_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

#include "assay/internal/gate.h"
#include "assay/internal/text.h"
#include "attachments.h"
#include "details.h"
#include "numbers.h"

namespace assay {
namespace {

using Properties = std::vector<std::pair<std::string, std::string>>;

// Six at most: some readers limit the number of XML objects.
Properties properties_of(const Result& result) {
  Properties all = {{"id", result.asked.id},
                    {"status", std::string(to_string(result.grade.status))},
                    {"method", result.grade.method}};
  if (result.grade.status != Status::unmeasured) all.emplace_back("score", score_text(result.grade.score));
  all.emplace_back("category", result.asked.category);
  if (!result.asked.retrieval) all.emplace_back("risk_level", to_string(result.asked.risk_level));
  return all;
}

void write_properties(std::ostream& out, const Properties& properties) {
  out << "      <properties>\n";
  for (const auto& [key, value] : properties) {
    out << "        <property name=\"" << key << "\" value=\"" << junit_attribute(value) << "\"/>\n";
  }
  out << "      </properties>\n";
}

std::string detail_text(const Result& result) {
  std::string text;
  for (const std::string& line : details(result)) text += line + "\n";
  return xml_text(text);
}

std::string_view element_of(JUnitKind kind) {
  switch (kind) {
    case JUnitKind::passed:
      return "";
    case JUnitKind::failure:
      return "failure";
    case JUnitKind::error:
      return "error";
    case JUnitKind::skipped:
      return "skipped";
  }
  return "";
}

std::string type_of(const Result& result) {
  if (result.grade.status == Status::miss) return "miss";
  return is_measured(result.answer.ending) ? "unavailable" : std::string(to_string(result.answer.ending));
}

void write_element(std::ostream& out, std::string_view element, const Result& result,
                   const std::string& message) {
  out << "      <" << element << " message=\"" << junit_attribute(message) << "\" type=\"" << type_of(result)
      << "\">" << detail_text(result) << "</" << element << ">\n";
}

// Surefire's names: flaky if the case passed in the end, rerun if it did not.
void write_earlier(std::ostream& out, const CaseRows& attempts) {
  const bool passed = attempts.last().grade.status == Status::pass;
  for (const Result& each : attempts.earlier()) {
    if (each.grade.status == Status::pass) continue;
    const bool missed = each.grade.status == Status::miss;
    const std::string element = fmt::format("{}{}", passed ? "flaky" : "rerun", missed ? "Failure" : "Error");
    write_element(out, element, each, fmt::format("attempt {}: {}", each.attempt, headline(each)));
  }
}

// A property as a line of text; readers end it at "]]".
std::string bracket_line(std::string_view kind, std::string text) {
  for (std::size_t at; (at = text.find("]]")) != std::string::npos;) text.replace(at, 2, "] ]");
  return fmt::format("[[{}|{}]]\n", kind, text);
}

std::string output_of(const Result& result, const JUnitOptions& options) {
  std::string text;
  if (options.dialect == JUnitDialect::strict) {
    const SourceLine where = relative(result.asked.where, options.root);
    Properties all = properties_of(result);
    all.emplace_back("file", where.file);
    all.emplace_back("line", std::to_string(where.line));
    for (const auto& [key, value] : all) text += bracket_line("PROPERTY", key + "=" + one_line(value));
  }
  if (!options.attachments.empty())
    for (const Attachment& each : attachments_of(result, options.attachments))
      text += bracket_line("ATTACHMENT", one_line(each.file.string()));
  return text;
}

}  // namespace

std::string junit_attribute(std::string_view text) { return xml_attribute(one_line(text)); }

JUnitKind kind_of(const Result& result, const RunInfo& info) {
  switch (light_of(info.gate, result, info.unmeasured)) {
    case Light::green:
      return JUnitKind::passed;
    case Light::skipped:
      return JUnitKind::skipped;
    case Light::red:
      break;
  }
  return result.grade.status == Status::miss ? JUnitKind::failure : JUnitKind::error;
}

void write_testcase(std::ostream& out, const CaseRows& attempts, const RunInfo& info,
                    const JUnitOptions& options) {
  const Result& result = attempts.last();
  const bool rich = options.dialect == JUnitDialect::rich;
  out << "    <testcase name=\"" << junit_attribute(result.asked.name) << "\" classname=\""
      << junit_attribute(info.suite + "." + result.asked.dataset) << "\" time=\""
      << seconds(result.answer.latency) << '"';
  if (rich && !result.asked.where.file.empty()) {
    const SourceLine where = relative(result.asked.where, options.root);
    out << " file=\"" << junit_attribute(where.file) << "\" line=\"" << where.line << '"';
  }
  out << ">\n";
  if (rich) write_properties(out, properties_of(result));
  const JUnitKind kind = kind_of(result, info);
  if (kind != JUnitKind::passed) write_element(out, element_of(kind), result, headline(info.gate, result));
  write_earlier(out, attempts);
  const std::string output = output_of(result, options);
  if (!output.empty()) out << "      <system-out>" << xml_text(output) << "</system-out>\n";
  out << "    </testcase>\n";
}

}  // namespace assay
