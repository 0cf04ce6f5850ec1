# SPDX-License-Identifier: Apache-2.0
# assay_precompiled(<name> HEADERS <header> … [LIBRARIES target …])
# assay_use_precompiled(<target> <name>)
#
# Headers that most files include are read once for all of them, which takes a quarter off a build from nothing. The preset
# `dev` asks for it; where objects are cached (a compiler launcher) it is left out, as a cache cannot keep what was made with
# precompiled headers. They are no licence to leave includes out: the tests are built without.
option(ASSAY_PRECOMPILE "Precompile the headers that most files include" OFF)

function(assay_precompiled name)
  cmake_parse_arguments(PARSE_ARGV 1 headers "" "" "HEADERS;LIBRARIES")
  if(NOT ASSAY_PRECOMPILE OR CMAKE_CXX_COMPILER_LAUNCHER)
    return()
  endif()
  set(source ${PROJECT_BINARY_DIR}/${name}.cc)
  file(GENERATE OUTPUT ${source} CONTENT "")
  add_library(${name} OBJECT EXCLUDE_FROM_ALL ${source})
  target_compile_features(${name} PRIVATE cxx_std_20)
  target_link_libraries(${name} PRIVATE ${headers_LIBRARIES})
  target_precompile_headers(${name} PRIVATE ${headers_HEADERS})
endfunction()

function(assay_use_precompiled target name)
  if(TARGET ${name})
    target_precompile_headers(${target} REUSE_FROM ${name})
  endif()
endfunction()

# assay_unite(<target>)
#
# Several files of a target are compiled as one, so that headers are read once for all of them. The preset `dev` asks for it;
# tests are built without. No two files of a room may give a helper the same name: check.helper_names.
option(ASSAY_UNITY "Compile several files of a room at once" OFF)

function(assay_unite target)
  set_property(GLOBAL APPEND PROPERTY ASSAY_UNITED ${target})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ASSAY_UNITY} UNITY_BUILD_BATCH_SIZE 16)
  if(ASSAY_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # it takes what is in the united file's parts for what is in headers
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
