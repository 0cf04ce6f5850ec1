# SPDX-License-Identifier: Apache-2.0
# libfyaml (YAML) ships no CMake package. Defines Fyaml::Fyaml, preferring the static library: the program
# then runs on machines without it.
find_path(Fyaml_INCLUDE_DIR libfyaml.h)
find_library(Fyaml_LIBRARY NAMES libfyaml.a fyaml)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Fyaml REQUIRED_VARS Fyaml_LIBRARY Fyaml_INCLUDE_DIR)
if(Fyaml_FOUND AND NOT TARGET Fyaml::Fyaml)
  add_library(Fyaml::Fyaml UNKNOWN IMPORTED)
  set_target_properties(Fyaml::Fyaml PROPERTIES IMPORTED_LOCATION "${Fyaml_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${Fyaml_INCLUDE_DIR}")
endif()
mark_as_advanced(Fyaml_INCLUDE_DIR Fyaml_LIBRARY)
