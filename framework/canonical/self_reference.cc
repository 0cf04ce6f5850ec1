#include "self_reference.h"

#include <array>

namespace assay::canonical {
namespace {

constexpr std::array<std::string_view, 12> kNames = {
    "BASHPID",     "BASH_SUBSHELL",         "BASH_COMMAND", "BASH_LINENO", "BASH_ARGC", "BASH_ARGV",
    "BASH_SOURCE", "BASH_EXECUTION_STRING", "FUNCNAME",     "LINENO",      "HISTCMD",   "PIPESTATUS"};

bool is_name_char(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// As a name of its own, whatever stands in front of it: arithmetic and declare know it without a dollar.
bool has_name(std::string_view script, std::string_view name) {
  for (std::size_t at = script.find(name); at != script.npos; at = script.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    const bool begins = at == 0 || !is_name_char(script[at - 1]);
    if (begins && (end == script.size() || !is_name_char(script[end]))) return true;
  }
  return false;
}

// $_ or ${_…} at `at`, which is a dollar.
bool is_last_argument(std::string_view script, std::size_t at) {
  std::size_t name = at + 1;
  if (name < script.size() && script[name] == '{') ++name;
  while (name < script.size() && (script[name] == '!' || script[name] == '#')) ++name;
  return name < script.size() && script[name] == '_' &&
         (name + 1 == script.size() || !is_name_char(script[name + 1]));
}

// Outside single quotes: within them it is perl's.
bool has_last_argument(std::string_view script) {
  bool doubled = false;
  for (std::size_t at = 0; at < script.size(); ++at) {
    if (script[at] == '\\') {
      ++at;
    } else if (script[at] == '"') {
      doubled = !doubled;
    } else if (script[at] == '\'' && !doubled) {
      at = script.find('\'', at + 1);
      if (at == script.npos) return false;
    } else if (script[at] == '$' && is_last_argument(script, at)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string_view self_reference(std::string_view script) {
  // Each of the names has one of these.
  if (script.find('_') == script.npos && script.find_first_of("BFLHP") == script.npos) return {};
  if (script.find("$_") != script.npos || script.find("_}") != script.npos ||
      script.find("{_") != script.npos || script.find("{!_") != script.npos ||
      script.find("{#_") != script.npos)
    if (has_last_argument(script)) return "_";
  for (const std::string_view name : kNames)
    if (has_name(script, name)) return name;
  return {};
}

}  // namespace assay::canonical
