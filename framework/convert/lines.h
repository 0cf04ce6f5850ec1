// SPDX-License-Identifier: Apache-2.0
// Text by lines: words of a line, and records of comma-separated values.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "assay/error.h"

namespace assay::convert {

// Calls take(line, number) for each line, without its line feed and counted from 1. A text that ends with a
// line feed has no line after it.
template <typename Take>
void each_line(std::string_view text, Take take) {
  for (int number = 1; !text.empty(); ++number) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end), number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// What stands between ASCII blanks.
std::vector<std::string_view> words_of_line(std::string_view line);

// "51" of "51" and "051", which are one number, written differently; empty: it is no number of digits alone.
std::string plain_number(std::string_view id);

// What stands between tabs: unlike a word, it may hold blanks. A field that begins with a quote ends at the
// closing one, and its doubled quotes are single ones (RFC 4180); throws Error if it has none.
std::vector<std::string> fields_between_tabs(std::string_view line, const SourceLine& where);

// Tables of comma-separated values (RFC 4180), with the line of each record.
struct CsvRecord {
  int line = 0;                     // of its first byte
  std::vector<std::string> fields;  // as many as columns
};

struct CsvTable {
  std::vector<std::string> columns;  // unique and not empty
  int header_line = 1;
  std::vector<CsvRecord> records;
};

// A header, then records. Spreadsheets write a first line `sep=;`, so it is accepted; lines end with LF or
// CRLF; empty lines are skipped. Throws Error for everything else that RFC 4180 does not allow: a quote
// inside a field that does not begin with one, text after a closing quote, an unclosed quote, a bare carriage
// return, a record whose number of fields differs from the number of columns; and for a column with no name
// or a duplicate one.
CsvTable read_csv(std::string_view text, const std::string& file);

}  // namespace assay::convert
