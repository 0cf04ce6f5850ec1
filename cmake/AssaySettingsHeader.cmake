# SPDX-License-Identifier: Apache-2.0
# The table of settings for C++ (AssaySettings.cmake): a struct with a member for each, constants with what the table says
# of it, and a function that visits both.
include_guard(GLOBAL)
include("${CMAKE_CURRENT_LIST_DIR}/AssaySettings.cmake")

# Writes ${folder}/assay/internal/suite_settings_table.h.
function(assay_write_settings_header folder)
  foreach(type IN ITEMS "text std::string" "url std::string" "word std::string" "place std::filesystem::path" "file std::filesystem::path"
          "names std::vector<std::string>" "places std::vector<std::filesystem::path>" "programs std::vector<ExecLevel>" "share double"
          "amount double" "seconds double" "count unsigned" "budget std::shared_ptr<Budget>")
    string(REGEX MATCH "^([a-z]+) (.*)$" _ "${type}")
    set(type_${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()
  set(members "")
  set(rows "")
  set(visits "")
  set(at 0)
  _assay_settings_with(names in "suite|run")
  foreach(setting IN LISTS names)
    foreach(column IN ITEMS name in kind member value words needs excludes text must least most short default)
      _assay_setting(${column} ${setting} ${column})
    endforeach()
    if(NOT default STREQUAL "" AND kind MATCHES "^(text|word)$")
      set(default "\"${default}\"")
    endif()
    string(APPEND members "  ${type_${kind}} ${name}{${default}};\n")
    list(JOIN words "," words)
    if(NOT member)
      set(member ${name})
    endif()
    set(more "")
    foreach(bound IN ITEMS least most)
      if(NOT ${bound} STREQUAL "")
        string(APPEND more ", .${bound} = ${${bound}}")
      endif()
    endforeach()
    string(APPEND rows "  {.name = \"${name}\", .member = \"${member}\", .in = \" ${in} \", .kind = SettingKind::${kind}, .value = \"${value}\", "
           ".words = \"${words}\", .needs = \"${needs}\", .excludes = \"${excludes}\", .short_option = \"${short}\", .text = \"${text}\", .must = \"${must}\"${more}},\n")
    string(APPEND visits "  visit(kSuiteSettings[${at}], settings.${name});\n")
    math(EXPR at "${at} + 1")
  endforeach()
  file(CONFIGURE OUTPUT "${folder}/assay/internal/suite_settings_table.h" @ONLY CONTENT
"// Written by CMake from suite_settings.json; included by suite.h.
struct SuiteSettings {
@members@
  // The names of those that were given.
  std::set<std::string, std::less<>> given;
};
inline constexpr SettingFacts kSuiteSettings[] = {
@rows@};
template <typename Settings, typename Visitor>
void visit_settings(Settings& settings, Visitor&& visit) {
@visits@}
")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/suite_settings.json")
endfunction()
