# SPDX-License-Identifier: Apache-2.0
# Packages: `cpack` in the build folder, or ./do package.
#
#   assay_<version>_<processor>.deb      the component runtime: programs, what suites without C++ need, manual, schemas, pages
#   assay-dev_<version>_<processor>.deb  the component development: headers and libraries, for suites with SOURCES
#   assay-<version>-linux-<processor>.tar.gz  the component runtime again; it works wherever it is unpacked
set(CPACK_PACKAGE_NAME assay)
set(CPACK_PACKAGE_VENDOR "the maintainers of assay")
set(CPACK_PACKAGE_CONTACT "the maintainers of assay <maintainers@localhost>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_GENERATOR "DEB;TGZ")
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_COMPONENTS_GROUPING IGNORE)

set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_PRIORITY optional)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME assay)
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "The program assay, the runner of suites and the CMake package. A dataset of prompts becomes GoogleTest cases and CTest tests;
answers are graded by proof, by running them in disposable worlds, or by a model.")
# Linked statically where possible. Only the client of database servers loads libpq, and only when used.
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "bash, ca-certificates, libpq5")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "assay-dev, busybox-static, cmake, uidmap")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME assay-dev)
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Headers and libraries, for suites with graders or reports in C++, and for programs that use assay as a library.")
string(CONCAT CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS
       "assay (= ${PROJECT_VERSION}), cmake (>= 3.25), libboost-dev, libdtl-dev, libeigen3-dev, libfmt-dev, libfyaml-dev, libgtest-dev, libre2-dev, "
       "libseccomp-dev, libsqlite3-dev, libsqlitecpp-dev, libtomlplusplus-dev, libutf8proc-dev, nettle-dev, nlohmann-json3-dev, zlib1g-dev")

set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/AssayPackageFormat.cmake)
string(TOLOWER "${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR}" system)
set(CPACK_PACKAGE_FILE_NAME assay-${PROJECT_VERSION}-${system})  # the top folder in the archives
set(CPACK_ARCHIVE_RUNTIME_FILE_NAME ${CPACK_PACKAGE_FILE_NAME})
set(CPACK_ARCHIVE_DEVELOPMENT_FILE_NAME assay-dev-${PROJECT_VERSION}-${system})
include(CPack)
