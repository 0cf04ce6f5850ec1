// SPDX-License-Identifier: Apache-2.0
// What is wrong with words of the command line, for people; empty: nothing.
#pragma once

#include <string>
#include <vector>

namespace assay::cli {

std::string gate_fault(const std::string& text);
// As age_from() reads it.
std::string age_fault(const std::string& text);
// A share is a number from 0 to 1; not a number is none.
std::string share_fault(const std::string& text);
// The name of a run cannot be taken for anything else that names one.
std::string run_name_fault(const std::string& text);
// Where no command was found in `words`, of those that are `known`.
std::string command_fault(const std::vector<std::string>& words, const std::vector<std::string>& known);

}  // namespace assay::cli
