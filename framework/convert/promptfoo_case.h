// SPDX-License-Identifier: Apache-2.0
// One test of promptfoo, wherever it stands.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "assertion.h"
#include "draft.h"
#include "template.h"

namespace assay::convert {

struct PromptfooTest {
  int line = 0;
  Variables variables = {};
  // A variable that is a list stands for as many tests.
  std::vector<std::pair<std::string, std::vector<std::string>>> lists = {};
  std::vector<Assertion> assertions = {};
  std::optional<double> threshold = {};
  std::string description = {};
  std::string prefix = {};
  std::string suffix = {};
  std::vector<std::pair<std::string, std::string>> metadata = {};
  std::string obstacle = {};  // why it is no case whatever it says; empty: nothing
};

// What makes a prompt of a test's variables: "{{request}}", or a longer text around them.
struct PromptTemplate {
  std::string text;
};

// Takes a case, or one for each element of a list that the prompt uses; or leaves the test out and says why.
void take_test(const PromptfooTest& test, const PromptTemplate& prompt, Draft& draft);

}  // namespace assay::convert
