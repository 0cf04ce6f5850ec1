# SPDX-License-Identifier: Apache-2.0
# assay_room_test(<room> [EXCEPT beginning …] [SOURCES file …] [LIBRARIES target …] [LARGE test …])
#
# The unit tests of one room: one executable linked to that room alone, one CTest entry labelled `unit`.
# Sources are all files in tests/<room>, but for those whose names begin with a text after EXCEPT, and SOURCES from
# elsewhere; all may include what is in tests/support. LARGE names tests with so much data that they are a slow entry of their own, `large.<room>`. ASSAY_TEST_TOOLS is the folder of the fake tools. ASSAY_SHARED_DATA
# is the folder of labelled data that may lie beside a checkout; tests that need it skip with a reason if it
# is missing.
add_custom_target(unit_tests)

function(assay_room_test room)
  cmake_parse_arguments(PARSE_ARGV 1 test "" "" "EXCEPT;SOURCES;LIBRARIES;LARGE")
  assay_sources(sources EXCEPT ${test_EXCEPT})
  add_executable(${room}_test ${sources} ${test_SOURCES})
  assay_use_precompiled(${room}_test assay_test_headers)
  assay_unite(${room}_test)
  target_link_libraries(${room}_test PRIVATE assay::${room} GTest::gmock GTest::gtest_main ${test_LIBRARIES})
  target_include_directories(${room}_test PRIVATE ${PROJECT_SOURCE_DIR}/tests/support)
  target_compile_definitions(
    ${room}_test PRIVATE ASSAY_SOURCE_DIR="${PROJECT_SOURCE_DIR}" ASSAY_TEST_TOOLS="${PROJECT_SOURCE_DIR}/tests/tools"
                         ASSAY_SHARED_DATA="${ASSAY_SHARED_DATA}")
  add_dependencies(unit_tests ${room}_test)
  set(quick "")
  if(test_LARGE)
    list(JOIN test_LARGE ":" large)
    set(quick --gtest_filter=-${large})
    add_test(NAME large.${room} COMMAND ${room}_test --gtest_filter=${large})
    set_tests_properties(large.${room} PROPERTIES LABELS slow TIMEOUT 1200 FAIL_REGULAR_EXPRESSION "Running 0 tests")
  endif()
  add_test(NAME unit.${room} COMMAND ${room}_test ${quick})
  set_tests_properties(unit.${room} PROPERTIES LABELS unit COST 30 TIMEOUT 1200)  # under a sanitizer on a slow machine, too
endfunction()
