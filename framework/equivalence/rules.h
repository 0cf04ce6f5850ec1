// SPDX-License-Identifier: Apache-2.0
// All rules of the engine and the rung each belongs to. rule_table.h has their meanings.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/equivalence.h"

namespace assay::equivalence {

// In order: forms that are equal at one rung are equal at all later ones.
enum class Rung : std::uint8_t {
  exact,
  whitespace,
  quoting,     // shell syntax and quotes
  flag_order,  // order and clusters of options, options among operands, --
  aliases,     // names, forms of arguments, defaults
  values,      // the meaning of an argument to its option
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
  arithmetic_blanks,
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
  choice_value,
  size_value,
  duration_value,
  mode_value,
  signal_value,
  field_list,
  list_value,
  url_parts,
  unit_suffix,
  server_name,
  other_name,
  other_utility,
  operand_set,
  sorted_operands,
  dash_operand,
  path_spelling,
  find_name,
  find_default_action,
  find_test_order,
  find_negation,
  find_grouping,
  find_option_place,
  find_time,
  find_size,
  find_perm,
  find_type,
  find_number,
  find_regextype,
  find_empty,
  letter_case,
  pattern_dialect,
  sort_keys,
  sed_script,
  jq_filter,
  awk_program,
  character_set,
  echo_text,
  test_brackets,
  no_operation,
  subshell,
  if_true,
  until_loop,
  test_keyword,
  inner_script,
  joined_words,
  date_format,
  date_words,
  sequence_start,
  request_method,
  request_data,
  null_device,
  here_string,
  empty_output,
  pipe_output,
  unseen_errors,
  loop_word,
  field_separator,
  group_owner,
  replacement_mark,
  declaration,
  environment_prefix,
  fixed_words,
  last_cat,
  known_name,
  redirects_open,
  operand_links,
  program_folder,
  useless_cat,
  input_operand,
  sort_unique,
  last_sort,
  first_lines,
  count_alone,
  file_substitution,
  plain_copy,
  emptied_file,
  null_copy,
  plain_unlink,
  user_name,
  text_input,
  awk_lines,
  awk_fields,
  first_column,
  tac_twice,
  grep_awk,
  last_field,
  counted_down,
  sorted_end,
  piped_text,
  certificate_input,
  no_header,
  recursive_grep,
  shown_variable,
  empty_folders,
  valid_text,
  number_words,
  printed_words,
  matching_glob,
  free_mark,
  exec_plus,
  exec_xargs,
  path_lines,
  path_words,
  something_found,
  exec_delete,
  any_name,
  path_end,
  owner_number,
  exec_print,
  exec_folder,
  target_option,
  readable_folders,
  plain_files,
  found_files,
  tar_compression,
  trailing_slash,
  process_id,
  ssh_port,
  dig_header,
  call_log,
  root_number,
  root_caller,
  search_path,
  target_folder,
  home_tilde,
  class_ranges,
  parent_folders,
  hard_link,
  transliteration,
  default_gateway,
  silent_tee,
  output_option,
  line_separators,
  known_arguments,
  packed_output,
  joined_calls,
  new_folder_mode,
  appended_output,
  if_else,
  grep_count,
  first_matches,
  default_route,
  awk_grep,
  if_and,
  count_,
};

using RuleSet = std::bitset<static_cast<std::size_t>(Rule::count_)>;

// A row of rule_table.h.
struct RuleInfo {
  Rule rule;
  std::string_view id;
  Rung rung;
  std::string_view meaning;          // a clause in Markdown
  CommandPair same;                  // two commands that the rule makes equal
  CommandPair apart;                 // two that look alike but differ
  std::string_view assumption = {};  // for all its uses
  std::string_view sentence = {};    // for a single use: {} is the subject, [] the value; empty: `assumption`
};

const RuleInfo& info(Rule rule);
double score_of(Rung rung);
std::string_view name_of(Rung rung);  // the method of Comparison

struct Applied {
  Rule rule;
  std::string detail;
  std::string subject, value;  // of the assumption; may be empty
  bool operator==(const Applied&) const = default;
};

// The assumption as a sentence; empty for a strict rule.
std::string assumption_of(const Applied& applied);

// Two steps that cannot both be valid.
struct Contradiction {
  const Applied* one = nullptr;
  const Applied* other = nullptr;
};
std::optional<Contradiction> contradiction_in(const std::vector<Applied>& applied);

// The steps applied to one command on its way to the canonical form.
struct Trace {
  std::vector<Applied> applied;
  std::vector<std::string> flags;  // each command with its options as written, in the order of the source
  std::vector<std::string> calls;  // the same with its operands
};

}  // namespace assay::equivalence
