#include <cmath>

#define ASSAY_SIMD baseline
#define Eigen Eigen_baseline
#include <Eigen/Core>
#include <unsupported/Eigen/SpecialFunctions>

#include "encoder.inc"
