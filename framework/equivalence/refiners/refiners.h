// SPDX-License-Identifier: Apache-2.0
// Rules for the arguments of single utilities.
#pragma once

#include "call/call.h"

namespace assay::equivalence {

// Replaces the equal options of the utility's table, and applies the rules that have a function for it.
void refine_by_utility(Context& context, Call& call);

// Functions of rules that are defined elsewhere.
void refine_cut(Context& context, Call& call);
void refine_head(Context& context, Call& call);
void refine_ip(Context& context, Call& call);
void refine_joined(Context& context, Call& call);  // ssh, watch
void refine_kill(Context& context, Call& call);
void refine_mktemp(Context& context, Call& call);
void refine_server_name(Context& context, Call& call);
void refine_tail(Context& context, Call& call);
void refine_umask(Context& context, Call& call);
void refine_unzip(Context& context, Call& call);
void refine_zip(Context& context, Call& call);

// Makes sort, as refine_sort() left it, reverse its lines. Returns false and changes nothing if it has
// options for which that is more than a reversal.
bool turn_sort(Context& context, Call& call);
bool says_compression(const Call& tar);
// Whether it extracts or lists, and does nothing else.
bool reads_archive(const Call& tar);
// Whether the archive may be in parts, which tar asks for.
bool is_in_parts(const Call& tar);

}  // namespace assay::equivalence
