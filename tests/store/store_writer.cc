// SPDX-License-Identifier: Apache-2.0
// Adds results to a run until it is killed; prints the number of each one once it is committed.
#include <cstdio>
#include <cstdlib>

#include "assay/store.h"
#include "sample.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  assay::Store store({.file = argv[1]});
  store.resume_run(assay::sample_info("r1"));
  for (int i = std::atoi(argv[2]);; ++i) {
    auto result = assay::sample_result("c" + std::to_string(i));
    if (i % 5 == 0) result.answer.stdout_bytes = std::string(3000, 'a' + i % 26) + std::to_string(i);
    store.add_result("r1", result);
    std::printf("%d\n", i);
    std::fflush(stdout);
  }
}
