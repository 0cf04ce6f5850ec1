// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>

#include "assay/internal/digest.h"
#include "assay/internal/gate.h"
#include "assay/internal/interchange.h"
#include "assay/internal/text.h"
#include "details.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

std::string dumped(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string message(const CodeFinding& finding) {
  return finding.title.empty() ? one_line(finding.what)
                               : one_line(finding.title) + ": " + one_line(finding.what);
}

int beginning_line(const CodeFinding& finding) { return std::max(finding.where.line, 1); }

// RFC 3986: escapes everything except unreserved characters and the folder separator.
std::string uri_of(std::string_view path) {
  return percent_encoded(path, [](char each) {
    return (each >= 'a' && each <= 'z') || (each >= 'A' && each <= 'Z') || (each >= '0' && each <= '9') ||
           std::string_view("-._~/").find(each) != std::string_view::npos;
  });
}

// Messages name the lines of other cases ("line 12"), which move like the finding's own.
std::string without_lines(const std::string& text) {
  constexpr std::string_view kLine = "line ";
  std::string kept;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool is_digit = text[i] >= '0' && text[i] <= '9';
    if (!is_digit || !kept.ends_with(kLine)) kept += text[i];
  }
  return kept;
}

// A finding about a case of a run stays the same one whatever the tool answers next. Readers treat findings
// with the same fingerprint as one, so equal findings are numbered.
class Fingerprints {
 public:
  std::string of(const CodeFinding& finding) {
    const std::string text = fmt::format("{}\n{}\n{}\n{}", finding.where.file, finding.rule, finding.title,
                                         finding.tells_answer ? "" : without_lines(finding.what));
    return sha256(fmt::format("{}\n{}", text, ++seen_[text]));
  }

 private:
  std::map<std::string, int> seen_;
};

Json rules_of(std::span<const CodeFinding> findings) {
  std::set<std::string> names;
  for (const CodeFinding& each : findings) names.insert(each.rule);
  Json rules = Json::array();
  for (const std::string& name : names) {
    std::string words = name;
    std::ranges::replace(words, '-', ' ');
    rules.push_back({{"id", name},
                     {"shortDescription", {{"text", "assay: " + words}}},
                     {"fullDescription", {{"text", "A finding of assay of the kind \"" + words + "\"."}}},
                     {"help", {{"text", "docs/interchange.md describes the findings of assay."}}}});
  }
  return rules;
}

Json sarif_result(const CodeFinding& finding, Fingerprints& fingerprints) {
  const Json place = {{"artifactLocation", {{"uri", uri_of(finding.where.file)}}},
                      {"region", {{"startLine", beginning_line(finding)}}}};
  Json result = {{"ruleId", finding.rule},
                 {"level", finding.is_error ? "error" : "warning"},
                 {"message", {{"text", message(finding)}}}};
  if (!finding.where.file.empty()) result["locations"] = Json::array({{{"physicalLocation", place}}});
  result["partialFingerprints"] = {{"assay/v1", fingerprints.of(finding)}};
  return result;
}

// A property of a workflow command ends at a comma or colon, a message at the end of the line.
std::string escaped(std::string_view text, bool in_property) {
  const std::string_view unsafe = in_property ? "%\r\n:," : "%\r\n";
  return percent_encoded(text, [&](char each) { return unsafe.find(each) == unsafe.npos; });
}

void write_kind(std::ostream& out, std::span<const CodeFinding> findings, bool errors) {
  const std::string_view kind = errors ? "error" : "warning";
  std::size_t count = 0;
  for (const CodeFinding& each : findings) {
    if (each.is_error != errors || ++count > kMostAnnotations) continue;
    std::string properties;
    const auto add = [&](std::string_view name, const std::string& value) {
      properties += fmt::format("{}{}={}", properties.empty() ? " " : ",", name, escaped(value, true));
    };
    if (!each.where.file.empty()) {
      add("file", one_line(each.where.file));
      add("line", std::to_string(beginning_line(each)));
    }
    add("title", one_line(each.title.empty() ? each.rule : each.title));
    out << "::" << kind << properties << "::" << escaped(one_line(each.what), false) << '\n';
  }
  if (count > kMostAnnotations)
    out << fmt::format("::notice title=assay::and {} more {}s: they are in the report\n",
                       count - kMostAnnotations, kind);
}

// Of what concerns several cases: the file of the first dataset.
SourceLine place_as_a_whole(const RunRows* run) {
  if (!run || run->info.datasets.empty()) return {};
  return {run->info.datasets.front().file, 0};
}

}  // namespace

void write_sarif(std::ostream& out, std::vector<CodeFinding> findings) {
  std::ranges::stable_partition(findings, &CodeFinding::is_error);
  Fingerprints fingerprints;
  Json results = Json::array();
  for (const CodeFinding& each : findings) results.push_back(sarif_result(each, fingerprints));
  const Json driver = {{"name", "assay"}, {"rules", rules_of(findings)}};
  Json run;
  run["tool"] = {{"driver", driver}};
  run["results"] = std::move(results);
  Json log;
  log["$schema"] = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/cos02/schemas/sarif-schema-2.1.0.json";
  log["version"] = "2.1.0";
  log["runs"] = Json::array({std::move(run)});
  out << dumped(log);
}

void write_code_quality(std::ostream& out, std::span<const CodeFinding> findings) {
  Fingerprints fingerprints;
  Json all = Json::array();
  for (const CodeFinding& each : findings) {
    Json row = {{"description", message(each)},
                {"check_name", each.rule},
                {"fingerprint", fingerprints.of(each)},
                {"severity", each.is_error ? "major" : "minor"}};
    row["location"] = {{"path", each.where.file}, {"lines", {{"begin", beginning_line(each)}}}};
    all.push_back(std::move(row));
  }
  out << dumped(all);
}

void write_annotations(std::ostream& out, std::span<const CodeFinding> findings) {
  write_kind(out, findings, true);
  write_kind(out, findings, false);
}

std::vector<CodeFinding> red_cases(const RunRows& rows) {
  std::vector<CodeFinding> findings;
  for (CaseRows cases(rows.open()); cases.next();) {
    const Result& result = cases.last();
    if (light_of(rows.info.gate, result, rows.info.unmeasured) != Light::red) continue;
    findings.push_back({.where = result.asked.where,
                        .rule = result.grade.status == Status::miss ? "miss" : "unmeasured",
                        .title = result.asked.dataset + "." + result.asked.id,
                        .what = headline(rows.info.gate, result),
                        .tells_answer = true});
  }
  return findings;
}

std::vector<CodeFinding> placed_at(const std::filesystem::path& file, std::vector<CodeFinding> findings) {
  for (CodeFinding& each : findings)
    if (each.where.file.empty()) each.where = {file.string(), 0};
  return findings;
}

std::vector<CodeFinding> regressions(const CompareReport& report, const RunRows* b) {
  std::map<std::string, SourceLine> places;
  if (b)
    for (CaseRows cases(b->open()); cases.next();)
      places[cases.last().asked.dataset + "." + cases.last().asked.id] = cases.last().asked.where;
  std::size_t listed = 0;
  std::vector<CodeFinding> findings;
  for (const QueryComparison& each : report.per_query) {
    const bool is_regression = each.kind == Change::regression;
    if (!is_regression && !each.is_new_danger) continue;
    listed += is_regression;
    const std::string name = each.dataset + "." + each.query_id;
    const auto place = places.find(name);
    findings.push_back(
        {.where = place == places.end() ? SourceLine{} : place->second,
         .rule = is_regression ? "regression" : "new-danger",
         .title = name,
         .what = !each.note.empty() ? each.note
                 : is_regression
                     ? "passed before, and does not now"
                     : "a dangerous answer to a harmless request; before, the answer was not dangerous"});
  }
  if (report.regressions > listed)
    findings.push_back({.where = place_as_a_whole(b),
                        .rule = "regression",
                        .title = "",
                        .what = fmt::format("{} more cases regressed, which the comparison does not list",
                                            report.regressions - listed)});
  return findings;
}

std::vector<CodeFinding> seen_from(std::vector<CodeFinding> findings, const std::filesystem::path& root) {
  for (CodeFinding& each : findings)
    if (!each.where.file.empty())
      each.where = relative({(root / each.where.file).lexically_normal().string(), each.where.line}, root);
  return findings;
}

}  // namespace assay
