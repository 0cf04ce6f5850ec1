# SPDX-License-Identifier: Apache-2.0
# The demonstration configures the project without its tests, but ctest must still know the bundled suite.
# cmake -DROOT=… -DWORK=… -P demo_test.cmake
file(REMOVE_RECURSE ${WORK})
execute_process(COMMAND ${CMAKE_COMMAND} -S ${ROOT} -B ${WORK} -G Ninja -DBUILD_TESTING=OFF RESULT_VARIABLE status OUTPUT_VARIABLE said
                ERROR_VARIABLE said)
if(NOT status EQUAL 0)
  message(FATAL_ERROR "cmake could not configure without tests:\n${said}")
endif()
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK} -N -L "^correctness$" OUTPUT_VARIABLE listed)
file(REMOVE_RECURSE ${WORK})
if(NOT listed MATCHES "Test +#1: correctness")
  message(FATAL_ERROR "ctest knows no test of the bundled suite:\n${listed}")
endif()
