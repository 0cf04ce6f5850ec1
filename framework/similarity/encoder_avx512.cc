#include <cmath>

#define ASSAY_SIMD avx512
#define Eigen Eigen_avx512
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "encoder.inc"
