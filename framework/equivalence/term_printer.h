// Terms to shell text; print() of term.h is what others use.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "term.h"

namespace assay::equivalence {

class TermPrinter {
 public:
  void add(const Term& term);
  std::string text;

 private:
  void add_all(std::span<const Term* const> parts, std::string_view between);
  void add_call(const Term& term);
  void add_parameter(const Term& parameter);
  void add_for(const Term& term);
  void add_case(const Term& term);
  bool add_compound(const Term& term);
  bool add_expansion(const Term& term);
  bool add_condition(const Term& term);
  void add_arithmetic(const Term& term);
  bool add_here_string(const Term& redirect);
  void add_piece(const Term& piece);
};

}  // namespace assay::equivalence
