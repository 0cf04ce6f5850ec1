# SPDX-License-Identifier: Apache-2.0
# assay_add_matrix(NAME <name> DATASETS <file.json>… TOOLS <tool>… [option…])
#
# Adds a target <name>_matrix that asks several tools the same cases and shows them side by side, with `assay
# matrix` (docs/command-line.md). It is not part of the target `all`.
#
#   DATASETS <file>…   relative to the current source folder
#   TOOLS <tool>…      descriptions, relative to the current source folder; names of ready ones; or command lines, each one word
#                      in quotes, which run in the current source folder
#   RECORDED <file>…   recorded answers, each file a further tool; at least two tools in all
#   LEVELS <name>…, TABLES <place>…, QUESTION, MIN_SCORE, JOBS, REPEAT   as in assay_add_suite
#   PROFILE exact+similarity+judge|text|evidence, THRESHOLD, JUDGE_FROM   as in assay_add_suite
#   MODEL, CALIBRATION, EMBEDDER, EMBEDDER_MODEL, EMBEDDER_KEY            likewise: the similarity model
#   JUDGE, JUDGE_MODEL, JUDGE_API, JUDGE_KEY, JUDGE_CACHE                 likewise: the judge
#   OUTPUT_DIR <folder>   holds matrix.md, matrix.json, matrix.html, runs/ and the store assay.db;
#                      assay/<name> in the build folder by default
include_guard(GLOBAL)

# The absolute path of a file in the source folder, if there is one; otherwise the word as it is.
function(_assay_tool_place out word)
  cmake_path(ABSOLUTE_PATH word BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE file)
  if(EXISTS "${file}")
    set(word "${file}")
  endif()
  set(${out} "${word}" PARENT_SCOPE)
endfunction()

function(assay_add_matrix)
  set(single MIN_SCORE QUESTION JOBS REPEAT PROFILE THRESHOLD JUDGE_FROM MODEL CALIBRATION EMBEDDER EMBEDDER_MODEL EMBEDDER_KEY JUDGE JUDGE_MODEL
             JUDGE_API JUDGE_KEY JUDGE_CACHE)
  cmake_parse_arguments(PARSE_ARGV 0 matrix "" "NAME;OUTPUT_DIR;${single}" "DATASETS;TOOLS;RECORDED;LEVELS;TABLES")
  foreach(word IN LISTS matrix_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "assay_add_matrix(${matrix_NAME}): ${word} is no option; the head of ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/AssayMatrix.cmake lists the options")
  endforeach()
  if(NOT matrix_NAME MATCHES "^[A-Za-z0-9_]+$" OR NOT matrix_DATASETS)
    message(FATAL_ERROR "assay_add_matrix(${matrix_NAME}): NAME ([A-Za-z0-9_]+) and DATASETS are needed")
  endif()
  list(LENGTH matrix_TOOLS tools)
  list(LENGTH matrix_RECORDED recorded)
  math(EXPR tools "${tools} + ${recorded}")
  if(tools LESS 2)
    message(FATAL_ERROR "assay_add_matrix(${matrix_NAME}): TOOLS and RECORDED must name two tools or more")
  endif()

  if(DEFINED matrix_PROFILE AND NOT matrix_PROFILE MATCHES "^(exact\\+similarity\\+judge|text|evidence)$")
    message(FATAL_ERROR "assay_add_matrix(${matrix_NAME}): PROFILE is \"${matrix_PROFILE}\"; it must be exact+similarity+judge, text or evidence")
  endif()
  foreach(option IN ITEMS LEVELS QUESTION)
    if(DEFINED matrix_PROFILE AND DEFINED matrix_${option})
      message(FATAL_ERROR "assay_add_matrix(${matrix_NAME}): PROFILE names the levels and the question; leave out ${option}")
    endif()
  endforeach()
  foreach(option IN ITEMS THRESHOLD JUDGE_FROM)
    if(DEFINED matrix_${option} AND NOT DEFINED matrix_PROFILE)
      message(FATAL_ERROR "assay_add_matrix(${matrix_NAME}): ${option} is of a PROFILE, which is missing")
    endif()
  endforeach()

  set(output "${CMAKE_CURRENT_BINARY_DIR}/assay/${matrix_NAME}")
  if(matrix_OUTPUT_DIR)
    cmake_path(ABSOLUTE_PATH matrix_OUTPUT_DIR BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE output)
  endif()
  set(arguments --suite "${matrix_NAME}" --output "${output}" --store "${output}/assay.db" --dataset ${matrix_DATASETS})
  foreach(tool IN LISTS matrix_TOOLS)
    _assay_tool_place(tool "${tool}")
    list(APPEND arguments --tool "${tool}")
  endforeach()
  foreach(option IN ITEMS RECORDED TABLES ${single})
    string(TOLOWER "--${option}" name)
    string(REPLACE "_" "-" name "${name}")
    foreach(value IN LISTS matrix_${option})
      list(APPEND arguments "${name}" "${value}")
    endforeach()
  endforeach()
  if(matrix_LEVELS)
    list(JOIN matrix_LEVELS "," levels)
    list(APPEND arguments --levels "${levels}")
  endif()
  add_custom_target(
    ${matrix_NAME}_matrix
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${output}"
    COMMAND assay::program matrix ${arguments}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    USES_TERMINAL VERBATIM)
endfunction()
