// SPDX-License-Identifier: Apache-2.0
#include "lines.h"

#include <fmt/format.h>

#include <cctype>
#include <unordered_map>

#include "assay/error.h"
#include "assay/internal/text.h"

namespace assay::convert {
namespace {

constexpr std::size_t kMostColumns = 1000;
constexpr std::size_t kMostFields = 8u << 20;  // a field takes 32 bytes in addition to its text
constexpr std::size_t kMostFaultyLines = 100;

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : rest_(text), file_(file) { read_separator(); }

  CsvTable read() {
    CsvTable table;
    CsvRecord record;
    while (next(record)) {
      fields_ += record.fields.size();
      if (fields_ > kMostFields) fail(record.line, "there are more than 8 million fields", "split the file");
      if (table.columns.empty())
        take_header(std::move(record), table);
      else if (record.fields.size() == table.columns.size())
        table.records.push_back(std::move(record));
      else
        wrong_length(record, table.columns.size());
      record = {};
    }
    if (table.columns.empty()) fail(1, "has no header", "write the names of the columns into the first line");
    if (!problems_.empty()) throw Error(std::move(problems_));
    return table;
  }

 private:
  // "sep=;" as the first line.
  void read_separator() {
    if (!rest_.starts_with("sep=") || rest_.size() < 5) return;
    const std::size_t after = rest_.substr(5).starts_with("\r\n") ? 7
                              : rest_.substr(5).starts_with('\n') ? 6
                                                                  : 0;
    if (after == 0 || rest_[4] == '"' || rest_[4] == '\n' || rest_[4] == '\r') return;
    separator_ = rest_[4];
    rest_.remove_prefix(after);
    ++line_;
  }

  // False at the end of the text.
  bool next(CsvRecord& record) {
    while (end_of_line()) continue;  // empty lines
    if (rest_.empty()) return false;
    record.line = line_;
    do record.fields.push_back(field());
    while (take(separator_));
    if (!rest_.empty() && !end_of_line()) misplaced();
    return true;
  }

  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }
  bool end_of_line() {
    const std::size_t size = rest_.starts_with('\n') ? 1 : rest_.starts_with("\r\n") ? 2 : 0;
    rest_.remove_prefix(size);
    line_ += size > 0;
    return size > 0;
  }

  std::string field() {
    if (take('"')) return quoted();
    const char ends[] = {separator_, '\n', '\r', '"'};
    const std::size_t size = std::min(rest_.find_first_of(std::string_view(ends, 4)), rest_.size());
    std::string text(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return text;
  }

  std::string quoted() {
    const int opened = line_;
    std::string text;
    for (;;) {
      const std::size_t size = rest_.find('"');
      if (size == rest_.npos)
        fail(opened, "the quoted field that begins here is never closed",
             "close it with \"; write a quote inside it as \"\"");
      const std::string_view part = rest_.substr(0, size);
      text += part;
      line_ += static_cast<int>(std::ranges::count(part, '\n'));
      rest_.remove_prefix(size + 1);
      if (!take('"')) return text;
      text += '"';
    }
  }

  // Reports text after a field that is neither a separator nor a line end.
  [[noreturn]] void misplaced() {
    if (rest_.starts_with('"'))
      fail(line_, "a field that does not begin with a quote contains one",
           "put the whole field into quotes, and write each quote inside it twice");
    if (rest_.starts_with('\r'))
      fail(line_, "a carriage return without a line feed",
           "end lines with LF or CRLF, and put text that contains a carriage return into quotes");
    const std::size_t size = std::min<std::size_t>(rest_.find_first_of("\r\n"), 20);
    fail(line_, fmt::format("text follows the closing quote of a field: {}", one_line(rest_.substr(0, size))),
         "write a quote inside a field twice (\"\"), and nothing after the closing one");
  }

  void take_header(CsvRecord record, CsvTable& table) {
    if (record.fields.size() > kMostColumns)
      fail(record.line,
           fmt::format("has {} columns; at most {} are read", record.fields.size(), kMostColumns),
           "remove columns that nothing is mapped to");
    std::unordered_map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < record.fields.size(); ++i) {
      const std::string& name = record.fields[i];
      if (trimmed(name).empty())
        fail(record.line, fmt::format("column {} has no name", i + 1), "name it, or remove it");
      const auto [first, is_new] = seen.emplace(name, i);
      if (!is_new)
        fail(
            record.line,
            fmt::format("columns {} and {} are both called \"{}\"", first->second + 1, i + 1, one_line(name)),
            "rename one of the two");
    }
    table.header_line = record.line;
    table.columns = std::move(record.fields);
  }

  void wrong_length(const CsvRecord& record, std::size_t columns) {
    problems_.push_back({.where = {file_, record.line},
                         .what = fmt::format("has {}, and the header has {}",
                                             counted(record.fields.size(), "field"), columns),
                         .next = "put fields that contain a separator or a line end into quotes"});
    if (problems_.size() == kMostFaultyLines) throw Error(std::move(problems_));
  }

  [[noreturn]] void fail(int line, std::string what, std::string next) {
    problems_.push_back({.where = {file_, line}, .what = std::move(what), .next = std::move(next)});
    throw Error(std::move(problems_));
  }

  std::string_view rest_;
  const std::string& file_;
  char separator_ = ',';
  int line_ = 1;
  std::size_t fields_ = 0;
  std::vector<Problem> problems_;
};

}  // namespace

std::vector<std::string_view> words_of_line(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\v\f\r";
  std::vector<std::string_view> words;
  for (std::size_t at = 0; (at = line.find_first_not_of(kBlanks, at)) != line.npos;) {
    const std::size_t end = std::min(line.find_first_of(kBlanks, at), line.size());
    words.push_back(line.substr(at, end - at));
    at = end;
  }
  return words;
}

std::string plain_number(std::string_view id) {
  const bool is_number =
      !id.empty() && std::ranges::all_of(id, [](unsigned char c) { return std::isdigit(c) != 0; });
  if (!is_number) return {};
  const std::size_t first = id.find_first_not_of('0');
  return first == id.npos ? "0" : std::string(id.substr(first));
}

std::vector<std::string> fields_between_tabs(std::string_view line, const SourceLine& where) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::vector<std::string> fields;
  for (bool is_more = true; is_more; line.remove_prefix(std::min<std::size_t>(1, line.size()))) {
    std::string field;
    if (line.starts_with('"')) {
      for (bool is_first = true; line.starts_with('"'); is_first = false) {
        if (!is_first) field += '"';
        line.remove_prefix(1);
        const std::size_t end = line.find('"');
        if (end == line.npos)
          throw Error(where, "a quoted field is never closed",
                      "close it with \"; write a quote inside it as \"\"");
        field += line.substr(0, end);
        line.remove_prefix(end + 1);
      }
      if (!line.empty() && line.front() != '\t')
        throw Error(where, "text follows the closing quote of a field",
                    "write a quote inside a field as \"\"");
    } else {
      const std::size_t end = std::min(line.find('\t'), line.size());
      field = line.substr(0, end);
      line.remove_prefix(end);
    }
    is_more = !line.empty();
    fields.push_back(std::move(field));
  }
  return fields;
}

CsvTable read_csv(std::string_view text, const std::string& file) { return Reader(text, file).read(); }

}  // namespace assay::convert
