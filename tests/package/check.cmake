# SPDX-License-Identifier: Apache-2.0
# Installs the package to an empty prefix, then builds and runs the consumer against it. -DBUILD= the
# project's build folder, -DSOURCE= this folder, -DWORK= an empty folder.
include(${SOURCE}/step.cmake)
file(REMOVE_RECURSE ${WORK})
step("install" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix)
consume(${WORK}/prefix)

# Without headers and libraries a suite with SOURCES is refused, with a message that says what to install.
file(REMOVE_RECURSE ${WORK}/prefix ${WORK}/build)
step("install the runtime" ${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/prefix --component runtime)
execute_process(COMMAND ${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/build -G Ninja -DCMAKE_PREFIX_PATH=${WORK}/prefix
                RESULT_VARIABLE result OUTPUT_VARIABLE output ERROR_VARIABLE output)
if(result EQUAL 0)
  message(FATAL_ERROR "a suite with SOURCES is configured without assay's libraries")
endif()
expect("the refusal" "Debian: assay-dev")
