#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Packages: googletest 1.12.1-0.2 (Debian 12, its own XML writer), junitparser 5.0.3 (PyPI), and junit-to-ctrf 0.0.14 and
# test-results-parser 0.4.6 (npm), which read such files for dashboards and chat messages.
#
# Seen: a program with one test that passes, one disabled test and one skipped test writes the disabled one as an empty
# <testcase> with status="notrun", and counts it only in an attribute disabled="1". All three readers call that
# test passed: junitparser's is_passed is true, junit-to-ctrf counts 2 passed and 1 skipped, and the summary of
# test-results-parser is 3 passed of 3 and none skipped, although its own list of cases has the skipped one as skipped.
#
# Why it surprises: the attribute says "not run" in so many words, and all readers agree on the opposite. A suite in which
# nothing ran, since everything was disabled, is green in each of them.
#
# Take care: who gates on such a reader must compare the number of tests that ran, which GoogleTest gives as tests minus
# disabled minus skipped, with the expected number. Whoever writes JUnit for others should give each case that was not
# run a <skipped> or <error> element of its own, because an attribute alone is not read.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
apt-get download googletest=1.12.1-0.2 >download.log 2>&1 || { cat download.log; exit 1; }
dpkg-deb -x googletest_1.12.1-0.2_all.deb debian
cat >cases.cc <<'CODE'
#include <gtest/gtest.h>
TEST(Answers, Runs) { EXPECT_EQ(1, 1); }
TEST(Answers, DISABLED_Waits) { FAIL() << "never run"; }
TEST(Answers, Skips) { GTEST_SKIP() << "no model"; }
CODE
source=debian/usr/src/googletest/googletest
c++ -std=c++17 -O0 -pthread -I"$source" -I"$source/include" cases.cc "$source/src/gtest-all.cc" "$source/src/gtest_main.cc" -o cases
./cases --gtest_output=xml:report.xml >/dev/null
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'junitparser==5.0.3'
npm install --silent --no-fund --no-audit --prefix . junit-to-ctrf@0.0.14 test-results-parser@0.4.6 >/dev/null
{
    sed -n 's/.*name="\(DISABLED_Waits\)".* status="\([a-z]*\)" result="\([a-z]*\)".*/googletest: \1 status=\2 result=\3/p' report.xml
    venv/bin/python - <<'PYTHON'
from junitparser import JUnitXml
for suite in JUnitXml.fromfile("report.xml"):
    for case in suite:
        print("junitparser:", case.name, "passed" if case.is_passed else "skipped" if case.is_skipped else "failed")
PYTHON
    node_modules/.bin/junit-to-ctrf report.xml -o ctrf.json >/dev/null
    node - <<'JS'
const { summary, tests } = JSON.parse(require("fs").readFileSync("ctrf.json", "utf8")).results;
for (const test of tests) console.log("junit-to-ctrf:", test.name.replace("Answers: ", ""), test.status);
console.log("junit-to-ctrf: of", summary.tests, "passed", summary.passed, "skipped", summary.skipped);
const { result } = require("test-results-parser").parseV2({ type: "junit", files: ["report.xml"] });
for (const test of result.suites[0].cases) console.log("test-results-parser:", test.name, test.status);
console.log("test-results-parser: of", result.total, "passed", result.passed, "skipped", result.skipped);
JS
} >seen
cat seen
cat >expected <<'TEXT'
googletest: DISABLED_Waits status=notrun result=suppressed
junitparser: Runs passed
junitparser: DISABLED_Waits passed
junitparser: Skips skipped
junit-to-ctrf: Runs passed
junit-to-ctrf: DISABLED_Waits passed
junit-to-ctrf: Skips skipped
junit-to-ctrf: of 3 passed 2 skipped 1
test-results-parser: Runs PASS
test-results-parser: DISABLED_Waits PASS
test-results-parser: Skips SKIP
test-results-parser: of 3 passed 3 skipped 0
TEXT
diff expected seen
echo "as described"
