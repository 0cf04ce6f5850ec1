// SPDX-License-Identifier: Apache-2.0
// Builtins that show how functions are written, or where they are called.
#pragma once

#include <string_view>

namespace assay::equivalence {

constexpr std::string_view kCaller = "caller";
constexpr std::string_view kFunctions = "declare -f";

// Whether the script runs caller, which prints the line of a call.
bool runs_caller(std::string_view script);

// Whether the script defines a function and prints or exports one: declare -f, type, export -f.
bool prints_functions(std::string_view script);

}  // namespace assay::equivalence
