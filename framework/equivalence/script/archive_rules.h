// SPDX-License-Identifier: Apache-2.0
// Archives that are compressed or unpacked in a pipeline. Each returns whether it changed something.
#pragma once

#include "script/stage.h"

namespace assay::equivalence {

// gzip -dc a.gz is gzip -dc < a.gz, and the same of bzip2 and xz.
bool read_compressed_operand(Context& context, Stages& stages, std::size_t at);

// gzip -dc < a.tgz | tar -xf - is tar -xf a.tgz of what gzip compressed.
bool join_unpacking(Context& context, Stages& stages);

// tar -cf - d | gzip > a.tgz is tar -czf a.tgz d.
bool join_packing(Context& context, Stages& stages);

}  // namespace assay::equivalence
