# SPDX-License-Identifier: Apache-2.0
# The package that find_package(assay) finds, both installed and in the build tree: this project's suites and
# the tests of the package use it exactly as a consumer does.
include(CMakePackageConfigHelpers)

set(assay_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/assay)
configure_package_config_file(cmake/assayConfig.cmake.in ${PROJECT_BINARY_DIR}/assayConfig.cmake
  INSTALL_DESTINATION ${assay_package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assayConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

# Two components: `runtime`, all that suites without C++ need, and `development`, headers and libraries.
install(EXPORT assayTargets NAMESPACE assay:: DESTINATION ${assay_package_dir} COMPONENT development)
install(EXPORT assayRunnerTargets NAMESPACE assay:: DESTINATION ${assay_package_dir} COMPONENT runtime)
foreach(set IN ITEMS assayTargets assayRunnerTargets)
  export(EXPORT ${set} NAMESPACE assay:: FILE ${PROJECT_BINARY_DIR}/${set}.cmake)
endforeach()

set(assay_package_files cmake/Assay.cmake cmake/AssayMatrix.cmake cmake/AssayOptions.cmake cmake/AssaySettings.cmake cmake/suite_settings.json cmake/AssayText.cmake cmake/AssayTool.cmake cmake/AssayDiscover.cmake.in cmake/AssayFault.cmake cmake/Finddtl.cmake cmake/FindFyaml.cmake cmake/FindNettle.cmake cmake/FindRE2.cmake
                        cmake/FindSeccomp.cmake cmake/FindTomlpp.cmake cmake/Findutf8proc.cmake)
install(FILES ${assay_package_files} ${PROJECT_BINARY_DIR}/assayConfig.cmake ${PROJECT_BINARY_DIR}/assayConfigVersion.cmake
  DESTINATION ${assay_package_dir} COMPONENT runtime)
foreach(file IN LISTS assay_package_files)
  configure_file(${file} ${PROJECT_BINARY_DIR} COPYONLY)
endforeach()

# Schemas for editors, the pages that messages refer to, files to copy, and the licences of the linked
# libraries.
include(AssayNotices)
set(assay_documents ${CMAKE_INSTALL_DATAROOTDIR}/doc/assay)
install(DIRECTORY datasets/schema DESTINATION ${CMAKE_INSTALL_DATADIR}/assay COMPONENT runtime)
install(DIRECTORY docs DESTINATION ${assay_documents} COMPONENT runtime)
install(DIRECTORY examples/ci examples/cluster examples/exec_level DESTINATION ${assay_documents}/examples COMPONENT runtime)
foreach(file IN ITEMS datasets/README.md datasets/recorded/README.md cmake/Assay.cmake tests/worlds/data/README.md tests/package/suite.cc)
  get_filename_component(folder ${file} DIRECTORY)  # where the pages link to it
  install(FILES ${file} DESTINATION ${assay_documents}/${folder} COMPONENT runtime)
endforeach()
install(FILES README.md CHANGELOG.md CONTRIBUTING.md SECURITY.md LICENSE ${assay_notices} DESTINATION ${assay_documents} COMPONENT runtime)
