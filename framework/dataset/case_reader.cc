// SPDX-License-Identifier: Apache-2.0
#include "case_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "assay/internal/linear_regex.h"
#include "assay/internal/text.h"
#include "checks.h"

namespace assay {
namespace {

using Kind = WantedFile::Kind;

constexpr std::pair<std::string_view, Kind> kKinds[] = {{"file", Kind::file},
                                                        {"dir", Kind::folder},
                                                        {"symlink", Kind::link},
                                                        {"fifo", Kind::pipe},
                                                        {"absent", Kind::absent}};

Kind kind_from(std::string_view word) {
  const auto* found = std::ranges::find(kKinds, word, &std::pair<std::string_view, Kind>::first);
  return found == std::end(kKinds) ? Kind::any : found->second;
}

std::optional<std::string> string_of(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  if (!value || !value->string()) return std::nullopt;
  return *value->string();
}

// The member, or the decoded value of its sibling with _base64.
std::optional<std::string> bytes_of(const JsonValue& object, const std::string& key) {
  if (const auto encoded = string_of(object, key + "_base64")) return from_base64(*encoded);
  return string_of(object, key);
}

WantedFile file_from(const JsonValue& value) {
  WantedFile file{.kind = kind_from(value.text("type")),
                  .path = value.text("path"),
                  .content = bytes_of(value, "content"),
                  .pattern = value.text("pattern"),
                  .mode = permissions_from(value.text("mode")),
                  .target = string_of(value, "target")};
  // The conditions imply the kind.
  if (file.kind == Kind::any && (file.content || !file.pattern.empty())) file.kind = Kind::file;
  if (file.kind == Kind::any && file.target) file.kind = Kind::link;
  return file;
}

std::optional<std::vector<std::string>> lines_of(const JsonValue& value) {
  const JsonValue* lines = value.find("lines");
  if (!lines || !lines->array()) return std::nullopt;
  std::vector<std::string> texts;
  for (const JsonValue& each : *lines->array()) texts.push_back(each.string() ? *each.string() : "");
  return texts;
}

class Checks {
 public:
  void output(const JsonValue& value, const std::string& pointer) {
    bytes(value, "bytes", pointer);
    pattern(value, pointer);
  }

  void file(const JsonValue& value, const std::string& pointer) {
    path(value, pointer);
    bytes(value, "content", pointer);
    pattern(value, pointer);
    if (const JsonValue* mode = value.find("mode"); mode && !permissions_from(*mode->string()))
      add(*mode, pointer + "/mode", in_quotes(*mode->string()) + " is no mode",
          "write it in octal: \"0644\"");
    const std::string type = value.text("type");
    const std::string_view fits_type[][2] = {
        {"content", "file"}, {"content_base64", "file"}, {"pattern", "file"}, {"target", "symlink"}};
    for (const auto& [member, needed] : fits_type)
      if (const JsonValue* present = value.find(member); present && !type.empty() && type != needed)
        add(*present, fmt::format("{}/{}", pointer, member),
            fmt::format("is asked of what is to be {}", type == "absent" ? "absent" : in_quotes(type)),
            fmt::format("remove it, or say \"type\": \"{}\"", needed));
    if (const JsonValue* mode = value.find("mode"); mode && (type == "absent" || type == "symlink"))
      add(*mode, pointer + "/mode", "is asked of what has none", "remove it");
  }

  void check(const JsonValue& value, const std::string& pointer) {
    if (is_blank(*value.string())) add(value, pointer, "is blank", "write the script, or remove the member");
  }

  std::vector<Problem> take() { return findings_.take(); }

 private:
  void path(const JsonValue& value, const std::string& pointer) {
    const std::string path = value.text("path");
    const JsonValue& at = *value.find("path");
    if (("/" + path + "/").find("/../") != std::string::npos)
      add(at, pointer + "/path", "leads up", "write it from the world's folder or from / on");
    if (!paths_.insert(path).second)
      add(at, pointer + "/path", in_quotes(path) + " is named twice", "say all of it in one element");
  }

  void bytes(const JsonValue& value, const std::string& member, const std::string& pointer) {
    const std::string encoded = member + "_base64";
    const JsonValue* found = value.find(encoded);
    if (!found) return;
    if (value.find(member))
      add(*found, pointer + "/" + encoded, fmt::format("says what \"{}\" says", member),
          "remove one of the two");
    if (!from_base64(*found->string()))
      add(*found, pointer + "/" + encoded, "is not base64", "encode the bytes with `base64`");
  }

  void pattern(const JsonValue& value, const std::string& pointer) {
    const JsonValue* found = value.find("pattern");
    if (!found) return;
    try {
      const Regex regex(*found->string());
      if (regex.search(""))
        add(*found, pointer + "/pattern", in_quotes(*found->string()) + " is found in everything",
            "let it ask for something");
    } catch (const RegexFault& fault) {
      add(*found, pointer + "/pattern",
          fmt::format("{} is no regular expression: {}", in_quotes(*found->string()), fault.what()),
          "the syntax is RE2's: docs/levels.md says where it differs from others");
    }
  }

  void add(const JsonValue& at, std::string pointer, std::string what, std::string next) {
    findings_.add(at.line, std::move(pointer), std::move(what), std::move(next));
  }

  Findings findings_;
  std::set<std::string> paths_;
};

// An element that is not text becomes an empty string, so that indices are kept.
std::vector<std::string> texts_of(const JsonValue& object, std::string_view key) {
  std::vector<std::string> texts;
  const JsonValue* list = object.find(key);
  if (!list || !list->array()) return texts;
  texts.reserve(list->array()->size());
  for (const JsonValue& each : *list->array()) texts.push_back(each.string() ? *each.string() : "");
  return texts;
}

std::optional<double> number_of(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  if (!value || !std::isfinite(value->number(NAN))) return std::nullopt;
  return value->number(0);
}

std::optional<std::chrono::milliseconds> seconds_of(const JsonValue& object, std::string_view key) {
  const std::optional<double> seconds = number_of(object, key);
  if (!seconds || std::abs(*seconds) > 1e9) return std::nullopt;
  return std::chrono::milliseconds(std::llround(*seconds * 1000));
}

std::vector<std::pair<std::string, std::string>> variables_of(const JsonValue& value) {
  std::vector<std::pair<std::string, std::string>> variables;
  const JsonValue* env = value.find("env");
  if (!env || !env->object()) return variables;
  for (const auto& [name, text] : *env->object())
    variables.emplace_back(name, text.string() ? *text.string() : "");
  return variables;
}

// Appends the notes in the metadata to the case's own.
std::string notes_of(const JsonValue& value, const JsonValue* metadata) {
  std::string notes = value.text("notes");
  const std::string more = metadata ? metadata->text("notes") : "";
  if (!notes.empty() && !more.empty()) notes += '\n';
  return notes + more;
}

CaseTerms terms_of(const JsonValue& value) {
  const JsonValue* metadata = value.find("metadata");
  return {.accept_patterns = texts_of(value, "accept_patterns"),
          .reject_patterns = texts_of(value, "reject_patterns"),
          .levels = texts_of(value, "levels"),
          .min_score = number_of(value, "min_score"),
          .question = question_from(value.text("question")),
          .posix = posix_demand_from(value.text("posix")),
          .timeout = seconds_of(value, "timeout_s"),
          .env = variables_of(value),
          .required_tools = metadata ? texts_of(*metadata, "required_tools") : std::vector<std::string>{},
          .userland = value.text("userland"),
          .world_timeout = seconds_of(value, "world_timeout_s").value_or(std::chrono::milliseconds(0)),
          .notes = notes_of(value, metadata)};
}

void read_common(const JsonValue& value, Case& one) {
  one.id = value.text("id");
  one.name = test_name(one.id);
  one.category = value.text("category");
  one.tags = texts_of(value, "tags");
  one.own = terms_of(value);
  one.where.line = value.line;
}

std::vector<std::string> accepted_of(const JsonValue& value) {
  std::vector<std::string> accepted = texts_of(value, "alternatives");
  if (value.find("expected_command")) accepted.insert(accepted.begin(), value.text("expected_command"));
  return accepted;
}

void read_command(const JsonValue& value, Case& one) {
  one.prompt = value.text("prompt");
  one.accepted = accepted_of(value);
  one.risk_level = risk_level_from(value.text("risk_level")).value_or(RiskLevel::safe);
  if (const JsonValue* posix = value.find("posix_compliant"); posix && posix->boolean())
    one.posix_compliant = *posix->boolean();
  one.expect = expectation_from(value.text("expect")).value_or(Expectation::command);
  one.world = value.text("world");
  if (const JsonValue* outcome = value.find("outcome")) {
    one.own->outcome = wanted_outcome(*outcome);
    // Without a command to compare with, only this question can be asked.
    if (one.accepted.empty() && !one.own->question) one.own->question = Question::fulfils;
  }
}

std::vector<Judgement> judgements_of(const JsonValue& value) {
  std::vector<Judgement> judgements;
  const JsonValue* grades = value.find("judgements");
  if (!grades || !grades->object()) return judgements;
  for (const auto& [doc_id, grade] : *grades->object())
    judgements.push_back({doc_id, static_cast<int>(std::clamp(grade.number(0), -1e9, 1e9))});
  return judgements;
}

void read_query(const JsonValue& value, Case& one) {
  one.prompt = value.text("query");
  RetrievalExpectation& expected = one.retrieval.emplace();
  expected.expected_doc_ids = texts_of(value, "expected_doc_ids");
  expected.expected_chunk_ids = texts_of(value, "expected_chunk_ids");
  expected.must_contain = texts_of(value, "must_contain");
  expected.forbidden = texts_of(value, "forbidden");
  expected.judgements = judgements_of(value);
  if (const JsonValue* relevant = value.find("relevant"))
    expected.relevant = static_cast<int>(std::clamp(relevant->number(1), 1.0, 1e9));
  expected.lang = value.text("lang");
  expected.difficulty = value.text("difficulty");
  expected.group = value.text("group");
  // If the member is absent, the documents are unknown.
  const JsonValue* documents = value.find("expected_doc_ids");
  if (documents && documents->array() && documents->array()->empty()) one.expect = Expectation::refusal;
}

std::optional<Counts> counts_of(const JsonValue* object) {
  if (!object) return std::nullopt;
  Counts counts;
  for (const auto& [key, number] : *object->object())
    counts.emplace_back(key, static_cast<std::int64_t>(number.number(0)));
  return counts;
}

}  // namespace

WantedOutcome wanted_outcome(const JsonValue& value) {
  WantedOutcome outcome{.check = value.text("check")};
  if (const JsonValue* output = value.find("stdout"))
    outcome.output = {.bytes = bytes_of(*output, "bytes"),
                      .tokens = string_of(*output, "tokens"),
                      .lines = lines_of(*output),
                      .pattern = output->text("pattern")};
  if (const JsonValue* status = value.find("exit_status"); status && status->integer())
    outcome.exit_status = static_cast<int>(std::clamp<std::int64_t>(*status->integer(), 0, 255));
  if (const JsonValue* files = value.find("files"); files && files->array())
    for (const JsonValue& each : *files->array()) outcome.files.push_back(file_from(each));
  return outcome;
}

std::vector<Problem> check_outcome(const JsonValue& value, const std::string& pointer) {
  Checks checks;
  if (const JsonValue* output = value.find("stdout")) checks.output(*output, pointer + "/stdout");
  if (const JsonValue* files = value.find("files"))
    for (std::size_t i = 0; i < files->array()->size(); ++i)
      checks.file((*files->array())[i], fmt::format("{}/files/{}", pointer, i));
  if (const JsonValue* check = value.find("check")) checks.check(*check, pointer + "/check");
  return checks.take();
}

Case case_from(const JsonValue& value, DatasetKind kind) {
  Case one;
  read_common(value, one);
  kind == DatasetKind::queries ? read_query(value, one) : read_command(value, one);
  return one;
}

void read_head(const JsonValue& document, Dataset& dataset) {
  dataset.name = document.text("name");
  dataset.version = document.text("version");
  dataset.description = document.text("description");
  dataset.created_at = document.text("created_at");
  if (const JsonValue* metadata = document.find("metadata")) dataset.author = metadata->text("author");
}

Claims claims_of(const JsonValue& document) {
  Claims claims;
  const JsonValue* metadata = document.find("metadata");
  if (!metadata) return claims;
  if (const JsonValue* total = metadata->find("total_cases"))
    claims.total_cases = static_cast<std::int64_t>(total->number(0));
  claims.posix_coverage = number_of(*metadata, "posix_coverage");
  claims.categories = counts_of(metadata->find("categories"));
  claims.risk_distribution = counts_of(metadata->find("risk_distribution"));
  return claims;
}

}  // namespace assay
