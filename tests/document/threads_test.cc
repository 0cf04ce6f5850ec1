// SPDX-License-Identifier: Apache-2.0
#include "assay/internal/threads.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cstdio>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "../tools/sanitized.h"

namespace assay {
namespace {

TEST(RunAsyncTest, WorkGoesOnOnAThreadOfItsOwn) {
  auto where = run_async([] { return std::this_thread::get_id(); });
  EXPECT_NE(where.get(), std::this_thread::get_id());
}

TEST(RunAsyncTest, WhatWorkThrowsIsThrownToWhoeverAsks) {
  auto failed = run_async([]() -> int { throw std::runtime_error("no"); });
  EXPECT_THROW(failed.get(), std::runtime_error);
}

// Leaves no address space for another thread's stack.
void allow_no_thread() {
  long pages = 0;
  std::ifstream("/proc/self/statm") >> pages;
  const rlim_t now = static_cast<rlim_t>(pages * ::sysconf(_SC_PAGESIZE));
  const rlimit limit{now + (1 << 20), now + (1 << 20)};
  ::setrlimit(RLIMIT_AS, &limit);
}

TEST(BesideDeathTest, WhereNoThreadIsToBeHadItIsDoneByWhoeverAsks) {
  if (kSanitized) GTEST_SKIP() << "sanitizers need address space without end";
  EXPECT_EXIT(
      {
        allow_no_thread();
        auto where = run_async([] { return std::this_thread::get_id(); });
        std::_Exit(where.get() == std::this_thread::get_id() ? 7 : 8);
      },
      testing::ExitedWithCode(7), "");
}

}  // namespace
}  // namespace assay
