// SPDX-License-Identifier: Apache-2.0
// Reads one utility's arguments; see assay/internal/invocation.h for the meaning of the result.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "assay/internal/invocation.h"

namespace assay {

class OptionParser {
 public:
  OptionParser(const Utility& utility, std::span<const Argument> arguments, ParsedInvocation& into)
      : utility_(utility), arguments_(arguments), into_(into) {}

  void run();

 private:
  void read_argument();
  void read_word(std::string_view text);
  void read_opaque(const Argument& argument);
  void read_operand();

  bool read_numeric(std::string_view text);
  bool is_sole_operand_form();
  void read_long(std::string_view text, Known known);
  void read_cluster(std::string_view text, Known known);
  bool is_doubled(OptionId id, std::string_view letters) const;
  void read_plus(std::string_view text);
  void read_exact(OptionId id, Spelling spelling);
  void read_letters(std::string_view letters);
  void read_tar_bundle();
  void read_bsd_bundle(std::string_view text);
  void read_keys();
  void read_expression();

  // The long option that `name` spells or abbreviates.
  OptionId find_long(std::string_view name, Spelling& spelling) const;
  bool is_made_of_letters(std::string_view text) const;
  bool has_plus_options() const;
  bool takes_plus_numbers() const;
  ParsedOption& add(OptionId id, Spelling spelling);
  void attach(OptionValue& value, std::string_view text, std::size_t offset, ValueForm form, Known known);
  // Takes the next argument as a value; false if there is none.
  bool take_next(OptionValue& value);
  void take_separate(ParsedOption& option);
  void take_number(ParsedOption& option);
  void take_if_number(ParsedOption& option);

  void set_unknown();
  void set_uncertain();

  const Utility& utility_;
  std::span<const Argument> arguments_;
  ParsedInvocation& into_;
  std::uint32_t at_ = 0;    // the argument being read
  std::uint32_t next_ = 0;  // the first argument not yet taken
  bool ended_ = false;      // only operands from here on
};

// Finds the inner command among the operands, and removes it from them.
void find_inner(std::span<const Argument> arguments, ParsedInvocation& into);

}  // namespace assay
