// The fast reader takes a text exactly where the schema and the checks find nothing wrong with it: held to
// that on the sample dataset with one to three things changed in it.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <random>

#include "assay/internal/text.h"
#include "diagnosis.h"
#include "golden_reader.h"
#include "reader.h"
#include "sample.h"

namespace assay {
namespace {

using nlohmann::ordered_json;

bool fast_takes(std::string_view text) {
  if (!is_utf8(text) || text.find('\0') != std::string_view::npos) return false;
  for (const auto read : {read_draft, read_golden_draft}) {
    Draft draft;
    if (read(text, "d", draft) && check_draft(draft).empty()) return true;
  }
  return false;
}

std::string diagnosis_of(std::string_view text) {
  try {
    std::string all;
    for (const Problem& problem : diagnose(text, "d")) all += to_string(problem) + '\n';
    return all;
  } catch (const Error& error) {
    return error.what();
  }
}

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
                                            std::string(1, '\0'),
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
    static const char* const kKeys[] = {"id",
                                        "prompt",
                                        "expect",
                                        "expected_command",
                                        "alternatives",
                                        "notes",
                                        "extra",
                                        "levels",
                                        "total_cases",
                                        "moderate",
                                        "medium",
                                        "x",
                                        "source",
                                        "metadata",
                                        "min_score",
                                        "timeout_s",
                                        "$schema",
                                        "categories",
                                        "",
                                        "queries",
                                        "test_cases",
                                        "query",
                                        "expected_doc_ids",
                                        "must_contain",
                                        "forbidden",
                                        "group",
                                        "judgements",
                                        "limits.md"};
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
      case 0:
        text.erase(below(text.size()), 1);
        return text;
      case 1:
        text[below(text.size())] = static_cast<char>(random_());
        return text;
      case 2:
        text.insert(below(text.size()), 1, "\"\\{}[],: \n\t0-"[below(13)]);
        return text;
      default:
        break;
    }
    const auto& [from, to] = kSpellings[below(std::size(kSpellings))];
    const std::size_t at = text.find(from, below(text.size()));
    if (at != std::string::npos) text.replace(at, from.size(), to);
    return text;
  }

  std::string_view sample_;
  std::mt19937 random_;
};

void expect_agreement_on(std::string_view sample) {
  Mutator mutator(sample, 20260131);
  int taken = 0;
  constexpr int kTexts = 3000;
  for (int i = 0; i < kTexts; ++i) {
    const std::string text = mutator.next();
    const std::string said = diagnosis_of(text);
    ASSERT_EQ(fast_takes(text), said.empty()) << said << "\n" << text;
    taken += said.empty();
  }
  EXPECT_GT(taken, kTexts / 20) << "too few faultless texts to mean anything";
  EXPECT_LT(taken, kTexts - kTexts / 3) << "too few faults to mean anything";
}

TEST(Agreement, OfTheFastReaderWithSchemaAndChecks) { expect_agreement_on(kSample); }

TEST(Agreement, OfTheFastReaderOfQueries) { expect_agreement_on(kGoldenSample); }

TEST(Agreement, OnTheSamplesThemselves) {
  for (const auto sample : {kSample, kGoldenSample}) {
    EXPECT_TRUE(fast_takes(sample));
    EXPECT_EQ(diagnosis_of(sample), "");
  }
}

}  // namespace
}  // namespace assay
