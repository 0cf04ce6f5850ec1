# SPDX-License-Identifier: Apache-2.0
# An overlay port of the clone in which it lies: vcpkg install assay --overlay-ports=packaging/vcpkg
# dtl and libseccomp come from the system (Debian: libdtl-dev, libseccomp-dev): vcpkg has no port of libseccomp.
set(SOURCE_PATH "${CMAKE_CURRENT_LIST_DIR}/../../..")
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS -DBUILD_TESTING=OFF)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(PACKAGE_NAME assay CONFIG_PATH lib/cmake/assay)
vcpkg_copy_tools(TOOL_NAMES assay assay-runner AUTO_CLEAN)
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
