# SPDX-License-Identifier: Apache-2.0
# dtl (header-only diff library) ships no CMake package. Defines dtl::dtl.
find_path(dtl_INCLUDE_DIR dtl/dtl.hpp)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(dtl REQUIRED_VARS dtl_INCLUDE_DIR)
if(dtl_FOUND AND NOT TARGET dtl::dtl)
  add_library(dtl::dtl INTERFACE IMPORTED)
  set_target_properties(dtl::dtl PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${dtl_INCLUDE_DIR}")
endif()
mark_as_advanced(dtl_INCLUDE_DIR)
