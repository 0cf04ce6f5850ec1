# SPDX-License-Identifier: Apache-2.0
# Shared functions of the package tests.

# step(<what> <command> <argument>…): runs the command; its output is in `output`.
function(step what)
  execute_process(COMMAND ${ARGN} RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "${what} failed (${result}):\n${output}")
  endif()
  set(output "${output}" PARENT_SCOPE)
endfunction()

function(expect what words)
  if(NOT output MATCHES "${words}")
    message(FATAL_ERROR "${what} does not say \"${words}\":\n${output}")
  endif()
endfunction()

# consume(<prefix> [cmake arguments…]): configures, builds and runs the consumer in SOURCE with the package in
# that prefix.
function(consume prefix)
  file(REMOVE_RECURSE ${WORK}/build)
  step("configure" ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_BUILD_TYPE=Debug ${ARGN})
  step("build" ${CMAKE_COMMAND} --build ${WORK}/build)
  foreach(suite IN ITEMS own ready)
    step("ctest" ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build -L ^${suite}$ --no-tests=error --output-on-failure)
    expect("suite ${suite}" "100% tests passed, 0 tests failed out of 3")
  endforeach()
  file(READ ${WORK}/build/assay/own/runs/latest/count.txt count)
  if(NOT count STREQUAL "2 results\n")
    message(FATAL_ERROR "the consumer's own report holds: ${count}")
  endif()
  # Started as an editor would: the program itself, from any folder, without arguments of assay's.
  step("own_suite" ${CMAKE_COMMAND} -E chdir / ${WORK}/build/assay/own/own_suite --gtest_list_tests)
  expect("own_suite, started by itself," "cases\\.")
endfunction()
