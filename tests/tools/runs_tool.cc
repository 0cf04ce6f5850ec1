// SPDX-License-Identifier: Apache-2.0
// A harness to be killed: runs the tool that its arguments name and says when that has started.
#include "assay/process.h"

int main(int argc, char** argv) {
  assay::ProcessSpec spec;
  spec.argv.assign(argv + 1, argv + argc);
  return assay::run_process(spec).exit_code;
}
