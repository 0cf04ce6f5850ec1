// SPDX-License-Identifier: Apache-2.0
// What the command line of the ctest that started this process says about the tests that it runs. Presets and
// scripts can say the same elsewhere, where no test sees it.
#pragma once

#include <string>

namespace assay {

// Whether this call of ctest runs again what failed (--rerun-failed).
bool reruns_failed();

// Whether this call of ctest excludes the test that judges the suite, `<suite>.aggregate`, by its name
// (--exclude-regex) or by its fixture (--fixture-exclude-any, --fixture-exclude-cleanup).
bool excludes_aggregate(const std::string& suite);

}  // namespace assay
