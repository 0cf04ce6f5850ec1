#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
#
# Package: cmake 4.4.5 (PyPI), of which only ctest is used, and junitparser 5.0.3 (PyPI) as a reader.
#
# Seen: of three tests, one names a program that does not exist, one needs a file that is missing, and one skips itself with its
# SKIP_RETURN_CODE. ctest counts two failures and ends with status 8. In the file of --output-junit all three have the same
# status="notrun" and a <skipped> element, and the suite has failures="0" and no errors at all. A reader therefore sees
# three skipped tests and no failure. A test whose fixture failed is skipped in the same way.
#
# Why it surprises: the terminal lists the two under "The following tests FAILED", in the same run that writes the file. JUnit has
# <error> for a test that could not be run, and ctest never writes it.
#
# Take care: a CI that gates on the JUnit file, as its test page does, is green when a build step no longer makes the test
# program, so nothing was tested. Gate on ctest's exit status; if only the file is there, read the messages of skipped
# cases ("Unable to find executable", "Required Files Missing", "Fixture dependency failed") as errors. A grader's own file should
# say error for what could not be measured.
set -eu
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check 'cmake==4.4.5' 'junitparser==5.0.3'
cat >CTestTestfile.cmake <<'TEXT'
add_test(program "/nonexistent/graded-tool")
add_test(file "true")
set_tests_properties(file PROPERTIES REQUIRED_FILES "/nonexistent/answers.json")
add_test(itself "sh" "-c" "exit 77")
set_tests_properties(itself PROPERTIES SKIP_RETURN_CODE 77)
TEXT
cat >read.py <<'PYTHON'
from junitparser import JUnitXml
(suite,) = JUnitXml.fromfile("report.xml")
print("junit: tests", suite.tests, "failures", suite.failures, "errors", suite.errors, "skipped", suite.skipped)
for case in suite:
    print("junit:", case.name, "skipped" if case.is_skipped else "passed" if case.is_passed else "failed", case.result[0].message)
PYTHON
{
    status=0
    venv/bin/ctest --output-junit report.xml >terminal 2>&1 || status=$?
    echo "ctest: status $status"
    sed -n '/tests FAILED/,/Errors while/{/Not Run/s/^[^-]*- \([a-z]*\) \(.*\)/ctest: \1 failed \2/p;}' terminal | sed 's/ *$//'
    venv/bin/python read.py
} >seen
cat seen
cat >expected <<'TEXT'
ctest: status 8
ctest: program failed (Not Run)
ctest: file failed (Not Run)
junit: tests 3 failures 0 errors 0 skipped 3
junit: program skipped Unable to find executable
junit: file skipped Required Files Missing
junit: itself skipped SKIP_RETURN_CODE=77
TEXT
diff expected seen
echo "as described"
