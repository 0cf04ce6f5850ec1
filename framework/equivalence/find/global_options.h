// SPDX-License-Identifier: Apache-2.0
// The options in an expression of find that apply to all of it wherever they are.
#pragma once

#include "find/expression.h"

namespace assay::equivalence {

// Takes options out of an expression, since their position does not matter. Those that apply only to the rest
// of the expression are recorded in the tests they apply to.
class FindOptions {
 public:
  explicit FindOptions(Context& context) : context_(context), settings_(context.arena.memory()) {}

  // Null if an option is in a place where its position matters.
  const Term* extract(const Term& term);
  // The extracted options in one order; `expression` is the remainder.
  Terms terms(const Term& expression);

  bool follows() const { return follows_; }
  void drop_follow() { follows_ = false; }
  const Terms& settings() const { return settings_; }

 private:
  const Term* walk(const Term& term);
  const Term* take_option(const Term& option);
  const Term* take_positional(const Term& option);
  const Term* take_test(const Term& test);

  Context& context_;
  Terms settings_;
  std::string_view dialect_ = "emacs";
  bool annotates_ = false;
  bool default_regex_ = false;
  bool from_midnight_ = false;
  bool follows_ = false;
  bool tested_ = false;
  bool tested_time_ = false;
  bool acted_ = false;
  bool pruned_ = false;
  bool failed_ = false;
};

}  // namespace assay::equivalence
