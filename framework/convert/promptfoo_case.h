// SPDX-License-Identifier: Apache-2.0
// One promptfoo test, from a configuration or a table.
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
  // A variable that is a list stands for one test per element.
  std::vector<std::pair<std::string, std::vector<std::string>>> lists = {};
  std::vector<Assertion> assertions = {};
  std::optional<double> threshold = {};
  std::string description = {};
  std::string prefix = {};
  std::string suffix = {};
  std::vector<std::pair<std::string, std::string>> metadata = {};
  std::string obstacle = {};  // why it cannot be a case, whatever its content; empty: no obstacle
};

// Makes a prompt from a test's variables: "{{request}}", or a longer text around them.
struct PromptTemplate {
  std::string text;
};

// Sets the obstacle if the value of that variable is in another file.
void look_at_variable(std::string_view name, std::string_view value, PromptfooTest& test);

// Takes a case, or one for each element of a list that the prompt uses; or leaves the test out with a reason.
void take_test(const PromptfooTest& test, const PromptTemplate& prompt, Draft& draft);

}  // namespace assay::convert
