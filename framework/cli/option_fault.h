// SPDX-License-Identifier: Apache-2.0
// Error messages for option values; empty: the value is valid.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/internal/suite.h"

namespace assay::cli {

std::string gate_fault(const std::string& text);
// By the syntax of age_from().
std::string age_fault(const std::string& text);
// Of a number within the bounds of that setting of a suite: CLI11's own check lets "nan" pass, a limit that
// nothing reaches.
std::string number_fault(const std::string& text, const SettingFacts& setting);
std::string whole_number_fault(const std::string& text, std::uint64_t least);
// A run's name must not be ambiguous with other ways to name a run.
std::string run_name_fault(const std::string& text);
// For `words` that a command with these options does not take.
std::string argument_fault(const std::vector<std::string>& words, const std::vector<std::string>& options);
// For `words` in which no subcommand was found; `known` lists the subcommands.
std::string command_fault(const std::vector<std::string>& words, const std::vector<std::string>& known);

// An age as written on the command line (12h, 30d, 8w): a whole number of at most six digits followed by h,
// d or w; none for anything else.
std::optional<std::chrono::hours> age_from(std::string_view text);

}  // namespace assay::cli
