# SPDX-License-Identifier: Apache-2.0
# cpack's settings for one format: a tarball unpacks into a folder of its own, but a Debian package must not.
if(CPACK_GENERATOR STREQUAL "TGZ")
  set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
endif()
