// SPDX-License-Identifier: Apache-2.0
#include <cmath>

#define ASSAY_SIMD avx512
// Numbers per register; tokens and outputs whose sums fit into the registers together.
#define ASSAY_LANES 16
#define ASSAY_ROWS 4
#define ASSAY_COLUMNS 6
#define Eigen Eigen_avx512
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "encoder.inc"
