# SPDX-License-Identifier: Apache-2.0
# Read by include(CTest): the project's name in reports. No submit URL: results are never sent anywhere.
set(CTEST_PROJECT_NAME "assay")
set(CTEST_NIGHTLY_START_TIME "00:00:00 UTC")
set(CTEST_DROP_SITE_CDASH FALSE)
