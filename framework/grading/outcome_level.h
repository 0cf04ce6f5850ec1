// SPDX-License-Identifier: Apache-2.0
// What must hold after the answer ran, as a level.
#pragma once

#include "assay/grading.h"

namespace assay {

// `outcome`: whether what the case says holds in its world (an empty one where it names none) once the answer
// ran. Under *fulfils* that decides. Under *equivalent* it proves nothing of an answer after which it holds;
// one after which it does not is refuted where each accepted command fulfils it.
Level outcome_level();

}  // namespace assay
