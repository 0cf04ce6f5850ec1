// SPDX-License-Identifier: Apache-2.0
// One promptfoo test, from a configuration or a table, and its templates.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assertion.h"
#include "draft.h"

namespace assay::convert {

using Variables = std::map<std::string, std::string, std::less<>>;

// The variables that a template such as "Translate: {{request}}" substitutes; none if it does more than
// that (filters, conditions, calls).
std::optional<std::set<std::string>> variables_of(std::string_view text);
// Whether the text names one of the variables between {{ and }}, by itself or first ({{name | upper}}).
bool names_variable(std::string_view text, const Variables& variables);
// None if the template does more, or a variable is missing.
std::optional<std::string> rendered(std::string_view text, const Variables& variables);

struct PromptfooVariable {
  std::string name;
  std::vector<std::string> values;
  bool is_list = false;  // a list stands for a test per value, whether or not the test uses the variable
};

struct PromptfooTest {
  int line = 0;
  std::vector<PromptfooVariable> variables = {};  // in promptfoo's order; names are unique
  bool is_spread = true;                          // otherwise its lists are values as they stand
  std::vector<Assertion> assertions = {};
  std::optional<double> threshold = {};
  std::string description = {};
  std::string prefix = {};
  std::string suffix = {};
  std::vector<std::pair<std::string, std::string>> metadata = {};
  std::string obstacle = {};  // why it cannot be a case, whatever its content; empty: no obstacle
};

// Makes a prompt from a test's variables.
struct PromptTemplate {
  std::string text = {};      // "List {{what}}"; or
  std::string variable = {};  // the one that is the prompt: its name need not be one that a template can use
};

// What to do if no prompt can be used: name one of these variables.
std::string how_to_name_the_request(const std::vector<std::string>& variables);

// Whether a value is text to promptfoo: a scalar that is neither a number nor a boolean.
bool is_text(const Node& node);
// Takes a variable in place of a former one with its name.
void take_variable(const std::string& name, const Node& value, PromptfooTest& test);

// Takes a case, or one for each combination of the values of its lists, in promptfoo's order; or leaves them
// out with a reason.
void take_test(const PromptfooTest& test, const PromptTemplate& prompt, Draft& draft);

}  // namespace assay::convert
