# SPDX-License-Identifier: Apache-2.0
# assay_add_suite(NAME <suite> DATASETS <file.json>… <tool> [option…])
#
# Turns every case of the datasets into a test that runs the tool and grades its answer. No C++ has to be
# written and no language enabled. See docs/tool-contract.md for the tool, docs/dataset-format.md for the
# datasets.
#
#   NAME <suite>           [A-Za-z0-9_]+; the first label of all tests
#   DATASETS <file>…       dataset files, relative to the current source folder; all of commands or all of golden queries
#
#   the tool, one of
#   TOOL <program> [arg…]  a target or a program; "{prompt}" in an argument is replaced; without one, the prompt is appended
#   TOOL_FILE <file.json>  a tool description
#   TOOL_NAME <name>       a ready description: caro; ollama, llama.cpp (models on servers); for retrieval:
#                          kebab, kebab-search
#   RECORDED <file.jsonl>  answers collected elsewhere or earlier
#
#   with TOOL and TOOL_NAME
#   ENV <NAME=value>…      set for the tool
#   CWD <folder>           where the tool runs, relative to the current source folder; by default where ctest
#                          runs it
#   HOME case|run|inherit  an empty home folder for every question, or one for each run; by default yours
#   SETUP <program> [arg…] runs before the first case; a failure leaves every case unmeasured
#   SERVER <program> [arg…]  a server that the tool uses: started and stopped with each run
#   READY port:<n>|line:<regex>  how to tell that SERVER is ready
#   TEARDOWN <program> [arg…]  runs after the last case
#
#   with TOOL_FILE and TOOL_NAME, if the tool is a model on a server
#   TOOL_CACHE use|only|off  whether stored replies are used instead of asking; off by default; only: the
#                          server is never asked
#
#   with TOOL only
#   ANSWER <how>           stdout (default) | json:<pointer> | regex:<expression>; for retrieval tools:
#                          retrieval, or search if the tool only searches and never answers in words
#   CORPUS <file>          with ANSWER retrieval: all chunk and document ids, one a line; citations of any
#                          others do not exist
#   REFUSAL <how>…         json:<pointer> | exit:<status> | regex:<expression>
#   STDIN none|prompt      none by default
#   TOKENS <pointer>       where the tool's JSON has the number of tokens an answer took; COST <pointer> its
#                          price
#   SUCCESS_CODES <n>…     exit statuses that are not failures; 0 by default
#
#   LEVELS <name>…         grading levels in order; by default exact whitespace canonical, for queries
#                          contains hit@10
#   EXEC_LEVEL <name> <program> <arg>…   your own level for LEVELS, as a program (docs/levels.md): a CMake
#                          target, a path relative to the current source folder, or a name to look up; may be
#                          repeated
#   TABLES <place>…        your own utility tables (docs/utility-tables.md): files, or folders of *.json
#   MODEL <place>          the model of the level similarity (docs/similarity.md): a folder; CALIBRATION
#                          <file.json> its profile, if none comes with assay
#   EMBEDDER <url>         a server that runs the model instead; EMBEDDER_MODEL <name> the model's name there,
#                          EMBEDDER_KEY <variable> the environment variable with its key (ASSAY_EMBEDDER_KEY)
#   JUDGE <url>            the server of the level judge (docs/judge.md); JUDGE_MODEL <name> the model's name
#                          there, JUDGE_API openai|ollama|anthropic its protocol (openai by default),
#                          JUDGE_KEY <variable> the environment variable with its key (ASSAY_JUDGE_KEY),
#                          JUDGE_CACHE use|only|off what is asked again (use: nothing)
#   QUESTION equivalent|fulfils  what makes an answer right: it is equivalent to an accepted command (the
#                          default), or it does what was asked for
#   PROFILE exact+similarity+judge|text|evidence  in place of LEVELS and QUESTION: the levels of assay
#                          evaluate, with its figures (docs/evaluate.md); THRESHOLD <x> the similarity from
#                          which commands count as alike (0.80), JUDGE_FROM <x> the similarity below which the
#                          judge is not asked (0.70)
#   MIN_SCORE <x>          a case passes at or above it; 0.80 by default
#   GATE strict|mean|baseline   what makes the suite red: any miss (default), a mean below MIN_MEAN, a case of BASELINE that
#                          no longer passes
#   MIN_MEAN <x>           for gate mean; 0.70 by default
#   BASELINE <file.json>   for gate baseline; <suite>_accept_baseline writes it
#   UNMEASURED skip|error  a case that could not be measured although the tool was asked (no sandbox, a judge that
#                          cannot be reached) is skipped (default), or makes its test and the suite red
#   TIMEOUT <seconds>      for one answer; by default that of the tool's description, otherwise 30
#   JOBS <n>               tools that one process runs at once; 4 by default. With GRANULARITY CASE each ctest
#                          process runs one case, so ctest -j counts instead, and JOBS limits that case's
#                          attempts (REPEAT)
#   GRADING_JOBS <n>       answers that one process grades at once, among those; by default the number of
#                          cores
#   REPEAT <n>             attempts at each case; the last one decides, all count in the repeat figures; 1 by
#                          default
#   LABELS <label>…        further labels of all tests
#   GRANULARITY CASE | SHARDS <n> | DATASET   ctest tests: one per case (default), n, or one per dataset
#   JUNIT rich|strict      dialect of junit.xml; rich by default
#   OUTPUT_DIR <folder>    where runs/ is; by default assay/<suite> in the build folder, with several
#                          configurations assay/<suite>/<configuration>
#   STORE <file.db>|OFF    where every run is stored for comparison with later ones; assay.db beside runs/ by
#                          default. The environment variable ASSAY_STORE takes precedence
#   SOURCES <file.cc>…     the suite's own graders and reporters (assay/gtest.h)
#
# Arguments are taken literally: blanks, semicolons, brackets and backslashes have no special meaning.
#
# Targets: <suite>_aggregate writes the reports of the newest run again, <suite>_summary prints the newest
# complete run, <suite>_accept_baseline makes it the baseline, <suite>_misses runs the cases again that did
# not pass in it.
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/AssayMatrix.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/AssayText.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/AssayOptions.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/AssayTool.cmake")

set_property(GLOBAL PROPERTY ASSAY_DISCOVER_TEMPLATE "${CMAKE_CURRENT_LIST_DIR}/AssayDiscover.cmake.in")
set_property(GLOBAL PROPERTY ASSAY_FAULT_SCRIPT "${CMAKE_CURRENT_LIST_DIR}/AssayFault.cmake")

# Precedes each level in the values of EXEC_LEVEL, which form one list however often the option is given.
string(ASCII 6 next_level)
set_property(GLOBAL PROPERTY ASSAY_NEXT_LEVEL "${next_level}")
unset(next_level)

# The values of EXEC_LEVEL as a JSON object: a program and its arguments by level name.
function(_assay_exec_levels out)
  get_property(next GLOBAL PROPERTY ASSAY_NEXT_LEVEL)
  set(levels "")
  set(place "")
  foreach(word IN LISTS ARGN)
    if(word STREQUAL next)
      if(place MATCHES "^(name|program)$")
        break()
      endif()
      set(place name)
    elseif(place STREQUAL "name")
      _assay_json_string(name "${word}")
      string(APPEND levels "], ${name}: [")
      set(place program)
    else()
      _assay_text(text "${word}")
      set(comma ", ")
      if(place STREQUAL "program")
        set(comma "")
        set(place argument)
        if(TARGET "${text}")
          set(word "$<TARGET_FILE:${text}>")
        elseif(text MATCHES "/")
          _assay_absolute(word "${word}")
        endif()
      endif()
      _assay_json_string(word "${word}")
      string(APPEND levels "${comma}${word}")
    endif()
  endforeach()
  if(place MATCHES "^(name|program)$")
    _assay_refuse("EXEC_LEVEL must be a name and a program")
  endif()
  string(REGEX REPLACE "^\\], " "" levels "${levels}")
  if(levels)
    string(APPEND levels "]")
  endif()
  set(${out} "{${levels}}" PARENT_SCOPE)
endfunction()

# A separate function keeps its variables local. It reads those of assay_add_suite, all of which are elements.
function(_assay_write_suite file)
  _assay_element(project_dir "${CMAKE_SOURCE_DIR}")
  set(members "")
  foreach(key IN ITEMS suite project_dir output_dir store tool tool_name gate baseline unmeasured granularity junit)
    _assay_json_string(value "${${key}}")
    string(APPEND members "  \"${key}\": ${value},\n")
  endforeach()
  foreach(key IN ITEMS datasets levels tables labels)
    _assay_json_strings(values ${${key}})
    string(APPEND members "  \"${key}\": ${values},\n")
  endforeach()
  _assay_exec_levels(exec_levels ${suite_EXEC_LEVEL})
  string(APPEND members "  \"exec_levels\": ${exec_levels},\n")
  if(DEFINED suite_TIMEOUT)
    string(APPEND members "  \"timeout_s\": ${suite_TIMEOUT},\n")
  endif()
  if(DEFINED suite_GRADING_JOBS)
    string(APPEND members "  \"grading_jobs\": ${suite_GRADING_JOBS},\n")
  endif()
  foreach(key IN ITEMS embedder embedder_model embedder_key judge judge_model judge_api judge_key judge_cache)
    string(TOUPPER ${key} option)
    set(${key} "${suite_${option}}")
  endforeach()
  foreach(key IN ITEMS model calibration embedder embedder_model embedder_key judge judge_model judge_api judge_key judge_cache)
    if(${key})
      _assay_json_string(value "${${key}}")
      string(APPEND members "  \"${key}\": ${value},\n")
    endif()
  endforeach()
  if(DEFINED suite_TOOL_CACHE)
    string(APPEND members "  \"tool_cache\": \"${suite_TOOL_CACHE}\",\n")
  endif()
  if(DEFINED suite_PROFILE)
    string(APPEND members "  \"profile\": \"${suite_PROFILE}\",\n")
  endif()
  foreach(key IN ITEMS threshold judge_from)
    string(TOUPPER ${key} option)
    if(DEFINED suite_${option})
      string(APPEND members "  \"${key}\": ${suite_${option}},\n")
    endif()
  endforeach()
  if(DEFINED suite_QUESTION)
    string(APPEND members "  \"question\": \"${suite_QUESTION}\",\n")
  endif()
  string(APPEND members "  \"min_score\": ${suite_MIN_SCORE},\n  \"min_mean\": ${suite_MIN_MEAN},\n"
         "  \"jobs\": ${suite_JOBS},\n  \"repeat\": ${suite_REPEAT},\n  \"shards\": ${shards}\n")
  file(GENERATE OUTPUT "${file}" CONTENT "{\n${members}}\n")
endfunction()

# The script that ctest reads. With several configurations each has its own folder, and ctest's -C chooses
# one.
function(_assay_write_script folder runner)
  set(ASSAY_SUITE "${suite}")
  set(ASSAY_FOLDER "${folder}")
  set(ASSAY_RUNNER "$<TARGET_FILE:${runner}>")
  set(ASSAY_LABELS "${labels}")
  set(ASSAY_INPUTS "")
  foreach(element IN LISTS datasets tool tables)
    _assay_text(input "${element}")
    string(APPEND ASSAY_INPUTS "assay_input([==[${input}]==])\n")
  endforeach()
  _assay_text(report "${output_dir}")
  set(ASSAY_REPORT "${report}/${suite}.junit.xml")
  get_property(ASSAY_FAULT_SCRIPT GLOBAL PROPERTY ASSAY_FAULT_SCRIPT)
  get_property(template GLOBAL PROPERTY ASSAY_DISCOVER_TEMPLATE)
  file(READ "${template}" script)
  string(CONFIGURE "${script}" script @ONLY)
  file(GENERATE OUTPUT "${folder}/discover.cmake" CONTENT "${script}")
  set(script "${folder}/discover.cmake")
  if(is_multi_config)
    set(script "${suite_folder}/discover.cmake")
    file(WRITE "${script}" "set(assay_folder [==[${suite_folder}]==])
if(EXISTS \"\${assay_folder}/\${CTEST_CONFIGURATION_TYPE}/discover.cmake\" AND CTEST_CONFIGURATION_TYPE)
  include(\"\${assay_folder}/\${CTEST_CONFIGURATION_TYPE}/discover.cmake\")
else()
  add_test(\"${suite}.NO_CONFIGURATION\" \"${CMAKE_COMMAND}\" -E echo
    \"error: the cases of suite ${suite} cannot be listed: the build has several configurations\\n  next: ctest -C Debug, or another one\")
  set_tests_properties(\"${suite}.NO_CONFIGURATION\" PROPERTIES LABELS \"${labels}\" FAIL_REGULAR_EXPRESSION \"cannot be listed\")
endif()
")
  endif()
  set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${script}")
endfunction()

# Links the runner beside suite.json as test_runner, which people and editors start, from the first build on.
function(_assay_link_runner folder runner)
  add_custom_command(
    OUTPUT "${folder}/test_runner"
    COMMAND "${CMAKE_COMMAND}" -E make_directory "${folder}"
    COMMAND "${CMAKE_COMMAND}" -E create_symlink "$<TARGET_FILE:${runner}>" "${folder}/test_runner"
    DEPENDS "${runner}"
    COMMENT "Linking ${folder}/test_runner"
    VERBATIM)
  add_custom_target(${suite}_test_runner ALL DEPENDS "${folder}/test_runner")
  foreach(task IN ITEMS aggregate misses summary accept_baseline)
    add_custom_target(${suite}_${task} COMMAND ${runner} "--assay_suite=${folder}/suite.json" --assay_${task} USES_TERMINAL VERBATIM)
  endforeach()
endfunction()

function(assay_add_suite)
  get_property(next_level GLOBAL PROPERTY ASSAY_NEXT_LEVEL)
  set(arguments "")
  math(EXPR last "${ARGC} - 1")
  foreach(at RANGE 0 ${last})
    _assay_element(argument "${ARGV${at}}")
    list(APPEND arguments "${argument}")
    if(argument STREQUAL "EXEC_LEVEL")
      list(APPEND arguments "${next_level}")
    endif()
  endforeach()
  _assay_read_options(${arguments})

  set(suite_folder "${CMAKE_CURRENT_BINARY_DIR}/assay/${suite}")
  get_property(is_multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
  set(folder "${suite_folder}")
  if(is_multi_config)
    string(APPEND folder "/$<CONFIG>")
  endif()
  _assay_element(output_dir "${folder}")
  if(suite_OUTPUT_DIR)
    _assay_absolute(output_dir "${suite_OUTPUT_DIR}")
  endif()
  set(store "${output_dir}/assay.db")
  if(suite_STORE STREQUAL "OFF")
    set(store "")
  elseif(suite_STORE)
    _assay_absolute(store "${suite_STORE}")
  endif()
  _assay_absolutes(datasets ${suite_DATASETS})
  _assay_absolutes(tables ${suite_TABLES})
  _assay_absolutes(baseline ${suite_BASELINE})
  _assay_absolutes(model ${suite_MODEL})
  _assay_absolutes(calibration ${suite_CALIBRATION})
  _assay_absolutes(tool ${suite_TOOL_FILE} ${suite_RECORDED})
  _assay_describes_tool(is_described)
  if(is_described)
    _assay_element(tool "${folder}/tool.json")
    _assay_write_tool("${folder}/tool.json")
  endif()
  _assay_write_suite("${folder}/suite.json")

  set(runner assay::runner)
  if(suite_SOURCES)
    if(NOT TARGET assay::gtest_main)
      message(FATAL_ERROR "assay_add_suite(${suite}): SOURCES need assay's libraries: enable the language CXX before find_package(assay), "
                          "and install headers and libraries too (Debian: assay-dev)")
    endif()
    set(runner ${suite}_suite)
    _assay_absolutes(sources ${suite_SOURCES})
    add_executable(${runner} ${sources})
    target_link_libraries(${runner} PRIVATE assay::gtest_main)
    # Beside suite.json, where the program looks for it: editors start the program itself.
    set_target_properties(${runner} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${folder}")
  endif()
  _assay_write_script("${folder}" ${runner})
  _assay_link_runner("${folder}" ${runner})
endfunction()
