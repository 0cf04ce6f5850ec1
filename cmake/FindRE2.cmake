# SPDX-License-Identifier: Apache-2.0
# RE2 (regular expressions in linear time) ships no CMake package in Debian. Defines RE2::re2, preferring the
# static library: a process that runs one case must not pay for loading a shared library it may not call. From its
# eleventh version on it needs parts of Abseil, whose CMake package has only shared libraries; pkg-config lists them.
find_path(RE2_INCLUDE_DIR re2/re2.h)
find_library(RE2_LIBRARY NAMES libre2.a re2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RE2 REQUIRED_VARS RE2_LIBRARY RE2_INCLUDE_DIR)
if(RE2_FOUND AND NOT TARGET RE2::re2)
  find_package(Threads REQUIRED)
  add_library(RE2::re2 UNKNOWN IMPORTED)
  set_target_properties(RE2::re2 PROPERTIES IMPORTED_LOCATION "${RE2_LIBRARY}" INTERFACE_LINK_LIBRARIES Threads::Threads
                                            INTERFACE_INCLUDE_DIRECTORIES "${RE2_INCLUDE_DIR}")
  file(STRINGS "${RE2_INCLUDE_DIR}/re2/re2.h" uses_abseil REGEX "#include \"absl/" LIMIT_COUNT 1)
  if(uses_abseil)
    find_package(PkgConfig REQUIRED)
    pkg_check_modules(RE2_NEEDS REQUIRED re2)
    list(REMOVE_ITEM RE2_NEEDS_STATIC_LIBRARIES re2)
    foreach(library IN LISTS RE2_NEEDS_STATIC_LIBRARIES)
      find_library(RE2_${library} NAMES lib${library}.a ${library})
      mark_as_advanced(RE2_${library})
      if(NOT RE2_${library})  # the compiler's own
        set(RE2_${library} ${library})
      endif()
      set_property(TARGET RE2::re2 APPEND PROPERTY INTERFACE_LINK_LIBRARIES ${RE2_${library}})
    endforeach()
  endif()
endif()
mark_as_advanced(RE2_INCLUDE_DIR RE2_LIBRARY)
