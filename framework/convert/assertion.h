// SPDX-License-Identifier: Apache-2.0
// A promptfoo test's demands on an output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "node.h"

namespace assay::convert {

struct Assertion {
  int line = 0;
  std::string type;  // equals, contains, …; without the prefix not-
  bool is_negated = false;
  std::vector<std::string> values = {};
  bool is_one_text = false;  // a type that compares with several texts names them in one: split_values()
  double weight = 1;         // 0: it never fails a test
  std::optional<double> threshold = {};
  std::vector<Assertion> parts = {};  // of an assert-set
  std::string obstacle = {};          // why it cannot be expressed whatever its type; empty: no obstacle
};

// An element of `assert`.
Assertion assertion_from(const Node& node);
// A cell of __expected: "contains-any: a, b", "similar(0.8):x", or the output itself.
Assertion assertion_from(std::string_view cell, int line);

// Splits the one text that names several, after its variables are substituted: "a, b", or "\"a, b\", c".
void split_values(Assertion& assertion);

// The equivalent terms of a case.
struct Demand {
  std::vector<std::string> commands;
  std::vector<std::string> accept_patterns;
  std::vector<std::string> reject_patterns;
  bool is_refusal = false;
  bool is_answer = false;  // anything but a refusal
  std::optional<double> timeout_s;
  std::vector<std::string> dropped;  // assertions that do not affect an answer's grade
  std::string fault;                 // why a case cannot express it; empty: it can
};

// The demand of a test that passes if all assertions hold or, with a threshold, that share of their weight.
Demand demand_of(const std::vector<Assertion>& assertions, std::optional<double> threshold);

}  // namespace assay::convert
