// SPDX-License-Identifier: Apache-2.0
// Whatever the bytes, read_csv throws Error with at least one problem, or reads a table in which every record
// has one field per column and line numbers increase. The table reads the same after it is written with every
// field in quotes.
#include <cstdint>
#include <cstdlib>
#include <iostream>

#include "assay/error.h"
#include "lines.h"

namespace {

using namespace assay::convert;

[[noreturn]] void fail(const char* what) {
  std::cerr << what << '\n';
  std::abort();
}

void write(const std::vector<std::string>& fields, std::string& text) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    text += i ? ",\"" : "\"";
    for (const char c : fields[i]) text += c == '"' ? std::string("\"\"") : std::string(1, c);
    text += '"';
  }
  text += '\n';
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  CsvTable table;
  try {
    table = read_csv(text, "f.csv");
  } catch (const assay::Error& error) {
    if (error.problems().empty()) fail("an error without a problem");
    return 0;
  }
  std::string written;
  write(table.columns, written);
  int line = table.header_line;
  for (const CsvRecord& record : table.records) {
    if (record.fields.size() != table.columns.size()) fail("a record of another length");
    if (record.line <= line) fail("lines do not rise");
    line = record.line;
    write(record.fields, written);
  }
  const CsvTable again = read_csv(written, "g.csv");
  if (again.columns != table.columns || again.records.size() != table.records.size()) fail("another table");
  for (std::size_t i = 0; i < again.records.size(); ++i)
    if (again.records[i].fields != table.records[i].fields) fail("another record");
  return 0;
}
