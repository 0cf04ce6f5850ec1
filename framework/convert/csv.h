// SPDX-License-Identifier: Apache-2.0
// Tables of comma-separated values (RFC 4180), with the line of each record.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace assay::convert {

struct CsvRecord {
  int line = 0;                     // of its first byte
  std::vector<std::string> fields;  // as many as there are columns
};

struct CsvTable {
  std::vector<std::string> columns;  // each once, none empty
  int header_line = 1;
  std::vector<CsvRecord> records;
};

// A header, then records. A byte order mark in front and a first line `sep=;` are what spreadsheets write,
// and taken so; lines end with LF or CRLF; empty lines are passed over. Throws Error for everything else that
// RFC 4180 does not allow: a quote inside of a field that does not begin with one, text behind a closing
// quote, a quote that is never closed, a bare carriage return, a record with more or fewer fields than there
// are columns; and for a column without a name or with that of another.
CsvTable read_csv(std::string_view text, const std::string& file);

}  // namespace assay::convert
