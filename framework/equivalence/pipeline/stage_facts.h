// SPDX-License-Identifier: Apache-2.0
// What a stage of a pipeline reads and does, as far as rules about its input need it.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Whether the word may name a device, or standard input as a file, which would be opened again.
bool opens_input(const Term& word);

// Whether the operand cannot turn out to be -, which stands for standard input, or empty.
bool names_file(const Term& operand);

// Whether the word names a file that is neither a folder, judging by its spelling, nor a device.
bool is_plain_file(const Term& word);

// Whether two words may name the same file, judging by the names: if only one of them is relative, or one
// leads up, their last components decide.
bool may_be_one_file(const Term& a, const Term& b);

// Whether the file is also the target of a redirection: then it matters when it is opened.
bool is_redirected(const Stages& stages, const Term& file);

// Reads its standard input to the end, or as far as it likes, and never inspects what kind of file it is. wc
// with several counts is excluded: their width depends on the size of a file.
bool is_filter(const Call& call);

// Whether a script does not inspect where its input comes from and does not let others read, run or write:
// for sed any script that is understood, as such commands are not; for awk a program that does not name its
// input, start a command or open a file.
bool is_quiet_script(const Call& call);

// Whether awk's operands are a literal program and then only files: no assignments, no standard input.
bool has_program_and_files(const Call& awk);

// Whether it ends by itself, and ending it early changes nothing but its output.
bool has_no_effects(const Context& context, const Stage& stage);

// Whether it may leave some of its input for a later command to read.
bool shares_input(const Context& context, const Stage& stage);

// The same, with neither redirections nor assignments.
bool is_bare_stage(const Stage& stage);

// Whether expanding its words or redirections may set a variable or fail (tree/effects.h).
bool expansions_may_act(const Stage& stage);

// Whether a substitution in the word may read standard input.
bool expansion_reads_input(const Context& context, const Term& word);

// Whether a substitution in its words or redirections may read standard input: in a pipeline that is the
// pipe.
bool expands_from_input(const Context& context, const Stage& stage);

// Whether it contains a process substitution.
bool holds_process(const Term& term);

// A call that is understood completely.
bool is_plain_stage(const Stage& stage);
bool redirects(const Stage& stage, int fd);
bool redirects_output_alone(const Stage& stage);

// Whether the command at a place, and the next one, are understood completely.
bool is_plain_pair(const Stages& stages, std::size_t at);

// Whether the command at a place writes only to the next one, which has no assignments and no redirections
// but of its output. `utility` is the next one's name; empty: any.
bool is_filter_stage(const Stages& stages, std::size_t at, std::string_view utility = {});

// Whether nobody reads the status of the command behind the one at a place.
bool hides_status(const Context& context, const Stages& stages, std::size_t at);

// Removes the next command; the one at a place takes over its redirections.
void join_with_next(Stages& stages, std::size_t at);

// Adds < file in front.
void read_from(Stage& stage, const Term* file);

bool says(const Term* word, std::string_view text);

// A whole number in canonical spelling, small enough for every utility.
bool is_usual_number(const Term* word);

// The number of lines requested from head or tail; null if anything else is requested.
const Term* requested_lines(Context& context, const Call& call);

}  // namespace assay::equivalence
