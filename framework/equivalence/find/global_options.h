// SPDX-License-Identifier: Apache-2.0
// The options in find's expressions, which hold for all of it wherever they stand.
#pragma once

#include "find/expression.h"

namespace assay::equivalence {

// Takes options out of an expression; where they stand does not count. What holds for the rest of the
// expression alone is written to the tests it holds for.
class FindOptions {
 public:
  explicit FindOptions(Context& context) : context_(context), settings_(context.arena.memory()) {}

  // Null where an option stands where that matters.
  const Term* extract(const Term& term);
  // What was taken out, in one order; `expression` is what is left.
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
