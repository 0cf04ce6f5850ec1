// SPDX-License-Identifier: Apache-2.0
// Both commands in disposable worlds.
#pragma once

#include "assay/grading.h"

namespace assay {

// `behavioural`: a match where they do the same in each world that can tell, a mismatch with a counterexample
// where they do not. Which worlds decide is what behaviour::Lab::decide() says; a pair that was matched under
// an assumption is tried in the case's own world alone.
Level behavioural_level();

}  // namespace assay
