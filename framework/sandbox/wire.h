// SPDX-License-Identifier: Apache-2.0
// The numbers and texts that the harness and its workers tell each other.
#pragma once

#include "assay/internal/wire.h"

namespace assay::sandbox {

using process::Reader;
using process::Writer;

}  // namespace assay::sandbox
