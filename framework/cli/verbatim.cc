// SPDX-License-Identifier: Apache-2.0
#include "verbatim.h"

#include <CLI/App.hpp>
#include <algorithm>

namespace assay::cli {
namespace {

constexpr char kGuard = '\x7f';  // CLI11 2.4 lets no name of an option begin with a lower one
const std::string kEndOfOptions = std::string("--") + kGuard;

bool is_in_brackets(std::string_view text) { return text.starts_with('[') && text.ends_with(']'); }

// Where the value begins: behind the name of an option that is given as --name=value or -nvalue.
std::size_t value_in(std::string_view argument) {
  if (argument.starts_with("--")) return std::min(argument.size(), argument.find('=')) + 1;
  return argument.starts_with('-') ? 2 : 0;
}

std::string guarded_argument(std::string argument) {
  const std::size_t value = value_in(argument);
  if (value >= argument.size()) return argument;
  const std::string_view text = std::string_view(argument).substr(value);
  if (text == "++" || text.front() == kGuard || is_in_brackets(text)) argument.insert(value, 1, kGuard);
  return argument;
}

// The form of a validator: changes the value in place, and finds no fault.
std::string remove_guard(std::string& value) {
  if (value == kEndOfOptions) value = "--";  // it was the value of the option before it
  if (value.starts_with(kGuard)) value.erase(0, 1);
  return {};
}

}  // namespace

void read_guarded(CLI::App& command) {
  for (CLI::Option* option : command.get_options()) option->transform(CLI::Validator(remove_guard, ""));
  command.add_flag(kEndOfOptions)->group("");
}

std::vector<std::string> guarded(const std::vector<std::string>& arguments,
                                 const std::vector<std::string>& commands) {
  std::vector<std::string> all;
  bool has_command = false, are_operands = false;
  for (const std::string& argument : arguments) {
    if (are_operands) {
      all.push_back(kGuard + argument);
    } else if (has_command && argument == "--") {
      all.push_back(kEndOfOptions);
      are_operands = true;
    } else {
      all.push_back(guarded_argument(argument));
    }
    has_command = has_command || std::ranges::count(commands, argument) > 0;
  }
  std::ranges::reverse(all);
  return all;
}

std::string unguarded(std::string message) {
  std::erase(message, kGuard);
  return message;
}

}  // namespace assay::cli
