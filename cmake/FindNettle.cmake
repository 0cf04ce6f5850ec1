# SPDX-License-Identifier: Apache-2.0
# Nettle (SHA-256) ships no CMake package. Defines Nettle::nettle, preferring the static library: a process
# that runs one case must not pay for loading a shared library it does not call.
find_path(Nettle_INCLUDE_DIR nettle/sha2.h)
find_library(Nettle_LIBRARY NAMES libnettle.a nettle)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Nettle REQUIRED_VARS Nettle_LIBRARY Nettle_INCLUDE_DIR)
if(Nettle_FOUND AND NOT TARGET Nettle::nettle)
  add_library(Nettle::nettle UNKNOWN IMPORTED)
  set_target_properties(Nettle::nettle PROPERTIES IMPORTED_LOCATION "${Nettle_LIBRARY}"
                                                  INTERFACE_INCLUDE_DIRECTORIES "${Nettle_INCLUDE_DIR}")
endif()
mark_as_advanced(Nettle_INCLUDE_DIR Nettle_LIBRARY)
