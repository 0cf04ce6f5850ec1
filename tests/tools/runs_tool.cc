// SPDX-License-Identifier: Apache-2.0
// A harness for tests to kill: runs the tool that its arguments name.
#include "assay/process.h"

int main(int argc, char** argv) {
  assay::ProcessSpec spec;
  spec.argv.assign(argv + 1, argv + argc);
  return assay::run_process(spec).exit_code;
}
