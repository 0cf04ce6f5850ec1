# SPDX-License-Identifier: Apache-2.0
# cmake -DSUITE=name -DWORDS=file -DREPORT=file -P AssayFault.cmake
#
# Run by ctest if the cases of a suite cannot be listed: prints the reason and replaces the report of an
# earlier call.
file(READ "${WORDS}" words)
message("${words}")
string(REPLACE "&" "&amp;" words "${words}")
string(REPLACE "<" "&lt;" words "${words}")
string(REGEX REPLACE "[^ -~\n]" "?" words "${words}")
set(counts "name=\"${SUITE}\" tests=\"1\" failures=\"0\" errors=\"1\" time=\"0.000000\"")
file(WRITE "${REPORT}" "<?xml version=\"1.0\" encoding=\"UTF-8\"?>
<testsuites ${counts}>
  <testsuite ${counts}>
    <testcase classname=\"${SUITE}\" name=\"gate\" time=\"0.000000\">
      <error message=\"the cases cannot be listed\">${words}</error>
    </testcase>
  </testsuite>
</testsuites>
")
