// SPDX-License-Identifier: Apache-2.0
// Tests that run with each way of reaping: both with and without the small supervising process.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <string>
#include <utility>
#include <vector>

#include "assay/process.h"
#include "fake_tools.h"

namespace assay {

using Reaping = ExecutorOptions::Reaping;

inline auto both_reapings() { return testing::Values(Reaping::subreaper, Reaping::process_group); }
inline std::string reaping_name(const testing::TestParamInfo<Reaping>& info) {
  return info.param == Reaping::subreaper ? "Subreaper" : "ProcessGroup";
}

class RunFixture : public testing::TestWithParam<Reaping> {
 protected:
  ProcessResult run(ProcessSpec spec) { return run_process(std::move(spec), {.reaping = GetParam()}); }
  ProcessResult run(std::vector<std::string> argv) { return run(program(std::move(argv))); }
};

// After each test there are as many open descriptors as before, and no children.
class ExecutorFixture : public testing::TestWithParam<Reaping> {
 protected:
  void SetUp() override { descriptors_ = open_descriptors(); }
  void TearDown() override {
    EXPECT_EQ(open_descriptors(), descriptors_);
    EXPECT_EQ(own_children(), "");
    EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  }
  ExecutorOptions options(unsigned max_in_flight) {
    return {.max_in_flight = max_in_flight, .reaping = GetParam()};
  }

 private:
  int descriptors_ = 0;
};

}  // namespace assay
