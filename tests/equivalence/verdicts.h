// SPDX-License-Identifier: Apache-2.0
// Helpers of these tests: which rung proves two commands equivalent, and that none does.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "assay/equivalence.h"

namespace assay {

struct Same {
  std::string_view a, b;
};
struct Apart {
  std::string_view a, b;
};

inline bool is_proven(const Comparison& result) {
  return result.verdict == Equivalence::equivalent || result.verdict == Equivalence::conditionally;
}

inline std::string describe(const Comparison& result) {
  std::string text = std::string(to_string(result.verdict)) + " by " + result.method + ": " + result.why +
                     "\n  a: " + result.canonical_a + "\n  b: " + result.canonical_b;
  for (const std::string& rule : result.rules) text += "\n  rule " + rule;
  return text;
}

// Each pair is proven at this rung and no earlier, in both directions.
inline void expect_method(std::string_view method, const std::vector<Same>& pairs) {
  for (const auto& [a, b] : pairs) {
    for (const Comparison& result : {compare(a, b), compare(b, a)}) {
      EXPECT_TRUE(is_proven(result)) << a << "\n" << b << "\n" << describe(result);
      EXPECT_EQ(result.method, method) << a << "\n" << b << "\n" << describe(result);
    }
  }
}

inline void expect_apart(const std::vector<Apart>& pairs) {
  for (const auto& [a, b] : pairs) {
    for (const Comparison& result : {compare(a, b), compare(b, a)}) {
      EXPECT_FALSE(is_proven(result)) << a << "\n" << b << "\n" << describe(result);
      EXPECT_EQ(result.score, 0.0);
    }
  }
}

// Each pair is proven, and among what is assumed is a sentence with these words.
inline void expect_assumption(std::string_view words, const Same& pair) {
  for (const Comparison& result : {compare(pair.a, pair.b), compare(pair.b, pair.a)}) {
    EXPECT_EQ(result.verdict, Equivalence::conditionally) << describe(result);
    EXPECT_TRUE(std::ranges::any_of(
        result.assumptions,
        [words](const std::string& each) { return each.find(words) != std::string::npos; }))
        << pair.a << "\n"
        << pair.b << "\n"
        << describe(result);
  }
}

}  // namespace assay
