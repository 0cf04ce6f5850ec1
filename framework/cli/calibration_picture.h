// SPDX-License-Identifier: Apache-2.0
// A calibration to look at.
#pragma once

#include <string>

#include "calibration_profile.h"

namespace assay::cli {

// SVG: precision over recall, and how many right and wrong pairs have which score.
std::string calibration_picture(const CalibratedModel& calibrated);

}  // namespace assay::cli
