// SPDX-License-Identifier: Apache-2.0
// What a test of promptfoo demands of an output.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "node.h"

namespace assay::convert {

struct Assertion {
  int line = 0;
  std::string type;  // equals, contains, …; without not-
  bool is_negated = false;
  std::vector<std::string> values = {};
  double weight = 1;  // 0: it never makes a test fail
  std::optional<double> threshold = {};
  std::vector<Assertion> parts = {};  // of an assert-set
  std::string obstacle = {};          // why it cannot be said here whatever its type is; empty: nothing
};

// An element of `assert`.
Assertion assertion_from(const Node& node);
// A cell of __expected: "contains-any: a, b", "similar(0.8):x", or the output itself.
Assertion assertion_from(std::string_view cell, int line);

// What it comes to as terms of a case.
struct Demand {
  std::vector<std::string> commands;
  std::vector<std::string> accept_patterns;
  std::vector<std::string> reject_patterns;
  bool is_refusal = false;
  bool is_answer = false;  // anything but a refusal
  std::optional<double> timeout_s;
  std::vector<std::string> dropped;  // clauses; nothing that an answer's grade depends on
  std::string fault;                 // why a case cannot say it; empty: it can
};

// Of a test that passes where all of them hold or, with a threshold, so much of their weight.
Demand demand_of(const std::vector<Assertion>& assertions, std::optional<double> threshold);

}  // namespace assay::convert
