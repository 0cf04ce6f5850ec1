// SPDX-License-Identifier: Apache-2.0
// The readers: each puts the tests of its source into a draft. Throw Error where a text is not what it is
// said to be.
#pragma once

#include <functional>

#include "draft.h"
#include "node.h"

namespace assay::convert {

// What a known kind of table has without being told.
struct TableShape {
  Mapping usual = {};                         // columns of parts, where they are there
  std::vector<Mapping::Pair> constants = {};  // parts that are the same in every row, with what they are
};

void read_csv_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft);
// Objects, one a line or as one array.
void read_json_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft);
// By the ending of its name: .csv, otherwise JSON.
void read_rows(const Text& text, const Options& options, const TableShape& shape, Draft& draft);

// By the ending of its name: a table (.csv), objects a line (.jsonl), JSON (.json), otherwise YAML.
void read_promptfoo(const Text& text, const Options& options, Draft& draft);
void read_promptfoo_table(const Text& text, const Options& options, Draft& draft);

// inspect_ai: samples with `input` and `target`.
void read_inspect(const Text& text, const Options& options, Draft& draft);
// NL2SH-ALFA as a table, and InterCode-ALFA, whose files are called by their worlds.
void read_nl2sh(const Text& text, const Options& options, Draft& draft);
void read_intercode(const Text& text, const Options& options, Draft& draft);
// NL2Bash: a line of the second text is the command of the same line of the first.
void read_nl2bash(const std::vector<Text>& texts, const Options& options, Draft& draft);
// caro's YAML, or TOML (.toml).
void read_caro(const Text& text, const Options& options, Draft& draft);
// kebab's golden queries.
void read_kebab(const Text& text, const Options& options, Draft& draft);
// Topics, then relevance judgements (qrels).
void read_trec(const std::vector<Text>& texts, const Options& options, Draft& draft);
void read_beir(const std::vector<Text>& texts, const Options& options, Draft& draft);

// Blank lines are passed over; a line that is not JSON throws Error with its number.
void each_json_line(const Text& text, const std::function<void(Node)>& take);

}  // namespace assay::convert
