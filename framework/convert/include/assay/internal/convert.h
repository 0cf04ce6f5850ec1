// SPDX-License-Identifier: Apache-2.0
// Converts tests written for other tools to a dataset: text in, the dataset's text out, with a list of what
// could not be carried over and where it is in the source.
//
// Pure: nothing is read, written or run. All functions are re-entrant. docs/convert.md describes the formats.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "assay/dataset.h"
#include "assay/error.h"
#include "assay/internal/utilities.h"

namespace assay::convert {

// The formats of tests.
enum class Source { csv, jsonl, promptfoo, inspect, nl2sh, intercode, nl2bash, caro, kebab, trec, beir };
std::string_view to_string(Source source);
std::optional<Source> source_from(std::string_view word);
std::vector<std::string> source_names();  // in the order of docs/convert.md

// The options that change what a source becomes; the others have no effect on it.
struct Effects {
  bool mapping = false;
  bool defaults = false;  // category and risk: commands have these, queries do not
  bool grades = false;    // relevant and refuse_unanswered
};
Effects effects_on(Source source);

// Maps columns or members of a row to parts of a case.
struct Mapping {
  struct Pair {
    std::string part;    // prompt, expected, …: part_names()
    std::string column;  // a header of a CSV file; a member of an object, or a JSON pointer (/a/b)
  };
  std::vector<Pair> pairs;  // a list may take several columns, in this order
  std::string rows = {};    // of JSON: a pointer to the list of rows; empty: rows are lines, or one list
};
// The call is wrong, whatever the files hold.
class UsageError : public Error {
  using Error::Error;
};

// Parses "prompt=nl,expected=bash"; a comma in a column's name is written \, there. Throws UsageError for an
// unknown part, a pair without a column, or a second column of a part that is no list.
Mapping mapping_from(std::string_view text);
std::vector<std::string> part_names();
std::vector<std::string> list_part_names();  // those that are lists

struct Text {
  std::string file;  // for messages
  std::string_view bytes;
};

struct Options {
  std::string name;                  // of the dataset: letters, digits and _
  Mapping mapping;                   // of tables; parts it does not name take the column of the same name
  std::string category = "general";  // for cases whose source names none
  RiskLevel risk = RiskLevel::low;   // for harmless-looking commands, if the source states no risk
  int relevant = 1;                  // the lowest grade that counts as relevant, if the source has grades
  bool refuse_unanswered =
      false;  // whether a query without such a document expects a refusal; otherwise it is left out
};

// A difference from the source.
struct Remark {
  enum class Kind {
    left_out,  // a whole test: its demand cannot be expressed, and a weaker case would pass wrong answers
    dropped,   // content without which the test states the same commands
    note,      // carried over, but may surprise
  } kind = Kind::dropped;
  SourceLine where;
  std::string what;  // a sentence without its full stop
  std::string next;  // may be empty
};
std::string_view to_string(Remark::Kind kind);

// How many cases got values that their source does not state: from their commands, or defaults if they have
// none.
struct Supplement {
  std::size_t computed_risks = 0;
  std::size_t computed_posix = 0;
  std::map<RiskLevel, std::size_t> default_risks = {};  // by their value
  std::size_t default_posix = 0;                        // posix_compliant: true
};
// "computed from commands: risk_level of 2 cases", "defaults of cases without a command: …"; none if all is
// stated.
std::vector<std::string> describe(const Supplement& supplement);

struct Conversion {
  std::string text;  // of the dataset (docs/dataset-format.md); empty if there are no cases
  Dataset dataset;   // as parsed from the text, with its lines; the writer of the file must set Dataset::file
  std::size_t cases = 0;
  std::size_t left_out = 0;
  Supplement supplement;
  std::vector<Remark> remarks;  // in the order of the source
};

// REQUIRES: texts of at most 256 MiB each. Throws UsageError if the source has another number of files, or
// the mapping names a part without effect on it; Error with file and line if a text is not in the given
// format: bytes that are not UTF-8, a truncated table, a duplicate id, a column that the mapping misspells.
Conversion convert(Source source, const std::vector<Text>& texts, const Options& options,
                   const UtilityTables& tables);

}  // namespace assay::convert
