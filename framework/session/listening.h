// SPDX-License-Identifier: Apache-2.0
// Whether somebody listens at a TCP port of this machine.
#pragma once

namespace assay {

bool is_listened_at(int port);

}  // namespace assay
