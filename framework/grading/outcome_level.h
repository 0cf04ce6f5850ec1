// SPDX-License-Identifier: Apache-2.0
// Conditions that must hold after the answer ran, as a level.
#pragma once

#include "assay/grading.h"

namespace assay {

// `outcome`: whether the case's conditions hold in its world (an empty one if it names none) after the answer
// ran. Under *fulfils* that decides. Under *equivalent*, holding proves nothing; failing refutes the answer,
// provided that every accepted command fulfils the conditions.
Level outcome_level();

}  // namespace assay
