// Every rule the engine knows, with the rung it belongs to.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace assay::canonical {

// In order: what is the same at one rung is the same at all later ones.
enum class Rung : std::uint8_t {
  exact,
  whitespace,
  quoting,     // shell syntax and quotes
  flag_order,  // order and clusters of options, options among operands, --
  aliases,     // names, forms of arguments, defaults
  values,      // what an argument means to the option it is given to
  utility,     // what the utility does
  rewrite,     // other commands, under ordinary assumptions
  output,      // the same output; the exit status may differ
};

enum class Rule : std::uint8_t {
  same_bytes,
  layout,
  quotes,
  brace_expansion,
  group,
  redirect_both,
  pipe_errors,
  flag_order,
  cluster,
  operand_place,
  dashes,
  repeated_option,
  assignment_order,
  redirect_order,
  option_name,
  argument_form,
  default_value,
  default_operand,
  option_bundle,
  integer_value,
  size_value,
  duration_value,
  mode_value,
  signal_value,
  field_list,
  list_value,
  choice_value,
  other_name,
  operand_set,
  sorted_operands,
  subshell,
  if_true,
  uncertain_operand,
  redirects_open,
  operand_links,
  count_,
};

struct RuleInfo {
  Rule rule;
  std::string_view id;
  Rung rung;
  std::string_view assumption;
};

const RuleInfo& info(Rule rule);
double score_of(Rung rung);
std::string_view name_of(Rung rung);  // its method

struct Applied {
  Rule rule;
  std::string detail;
  bool operator==(const Applied&) const = default;
};

// What was done to one command on its way to the canonical form.
struct Trace {
  std::vector<Applied> applied;
  std::vector<std::string> flags;  // each command with its options as written, in the order of the source
  std::vector<std::string> calls;  // and with its operands
};

}  // namespace assay::canonical
