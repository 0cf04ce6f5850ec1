// SPDX-License-Identifier: Apache-2.0
// Runs both commands in disposable worlds.
#pragma once

#include "assay/grading.h"

namespace assay {

// `behavioural`: a match if they behave the same in every world that can tell them apart, a mismatch with a
// counterexample if they do not. behaviour::Lab::decide() documents which worlds decide. A pair matched under
// an assumption is tried only in the case's own world.
Level behavioural_level();

}  // namespace assay
