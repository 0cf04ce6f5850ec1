// SPDX-License-Identifier: Apache-2.0
#include "refiners/refiners.h"

#include <algorithm>
#include <array>

#include "find/expression.h"

namespace assay::equivalence {
namespace {

using Refiner = void (*)(Context&, Call&);

struct Entry {
  std::string_view utility;
  Refiner refine;
};

// Sorted by name.
constexpr std::array kRefiners = {
    Entry{"awk", refine_awk},
    Entry{"basename", refine_basename},
    Entry{"bash", refine_script},
    Entry{"bzip2", refine_bzip2},
    Entry{"cd", refine_cd},
    Entry{"chgrp", refine_chown},
    Entry{"chown", refine_chown},
    Entry{"cp", refine_mv},
    Entry{"curl", refine_curl},
    Entry{"cut", refine_cut},
    Entry{"date", refine_date},
    Entry{"dig", refine_dig},
    Entry{"dirname", refine_dirname},
    Entry{"du", refine_du},
    Entry{"echo", refine_echo},
    Entry{"find", refine_find},
    Entry{"grep", refine_grep},
    Entry{"gzip", refine_gzip},
    Entry{"head", refine_head},
    Entry{"id", refine_id},
    Entry{"ip", refine_ip},
    Entry{"jq", refine_jq},
    Entry{"kill", refine_kill},
    Entry{"ln", refine_ln},
    Entry{"ls", refine_ls},
    Entry{"md5sum", refine_checksum},
    Entry{"mkdir", refine_mkdir},
    Entry{"mktemp", refine_mktemp},
    Entry{"mv", refine_mv},
    Entry{"printf", refine_printf},
    Entry{"readlink", refine_readlink},
    Entry{"rmdir", refine_rmdir},
    Entry{"rsync", refine_rsync},
    Entry{"sed", refine_sed},
    Entry{"seq", refine_seq},
    Entry{"sh", refine_script},
    Entry{"sort", refine_sort},
    Entry{"ssh", refine_ssh},
    Entry{"systemctl", refine_systemctl},
    Entry{"tail", refine_tail},
    Entry{"tar", refine_tar},
    Entry{"test", refine_test},
    Entry{"touch", refine_touch},
    Entry{"tr", refine_tr},
    Entry{"true", refine_true},
    Entry{"umask", refine_umask},
    Entry{"uname", refine_uname},
    Entry{"unlink", refine_unlink},
    Entry{"unzip", refine_unzip},
    Entry{"watch", refine_joined},
    Entry{"wget", refine_wget},
    Entry{"xz", refine_gzip},
    Entry{"zip", refine_zip},
};
static_assert(std::ranges::is_sorted(kRefiners, {}, &Entry::utility));

}  // namespace

void refine_by_utility(Context& context, Call& call) {
  const auto found = std::ranges::lower_bound(kRefiners, call.utility->name, {},
                                              [](const Entry& each) { return each.utility; });
  if (found != kRefiners.end() && found->utility == call.utility->name) found->refine(context, call);
}

}  // namespace assay::equivalence
