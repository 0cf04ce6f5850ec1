# SPDX-License-Identifier: Apache-2.0
# assay_precompiled(<name> HEADERS <header> … [LIBRARIES target …])
# assay_use_precompiled(<target> <name>)
#
# Precompiles headers that most files include, which takes a quarter off a build from scratch. The presets
# but for `bench` turn it on. It is left out under a compiler launcher, because a compiler cache cannot store
# objects built with precompiled headers. Files must still include what they use: ./do clang alone
# reads each without them.
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
# Compiles several files of a target as one, so that their headers are read only once. The presets but for
# `bench` turn it on; ./do clang alone reads each file by itself. No two files of a target may define helpers of the
# same name: see check.helper_names.
option(ASSAY_UNITY "Compile several files of a room, or of its tests, at once" OFF)

function(assay_unite target)
  set_property(GLOBAL APPEND PROPERTY ASSAY_UNITED ${target})
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${ASSAY_UNITY} UNITY_BUILD_BATCH_SIZE 16)
  if(ASSAY_UNITY AND CMAKE_CXX_COMPILER_ID STREQUAL GNU)  # g++ takes the united files' parts for headers
    target_compile_options(${target} PRIVATE -Wno-subobject-linkage)
  endif()
endfunction()
