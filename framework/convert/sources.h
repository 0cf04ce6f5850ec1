// SPDX-License-Identifier: Apache-2.0
// The readers: each puts the tests of its source into a draft. They throw Error if a text is not in the
// expected format.
#pragma once

#include <functional>

#include "draft.h"
#include "node.h"

namespace assay::convert {

// The columns that a known kind of table has by default.
struct TableShape {
  Mapping usual = {};                         // the columns of parts, if present
  std::vector<Mapping::Pair> constants = {};  // parts with the same value in every row, and that value
};

void read_csv_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft);
// Objects, one per line or in one array.
void read_json_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft);
// By the file name's extension: .csv, otherwise JSON.
void read_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft);

// By the file name's extension: a table (.csv), one object per line (.jsonl), JSON (.json), otherwise YAML.
void read_promptfoo(const Text& text, const Options& options, Draft& draft);
void read_promptfoo_table(const Text& text, const Options& options, Draft& draft);

// inspect_ai: samples with `input` and `target`.
void read_inspect(const Text& text, const Options& options, Draft& draft);
// What a sample's input asks: the text, or the user's last message; empty: nothing.
std::string prompt_of_input(const Node& input);
// Why that is only a part of what it asks, as beside an image; empty: it is all.
std::string fault_of_input(const Node& input);
// NL2SH-ALFA as a table, and InterCode-ALFA, whose files are named after their worlds.
void read_nl2sh(const Text& text, const Options& options, Draft& draft);
void read_intercode(const Text& text, const Options& options, Draft& draft);
// NL2Bash: each line of the second text is the command for the same line of the first.
void read_nl2bash(const std::vector<Text>& texts, const Options& options, Draft& draft);
// caro's YAML, or TOML (.toml).
void read_caro(const Text& text, const Options& options, Draft& draft);
// kebab's golden queries.
void read_kebab(const Text& text, const Options& options, Draft& draft);
// Topics, then relevance judgements (qrels).
void read_trec(const std::vector<Text>& texts, const Options& options, Draft& draft);
void read_beir(const std::vector<Text>& texts, const Options& options, Draft& draft);

// Throws UsageError if the mapping names a part that has no effect on a format whose mapping has only these.
void expect_parts(const Mapping& mapping, std::string_view format, const std::vector<std::string>& parts);

// Is told of a row that was left out, or was read otherwise than it is written.
using TellOfRow = std::function<void(Remark::Kind kind, int line, std::string what)>;

// Skips blank lines. A line that is not JSON, even as other programs write it (parse_foreign_json), is told;
// without `tell` it throws Error with its number.
void each_json_line(const Text& text, const std::function<void(Node)>& take, const TellOfRow& tell = {});
// One value, as other programs write it.
Node read_json_document(const Text& text, const TellOfRow& tell = {});
// A list of the objects; a line that is not JSON keeps its place, as nothing with the fault as its text.
Node read_json_lines(const Text& text, const TellOfRow& tell);

struct JsonRows {
  std::string pointer;  // to the list of rows; empty: rows are lines, or the elements of the whole list
  std::function<bool(const Node&)> is_row;  // whether an object has what a row needs
};
// Rows in a list are numbered from 1; those in lines have the number 0. Returns the line of the list, or 0.
int each_json_row(const Text& text, const JsonRows& rows,
                  const std::function<void(const Node& row, int number)>& take, const TellOfRow& tell);

}  // namespace assay::convert
