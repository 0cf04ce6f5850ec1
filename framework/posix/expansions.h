// SPDX-License-Identifier: Apache-2.0
// Checks the expansions, globs and quotes of a word against POSIX.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/word.h"
#include "findings.h"

namespace assay::posix {

class Expansions {
 public:
  // Calls `list` for each list of commands in a substitution.
  Expansions(std::string_view source, Findings& findings, std::function<void(const shell::List&)> list)
      : source_(source), findings_(findings), list_(std::move(list)) {}

  void word(const shell::Word& word, shell::Place place);
  void arithmetic(const shell::Arithmetic& arithmetic, shell::Span span);
  // The variables and expansions alone: of arithmetic that is a bashism as a whole.
  void inside(const shell::Arithmetic& arithmetic, shell::Span span);
  // A variable that the text sets itself is not one that bash provides.
  void assigned(std::string name) { assigned_.insert(std::move(name)); }

 private:
  void alive(const shell::Word& word, shell::Place place);
  void segments(const std::vector<shell::Segment>& all);
  void segment(const shell::Segment& segment);
  void variable(std::string_view name, shell::Span span);
  void parameter(const shell::Parameter& parameter, shell::Span span);
  void substitution(const shell::CommandSubstitution& substitution, shell::Span span);
  void array(const shell::Array& array, shell::Span span);
  std::string_view text_at(shell::Span span) const {
    return source_.substr(span.begin, span.end - span.begin);
  }

  std::string_view source_;
  Findings& findings_;
  std::function<void(const shell::List&)> list_;
  std::set<std::string, std::less<>> assigned_;
};

}  // namespace assay::posix
