# SPDX-License-Identifier: Apache-2.0
# toml++ as headers only; its CMake package would bring in a shared library. Defines Tomlpp::Tomlpp.
find_path(Tomlpp_INCLUDE_DIR toml++/toml.h)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Tomlpp REQUIRED_VARS Tomlpp_INCLUDE_DIR)
if(Tomlpp_FOUND AND NOT TARGET Tomlpp::Tomlpp)
  add_library(Tomlpp::Tomlpp INTERFACE IMPORTED)
  set_target_properties(Tomlpp::Tomlpp PROPERTIES INTERFACE_INCLUDE_DIRECTORIES "${Tomlpp_INCLUDE_DIR}"
                                                  INTERFACE_COMPILE_DEFINITIONS TOML_HEADER_ONLY=1)
endif()
mark_as_advanced(Tomlpp_INCLUDE_DIR)
