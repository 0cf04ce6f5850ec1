// SPDX-License-Identifier: Apache-2.0
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

CLI::Option& add_rows(CLI::App& command, std::string& rows) {
  const auto fault = [](const std::string& text) {
    return text.starts_with('/') ? "" : "\"" + text + "\" is not a JSON pointer, such as /testCases";
  };
  return *add_valued(
              command, "--rows", "POINTER", rows,
              "For jsonl: where in one JSON document the list of rows is, as in /testRunData/testCases")
              ->check(CLI::Validator(fault, ""));
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
  add_valued(command, "--map", "PART=COLUMN", options.mapping,
             "For tables: which column holds which part of a case, as in prompt=nl,expected=bash; may "
             "be repeated")
      ->allow_extra_args(false);
  add_rows(command, options.rows);
  add_valued(command, "-o,--output", "FILE", options.output, "The dataset to write")
      ->check(CLI::Validator(dash_fault, ""))
      ->required();
  command.add_flag("--force", options.force, "Overwrite an existing file");
  add_valued(command, "--name", "NAME", options.name, "The dataset's name; default: the output file's name");
  add_valued(command, "--category", "NAME", options.category,
             "The category of cases whose source names none; default: general");
  add_valued(command, "--risk", "LEVEL", options.risk,
             "The risk of cases whose source names none and whose commands show no danger; default: low")
      ->check(CLI::IsMember({"safe", "low", "medium", "high", "critical"}));
  add_valued(command, "--relevant", "GRADE", options.relevant,
             "For judged documents: the lowest grade of a document that has the answer; default: 1")
      ->check(CLI::Range(1, 100));
  command.add_flag("--refuse-unanswered", options.refuse_unanswered,
                   "Queries without such a document expect a refusal; by default they are left out");
  add_tables(command, options.tables);
  command.add_flag("--json", options.json, "One JSON object instead of text");
  command.callback([&command, &options] {
    using convert::Effects;
    expect_effect(command, "--map", options.source, &Effects::mapping);
    if (!options.rows.empty() && options.source != convert::Source::jsonl)
      throw CLI::ValidationError("--rows", "has no effect with this --from, only with jsonl");
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
      add_valued(command, "--dataset", "FILE", options.datasets, "The datasets for grading recorded answers")
          ->allow_extra_args(false);
  add_settings(command, options.settings);
  for (const char* name : {"--levels", "--tables", "--model", "--judge", "--min-score", "--question"})
    command.get_option(name)->needs(dataset);
  limit_cost_of_judge(command);
  add_place(command, options.place, "The suite's name for these runs");
  command.add_flag("--json", options.json, "One JSON object per run, one per line, instead of text");
  auto* from = add_valued(command, "--from", "FORMAT", options.from,
                          "The format of answers written by another program: " +
                              CLI::detail::join(convert::answer_source_names(), ", "))
                   ->check(CLI::IsMember(convert::answer_source_names()))
                   ->needs(dataset);
  add_valued(command, "--map", "PART=MEMBER", options.mapping,
             "For jsonl: which member holds which part of an answer, as in prompt=/doc/nl,answer=output")
      ->allow_extra_args(false)
      ->needs(from);
  add_rows(command, options.rows).needs(from);
  add_valued(
      command, "--tool", "FILE|NAME", options.reader,
      "Read each answer as the output of this tool, a description or a known name: without its fences, "
      "thoughts and the like, and with its refusals")
      ->needs(from);
  add_valued(
      command, "--absent", "WORD", options.absent,
      "For runs of retrieval tools: a query that is not in a run found nothing (empty, the default, as "
      "trec_eval -c) or is unmeasured")
      ->check(CLI::IsMember({"empty", "unmeasured"}))
      ->needs(from);
  auto* identical =
      command.add_flag("--ignore-identical-ids", options.ranked.ignore_identical_ids,
                       "For runs of retrieval tools: leave out a document with the id of its query, "
                       "as BEIR does");
  identical->needs(from);
  add_valued(
      command, "--commands", "WORD", options.commands,
      "For transcripts of agents: the answer is the last command or all of them, each in a shell of its "
      "own; default: all for cases with an outcome, otherwise the last one")
      ->check(CLI::IsMember({"last", "all"}))
      ->needs(from);
  command.callback([&command, &options] {
    const auto source = convert::answer_source_from(options.from);
    const bool are_transcripts = source && convert::is_transcript(*source);
    if (!options.commands.empty() && !are_transcripts)
      throw CLI::ValidationError(
          "--commands", "has no effect with --from " + options.from + ", only with transcripts of agents");
    if (!options.reader.empty() && are_transcripts)
      throw CLI::ValidationError(
          "--tool", "has no effect with --from " + options.from + ": its commands are taken as they ran");
    for (const char* option : {"--absent", "--ignore-identical-ids"})
      if (command.count(option) > 0 && !(source && convert::is_ranked(*source)))
        throw CLI::ValidationError(
            option, "has no effect with --from " + options.from + ", only with trec, beir, mteb, msmarco");
    if (options.absent == "unmeasured") options.ranked.absent = convert::RankedOptions::Absent::unmeasured;
    for (const auto& [name, is_given] :
         {std::pair("--map", !options.mapping.empty()), std::pair("--rows", !options.rows.empty())})
      if (is_given && options.from != "jsonl")
        throw CLI::ValidationError(name, "has no effect with --from " + options.from + ", only with jsonl");
  });
}

}  // namespace assay::cli
