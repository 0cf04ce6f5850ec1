// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <utility>

#include "assay/error.h"
#include "assay/internal/json.h"
#include "assay/internal/likeness.h"
#include "shipped_profiles.h"

namespace assay {
namespace {

[[noreturn]] void fail_profile(const std::string& file, int line, std::string what) {
  throw Error(Problem{.where = {.file = file, .line = line},
                      .pointer = {},
                      .what = "this is not a profile of a similarity model: " + std::move(what),
                      .next = "assay calibrate writes one"});
}

std::string text_at(const JsonValue& profile, const char* key, const std::string& file) {
  const auto* value = profile.find(key);
  const auto* text = value == nullptr ? nullptr : value->string();
  if (text == nullptr || text->empty()) fail_profile(file, profile.line, std::string(key) + " is missing");
  return *text;
}

// Null, or a number from 0 to 1.
std::optional<double> threshold_at(const JsonValue& profile, const char* key, const std::string& file) {
  const auto* value = profile.find(key);
  if (value == nullptr) fail_profile(file, profile.line, std::string(key) + " is missing");
  if (value->is_null()) return std::nullopt;
  const double number = value->number(NAN);
  if (!(number >= 0 && number <= 1))
    fail_profile(file, value->line, std::string(key) + " is not a number from 0 to 1");
  return number;
}

// Older profiles may have none.
std::vector<SimilarityProfile::Probe> probes_at(const JsonValue& profile, const std::string& file) {
  std::vector<SimilarityProfile::Probe> probes;
  const auto* list = profile.find("probes");
  if (list == nullptr || list->array() == nullptr) return probes;
  for (const auto& each : *list->array()) {
    SimilarityProfile::Probe probe{.text = text_at(each, "text", file), .vector = {}};
    const auto* vector = each.find("vector");
    if (vector == nullptr || vector->array() == nullptr)
      fail_profile(file, each.line, "a probe has no vector");
    for (const auto& number : *vector->array()) probe.vector.push_back(static_cast<float>(number.number(0)));
    probes.push_back(std::move(probe));
  }
  return probes;
}

}  // namespace

SimilarityProfile parse_profile(std::string_view json, const std::string& file) {
  const auto document = parse_json(json, file);
  SimilarityProfile profile{.model = text_at(document, "model", file),
                            .model_hash = text_at(document, "model_hash", file),
                            .accept = threshold_at(document, "accept", file),
                            .reject = threshold_at(document, "reject", file),
                            .rule = text_at(document, "rule", file),
                            .probes = probes_at(document, file)};
  const auto pooling = pooling_from(text_at(document, "pooling", file));
  if (!pooling) fail_profile(file, document.line, "pooling is neither cls, mean nor server");
  profile.pooling = *pooling;
  return profile;
}

const std::vector<SimilarityProfile>& shipped_profiles() {
  static const auto profiles = [] {
    std::vector<SimilarityProfile> read;
    for (const auto text : kShippedProfiles) read.push_back(parse_profile(text, "shipped profile"));
    return read;
  }();
  return profiles;
}

}  // namespace assay
