# The package: what find_package(assay) finds, installed and in the build tree (so that suites of this project and the
# tests of the package use what a consumer uses).
include(CMakePackageConfigHelpers)

set(assay_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/assay)
configure_package_config_file(cmake/assayConfig.cmake.in ${PROJECT_BINARY_DIR}/assayConfig.cmake
  INSTALL_DESTINATION ${assay_package_dir} NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/assayConfigVersion.cmake COMPATIBILITY SameMinorVersion ARCH_INDEPENDENT)

foreach(set IN ITEMS assayTargets assayRunnerTargets)
  install(EXPORT ${set} NAMESPACE assay:: DESTINATION ${assay_package_dir})
  export(EXPORT ${set} NAMESPACE assay:: FILE ${PROJECT_BINARY_DIR}/${set}.cmake)
endforeach()

set(assay_package_files cmake/Assay.cmake cmake/AssayMatrix.cmake cmake/AssayOptions.cmake cmake/AssayText.cmake cmake/AssayTool.cmake cmake/AssayDiscover.cmake.in cmake/AssayFault.cmake cmake/Finddtl.cmake cmake/FindNettle.cmake cmake/FindRE2.cmake
                        cmake/FindSeccomp.cmake cmake/Findutf8proc.cmake)
install(FILES ${assay_package_files} ${PROJECT_BINARY_DIR}/assayConfig.cmake ${PROJECT_BINARY_DIR}/assayConfigVersion.cmake
  DESTINATION ${assay_package_dir})
foreach(file IN LISTS assay_package_files)
  configure_file(${file} ${PROJECT_BINARY_DIR} COPYONLY)
endforeach()
