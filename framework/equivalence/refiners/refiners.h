// SPDX-License-Identifier: Apache-2.0
// Rules for the arguments of single utilities.
#pragma once

#include "call/call.h"

namespace assay::equivalence {

// Calls the refiner of the call's utility, if there is one.
void refine_by_utility(Context& context, Call& call);

void refine_awk(Context& context, Call& call);
void refine_curl(Context& context, Call& call);
void refine_head(Context& context, Call& call);
void refine_tail(Context& context, Call& call);
void refine_basename(Context& context, Call& call);
void refine_dirname(Context& context, Call& call);
void refine_uname(Context& context, Call& call);
void refine_unzip(Context& context, Call& call);
void refine_id(Context& context, Call& call);
void refine_readlink(Context& context, Call& call);
void refine_unlink(Context& context, Call& call);
void refine_zip(Context& context, Call& call);
void read_tail_as_cat(Context& context, Call& call);
void refine_cd(Context& context, Call& call);
void refine_umask(Context& context, Call& call);
void refine_mkdir(Context& context, Call& call);
void refine_mktemp(Context& context, Call& call);
void refine_rmdir(Context& context, Call& call);
void refine_jq(Context& context, Call& call);
void refine_ssh(Context& context, Call& call);
void refine_chown(Context& context, Call& call);
void refine_cut(Context& context, Call& call);
void refine_date(Context& context, Call& call);
void refine_dig(Context& context, Call& call);
void refine_echo(Context& context, Call& call);
void refine_grep(Context& context, Call& call);
void refine_ip(Context& context, Call& call);
void refine_joined(Context& context, Call& call);  // ssh, watch
void refine_kill(Context& context, Call& call);
void refine_ln(Context& context, Call& call);
void refine_ls(Context& context, Call& call);
void refine_mv(Context& context, Call& call);
void refine_printf(Context& context, Call& call);
void refine_script(Context& context, Call& call);  // sh -c
void refine_sed(Context& context, Call& call);
void refine_seq(Context& context, Call& call);
void refine_sort(Context& context, Call& call);
// Makes sort, as refine_sort() left it, reverse its lines. Returns false and changes nothing if it has
// options for which that is more than a reversal.
bool turn_sort(Context& context, Call& call);
void refine_server_name(Context& context, Call& call);  // openssl s_client
void refine_systemctl(Context& context, Call& call);
void refine_tar(Context& context, Call& call);
bool says_compression(const Call& tar);
// Whether it extracts or lists, and does nothing else.
bool reads_archive(const Call& tar);
// Whether the archive may be in parts, which tar asks for.
bool is_in_parts(const Call& tar);
void refine_test(Context& context, Call& call);
void refine_tr(Context& context, Call& call);
void refine_true(Context& context, Call& call);
void refine_wget(Context& context, Call& call);
void complete_urls(Context& context, Call& call);  // curl, wget

}  // namespace assay::equivalence
