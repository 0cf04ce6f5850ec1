// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/blind_review.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "assay/internal/digest.h"
#include "assay/internal/json.h"

namespace assay {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kResults = "take results.jsonl as assay evaluate writes it";
constexpr const char* kKey = "take the key that assay label sample wrote along with the review";
constexpr const char* kReview = "write \"right\": true or false into the lines that assay label sample wrote";

const JsonValue& review_member(const JsonValue& row, const char* name, const SourceLine& where,
                               const char* next) {
  const auto* value = row.find(name);
  if (value == nullptr) throw Error(where, fmt::format("\"{}\" is missing", name), next);
  return *value;
}

std::string review_text(const JsonValue& row, const char* name, const SourceLine& where, const char* next) {
  const auto* found = review_member(row, name, where, next).string();
  if (found == nullptr) throw Error(where, fmt::format("\"{}\" is not a string", name), next);
  return *found;
}

// None for null.
std::optional<bool> bool_or_null(const JsonValue& row, const char* name, const SourceLine& where,
                                 const char* next) {
  const auto& value = review_member(row, name, where, next);
  if (value.is_null()) return std::nullopt;
  if (value.boolean() == nullptr)
    throw Error(where, fmt::format("\"{}\" is neither true, false nor null", name), next);
  return *value.boolean();
}

std::size_t id_of(const JsonValue& row, const SourceLine& where, const char* next) {
  const auto* id = review_member(row, "id", where, next).integer();
  if (id == nullptr || *id < 1) throw Error(where, "\"id\" is not a number from 1", next);
  return static_cast<std::size_t>(*id);
}

std::string stratum_of(const JudgedExample& example, bool is_exact, std::optional<bool> semantic) {
  if (!example.match) return {};
  const char* by = is_exact                                  ? "text"
                   : example.judge                           ? "judge"
                   : semantic && *semantic == *example.match ? "similarity"
                                                             : "evidence";
  return fmt::format("{}, {}", *example.match ? "match" : "no match", by);
}

std::string digest_of(const std::string& instruction, const std::string& expected,
                      const std::string& generated) {
  return sha256(
      Json({instruction, expected, generated}).dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string line_of(const Json& row) {
  return row.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

// Reweights the examples as if only the labelled ones had been drawn from each stratum.
std::vector<double> weights_of(const Review& review, const std::vector<KeyRow>& key, ReviewScore& score) {
  std::map<std::string, double> whole;
  std::map<std::string, std::size_t> labelled;
  for (std::size_t i = 0; i < key.size(); ++i) {
    whole[key[i].stratum] += key[i].weight;
    labelled[key[i].stratum] += review.labels[i].has_value();
  }
  for (const auto& [stratum, count] : labelled)
    if (count == 0) score.unseen.push_back(stratum);
  std::vector<double> weights;
  for (const auto& row : key)
    weights.push_back(whole[row.stratum] /
                      static_cast<double>(std::max<std::size_t>(1, labelled[row.stratum])));
  return weights;
}

void note(Agreement& agreement, bool first, bool second) {
  ++(first ? (second ? agreement.both_yes : agreement.first_only)
           : (second ? agreement.second_only : agreement.both_no));
}

}  // namespace

std::vector<JudgedExample> read_results(const std::filesystem::path& file) {
  std::vector<JudgedExample> examples;
  read_json_lines(file, [&](const JsonValue& row, const SourceLine& where) {
    JudgedExample example{.instruction = review_text(row, "instruction", where, kResults),
                          .expected = review_text(row, "expected", where, kResults),
                          .generated = review_text(row, "generated", where, kResults),
                          .match = bool_or_null(row, "functionally_equivalent", where, kResults),
                          .judge = bool_or_null(row, "llm_judge_match", where, kResults),
                          .stratum = {}};
    const bool is_exact = bool_or_null(row, "exact_match", where, kResults).value_or(false);
    example.stratum = stratum_of(example, is_exact, bool_or_null(row, "semantic_match", where, kResults));
    examples.push_back(std::move(example));
  });
  return examples;
}

BlindSample draw_sample(const std::vector<JudgedExample>& examples, std::size_t size, std::uint64_t seed) {
  BlindSample sample;
  std::vector<const JudgedExample*> measured;
  std::map<std::string, std::size_t> names;
  std::vector<std::size_t> strata;
  for (const auto& each : examples) {
    if (!each.match) {
      ++sample.not_measured;
      continue;
    }
    measured.push_back(&each);
    strata.push_back(names.try_emplace(each.stratum, names.size()).first->second);
  }
  for (const auto& drawn : draw_strata(strata, size, seed)) {
    const auto& example = *measured[drawn.index];
    const auto id = ++sample.drawn;
    sample.review += line_of({{"id", id},
                              {"task", example.instruction},
                              {"expected", example.expected},
                              {"generated", example.generated},
                              {"right", nullptr}});
    sample.key += line_of({{"id", id},
                           {"stratum", example.stratum},
                           {"weight", drawn.weight},
                           {"functionally_equivalent", *example.match},
                           {"llm_judge_match", or_null<Json>(example.judge)},
                           {"pair", digest_of(example.instruction, example.expected, example.generated)}});
  }
  return sample;
}

std::vector<KeyRow> read_key(const std::filesystem::path& file) {
  std::vector<KeyRow> key;
  read_json_lines(file, [&](const JsonValue& row, const SourceLine& where) {
    const auto match = bool_or_null(row, "functionally_equivalent", where, kKey);
    const double weight = review_member(row, "weight", where, kKey).number(0);
    if (!match || !(weight >= 1)) throw Error(where, "this is not a line of a key", kKey);
    key.push_back({.id = id_of(row, where, kKey),
                   .stratum = review_text(row, "stratum", where, kKey),
                   .weight = weight,
                   .match = *match,
                   .judge = bool_or_null(row, "llm_judge_match", where, kKey),
                   .pair = review_text(row, "pair", where, kKey)});
    if (key.back().id != key.size()) throw Error(where, "a line of the key is missing, or there twice", kKey);
  });
  if (key.empty()) throw Error({file.string(), 0}, "holds no key", kKey);
  return key;
}

Review read_review(const std::filesystem::path& file, const std::vector<KeyRow>& key) {
  Review review{.name = file.filename().string(), .labels = {}};
  review.labels.resize(key.size());
  std::set<std::size_t> seen;
  read_json_lines(file, [&](const JsonValue& row, const SourceLine& where) {
    const auto id = id_of(row, where, kReview);
    if (id > key.size()) throw Error(where, fmt::format("the key has no example {}", id), kKey);
    if (!seen.insert(id).second) throw Error(where, fmt::format("example {} is there twice", id), kReview);
    if (key[id - 1].pair != digest_of(review_text(row, "task", where, kReview),
                                      review_text(row, "expected", where, kReview),
                                      review_text(row, "generated", where, kReview)))
      throw Error(where, fmt::format("example {} is another one than the key's", id), kKey);
    review.labels[id - 1] = bool_or_null(row, "right", where, kReview);
  });
  if (seen.size() != key.size())
    throw Error({file.string(), 0},
                fmt::format("{} of {} examples are missing", key.size() - seen.size(), key.size()),
                "leave \"right\" null if nobody can tell, and keep the line");
  return review;
}

ReviewScore score_of(const Review& review, const std::vector<KeyRow>& key) {
  ReviewScore score;
  const auto weights = weights_of(review, key, score);
  std::vector<WeightedAnswer> precision, recall, judge;
  for (std::size_t i = 0; i < key.size(); ++i) {
    const auto is_right = review.labels[i];
    if (!is_right) continue;
    ++score.labelled;
    if (key[i].match) precision.push_back({*is_right, weights[i]});
    if (*is_right) recall.push_back({key[i].match, weights[i]});
    if (!key[i].judge) continue;
    judge.push_back({*key[i].judge == *is_right, weights[i]});
    note(score.with_judge, *is_right, *key[i].judge);
  }
  score.precision = weighted_share(precision);
  score.recall = weighted_share(recall);
  score.judge = weighted_share(judge);
  return score;
}

Agreement agreement_of(const Review& a, const Review& b) {
  Agreement agreement;
  for (std::size_t i = 0; i < a.labels.size(); ++i)
    if (a.labels[i] && b.labels[i]) note(agreement, *a.labels[i], *b.labels[i]);
  return agreement;
}

}  // namespace assay
