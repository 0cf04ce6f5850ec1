# SPDX-License-Identifier: Apache-2.0
# cmake -DNM=<nm> -DOBJECTS=<object;…> -P check_kernels.cmake
#
# The encoder is compiled for several kinds of processor. If two of its objects define an inline function of
# the same name, the linker keeps one of them, possibly one that this machine cannot execute: so there must be
# none.
foreach(object IN LISTS OBJECTS)
  execute_process(COMMAND ${NM} --defined-only ${object} OUTPUT_VARIABLE symbols COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "[0-9a-f]+ [WVu] [^\n]+" weak "${symbols}")
  foreach(symbol IN LISTS weak)
    if(NOT symbol MATCHES "Eigen_(baseline|avx2|avx512)" AND NOT symbol MATCHES " V DW\\.ref\\.")
      message(SEND_ERROR "${object} shares a function with code for other processors: ${symbol}")
    endif()
  endforeach()
endforeach()
