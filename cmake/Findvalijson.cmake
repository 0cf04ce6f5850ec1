# SPDX-License-Identifier: Apache-2.0
# valijson (header-only JSON Schema validation) ships no CMake package in Debian. Defines valijson::valijson.
find_path(valijson_INCLUDE_DIR valijson/validator.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(valijson REQUIRED_VARS valijson_INCLUDE_DIR)
if(valijson_FOUND AND NOT TARGET valijson::valijson)
  add_library(valijson::valijson INTERFACE IMPORTED)
  set_target_properties(valijson::valijson PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${valijson_INCLUDE_DIR}")
endif()
mark_as_advanced(valijson_INCLUDE_DIR)
