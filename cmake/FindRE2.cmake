# SPDX-License-Identifier: Apache-2.0
# RE2 (regular expressions in linear time) ships no CMake package in Debian. Defines RE2::re2, preferring the
# static library: a process that runs one case must not pay for loading a shared library it may not call.
find_path(RE2_INCLUDE_DIR re2/re2.h)
find_library(RE2_LIBRARY NAMES libre2.a re2)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(RE2 REQUIRED_VARS RE2_LIBRARY RE2_INCLUDE_DIR)
if(RE2_FOUND AND NOT TARGET RE2::re2)
  find_package(Threads REQUIRED)
  add_library(RE2::re2 UNKNOWN IMPORTED)
  set_target_properties(RE2::re2 PROPERTIES IMPORTED_LOCATION "${RE2_LIBRARY}" INTERFACE_LINK_LIBRARIES Threads::Threads
                                            INTERFACE_INCLUDE_DIRECTORIES "${RE2_INCLUDE_DIR}")
endif()
mark_as_advanced(RE2_INCLUDE_DIR RE2_LIBRARY)
