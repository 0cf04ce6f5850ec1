// Tests that run commands in a sandbox skip, with the reason, where this machine has none; where
// ASSAY_MUST_RUN is set they fail instead.
#pragma once

#include <gmock/gmock.h>

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <memory>
#include <string>

#include "assay/internal/sandbox.h"

namespace assay::sandbox {

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
  static Outcome run(const std::string& script, const World& world = {}, const Limits& limits = {}) {
    return sandbox().run(world, shell_command(script), limits);
  }
  // What it printed on either stream.
  static std::string said(const std::string& script, const World& world = {}) {
    const Outcome outcome = run(script, world);
    return outcome.out + outcome.err + outcome.why;
  }

 private:
  static std::unique_ptr<Sandbox>& shared() {
    static std::unique_ptr<Sandbox> sandbox;
    return sandbox;
  }
};

}  // namespace assay::sandbox
