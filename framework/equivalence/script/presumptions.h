// SPDX-License-Identifier: Apache-2.0
// What two commands of one form still have to presume: differences that programs may show and forms leave
// out.
#pragma once

#include <string_view>
#include <vector>

#include "assay/internal/shell_tree.h"
#include "context.h"

namespace assay::equivalence {

// The assumptions under which a form that both scripts have means that they do the same; empty if there is
// nothing to assume. `tables` may be null: the compiled-in ones.
//
// Programs show their environment, and with it how a shell started them: SHLVL counts the shells around them,
// which a shell that becomes its last program takes off again; _ names what was started, and the order of
// variables is that of the assignments. $'\u00e9' is a letter only in some locales.
std::vector<Applied> presumptions(std::string_view a, const shell::List& tree_a, std::string_view b,
                                  const shell::List& tree_b, const UtilityTables* tables);

// What in the script reads how it is written, found by its tree: "0" where a program may read the file that
// $0 names, "_" where arithmetic reads the last argument. Empty if nothing does.
std::string_view tree_reference(std::string_view script, const shell::List& tree);

}  // namespace assay::equivalence
