# SPDX-License-Identifier: Apache-2.0
# cmake -DROOT=<framework folder> -P CheckIncludes.cmake
#
# Checks which external header may be included in which file, which the build cannot check because every
# room's compile line can reach /usr/include; and that public headers (<room>/include/assay/*.h) include only
# public headers of ours. Prints each violation as file:line and fails. (Including a header of a room that is
# not in USES does not compile.)

cmake_minimum_required(VERSION 3.25)

# Pairs: the beginning of a header's name, and the files (below ROOT) that may include it.
set(any_cc "[^/]+/.+\\.cc")
set(rules
  "nlohmann/"  "(document/json\\.cc|http/failure\\.h|cli/terminal\\.h|run/json_members\\.h|metrics/json_number\\.h|(dataset|worlds|behaviour|tool|chat|utilities|judge|similarity|grading|evaluation|run|metrics|review|report|session|store|cli|convert)/[^/]+\\.cc|(report/(html|interchange)|cli/[a-z]+)/[^/]+\\.cc)"
  "rapidjson/" "run/json_members\\.h"
  "nettle/"    "(document/(digest|text)|sandbox/worker/effects)\\.cc"
  "boost/math" "metrics/[^/]+\\.cc"
  "re2/"       "document/linear_regex\\.cc"
  "boost/"     "(process/.+\\.(cc|h)|http/client/.+\\.(cc|h))"
  "openssl/"   "http/client/.+\\.cc"
  "dtl/"       "grading/difference\\.cc"
  "fmt/"       "${any_cc}"
  "gtest/"     "gtest/.*"
  "seccomp"    "sandbox/filter\\.cc"
  "Eigen/"     "similarity/encoder_[a-z0-9]+\\.cc"
  "unsupported/Eigen/" "similarity/encoder_[a-z0-9]+\\.cc"
  "utf8proc"   "similarity/tokenizer\\.cc"
  "SQLiteCpp/" "store/[^/]+\\.cc"
  "sqlite3"    "store/[^/]+\\.cc"
  "libpq-fe"   "postgres/program/main\\.cc"
  "zlib"       "report/html/page\\.cc"
  "libfyaml"   "convert/yaml\\.cc"
  "toml++/"    "convert/toml\\.cc"
  "CLI/"       "cli/(shared_options\\.h|(command_line|[a-z]+/options)\\.cc)")

# System headers, allowed in all files but public headers.
set(system "((sys|linux|netinet|arpa|net)/.*|[a-z0-9_]+\\.h)")
set(standard "[a-z_0-9]+")

# Sets `complaint` for one include; empty if it is allowed. `header` is without its delimiters.
function(complaint_about file delimiter header complaint)
  set(verdict "")
  if(file MATCHES "^[^/]+/include/")
    set(public TRUE)
  else()
    set(public FALSE)
  endif()
  if(file MATCHES "^[^/]+/include/assay/[^/]+$" AND header MATCHES "^assay/internal/")
    set(verdict "is internal, and this header is promised to users; declare what it needs, or move that out")
  elseif(header MATCHES "\\.\\./")
    set(verdict "goes up a folder; include \"assay/…\" of a room in USES")
  elseif(delimiter STREQUAL "\"")
    string(REGEX MATCH "^[^/]+" room "${file}")
    if(NOT header MATCHES "^assay/" AND (public OR (header MATCHES "/" AND NOT EXISTS "${ROOT}/${room}/${header}")))
      set(verdict "is neither \"assay/…\" nor an inner header of this room")
    endif()
  elseif(header MATCHES "^assay/")
    set(verdict "is ours; use quotes")
  elseif(NOT header MATCHES "^${standard}$")
    set(rest ${rules})
    set(known FALSE)
    while(rest AND NOT known)
      list(POP_FRONT rest opening allowed)
      string(FIND "${header}" "${opening}" at)
      if(at EQUAL 0)
        set(known TRUE)
        if(NOT file MATCHES "^${allowed}$" OR (public AND NOT opening STREQUAL "gtest/"))
          set(verdict "may not be included here; see the table in cmake/CheckIncludes.cmake")
        endif()
      endif()
    endwhile()
    if(NOT known AND public)
      set(verdict "is not of the standard library, and this is a public header")
    elseif(NOT known AND NOT header MATCHES "^${system}$")
      set(verdict "is not in the table in cmake/CheckIncludes.cmake")
    endif()
  endif()
  set(${complaint} "${verdict}" PARENT_SCOPE)
endfunction()

# The number of the first line of `path` that equals `line`.
function(line_number path line result)
  file(READ ${path} text)
  foreach(awkward IN ITEMS "\\" ";" "[" "]")
    string(REPLACE "${awkward}" "~" text "${text}")
  endforeach()
  string(REPLACE "\n" ";" lines "${text}")
  list(FIND lines "${line}" index)
  math(EXPR number "${index} + 1")
  set(${result} ${number} PARENT_SCOPE)
endfunction()

if(NOT IS_DIRECTORY "${ROOT}")
  message(FATAL_ERROR "ROOT is no folder: '${ROOT}'")
endif()
file(GLOB_RECURSE files RELATIVE ${ROOT} ${ROOT}/*.h ${ROOT}/*.cc)
if(NOT files)
  message(FATAL_ERROR "no sources below ${ROOT}")
endif()
set(violations 0)
foreach(file IN LISTS files)
  file(STRINGS ${ROOT}/${file} includes REGEX "^[ \t]*#[ \t]*include[ \t]*[<\"]")
  foreach(line IN LISTS includes)
    string(REGEX MATCH "([<\"])([^>\"]*)" unused "${line}")
    set(header "${CMAKE_MATCH_2}")
    complaint_about(${file} "${CMAKE_MATCH_1}" "${header}" complaint)
    if(complaint)
      line_number(${ROOT}/${file} "${line}" number)
      message("${ROOT}/${file}:${number}: error: ${header} ${complaint}")
      math(EXPR violations "${violations} + 1")
    endif()
  endforeach()
endforeach()
if(violations GREATER 0)
  message(FATAL_ERROR "${violations} includes break the rules")
endif()
