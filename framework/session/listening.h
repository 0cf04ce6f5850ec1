// SPDX-License-Identifier: Apache-2.0
// Whether something listens on a TCP port of this machine.
#pragma once

namespace assay {

bool is_listened_at(int port);

}  // namespace assay
