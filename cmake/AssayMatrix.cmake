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
#   and the settings that docs/suite-settings.md lists for assay matrix, as in assay_add_suite
#   OUTPUT_DIR <folder>   holds matrix.md, matrix.json, matrix.html, runs/ and the store assay.db;
#                      assay/<name> in the build folder by default
include_guard(GLOBAL)

# An element as an argument of a command; what names a file in the source folder, if it may be one, becomes its path.
function(_assay_command_argument out element may_be_file)
  _assay_text(text "${element}")
  cmake_path(ABSOLUTE_PATH text BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" OUTPUT_VARIABLE file)
  if(may_be_file AND EXISTS "${file}")
    set(text "${file}")
  endif()
  string(REPLACE ";" "$<SEMICOLON>" text "${text}")
  set(${out} "${text}" PARENT_SCOPE)
endfunction()

function(assay_add_matrix)
  set(assay_function assay_add_matrix)
  _assay_take_arguments(${ARGC})
  _assay_settings_with(settings in "matrix")
  list(REMOVE_ITEM settings EXEC_LEVEL)
  _assay_read_options(settings "OUTPUT_DIR" "DATASETS;TOOLS;RECORDED")
  if(NOT suite_NAME OR NOT suite_DATASETS)
    _assay_refuse("NAME ([A-Za-z0-9_]+) and DATASETS are needed")
  endif()
  list(LENGTH suite_TOOLS tools)
  list(LENGTH suite_RECORDED recorded)
  math(EXPR tools "${tools} + ${recorded}")
  if(tools LESS 2)
    _assay_refuse("TOOLS and RECORDED must name two tools or more")
  endif()

  set(output "${CMAKE_CURRENT_BINARY_DIR}/assay/${suite_NAME}")
  if(suite_OUTPUT_DIR)
    _assay_absolute(output "${suite_OUTPUT_DIR}")
    _assay_text(output "${output}")
  endif()
  set(arguments --suite "${suite_NAME}" --output "${output}" --store "${output}/assay.db")
  foreach(option IN ITEMS DATASETS TOOLS RECORDED ${settings})
    string(REGEX REPLACE "^(DATASET|TOOL)S$" "\\1" name "${option}")
    string(TOLOWER "--${name}" name)
    string(REPLACE "_" "-" name "${name}")
    set(is_tool FALSE)
    if(option STREQUAL "TOOLS")
      set(is_tool TRUE)
    endif()
    foreach(element IN LISTS suite_${option})
      _assay_command_argument(argument "${element}" ${is_tool})
      list(APPEND arguments "${name}" "${argument}")
    endforeach()
  endforeach()
  add_custom_target(
    ${suite_NAME}_matrix
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${output}"
    COMMAND assay::program matrix ${arguments}
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}"
    USES_TERMINAL VERBATIM)
endfunction()
