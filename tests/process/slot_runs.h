// SPDX-License-Identifier: Apache-2.0
// Runs in one slot, one after another, and so with one reaper.
#pragma once

#include <gmock/gmock.h>

#include <string>
#include <utility>

#include "assay/process.h"
#include "fake_tools.h"

namespace assay {

// Each run can see what earlier runs left behind.
class SlotTest : public testing::Test {
 protected:
  ProcessResult run(ProcessSpec spec) {
    ProcessResult seen;
    executor_.start(std::move(spec), [&](ProcessResult result) { seen = std::move(result); });
    executor_.run();
    return seen;
  }
  std::string output_of(const std::string& script) { return run(shell(script)).out.text(); }
  pid_t reaper() { return std::stoi("0" + output_of("echo $PPID")); }

  Executor executor_{{.max_in_flight = 1}};
  const Folder folder_;
};

}  // namespace assay
