// SPDX-License-Identifier: Apache-2.0
// Options shared by several subcommands.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "command_line.h"

namespace CLI {
class App;
class Option;
class Validator;
}  // namespace CLI

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

inline constexpr const char* kOnlySuite = "Only look at runs of this suite";

CLI::Option* add_levels(CLI::App& command, std::vector<std::string>& levels);
CLI::Option* add_tables(CLI::App& command, Places& tables);
// A server's model instead of a local one; returns the option of its address.
CLI::Option* add_embedder(CLI::App& command, ModelChoice& model);
// Both kinds, and the model's profile; returns the option of the folder.
CLI::Option* add_model(CLI::App& command, ModelChoice& model);
CLI::Option* add_judge(CLI::App& command, JudgeChoice& judge);
// The cost limit; `who` names those it applies to.
CLI::Option* add_max_cost(CLI::App& command, JudgeChoice& judge, const std::string& who);
// Accepts the words for a ReplyUse.
CLI::Option* add_cache(CLI::App& command, const std::string& name, std::string& to, const std::string& help);
void add_store(CLI::App& command, RunPlace& place);
void add_place(CLI::App& command, RunPlace& place, const std::string& suite);
void add_exec_levels(CLI::App& command, std::vector<std::string>& levels);

void add_keep_outputs(CLI::App& command, KeptOutputs& kept);

// Accepts the name of a profile.
CLI::Option* add_profile(CLI::App& command, std::function<void(EvaluationProfile)> keep);

CLI::Option* add_format(CLI::App& command, Format& format);
// Findings in formats for code hosts; `what` describes them in the help. Returns the option.
CLI::Option* add_findings(CLI::App& command, std::string& format, const std::string& what);

CLI::Option* add_question(CLI::App& command, std::function<void(Question)> keep);

}  // namespace assay::cli
