// SPDX-License-Identifier: Apache-2.0
// What a stage of a pipeline reads and does, as far as rules about its input ask for it.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// Whether the word may name a device, or standard input as a file, which is opened anew.
bool opens_input(const Term& word);

// Whether two words may be names of one file, as far as the names show: where one is relative and the other
// is not, or leads up, what both end in decides.
bool may_be_one_file(const Term& a, const Term& b);

// Whether the file is a redirection's target as well: then it matters when it is opened.
bool is_redirected(const Stages& stages, const Term& file);

// What reads its standard input to the end, or as far as it likes, and never asks what it is. Several counts
// of wc are padded by the size of a file.
bool is_filter(const Call& call);

// A script that neither asks what it reads from nor lets anybody else read,
// run or write: of sed what is understood, which has no such commands; of
// awk nothing that names its input, starts a command or opens a file.
bool is_quiet_script(const Call& call);

// Whether awk's operands are a program that is known and then files alone: no assignments, no standard input.
bool has_program_and_files(const Call& awk);

// Whether it comes to its end by itself, and ending it early changes nothing but what it writes.
bool has_no_effects(const Context& context, const Stage& stage);

// Whether it may leave some of an input that what comes after it reads on.
bool shares_input(const Context& context, const Stage& stage);

// Whether a process substitution is in it.
bool holds_process(const Term& term);

// A call that is understood, to the last argument.
bool is_plain_stage(const Stage& stage);
bool redirects(const Stage& stage, int fd);
bool redirects_output_alone(const Stage& stage);

}  // namespace assay::equivalence
