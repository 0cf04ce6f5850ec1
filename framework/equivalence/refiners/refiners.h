// SPDX-License-Identifier: Apache-2.0
// Rules for the arguments of single utilities.
#pragma once

#include "call/call.h"

namespace assay::equivalence {

// Calls the refiner of the call's utility, if there is one.
void refine_by_utility(Context& context, Call& call);

using Refiner = void(Context& context, Call& call);
Refiner refine_awk, refine_basename, refine_cd, refine_chown, refine_curl, refine_cut, refine_date,
    refine_dig, refine_dirname, refine_echo, refine_grep, refine_head, refine_id, refine_ip, refine_joined,
    refine_jq, refine_kill, refine_ln, refine_ls, refine_mkdir, refine_mktemp, refine_mv, refine_printf,
    refine_readlink, refine_rmdir, refine_script, refine_sed, refine_seq, refine_server_name, refine_sort,
    refine_ssh, refine_systemctl, refine_tail, refine_tar, refine_test, refine_tr, refine_true, refine_umask,
    refine_uname, refine_unlink, refine_unzip, refine_wget, refine_zip;

void read_tail_as_cat(Context& context, Call& call);
// Makes sort, as refine_sort() left it, reverse its lines. Returns false and changes nothing if it has
// options for which that is more than a reversal.
bool turn_sort(Context& context, Call& call);
bool says_compression(const Call& tar);
// Whether it extracts or lists, and does nothing else.
bool reads_archive(const Call& tar);
// Whether the archive may be in parts, which tar asks for.
bool is_in_parts(const Call& tar);
void complete_urls(Context& context, Call& call);  // curl, wget

}  // namespace assay::equivalence
