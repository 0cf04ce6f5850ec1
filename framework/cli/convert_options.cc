// SPDX-License-Identifier: Apache-2.0
#include <CLI/App.hpp>

#include "assay/internal/answers.h"
#include "conversion.h"
#include "shared_options.h"

namespace assay::cli {

void add_convert(CLI::App& app, ConvertTests& options) {
  auto& command = *app.add_subcommand(
      "convert", "Make a dataset of tests in another format, and list what could not be carried over");
  command.add_option("file", options.files, "The tests; of some formats two files (docs/convert.md)")
      ->required();
  command
      .add_option_function<std::string>(
          "--from", [&options](const std::string& word) { options.source = *convert::source_from(word); },
          "The format: " + CLI::detail::join(convert::source_names(), ", "))
      ->type_name("FORMAT")
      ->check(CLI::IsMember(convert::source_names()))
      ->required();
  command
      .add_option(
          "--map", options.mapping,
          "Of tables: which column is which part of a case, as prompt=nl,expected=bash; again for more")
      ->type_name("PART=COLUMN")
      ->allow_extra_args(false);
  command.add_option("-o,--output", options.output, "The dataset to write")->type_name("FILE")->required();
  command.add_flag("--force", options.force, "Write over a file that is there already");
  command.add_option("--name", options.name, "Of the dataset; otherwise as the file is called")
      ->type_name("NAME");
  command.add_option("--category", options.category, "Of cases whose source names none; otherwise general")
      ->type_name("NAME");
  command
      .add_option("--risk", options.risk,
                  "Of cases whose source says nothing and whose commands show no danger; otherwise low")
      ->type_name("LEVEL")
      ->check(CLI::IsMember({"safe", "low", "medium", "high", "critical"}));
  command
      .add_option("--relevant", options.relevant,
                  "Of judged documents: the least grade of one that has the answer; otherwise 1")
      ->type_name("GRADE")
      ->check(CLI::Range(1, 100));
  command.add_flag("--refuse-unanswered", options.refuse_unanswered,
                   "The tool should refuse a query without such a document; otherwise it is left out");
  add_tables(command, options.tables);
  command.add_flag("--json", options.json, "One JSON object instead of text");
}

void add_import(CLI::App& app, ImportAnswers& options) {
  add_import(app, static_cast<ImportRuns&>(options));
  auto& command = *app.get_subcommand("import");
  auto* from = command
                   .add_option("--from", options.from,
                               "The answers' format, where another program wrote them: " +
                                   CLI::detail::join(convert::answer_source_names(), ", "))
                   ->type_name("FORMAT")
                   ->check(CLI::IsMember(convert::answer_source_names()))
                   ->needs(command.get_option("--dataset"));
  command
      .add_option("--map", options.mapping,
                  "Of jsonl: which member is which part of an answer, as prompt=/doc/nl,answer=output")
      ->type_name("PART=MEMBER")
      ->allow_extra_args(false)
      ->needs(from);
}

}  // namespace assay::cli
