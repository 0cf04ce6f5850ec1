// SPDX-License-Identifier: Apache-2.0
// Terms to shell text; other files use print() in term.h.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tree/term.h"

namespace assay::equivalence {

class TermPrinter {
 public:
  void add(const Term& term);
  std::string text;

 private:
  void add_node(const Term& term);
  void add_all(std::span<const Term* const> parts, std::string_view between);
  void add_joined(std::string_view opening, std::span<const Term* const> parts, std::string_view between,
                  std::string_view closing);
  void add_enclosed(std::string_view opening, const Term& inner, std::string_view closing);

  void add_word(const Term& word);
  void add_piece(const Term& piece);
  void add_parameter(const Term& parameter);
  void add_arithmetic(std::string_view opening, const Term& term);
  void add_expression(const Term& term);

  void add_call(const Term& term);
  void add_pair(const Term& pair);
  void add_redirect(const Term& redirect);
  bool add_here_string(const Term& redirect);
  void add_negation(const Term& negation);

  void add_list(const Term& list);
  void add_group(const Term& group);
  void add_if(const Term& command);
  void add_loop(std::string_view word, const Term& loop);
  void add_for(std::string_view word, const Term& loop);
  void add_case(const Term& command);
};

// A text as a word: unquoted if it is safe without quotes.
std::string spelled(std::string_view literal);

}  // namespace assay::equivalence
