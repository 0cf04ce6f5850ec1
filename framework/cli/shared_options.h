// SPDX-License-Identifier: Apache-2.0
// Options shared by several subcommands.
#pragma once

#include <CLI/App.hpp>
#include <functional>
#include <string>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/stored_run.h"
#include "assay/internal/suite.h"
#include "assay/store.h"
#include "command_line.h"

namespace assay::cli {

// Words that a value may be or, if they end in ':', begin with: shown in the help and by shells. They
// restrict nothing; `fault` does, if given: it returns what is wrong with a value.
CLI::Validator offered(const std::vector<std::string>& words,
                       std::function<std::string(std::string&)> fault = nullptr);

// The type of a value that names a stored run; shells complete it.
inline constexpr const char* kRunType = "RUN";
inline constexpr const char* kRunNames =
    "A run: its id or a prefix of it, its name, latest, latest~1, a store (FILE.db or FILE.db:RUN, URL or "
    "URL#RUN), or a folder of reports";

// An option with a value, of which the help says the type.
template <typename T>
CLI::Option* add_valued(CLI::App& command, const std::string& name, const std::string& type, T& value,
                        const std::string& text) {
  return command.add_option(name, value, text)->type_name(type);
}

inline constexpr const char* kOnlySuite = "Only look at runs of this suite";

// The settings that the table has for this command (suite_settings.h).
void add_settings(CLI::App& command, SuiteSettings& settings);
// --no-cache: what commands did in worlds is neither kept nor found.
CLI::Option* add_no_cache(CLI::App& command, std::function<void()> forgo);
// For commands with --max-cost that ask no tool: only the judge costs something.
void limit_cost_of_judge(CLI::App& command);
// Two of them, for commands that have no others.
CLI::Option* add_tables(CLI::App& command, Places& tables);
CLI::Option* add_question(CLI::App& command, Question& question);
void add_store(CLI::App& command, RunPlace& place);
void add_place(CLI::App& command, RunPlace& place, const std::string& suite);

void add_keep_outputs(CLI::App& command, KeptOutputs& kept);

CLI::Option* add_format(CLI::App& command, Format& format);
// Findings in formats for code hosts; `what` describes them in the help. Returns the option.
CLI::Option* add_findings(CLI::App& command, std::string& format, const std::string& what);

}  // namespace assay::cli
