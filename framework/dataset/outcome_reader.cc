// SPDX-License-Identifier: Apache-2.0
#include "outcome_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "assay/internal/encoding.h"
#include "assay/internal/linear_regex.h"
#include "assay/internal/number_from.h"
#include "findings.h"

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
      add(*mode, pointer + "/mode", shown(*mode->string()) + " is no mode", "write it in octal: \"0644\"");
    const std::string type = value.text("type");
    const std::string_view fits_type[][2] = {
        {"content", "file"}, {"content_base64", "file"}, {"pattern", "file"}, {"target", "symlink"}};
    for (const auto& [member, needed] : fits_type)
      if (const JsonValue* asked = value.find(member); asked && !type.empty() && type != needed)
        add(*asked, fmt::format("{}/{}", pointer, member),
            fmt::format("is asked of what is to be {}", type == "absent" ? "absent" : shown(type)),
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
      add(at, pointer + "/path", shown(path) + " is named twice", "say all of it in one element");
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
        add(*found, pointer + "/pattern", shown(*found->string()) + " is found in everything",
            "let it ask for something");
    } catch (const RegexFault& fault) {
      add(*found, pointer + "/pattern",
          fmt::format("{} is no regular expression: {}", shown(*found->string()), fault.what()),
          "the syntax is RE2's: docs/levels.md says where it differs from others");
    }
  }

  void add(const JsonValue& at, std::string pointer, std::string what, std::string next) {
    findings_.add(at.line, std::move(pointer), std::move(what), std::move(next));
  }

  Findings findings_;
  std::set<std::string> paths_;
};

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

}  // namespace assay
