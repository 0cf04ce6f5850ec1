// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#define ASSAY_SIMD baseline
// Numbers per register; tokens and outputs whose sums fit into the registers together.
#define ASSAY_LANES 4
#define ASSAY_ROWS 3
#define ASSAY_COLUMNS 4
#define Eigen Eigen_baseline
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "encoder.inc"
