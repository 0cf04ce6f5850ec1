// SPDX-License-Identifier: Apache-2.0
// Archives and compressed files as inputs. Each function returns whether it changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// gzip -dc a.gz is gzip -dc < a.gz; likewise for bzip2 and xz.
bool read_compressed_operand(Context& context, Stages& stages, std::size_t at);

// tar -xf - < a.tar is tar -xf a.tar, on the assumption that the archive is not compressed.
bool name_archive(Context& context, Stage& stage);

}  // namespace assay::equivalence
