// SPDX-License-Identifier: Apache-2.0
// usage: make_model FOLDER: writes a small model with random weights.
#include "made_model.h"

int main(int argc, char** argv) {
  if (argc != 2) return 3;
  assay::tests::make_model({.family = assay::tests::MadeModel::Family::roberta}).write(argv[1]);
}
