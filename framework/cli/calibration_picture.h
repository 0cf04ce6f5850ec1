// SPDX-License-Identifier: Apache-2.0
// A picture of a calibration.
#pragma once

#include <string>

#include "calibration_profile.h"

namespace assay::cli {

// SVG: precision against recall, and a histogram of the scores of right and wrong pairs.
std::string calibration_picture(const CalibratedModel& calibrated);

}  // namespace assay::cli
