// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "assay/internal/answers.h"
#include "dataset/commands.h"
#include "option_fault.h"
#include "shared_options.h"

namespace assay::cli {
namespace {

// It would be read from, or written to, a file with that name.
std::string dash_fault(const std::string& file) {
  return file == "-" ? "standard input and output are not supported: name a file" : "";
}

// An option without effect was meant to have one.
void expect_effect(const CLI::App& command, const char* option, convert::Source source,
                   bool convert::Effects::*effect) {
  if (command.count(option) == 0 || convert::effects_on(source).*effect) return;
  std::vector<std::string> names = convert::source_names();
  std::erase_if(names, [&](const std::string& name) {
    return !(convert::effects_on(*convert::source_from(name)).*effect);
  });
  throw CLI::ValidationError(option, "has no effect with --from " + std::string(convert::to_string(source)) +
                                         ", only with " + CLI::detail::join(names, ", "));
}

}  // namespace

void add_convert(CLI::App& app, ConvertTests& options) {
  auto& command = *app.add_subcommand(
      "convert", "Make a dataset from tests in another format, and list what could not be carried over");
  command
      .add_option("file", options.files, "The files of the tests; some formats have two (docs/convert.md)")
      ->check(CLI::Validator(dash_fault, ""))
      ->required();
  command
      .add_option_function<std::string>(
          "--from", [&options](const std::string& word) { options.source = *convert::source_from(word); },
          "The format: " + CLI::detail::join(convert::source_names(), ", "))
      ->type_name("FORMAT")
      ->check(CLI::IsMember(convert::source_names()))
      ->required();
  command
      .add_option("--map", options.mapping,
                  "For tables: which column holds which part of a case, as in prompt=nl,expected=bash; may "
                  "be repeated")
      ->type_name("PART=COLUMN")
      ->allow_extra_args(false);
  command.add_option("-o,--output", options.output, "The dataset to write")
      ->type_name("FILE")
      ->check(CLI::Validator(dash_fault, ""))
      ->required();
  command.add_flag("--force", options.force, "Overwrite an existing file");
  command.add_option("--name", options.name, "The dataset's name; default: the output file's name")
      ->type_name("NAME");
  command
      .add_option("--category", options.category,
                  "The category of cases whose source names none; default: general")
      ->type_name("NAME");
  command
      .add_option("--risk", options.risk,
                  "The risk of cases whose source names none and whose commands show no danger; default: low")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"safe", "low", "medium", "high", "critical"}));
  command
      .add_option("--relevant", options.relevant,
                  "For judged documents: the lowest grade of a document that has the answer; default: 1")
      ->type_name("GRADE")
      ->check(CLI::Range(1, 100));
  command.add_flag("--refuse-unanswered", options.refuse_unanswered,
                   "Queries without such a document expect a refusal; by default they are left out");
  add_tables(command, options.tables);
  command.add_flag("--json", options.json, "One JSON object instead of text");
  command.callback([&command, &options] {
    using convert::Effects;
    expect_effect(command, "--map", options.source, &Effects::mapping);
    expect_effect(command, "--category", options.source, &Effects::defaults);
    expect_effect(command, "--risk", options.source, &Effects::defaults);
    expect_effect(command, "--relevant", options.source, &Effects::grades);
    expect_effect(command, "--refuse-unanswered", options.source, &Effects::grades);
  });
}

void add_import(CLI::App& app, ImportRuns& options) {
  auto& command =
      *app.add_subcommand("import", "Import finished runs, or answers recorded elsewhere, into the store");
  command
      .add_option(
          "source", options.sources,
          "Folders with run.json and results.jsonl, or results.jsonl files; with --dataset: recorded answers")
      ->required();
  auto* dataset =
      command.add_option("--dataset", options.datasets, "The datasets for grading recorded answers")
          ->type_name("FILE")
          ->allow_extra_args(false);
  add_settings(command, options.settings);
  for (const char* name : {"--levels", "--tables", "--model", "--judge", "--min-score", "--question"})
    command.get_option(name)->needs(dataset);
  limit_cost_of_judge(command);
  add_place(command, options.place, "The suite's name for these runs");
  command.add_flag("--json", options.json, "One JSON object per run, one per line, instead of text");
  auto* from = command
                   .add_option("--from", options.from,
                               "The format of answers written by another program: " +
                                   CLI::detail::join(convert::answer_source_names(), ", "))
                   ->type_name("FORMAT")
                   ->check(CLI::IsMember(convert::answer_source_names()))
                   ->needs(dataset);
  command
      .add_option("--map", options.mapping,
                  "For jsonl: which member holds which part of an answer, as in prompt=/doc/nl,answer=output")
      ->type_name("PART=MEMBER")
      ->allow_extra_args(false)
      ->needs(from);
  command
      .add_option(
          "--tool", options.reader,
          "Read each answer as the output of this tool, a description or a known name: without its fences, "
          "thoughts and the like, and with its refusals")
      ->type_name("FILE|NAME")
      ->needs(from);
  command.callback([&options] {
    if (!options.mapping.empty() && options.from != "jsonl")
      throw CLI::ValidationError("--map", "has no effect with --from " + options.from + ", only with jsonl");
  });
}

}  // namespace assay::cli
