# SPDX-License-Identifier: Apache-2.0
# assay_room(<name> [EXCEPT beginning …] [SOURCES file …] [USES room …] [PRIVATE target …])
#
# One static library per room, with its own include root: a header of a room that is not in USES, directly or
# indirectly, is not found, so including it does not compile. A room may name only rooms above it in
# framework/CMakeLists.txt: later ones are not targets yet and stop the configuration, so there can be no
# cycles.
#
# A room consists of all sources in its folder and in folders of it, sorted by name. Its public headers are those
# below include/: they are installed, and each is compiled alone by `all_verify_interface_header_sets`.
#
#   EXCEPT   beginnings of file names below the room's folder that belong to other targets
#   SOURCES  further sources, which the build makes
#   USES     rooms whose public headers this room's public headers or sources include
#   PRIVATE  external packages, visible to this room's .cc files only
function(assay_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "EXCEPT;SOURCES;USES;PRIVATE")
  if(room_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "assay_room(${name}): unknown arguments ${room_UNPARSED_ARGUMENTS}")
  endif()
  foreach(used IN LISTS room_USES)
    if(NOT TARGET assay_${used})
      message(FATAL_ERROR "assay_room(${name}): USES ${used}, which is not above it in framework/CMakeLists.txt")
    endif()
  endforeach()

  assay_sources(sources EXCEPT ${room_EXCEPT})
  set(headers ${sources})
  list(FILTER headers INCLUDE REGEX "^include/")
  add_library(assay_${name} STATIC ${sources} ${room_SOURCES})
  add_library(assay::${name} ALIAS assay_${name})
  set_target_properties(assay_${name} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON)
  target_sources(assay_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${headers})
  target_include_directories(assay_${name} PRIVATE ${CMAKE_CURRENT_SOURCE_DIR})
  target_compile_features(assay_${name} PUBLIC cxx_std_20)
  # So that the linker can drop what is never called: the runner is started once for each case.
  target_compile_options(assay_${name} PRIVATE -ffunction-sections)
  assay_use_precompiled(assay_${name} assay_room_headers)
  assay_unite(assay_${name})
  list(TRANSFORM room_USES PREPEND assay::)
  target_link_libraries(assay_${name} PUBLIC ${room_USES} PRIVATE ${room_PRIVATE})
  install(TARGETS assay_${name} EXPORT assayTargets FILE_SET HEADERS COMPONENT development ARCHIVE COMPONENT development)
endfunction()

# assay_sources(<variable> [ONLY beginning …] [EXCEPT beginning …])
#
# Sets <variable> to the C++ files in the current folder and below it, named from there and sorted: those whose names
# begin with one of the texts after ONLY and with none of those after EXCEPT.
function(assay_sources variable)
  cmake_parse_arguments(PARSE_ARGV 1 files "" "" "ONLY;EXCEPT")
  set(here ${CMAKE_CURRENT_SOURCE_DIR})
  file(GLOB_RECURSE sources RELATIVE ${here} CONFIGURE_DEPENDS ${here}/*.cc ${here}/*.h)
  if(files_ONLY)
    list(JOIN files_ONLY "|" beginnings)
    list(FILTER sources INCLUDE REGEX "^(${beginnings})")
  endif()
  if(files_EXCEPT)
    list(JOIN files_EXCEPT "|" beginnings)
    list(FILTER sources EXCLUDE REGEX "^(${beginnings})")
  endif()
  list(SORT sources)
  set(${variable} ${sources} PARENT_SCOPE)
endfunction()

# assay_embed(<room> <file> <symbol>)
#
# Makes `extern const std::string_view <symbol>;` (namespace assay) of a room hold the bytes of <file>, so that an
# installed binary needs no data files beside it.
function(assay_embed room file symbol)
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cc)
  cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} NORMALIZE)
  add_custom_command(
    OUTPUT ${out}
    COMMAND ${CMAKE_COMMAND} -DIN=${file} -DOUT=${out} -DSYMBOL=${symbol} -P ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake
    DEPENDS ${file} ${PROJECT_SOURCE_DIR}/cmake/Embed.cmake
    VERBATIM)
  target_sources(assay_${room} PRIVATE ${out})
endfunction()

# assay_embed_program(<room> <target> <symbol>)
#
# Makes `extern const std::string_view <symbol>;` (namespace assay) of a room hold the bytes of the program <target>.
function(assay_embed_program room target symbol)
  add_custom_command(
    OUTPUT ${symbol}.cc
    COMMAND ${CMAKE_COMMAND} "-DIN=$<TARGET_FILE:${target}>" -DOUT=${symbol}.cc -DSYMBOL=${symbol} -P ${PROJECT_SOURCE_DIR}/cmake/EmbedProgram.cmake
    DEPENDS ${target} ${PROJECT_SOURCE_DIR}/cmake/EmbedProgram.cmake
    VERBATIM)
  target_sources(assay_${room} PRIVATE ${symbol}.cc)
endfunction()
