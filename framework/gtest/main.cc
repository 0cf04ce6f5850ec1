// SPDX-License-Identifier: Apache-2.0
#include "assay/gtest.h"

int main(int argc, char** argv) { return assay::suite_main(argc, argv, assay::extensions()); }
