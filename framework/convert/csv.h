// SPDX-License-Identifier: Apache-2.0
// Tables of comma-separated values (RFC 4180), with the line of each record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::convert {

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
