# SPDX-License-Identifier: Apache-2.0
# assay_room(<name> HEADERS … SOURCES … [USES room …] [PRIVATE target …])
#
# One static library per room, with its own include root: a header of a room that is not in USES, directly or
# indirectly, is not found, so including it does not compile. A room may name only rooms above it in
# framework/CMakeLists.txt: later ones are not targets yet and stop the configuration, so there can be no
# cycles.
#
#   HEADERS  public headers, include/assay/…; installed, and each compiled alone by `all_verify_interface_header_sets`
#   SOURCES  .cc files and inner headers, in the room's folder or in folders of it
#   USES     rooms whose public headers this room's public headers or sources include
#   PRIVATE  external packages, visible to this room's .cc files only
function(assay_room name)
  cmake_parse_arguments(PARSE_ARGV 1 room "" "" "HEADERS;SOURCES;USES;PRIVATE")
  if(room_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "assay_room(${name}): unknown arguments ${room_UNPARSED_ARGUMENTS}")
  endif()
  foreach(used IN LISTS room_USES)
    if(NOT TARGET assay_${used})
      message(FATAL_ERROR "assay_room(${name}): USES ${used}, which is not above it in framework/CMakeLists.txt")
    endif()
  endforeach()

  add_library(assay_${name} STATIC ${room_SOURCES})
  add_library(assay::${name} ALIAS assay_${name})
  set_target_properties(assay_${name} PROPERTIES EXPORT_NAME ${name} VERIFY_INTERFACE_HEADER_SETS ON)
  target_sources(assay_${name} PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${room_HEADERS})
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
