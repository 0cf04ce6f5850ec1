// SPDX-License-Identifier: Apache-2.0
// Archives compressed or unpacked in a pipeline. Each function returns whether it changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// gzip -dc a.gz is gzip -dc < a.gz; likewise for bzip2 and xz.
bool read_compressed_operand(Context& context, Stages& stages, std::size_t at);

// tar -xf - < a.tar is tar -xf a.tar, on the assumption that the archive is not compressed.
bool name_archive(Context& context, Stage& stage);

// gzip -dc < a.tgz | tar -xf - is tar -xf a.tgz, on the assumption that the archive was compressed by gzip.
bool join_unpacking(Context& context, Stages& stages);

// tar -cf - d | gzip > a.tgz is tar -czf a.tgz d.
bool join_packing(Context& context, Stages& stages);

}  // namespace assay::equivalence
