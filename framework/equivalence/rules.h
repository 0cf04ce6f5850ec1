// SPDX-License-Identifier: Apache-2.0
// The rules of the engine: what a rule is, which there are, and the steps that they take.
#pragma once

#include <array>
#include <cstdint>
#include <memory_resource>
#include <optional>
#include <span>
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

class Arena;
struct Call;
struct Context;
struct Stage;
using Stages = std::pmr::vector<Stage>;

// What a rule does with a call of a utility.
struct UtilityFunction {
  std::string_view utility;  // its table's name
  void (*refine)(Context& context, Call& call) = nullptr;
};

// A rule of equivalence. Each is defined behind the code that applies it, and listed in ASSAY_RULES.
struct Rule {
  std::string_view id;
  Rung rung;
  std::string_view meaning;          // a clause in Markdown
  CommandPair same;                  // an example: two commands that the rule makes equal
  CommandPair apart;                 // a trap: two that look alike but differ
  std::string_view assumption = {};  // for all its uses
  std::string_view sentence = {};    // for a single use: {} is the subject, [] the value; empty: `assumption`
  // Of a rule about single utilities.
  std::array<UtilityFunction, 3> refine = {};
  // Of a rule about pipelines: rewrites the command at a place with those around it, and returns whether it
  // did. pipeline.cc says in which order.
  bool (*rewrite)(Context& context, Stages& stages, std::size_t at) = nullptr;
  // A rule without a function is a part of how scripts, words and calls are read: its file asks
  // Context::allows().
};

inline constexpr std::string_view kInputIsKept =
    "the named input can be read, and nobody writes to it meanwhile";
inline constexpr std::string_view kFileIsKept = "{} can be read, and nobody writes to it meanwhile";

// The registry: every rule, in the order in which documents and verdicts name them.
// clang-format off
#define ASSAY_RULES(RULE) \
  RULE(same_bytes) RULE(layout) RULE(quotes) RULE(brace_expansion) RULE(group) RULE(redirect_both) \
  RULE(pipe_errors) RULE(arithmetic_blanks) RULE(flag_order) RULE(cluster) RULE(operand_place) \
  RULE(dashes) RULE(repeated_option) RULE(assignment_order) RULE(redirect_order) RULE(option_name) \
  RULE(argument_form) RULE(default_value) RULE(default_operand) RULE(option_bundle) RULE(choice_value) \
  RULE(size_value) RULE(duration_value) RULE(mode_value) RULE(signal_value) RULE(field_list) \
  RULE(list_value) RULE(url_parts) RULE(unit_suffix) RULE(server_name) RULE(other_name) \
  RULE(other_utility) RULE(operand_set) RULE(sorted_operands) RULE(dash_operand) RULE(path_spelling) \
  RULE(find_name) RULE(find_default_action) RULE(find_test_order) RULE(find_negation) RULE(find_grouping) \
  RULE(find_option_place) RULE(find_time) RULE(find_size) RULE(find_perm) RULE(find_type) \
  RULE(find_number) RULE(find_regextype) RULE(find_empty) RULE(case_) RULE(pattern_dialect) \
  RULE(sort_keys) RULE(sed_script) RULE(jq_filter) RULE(awk_program) RULE(character_set) RULE(echo_text) \
  RULE(test_brackets) RULE(no_operation) RULE(subshell) RULE(if_true) RULE(until_loop) RULE(test_keyword) \
  RULE(inner_script) RULE(joined_words) RULE(date_format) RULE(date_words) RULE(sequence_start) \
  RULE(request_method) RULE(request_data) RULE(null_device) RULE(here_string) RULE(empty_output) \
  RULE(pipe_output) RULE(unseen_errors) RULE(loop_word) RULE(field_separator) RULE(group_owner) \
  RULE(replacement_mark) RULE(declaration) RULE(environment_prefix) RULE(fixed_words) RULE(last_cat) \
  RULE(known_name) RULE(redirects_open) RULE(operand_links) RULE(program_folder) RULE(useless_cat) \
  RULE(input_operand) RULE(sort_unique) RULE(last_sort) RULE(first_lines) RULE(count_alone) \
  RULE(file_substitution) RULE(plain_copy) RULE(emptied_file) RULE(null_copy) RULE(plain_unlink) \
  RULE(user_name) RULE(text_input) RULE(awk_lines) RULE(awk_fields) RULE(first_column) RULE(tac_twice) \
  RULE(grep_awk) RULE(last_field) RULE(counted_down) RULE(sorted_end) RULE(piped_text) \
  RULE(certificate_input) RULE(no_header) RULE(recursive_grep) RULE(shown_variable) RULE(empty_folders) \
  RULE(valid_text) RULE(number_words) RULE(printed_words) RULE(matching_glob) RULE(free_mark) \
  RULE(exec_plus) RULE(exec_xargs) RULE(path_lines) RULE(path_words) RULE(something_found) \
  RULE(exec_delete) RULE(any_name) RULE(path_end) RULE(owner_number) RULE(exec_print) RULE(exec_folder) \
  RULE(target_option) RULE(readable_folders) RULE(plain_files) RULE(found_files) RULE(tar_compression) \
  RULE(trailing_slash) RULE(process_id) RULE(ssh_port) RULE(dig_header) RULE(call_log) RULE(root_number) \
  RULE(root_caller) RULE(search_path) RULE(target_folder) RULE(home_tilde) RULE(class_ranges) \
  RULE(parent_folders) RULE(hard_link) RULE(transliteration) RULE(default_gateway) RULE(silent_tee) \
  RULE(output_option) RULE(line_separators) RULE(known_arguments) RULE(packed_output) RULE(joined_calls) \
  RULE(new_folder_mode) RULE(appended_output) RULE(if_else) RULE(grep_count) RULE(first_matches) \
  RULE(default_route) RULE(awk_grep) RULE(if_and) RULE(start_of_program) RULE(letters_of_locale) \
  RULE(bare_length) RULE(cut_characters)
// clang-format on

// A rule is referred to by its object.
namespace rule {
#define ASSAY_DECLARE_RULE(name) extern const Rule name;
ASSAY_RULES(ASSAY_DECLARE_RULE)
#undef ASSAY_DECLARE_RULE
}  // namespace rule

std::span<const Rule* const> all_rules();

double score_of(Rung rung);
std::string_view name_of(Rung rung);  // the method of Comparison

struct Applied {
  const Rule* rule = nullptr;
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
