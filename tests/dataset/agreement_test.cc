// SPDX-License-Identifier: Apache-2.0
// This project checks datasets against their schema with its own code. It must accept the same documents as
// valijson, an independent implementation of JSON Schema: tested on the sample datasets with one to three
// changes.
#define VALIJSON_USE_EXCEPTIONS 1  // otherwise it aborts

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>
#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

#include "assay/dataset.h"
#include "assay/internal/json.h"
#include "sample.h"

namespace assay {
namespace {

using nlohmann::ordered_json;
using Adapter = valijson::adapters::NlohmannJsonAdapter;

// The same schema, read by both.
class Schemas {
 public:
  explicit Schemas(const std::string& name)
      : text_(read_file(ASSAY_SOURCE_DIR "/datasets/schema/" + name)),
        document_(nlohmann::json::parse(text_)),
        ours_(text_) {
    valijson::SchemaParser(valijson::SchemaParser::kDraft7).populateSchema(Adapter(document_), theirs_);
  }

  bool is_valid_to_us(const JsonValue& document) const { return ours_.check(document, "d").empty(); }
  bool is_valid_to_them(const nlohmann::json& document) const {
    return valijson::Validator().validate(theirs_, Adapter(document), nullptr);
  }

 private:
  std::string text_;
  nlohmann::json document_;
  JsonSchema ours_;
  valijson::Schema theirs_;
};

class Mutator {
 public:
  Mutator(std::string_view sample, unsigned seed) : sample_(sample), random_(seed) {}

  std::string next() {
    ordered_json document = ordered_json::parse(sample_);
    for (std::size_t changes = 1 + below(2); changes > 0; --changes) change(any_value(document));
    std::string text = document.dump(static_cast<int>(below(3)) - 1);
    return below(4) == 0 ? damaged(std::move(text)) : text;
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  ordered_json& any_value(ordered_json& root) {
    ordered_json* value = &root;
    while (value->is_structured() && !value->empty() && below(6) != 0) {
      auto child = value->begin();
      std::advance(child, below(value->size()));
      value = &*child;
    }
    return *value;
  }

  ordered_json scalar() {
    static const ordered_json kScalars[] = {nullptr,
                                            true,
                                            false,
                                            0,
                                            1,
                                            2,
                                            -1,
                                            0.5,
                                            1.0,
                                            1.5,
                                            86400,
                                            86401,
                                            0.001,
                                            0.0009,
                                            "",
                                            " ",
                                            "x",
                                            "list-1",
                                            "list.1",
                                            "ls -a",
                                            "safe",
                                            "medium",
                                            "refusal",
                                            "command",
                                            "a b",
                                            "\u00e9",
                                            "\n",
                                            "sample",
                                            "DISABLED_",
                                            1e300,
                                            INT64_MAX,
                                            UINT64_MAX,
                                            ordered_json::array(),
                                            ordered_json::object(),
                                            std::string(101, 'y'),
                                            ordered_json::array({"ls -a"}),
                                            ordered_json::array({"x", "x"}),
                                            ordered_json::array({""})};
    return kScalars[below(std::size(kScalars))];
  }

  std::string key() {
    static const char* const kKeys[] = {
        "id",           "prompt",    "expect",      "expected_command", "alternatives", "notes",
        "extra",        "levels",    "total_cases", "moderate",         "medium",       "x",
        "source",       "metadata",  "min_score",   "timeout_s",        "env",          "$schema",
        "categories",   "",          "queries",     "test_cases",       "query",        "expected_doc_ids",
        "must_contain", "forbidden", "group",       "judgements",       "limits.md"};
    return kKeys[below(std::size(kKeys))];
  }

  void change(ordered_json& value) {
    if (value.is_object() && below(4) != 0) {
      if (below(2) == 0 || value.empty()) {
        value[key()] = scalar();
      } else {
        auto member = value.begin();
        std::advance(member, below(value.size()));
        value.erase(member);
      }
    } else if (value.is_array() && below(4) != 0) {
      if (below(2) == 0 || value.empty()) {
        value.push_back(value.empty() || below(2) == 0 ? scalar() : ordered_json(value[below(value.size())]));
      } else {
        value.erase(below(value.size()));
      }
    } else {
      value = scalar();
    }
  }

  // Changes below the level of values: other spellings of the same JSON, and bytes that break it.
  std::string damaged(std::string text) {
    static const std::pair<std::string_view, std::string_view> kSpellings[] = {{"0.5", "5e-1"},
                                                                               {"0.9", "0.90"},
                                                                               {"2.5", "25E-1"},
                                                                               {"\"id\"", "\"\\u0069d\""},
                                                                               {":2", ":2.0"},
                                                                               {":1", ":1e0"},
                                                                               {"2.5", "1e-400"},
                                                                               {"0.5", "1e400"},
                                                                               {"2.5", "2.5."},
                                                                               {":2", ":02"},
                                                                               {"true", "True"},
                                                                               {"null", "nul"},
                                                                               {"\"ls\"", "\"l\\u0073\""},
                                                                               {",", ",,"},
                                                                               {"]", ",]"},
                                                                               {"ls -a", "\\ud83d\\ude00"},
                                                                               {"ls -a", "\\ud83d"},
                                                                               {"{", "{\"id\":\"9\","},
                                                                               {"files", "fi\tles"},
                                                                               {"0.9", "-0"}};
    switch (below(4)) {
      case 0: text.erase(below(text.size()), 1); return text;
      case 1: text[below(text.size())] = static_cast<char>(random_()); return text;
      case 2: text.insert(below(text.size()), 1, "\"\\{}[],: \n\t0-"[below(13)]); return text;
      default: break;
    }
    const auto& [from, to] = kSpellings[below(std::size(kSpellings))];
    const std::size_t at = text.find(from, below(text.size()));
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return text;
  }

  std::string_view sample_;
  std::mt19937 random_;
};

// The number of mutated texts that both accept; every verdict must agree.
int taken_of(std::string_view sample, const std::string& schema) {
  const Schemas schemas(schema);
  Mutator mutator(sample, 20260131);
  int taken = 0;
  for (int i = 0; i < 3000; ++i) {
    const std::string text = mutator.next();
    JsonValue document;
    try {
      document = parse_json(text, "d");
    } catch (const Error&) {
      continue;
    }
    const bool valid = schemas.is_valid_to_us(document);
    EXPECT_EQ(valid, schemas.is_valid_to_them(nlohmann::json::parse(text))) << text;
    if (!valid) {
      EXPECT_THROW(parse_dataset(text, "d"), Error);
    }
    taken += valid;
  }
  return taken;
}

TEST(Agreement, OnCommands) {
  const int taken = taken_of(kSample, "command.schema.json");
  EXPECT_GT(taken, 300) << "too few faultless texts to mean anything";
  EXPECT_LT(taken, 2500) << "too few faults to mean anything";
}

TEST(Agreement, OnQueries) {
  const int taken = taken_of(kGoldenSample, "retrieval.schema.json");
  EXPECT_GT(taken, 300) << "too few faultless texts to mean anything";
  EXPECT_LT(taken, 2500) << "too few faults to mean anything";
}

}  // namespace
}  // namespace assay
