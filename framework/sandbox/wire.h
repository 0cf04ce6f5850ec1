// SPDX-License-Identifier: Apache-2.0
// The encoding of messages between the harness and its workers.
#pragma once

#include "assay/internal/wire.h"

namespace assay::sandbox {

using process::Reader;
using process::Writer;

}  // namespace assay::sandbox
