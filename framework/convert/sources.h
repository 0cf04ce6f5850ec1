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

// Skips blank lines; a line that is not JSON throws Error with its number.
void each_json_line(const Text& text, const std::function<void(Node)>& take);

}  // namespace assay::convert
