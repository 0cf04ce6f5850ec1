// SPDX-License-Identifier: Apache-2.0
// Tests that run commands in a sandbox skip, with the reason, if this machine has no sandbox; if
// ASSAY_MUST_RUN is set they fail instead.
#pragma once

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "assay/internal/sandbox.h"

namespace assay::sandbox {

// All descendants of a process.
inline std::vector<pid_t> descendants_of(pid_t pid) {
  std::vector<pid_t> all;
  const std::string number = std::to_string(pid);
  std::ifstream children("/proc/" + number + "/task/" + number + "/children");
  for (pid_t child; children >> child;) {
    all.push_back(child);
    for (const pid_t inner : descendants_of(child)) all.push_back(inner);
  }
  return all;
}

class SandboxTest : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    if (!shared()) shared() = std::make_unique<Sandbox>();
  }
  static void TearDownTestSuite() { shared().reset(); }

  void SetUp() override {
    if (sandbox().tier() != Tier::unavailable) return;
    const std::string why = sandbox().reason() + "; " + sandbox().next_step();
    if (std::getenv("ASSAY_MUST_RUN") != nullptr) FAIL() << why;
    GTEST_SKIP() << why;
  }

  static Sandbox& sandbox() { return *shared(); }
  static SandboxResult run(const std::string& script, const World& world = {}, const Limits& limits = {}) {
    return sandbox().run(world, shell_command(script), limits);
  }
  // The output on both streams.
  static std::string said(const std::string& script, const World& world = {}) {
    const SandboxResult outcome = run(script, world);
    return outcome.out + outcome.err + outcome.why;
  }

 private:
  static std::unique_ptr<Sandbox>& shared() {
    static std::unique_ptr<Sandbox> sandbox;
    return sandbox;
  }
};

}  // namespace assay::sandbox
