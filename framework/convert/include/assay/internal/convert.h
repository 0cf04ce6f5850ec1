// SPDX-License-Identifier: Apache-2.0
// Tests that were written for something else, as a dataset: text in, the dataset's text out, with a list of
// what could not be carried over and where it stands in the source.
//
// Pure: nothing is read, written or run. All functions are re-entrant. docs/convert.md describes the formats.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "assay/dataset.h"
#include "assay/internal/utilities.h"

namespace assay::convert {

// Where tests come from.
enum class Source { csv, jsonl, promptfoo, inspect, nl2sh, intercode, nl2bash, caro, kebab, trec, beir };
std::string_view to_string(Source source);
std::optional<Source> source_from(std::string_view word);
std::vector<std::string> source_names();  // in the order of docs/convert.md

// Which column or member of a row becomes which part of a case.
struct Mapping {
  struct Pair {
    std::string part;    // prompt, expected, …: part_names()
    std::string column;  // a header of a CSV file; a member of an object, or a JSON pointer (/a/b)
  };
  std::vector<Pair> pairs;  // a part may take several columns, in this order
};
// "prompt=nl,expected=bash"; a comma in a column's name is written \, there. Throws Error for a part that
// there is none of, or a pair without a column.
Mapping mapping_from(std::string_view text);
std::vector<std::string> part_names();

struct Text {
  std::string file;  // for messages
  std::string_view bytes;
};

struct Options {
  std::string name;  // of the dataset: letters, digits and _
  Mapping mapping;   // of tables; parts that it does not name take the column of their own name
  std::string category = "general";  // of cases whose source names none
  RiskLevel risk = RiskLevel::low;   // of commands that show no danger, where the source says nothing of risk
  int relevant = 1;  // the least grade of a document that has the answer, where the source has grades
  bool refuse_unanswered =
      false;  // a query without such a document asks for a refusal; otherwise it is left out
};

// What differs from the source.
struct Remark {
  enum class Kind {
    left_out,  // a whole test: what it demands cannot be said, and a weaker case would pass wrong answers
    dropped,   // something that no grade depends on
    note,      // what is carried over, but may surprise
  } kind = Kind::dropped;
  SourceLine where;
  std::string what;  // a sentence without its full stop
  std::string next;  // may be empty
};
std::string_view to_string(Remark::Kind kind);

struct Conversion {
  std::string text;  // of the dataset (docs/dataset-format.md); empty where there is no case
  Dataset dataset;   // what is read from it, with its lines; its file is to be set by who writes it
  std::size_t cases = 0;
  std::size_t left_out = 0;
  std::size_t assumed_risks = 0;  // cases whose risk_level and
  std::size_t assumed_posix = 0;  // whose posix_compliant were computed from their commands
  std::vector<Remark> remarks;    // in the order of the source
};

// REQUIRES: as many texts as the source has files, each at most 256 MiB. Throws Error with file and line
// where a text is not what it is said to be: bytes that are not UTF-8, a table that is cut off, an id that
// comes twice.
Conversion convert(Source source, const std::vector<Text>& texts, const Options& options,
                   const UtilityTables& tables);

}  // namespace assay::convert
