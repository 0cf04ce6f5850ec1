// SPDX-License-Identifier: Apache-2.0
// Compares reports with files that a person has checked. With ASSAY_ACCEPT_GOLDEN=1 in the environment the
// files are rewritten.
#pragma once

#include <gtest/gtest.h>

#include <string>

namespace assay {

// Compares with golden/<name>; a missing file is a failure.
testing::AssertionResult is_golden(const std::string& text, const std::string& name);

}  // namespace assay
