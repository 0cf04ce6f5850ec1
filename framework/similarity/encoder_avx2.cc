#include <cmath>

#define ASSAY_SIMD avx2
#define Eigen Eigen_avx2
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "encoder.inc"
