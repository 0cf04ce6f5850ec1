# One file, longer than others: what one function takes, checks and writes.
#
# assay_add_suite(NAME <suite> DATASETS <file.json>… <tool> [option…])
#
# Turns every case of the datasets into a test that runs the tool and grades its answer. No C++ has to be written, and
# no language has to be enabled. See docs/tool-contract.md for the tool, docs/dataset-format.md for the datasets.
#
#   NAME <suite>           [A-Za-z0-9_]+; the first label of all tests
#   DATASETS <file>…       dataset files, relative to the current source folder; all of commands or all of golden queries
#
#   the tool, one of
#   TOOL <program> [arg…]  a target or a program; "{prompt}" in an argument is replaced; without one, the prompt is appended
#   TOOL_FILE <file.json>  a tool description
#   TOOL_NAME <name>       a ready description: caro; of retrieval tools: kebab, kebab-search
#   RECORDED <file.jsonl>  answers collected elsewhere or earlier
#
#   with TOOL only
#   ANSWER <how>           stdout (default) | json:<pointer> | regex:<expression>; of retrieval tools: retrieval
#   CORPUS <file>          with ANSWER retrieval: all chunk and document ids, one a line; citations of others do not exist
#   REFUSAL <how>…         json:<pointer> | exit:<status> | regex:<expression>
#   STDIN none|prompt      none by default
#   ENV <NAME=value>…      set for the tool
#   SUCCESS_CODES <n>…     exit statuses that are no failure; 0 by default
#
#   LEVELS <name>…         grading levels in order; exact whitespace canonical by default, of queries contains hit@10
#   TABLES <place>…        utility tables of your own (docs/utility-tables.md): files, or folders of *.json
#   MIN_SCORE <x>          a case passes at or above it; 0.80 by default
#   GATE strict|mean|baseline   what makes the suite red: any miss (default), a mean below MIN_MEAN, a case of BASELINE that
#                          no longer passes
#   MIN_MEAN <x>           of gate mean; 0.70 by default
#   BASELINE <file.json>   of gate baseline; <suite>_accept_baseline writes it
#   TIMEOUT <seconds>      of one answer; otherwise what the tool's description says, or 30
#   JOBS <n>               tools that one process runs at once; 4 by default
#   LABELS <label>…        further labels of all tests
#   GRANULARITY CASE | SHARDS <n> | DATASET   tests of ctest: one a case (default), n, or one a dataset
#   JUNIT rich|strict      dialect of junit.xml; rich by default
#   OUTPUT_DIR <folder>    where runs/ lies; assay/<suite> in the build folder by default
#   STORE <file.db>|OFF    where every run is stored, to be compared with later ones; assay.db beside runs/ by default. What
#                          the environment's ASSAY_STORE names goes before
#   SOURCES <file.cc>…     graders and reporters of the suite's own (assay/gtest.h)
#
# Targets: <suite>_aggregate makes the reports of the newest run again, <suite>_summary prints the newest complete one,
# <suite>_accept_baseline takes it as the baseline.
include_guard(GLOBAL)

set(ASSAY_DISCOVER_TEMPLATE "${CMAKE_CURRENT_LIST_DIR}/AssayDiscover.cmake.in")

# `text` as a JSON string; generator expressions pass through.
function(_assay_json_string out text)
  string(REPLACE "\\" "\\\\" text "${text}")
  string(REPLACE "\"" "\\\"" text "${text}")
  string(REPLACE "\n" "\\n" text "${text}")
  string(REPLACE "\t" "\\t" text "${text}")
  set(${out} "\"${text}\"" PARENT_SCOPE)
endfunction()

function(_assay_json_strings out)
  set(items "")
  foreach(text IN LISTS ARGN)
    _assay_json_string(item "${text}")
    list(APPEND items "${item}")
  endforeach()
  list(JOIN items ", " items)
  set(${out} "[${items}]" PARENT_SCOPE)
endfunction()

function(_assay_absolute out path)
  cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
  set(${out} "${path}" PARENT_SCOPE)
endfunction()

# Writes the description of a tool that was given by TOOL and its companions.
function(_assay_write_tool file)
  cmake_parse_arguments(PARSE_ARGV 1 tool "" "ANSWER;CORPUS;STDIN" "TOOL;REFUSAL;ENV;SUCCESS_CODES")
  list(POP_FRONT tool_TOOL program)
  set(name "${program}")
  if(TARGET "${program}")
    set(program "$<TARGET_FILE:${program}>")
  elseif(program MATCHES "/")
    _assay_absolute(program "${program}")
  endif()
  if(NOT "${tool_TOOL}" MATCHES "{prompt}" AND NOT tool_STDIN STREQUAL "prompt")
    list(APPEND tool_TOOL "{prompt}")
  endif()
  _assay_json_strings(argv "${program}" ${tool_TOOL})
  cmake_path(GET name FILENAME name)
  _assay_json_string(name "${name}")
  set(members "\"name\": ${name},\n  \"argv\": ${argv}")

  if(tool_STDIN)
    _assay_json_string(stdin "${tool_STDIN}")
    string(APPEND members ",\n  \"stdin\": ${stdin}")
  endif()
  if(tool_ANSWER MATCHES "^(json|regex):(.*)$")
    set(kind "${CMAKE_MATCH_1}")
    _assay_json_string(how "${CMAKE_MATCH_2}")
    string(APPEND members ",\n  \"answer\": {\"${kind}\": ${how}}")
  elseif(tool_ANSWER STREQUAL "retrieval")
    set(pointers "")
    if(tool_CORPUS)
      _assay_absolute(tool_CORPUS "${tool_CORPUS}")
      _assay_json_string(how "${tool_CORPUS}")
      set(pointers "\"corpus\": ${how}")
    endif()
    string(APPEND members ",\n  \"answer\": {\"retrieval\": {${pointers}}}")
  elseif(tool_ANSWER AND NOT tool_ANSWER STREQUAL "stdout")
    message(FATAL_ERROR "assay_add_suite: ANSWER must be stdout, json:<pointer>, regex:<expression> or retrieval, not ${tool_ANSWER}")
  endif()
  set(refusal "")
  set(exits "")
  foreach(how IN LISTS tool_REFUSAL)
    if(how MATCHES "^exit:([0-9]+)$")
      list(APPEND exits ${CMAKE_MATCH_1})
    elseif(how MATCHES "^(json|regex):(.*)$")
      set(kind "${CMAKE_MATCH_1}")
      _assay_json_string(value "${CMAKE_MATCH_2}")
      list(APPEND refusal "\"${kind}\": ${value}")
    else()
      message(FATAL_ERROR "assay_add_suite: REFUSAL must be json:<pointer>, exit:<status> or regex:<expression>, not ${how}")
    endif()
  endforeach()
  if(exits)
    list(JOIN exits ", " exits)
    list(APPEND refusal "\"exit_codes\": [${exits}]")
  endif()
  if(refusal)
    list(JOIN refusal ", " refusal)
    string(APPEND members ",\n  \"refusal\": {${refusal}}")
  endif()
  if(tool_SUCCESS_CODES)
    list(JOIN tool_SUCCESS_CODES ", " codes)
    string(APPEND members ",\n  \"success_codes\": [${codes}]")
  endif()
  set(env "")
  foreach(pair IN LISTS tool_ENV)
    if(NOT pair MATCHES "^([^=]+)=(.*)$")
      message(FATAL_ERROR "assay_add_suite: ENV must be NAME=value, not ${pair}")
    endif()
    _assay_json_string(variable "${CMAKE_MATCH_1}")
    _assay_json_string(value "${CMAKE_MATCH_2}")
    list(APPEND env "${variable}: ${value}")
  endforeach()
  if(env)
    list(JOIN env ", " env)
    string(APPEND members ",\n  \"env\": {${env}}")
  endif()
  file(GENERATE OUTPUT "${file}" CONTENT "{\n  ${members}\n}\n")
endfunction()

function(_assay_check_suite)
  # A misspelt option is taken for one more value of the option before it.
  foreach(option IN ITEMS DATASETS LEVELS TABLES SOURCES)
    foreach(value IN LISTS suite_${option})
      if(value MATCHES "^[A-Z][A-Z_]+$" AND NOT EXISTS "${CMAKE_CURRENT_SOURCE_DIR}/${value}")
        message(FATAL_ERROR "assay_add_suite(${suite_NAME}): ${value} is no option, and no value of ${option}")
      endif()
    endforeach()
  endforeach()
  if(NOT suite_NAME MATCHES "^[A-Za-z0-9_]+$")
    message(FATAL_ERROR "assay_add_suite: NAME must be letters, digits and _, not \"${suite_NAME}\"")
  endif()
  if(NOT suite_DATASETS)
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): DATASETS is missing")
  endif()
  set(tools 0)
  foreach(kind IN ITEMS TOOL TOOL_FILE TOOL_NAME RECORDED)
    if(suite_${kind})
      math(EXPR tools "${tools} + 1")
    endif()
  endforeach()
  if(NOT tools EQUAL 1)
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): give one of TOOL, TOOL_FILE, TOOL_NAME, RECORDED")
  endif()
  # These make a description of their own; what a given one says would be left out without a word.
  if(NOT suite_TOOL)
    foreach(option IN ITEMS ANSWER CORPUS REFUSAL STDIN ENV SUCCESS_CODES)
      if(DEFINED suite_${option})
        message(FATAL_ERROR "assay_add_suite(${suite_NAME}): ${option} goes with TOOL; a TOOL_FILE says it itself")
      endif()
    endforeach()
  endif()
  if(NOT suite_GATE MATCHES "^(strict|mean|baseline)$")
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): GATE must be strict, mean or baseline, not ${suite_GATE}")
  endif()
  if(suite_GATE STREQUAL "baseline" AND NOT suite_BASELINE)
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): GATE baseline needs a BASELINE file")
  endif()
  if(suite_CORPUS AND NOT suite_ANSWER STREQUAL "retrieval")
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): CORPUS needs ANSWER retrieval")
  endif()
  if(NOT suite_JUNIT MATCHES "^(rich|strict)$")
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): JUNIT must be rich or strict, not ${suite_JUNIT}")
  endif()
  foreach(label IN LISTS suite_LABELS)
    if(NOT label MATCHES "^[A-Za-z0-9_.:=+@/ -]+$")
      message(FATAL_ERROR "assay_add_suite(${suite_NAME}): a label must be letters, digits, blanks or _.:=+@/-, not \"${label}\"")
    endif()
  endforeach()
  foreach(number IN ITEMS MIN_SCORE MIN_MEAN TIMEOUT JOBS)
    if(DEFINED suite_${number} AND NOT suite_${number} MATCHES "^[0-9]+(\\.[0-9]+)?$")
      message(FATAL_ERROR "assay_add_suite(${suite_NAME}): ${number} must be a number, not \"${suite_${number}}\"")
    endif()
  endforeach()
endfunction()

macro(_assay_defaults)
  foreach(pair IN ITEMS "GATE=strict" "MIN_SCORE=0.80" "MIN_MEAN=0.70" "JOBS=4" "JUNIT=rich")
    string(REGEX MATCH "^([A-Z_]+)=(.*)$" _ "${pair}")
    if(NOT DEFINED suite_${CMAKE_MATCH_1})
      set(suite_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
    endif()
  endforeach()
  list(POP_FRONT suite_GRANULARITY granularity)
  set(shards 1)
  if(NOT granularity)
    set(granularity CASE)
  elseif(granularity STREQUAL "SHARDS")
    list(POP_FRONT suite_GRANULARITY shards)
    if(NOT shards MATCHES "^[1-9][0-9]*$")
      message(FATAL_ERROR "assay_add_suite(${suite_NAME}): GRANULARITY SHARDS needs a number")
    endif()
  elseif(NOT granularity MATCHES "^(CASE|DATASET)$")
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): GRANULARITY must be CASE, SHARDS <n> or DATASET, not ${granularity}")
  endif()
endmacro()

function(assay_add_suite)
  set(one NAME TOOL_FILE TOOL_NAME RECORDED ANSWER CORPUS STDIN MIN_SCORE GATE MIN_MEAN BASELINE TIMEOUT JOBS JUNIT OUTPUT_DIR STORE)
  set(many DATASETS TOOL REFUSAL ENV SUCCESS_CODES LEVELS TABLES LABELS GRANULARITY SOURCES)
  cmake_parse_arguments(PARSE_ARGV 0 suite "" "${one}" "${many}")
  if(suite_UNPARSED_ARGUMENTS OR suite_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "assay_add_suite(${suite_NAME}): cannot use ${suite_UNPARSED_ARGUMENTS} ${suite_KEYWORDS_MISSING_VALUES}")
  endif()
  _assay_defaults()
  _assay_check_suite()

  set(folder "${CMAKE_CURRENT_BINARY_DIR}/assay/${suite_NAME}")
  if(NOT suite_OUTPUT_DIR)
    set(suite_OUTPUT_DIR "${folder}")
  endif()
  _assay_absolute(suite_OUTPUT_DIR "${suite_OUTPUT_DIR}")
  if(NOT DEFINED suite_STORE)
    set(suite_STORE "${suite_OUTPUT_DIR}/assay.db")
  elseif(suite_STORE STREQUAL "OFF")
    set(suite_STORE "")
  else()
    _assay_absolute(suite_STORE "${suite_STORE}")
  endif()

  set(tool "")
  if(suite_TOOL)
    set(tool "${folder}/tool.json")
    _assay_write_tool("${tool}" TOOL ${suite_TOOL} ANSWER "${suite_ANSWER}" CORPUS "${suite_CORPUS}"
      STDIN "${suite_STDIN}" REFUSAL ${suite_REFUSAL}
      ENV ${suite_ENV} SUCCESS_CODES ${suite_SUCCESS_CODES})
  elseif(suite_TOOL_FILE OR suite_RECORDED)
    _assay_absolute(tool "${suite_TOOL_FILE}${suite_RECORDED}")
  endif()
  set(datasets "")
  foreach(file IN LISTS suite_DATASETS)
    _assay_absolute(file "${file}")
    list(APPEND datasets "${file}")
  endforeach()
  set(tables "")
  foreach(place IN LISTS suite_TABLES)
    _assay_absolute(place "${place}")
    list(APPEND tables "${place}")
  endforeach()
  set(baseline "")
  if(suite_BASELINE)
    _assay_absolute(baseline "${suite_BASELINE}")
  endif()

  set(runner assay::runner)
  if(suite_SOURCES)
    set(runner ${suite_NAME}_suite)
    add_executable(${runner} ${suite_SOURCES})
    target_link_libraries(${runner} PRIVATE assay::gtest_main)
  endif()

  set(members "")
  foreach(pair IN ITEMS "suite|${suite_NAME}" "project_dir|${CMAKE_SOURCE_DIR}" "output_dir|${suite_OUTPUT_DIR}" "store|${suite_STORE}" "tool|${tool}"
                        "tool_name|${suite_TOOL_NAME}" "gate|${suite_GATE}" "baseline|${baseline}" "granularity|${granularity}"
                        "junit|${suite_JUNIT}")
    string(FIND "${pair}" "|" at)
    string(SUBSTRING "${pair}" 0 ${at} key)
    math(EXPR at "${at} + 1")
    string(SUBSTRING "${pair}" ${at} -1 value)
    _assay_json_string(value "${value}")
    string(APPEND members "  \"${key}\": ${value},\n")
  endforeach()
  _assay_json_strings(datasets_json ${datasets})
  _assay_json_strings(levels ${suite_LEVELS})
  _assay_json_strings(tables_json ${tables})
  _assay_json_strings(labels ${suite_NAME} ${suite_LABELS})
  string(APPEND members "  \"datasets\": ${datasets_json},\n  \"levels\": ${levels},\n  \"tables\": ${tables_json},\n  \"labels\": ${labels},\n"
         "  \"min_score\": ${suite_MIN_SCORE},\n  \"min_mean\": ${suite_MIN_MEAN},\n"
         "  \"jobs\": ${suite_JOBS},\n  \"shards\": ${shards}\n")
  if(DEFINED suite_TIMEOUT)
    string(PREPEND members "  \"timeout_s\": ${suite_TIMEOUT},\n")
  endif()
  file(GENERATE OUTPUT "${folder}/suite.json" CONTENT "{\n${members}}\n")

  set(ASSAY_SUITE "${suite_NAME}")
  set(ASSAY_FOLDER "${folder}")
  set(ASSAY_RUNNER "$<TARGET_FILE:${runner}>")
  set(ASSAY_INPUTS "${datasets};${tool};${tables}")
  set(ASSAY_LABELS "${suite_NAME}" ${suite_LABELS})
  file(READ "${ASSAY_DISCOVER_TEMPLATE}" script)
  string(CONFIGURE "${script}" script @ONLY)
  file(GENERATE OUTPUT "${folder}/discover.cmake" CONTENT "${script}")
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${folder}/discover.cmake")

  foreach(task IN ITEMS aggregate summary accept_baseline)
    add_custom_target(${suite_NAME}_${task} COMMAND ${runner} --assay_suite=${folder}/suite.json --assay_${task} USES_TERMINAL VERBATIM)
  endforeach()
endfunction()
