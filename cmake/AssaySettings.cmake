# SPDX-License-Identifier: Apache-2.0
# The settings of a suite, from the one table of them, suite_settings.json: for assay_add_suite and assay_add_matrix, for the
# program (AssaySettingsHeader.cmake) and for docs/suite-settings.md. Members of a row:
#
#   name       min_score: MIN_SCORE in CMake, --min-score in the program; `short` is an option of one letter, `member` the name
#              in suite.json, if it is another one
#   in         who has it: the program's commands; suite: assay_add_suite, which writes it into suite.json; cmake:
#              assay_add_suite, which handles it itself
#   kind       SettingKind of suite.h; texts: several, as they are
#   words      the values of a word; `pattern` is a regular expression for those of other kinds
#   least, most  the bounds of a number
#   must       what a value is, for messages; of words, shares, amounts without bounds and addresses it is known
#   with, needs, excludes, of   the options that it goes with, needs one of, or cannot be used with, and how to call the needed
#   default, unset   the value if none is given, or what that means
#   value, text   how help and documents call the value, and what they say of the setting
#
# The global property ASSAY_SETTINGS lists their names in CMake; ASSAY_<NAME>_<member> is what the table says of one.
include_guard(GLOBAL)

# Sets `out` to a member of a setting, or to nothing.
function(_assay_setting out name member)
  get_property(value GLOBAL PROPERTY ASSAY_${name}_${member})
  set(${out} "${value}" PARENT_SCOPE)
endfunction()

# Sets `out` to the settings whose `member` matches `pattern`.
function(_assay_settings_with out member pattern)
  get_property(all GLOBAL PROPERTY ASSAY_SETTINGS)
  set(found "")
  foreach(name IN LISTS all)
    _assay_setting(value ${name} ${member})
    if(value MATCHES "${pattern}")
      list(APPEND found ${name})
    endif()
  endforeach()
  set(${out} "${found}" PARENT_SCOPE)
endfunction()

# What values of each kind look like, their bounds, and how messages call them; a row may say it itself.
function(_assay_describe_kind name kind)
  foreach(member IN ITEMS words pattern must least most)
    _assay_setting(${member} ${name} ${member})
  endforeach()
  if(kind STREQUAL "word")
    string(REPLACE "+" "\\+" pattern "${words}")
    string(REPLACE ";" "|" pattern "^(${pattern})$")
    list(JOIN words ", " must)
    string(REGEX REPLACE ", ([^,]*)$" " or \\1" must "${must}")
  elseif(kind STREQUAL "count")
    set(pattern "^[0-9]+(\\.0*)?$")
    if(least STREQUAL "")
      set(least 1)
    endif()
    string(APPEND must " from ${least} to ${most}")
  elseif(kind MATCHES "^(share|seconds|amount|budget)$")
    set(pattern "^([0-9]+\\.?[0-9]*|\\.[0-9]+)([eE][-+]?[0-9]+)?$")
    if(must STREQUAL "")
      set(must "a number from 0 on")
    endif()
    if(kind STREQUAL "share")
      set(most 1)
      set(must "a number from 0 to 1")
    endif()
  elseif(kind STREQUAL "url")
    set(pattern "^https?://[^/@?#]+(/[^?#]*)?$")
    set(must "an address as http://localhost:11434/v1")
  endif()
  foreach(member IN ITEMS pattern must least most)
    set_property(GLOBAL PROPERTY ASSAY_${name}_${member} "${${member}}")
  endforeach()
endfunction()

function(_assay_read_settings)
  file(READ "${CMAKE_CURRENT_FUNCTION_LIST_DIR}/suite_settings.json" table)
  string(JSON rows LENGTH "${table}")
  math(EXPR last_row "${rows} - 1")
  set(names "")
  foreach(at RANGE ${last_row})
    string(JSON row GET "${table}" ${at})
    string(JSON key GET "${row}" name)
    string(TOUPPER "${key}" name)
    list(APPEND names ${name})
    string(JSON members LENGTH "${row}")
    math(EXPR last_member "${members} - 1")
    foreach(index RANGE ${last_member})
      string(JSON member MEMBER "${row}" ${index})
      string(JSON value GET "${row}" ${member})
      if(member STREQUAL "words")
        string(REGEX REPLACE "[][\n \"]" "" value "${value}")
        string(REPLACE "," ";" value "${value}")
      endif()
      set_property(GLOBAL PROPERTY ASSAY_${name}_${member} "${value}")
    endforeach()
    string(JSON kind GET "${row}" kind)
    _assay_describe_kind(${name} ${kind})
  endforeach()
  set_property(GLOBAL PROPERTY ASSAY_SETTINGS "${names}")
endfunction()
_assay_read_settings()
