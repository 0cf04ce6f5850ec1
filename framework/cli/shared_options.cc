// SPDX-License-Identifier: Apache-2.0
#include "shared_options.h"

#include <fmt/format.h>

#include <CLI/App.hpp>

#include "assay/grading.h"
#include "option_fault.h"

namespace assay::cli {

CLI::Validator offered(const std::vector<std::string>& words,
                       std::function<std::string(std::string&)> fault) {
  if (!fault) fault = [](std::string&) { return std::string(); };
  return CLI::Validator(std::move(fault), fmt::format("{{{}}}", fmt::join(words, ",")));
}

CLI::Option* add_levels(CLI::App& command, std::vector<std::string>& levels) {
  std::vector<std::string> names = built_in_levels();
  for (const std::string& each : default_levels(DatasetKind::queries)) names.push_back(each);
  return command
      .add_option("--levels", levels,
                  "Levels of grading, in order; of golden queries: contains, hit@K; or your own")
      ->type_name("NAME")
      ->delimiter(',')
      ->check(offered(names));
}

CLI::Option* add_tables(CLI::App& command, Places& tables) {
  return command
      .add_option("--tables", tables, "Your own utility tables: a file or a folder; may be repeated")
      ->type_name("PLACE")
      ->allow_extra_args(false)
      ->check(CLI::ExistingPath);
}

CLI::Option* add_embedder(CLI::App& command, ModelChoice& model) {
  auto* url = command
                  .add_option("--embedder", model.url,
                              "A server that has the model instead, such as http://localhost:11434/v1; its "
                              "key comes from the environment (docs/similarity.md)")
                  ->type_name("URL");
  command.add_option("--embedder-model", model.name, "The model's name on that server")
      ->type_name("NAME")
      ->needs(url);
  command.add_option("--embedder-key", model.key_variable, "The environment variable that holds the key")
      ->type_name("VARIABLE")
      ->needs(url);
  return url;
}

CLI::Option* add_model(CLI::App& command, ModelChoice& model) {
  auto* folder =
      command.add_option("--model", model.folder, "The folder of the model for the level similarity")
          ->type_name("MODEL")
          ->check(CLI::ExistingPath);
  add_embedder(command, model)->excludes(folder);
  command
      .add_option("--calibration", model.calibration,
                  "The profile of that model, as assay calibrate writes it")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
  return folder;
}

CLI::Option* add_judge(CLI::App& command, JudgeChoice& judge) {
  auto* url = command
                  .add_option("--judge", judge.url,
                              "The server for the level judge, such as http://localhost:11434/v1; its key "
                              "comes from the environment (docs/judge.md)")
                  ->type_name("URL");
  const auto add = [&](const char* name, auto& to, const char* help, const char* type) {
    return command.add_option(name, to, help)->type_name(type)->needs(url);
  };
  add("--judge-model", judge.model, "The judge's model", "NAME");
  add("--judge-api", judge.protocol, "The server's API", "NAME")
      ->check(CLI::IsMember({"openai", "ollama", "anthropic"}));
  add("--judge-key", judge.key_variable, "The environment variable that holds the key", "VARIABLE");
  add("--judge-votes", judge.votes, "Votes per order, decided by majority", "N")->check(CLI::Range(1, 9));
  add("--judge-rate", judge.requests_per_minute, "The maximum number of requests per minute", "N")
      ->check(CLI::Validator(amount_fault, ""));
  add("--judge-price", judge.price, "The price of a million tokens, read and written, such as 0.15,0.60",
      "IN,OUT");
  add_cache(command, "--judge-cache", judge.cache,
            "use: reuse earlier verdicts; only: reuse them and never ask a server; off: always ask")
      ->needs(url);
  return url;
}

CLI::Option* add_max_cost(CLI::App& command, JudgeChoice& judge, const std::string& who) {
  return command
      .add_option_function<double>(
          "--max-cost", [&judge](double amount) { judge.budget = std::make_shared<Budget>(amount); },
          "Send no further requests to " + who + " once they have cost this much")
      ->type_name("AMOUNT")
      ->check(CLI::Validator(amount_fault, ""));
}

CLI::Option* add_cache(CLI::App& command, const std::string& name, std::string& to, const std::string& help) {
  return command.add_option(name, to, help)->type_name("WORD")->check(CLI::IsMember({"use", "only", "off"}));
}

void add_store(CLI::App& command, RunPlace& place) {
  command
      .add_option("--store", place.store,
                  "The store of runs: a file, or postgresql://… for a database on a server; default: "
                  "$ASSAY_STORE, then assay.db")
      ->type_name("STORE");
}

void add_place(CLI::App& command, RunPlace& place, const std::string& suite) {
  add_store(command, place);
  command.add_option("--suite", place.suite, suite)->type_name("NAME");
}

void add_exec_levels(CLI::App& command, std::vector<std::string>& levels) {
  command
      .add_option("--exec-level", levels,
                  "A program as a level for --levels, with its arguments, quoted as for a shell")
      ->type_name("NAME=PROGRAM")
      ->allow_extra_args(false);
}

void add_keep_outputs(CLI::App& command, KeptOutputs& kept) {
  command
      .add_option_function<std::string>(
          "--keep-outputs",
          [&kept](const std::string& word) {
            kept = word == "none"       ? KeptOutputs::none
                   : word == "failures" ? KeptOutputs::failures
                                        : KeptOutputs::all;
          },
          "For which results the store keeps the tool's output: all, failures (cases that did not pass), "
          "none")
      ->type_name("WHICH")
      ->check(CLI::IsMember({"all", "failures", "none"}));
}

CLI::Option* add_profile(CLI::App& command, std::function<void(EvaluationProfile)> keep) {
  return command
      .add_option_function<std::string>(
          "--profile",
          [keep = std::move(keep)](const std::string& word) { keep(*evaluation_profile_from(word)); },
          "What decides. exact+similarity+judge; text: proofs; evidence: proofs and runs in worlds")
      ->type_name("NAME")
      ->check(CLI::IsMember({"exact+similarity+judge", "text", "evidence"}));
}

CLI::Option* add_format(CLI::App& command, Format& format) {
  auto* markdown = command.add_flag_callback(
      "--markdown", [&format] { format = Format::markdown; }, "Markdown instead of text");
  return command
      .add_flag_callback(
          "--json", [&format] { format = Format::json; }, "One JSON object instead of text")
      ->excludes(markdown);
}

CLI::Option* add_findings(CLI::App& command, std::string& format, const std::string& what) {
  return command.add_option("--format", format, what + " as code hosts read it")
      ->type_name("FORMAT")
      ->check(CLI::IsMember({"sarif", "code-quality", "annotations"}));
}

CLI::Option* add_question(CLI::App& command, std::function<void(Question)> keep) {
  return command
      .add_option_function<std::string>(
          "--question", [keep = std::move(keep)](const std::string& word) { keep(*question_from(word)); },
          "What a right answer does. equivalent: the same as an accepted command; fulfils: what was asked "
          "for, as a person would judge it")
      ->type_name("WORD")
      ->check(CLI::IsMember({"equivalent", "fulfils"}));
}

}  // namespace assay::cli
