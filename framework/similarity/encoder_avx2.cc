// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#define ASSAY_SIMD avx2
// Numbers per register; tokens and outputs whose sums fit into the registers together.
#define ASSAY_LANES 8
#define ASSAY_ROWS 3
#define ASSAY_COLUMNS 4
#define Eigen Eigen_avx2
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "encoder.inc"
