#include "case_index.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <span>

#include "assay/internal/json.h"
#include "assay/summary.h"

namespace assay {
namespace {

constexpr std::string_view kHeader = "assay-index 4 ";
constexpr std::string_view kCommands = "commands";
constexpr std::string_view kQueries = "queries";

// A file in memory for as long as this lives; empty where it cannot be mapped.
class Mapped {
 public:
  explicit Mapped(const std::filesystem::path& file) {
    const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    struct stat known;
    if (fd >= 0 && ::fstat(fd, &known) == 0 && known.st_size > 0) {
      void* at = ::mmap(nullptr, static_cast<std::size_t>(known.st_size), PROT_READ, MAP_PRIVATE, fd, 0);
      if (at != MAP_FAILED) text_ = {static_cast<const char*>(at), static_cast<std::size_t>(known.st_size)};
    }
    if (fd >= 0) ::close(fd);
  }
  ~Mapped() {
    if (!text_.empty()) ::munmap(const_cast<char*>(text_.data()), text_.size());
  }
  Mapped(const Mapped&) = delete;
  Mapped& operator=(const Mapped&) = delete;
  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

// Cuts the text up to `end` off the front.
std::string_view take(std::string_view& text, char end) {
  const auto at = std::min(text.find(end), text.size());
  const auto piece = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return piece;
}

template <typename Number>
Number number(std::string_view text) {
  Number value{};
  std::from_chars(text.data(), text.data() + text.size(), value);
  return value;
}

IndexedFile parse_file(std::string_view line) {
  IndexedFile file;
  file.info.cases = number<std::size_t>(take(line, '\t'));
  file.stamp.size = number<std::uint64_t>(take(line, '\t'));
  file.stamp.modified_ns = number<std::int64_t>(take(line, '\t'));
  file.info.sha256 = take(line, '\t');
  file.info.name = take(line, '\t');
  file.info.version = take(line, '\t');
  file.info.file = line;
  return file;
}

// Reads the header off `text`; what is left are the cases. None for a file of another kind or version.
std::optional<CaseIndex> take_header(std::string_view& text) {
  if (!text.starts_with(kHeader)) return std::nullopt;
  text.remove_prefix(kHeader.size());
  CaseIndex index;
  index.tool.size = number<std::uint64_t>(take(text, ' '));
  index.tool.modified_ns = number<std::int64_t>(take(text, ' '));
  const auto files = number<std::size_t>(take(text, ' '));
  const auto problems = number<std::size_t>(take(text, ' '));
  index.cases = number<std::size_t>(take(text, ' '));
  index.kind = take(text, '\n') == kQueries ? DatasetKind::queries : DatasetKind::commands;
  for (std::size_t i = 0; i < files; ++i) index.files.push_back(parse_file(take(text, '\n')));
  for (std::size_t i = 0; i < problems; ++i) {
    std::string_view line = take(text, '\n');
    const int at = number<int>(take(line, '\t'));
    const std::string file(take(line, '\t')), what(take(line, '\t'));
    index.problems.push_back({.where = {file, at}, .pointer = "", .what = what, .next = std::string(line)});
  }
  return index;
}

// The line of `name` in the sorted lines; empty where there is none.
std::string_view find_line(std::string_view lines, std::string_view name) {
  while (!lines.empty()) {
    const auto start = lines.rfind('\n', lines.size() / 2);
    const auto begin = start == lines.npos || start + 1 == lines.size() ? 0 : start + 1;
    const auto line = lines.substr(begin, lines.find('\n', begin) - begin);
    const auto here = line.substr(0, line.find('\t'));
    if (here == name) return line;
    if (here < name)
      lines.remove_prefix(std::min(begin + line.size() + 1, lines.size()));
    else
      lines = lines.substr(0, begin);
  }
  return {};
}

std::string read_span(const std::filesystem::path& file, const CaseSpan& span) {
  std::string bytes(span.length, '\0');
  const int fd = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  const ssize_t n = fd < 0 ? -1 : ::pread(fd, bytes.data(), bytes.size(), static_cast<off_t>(span.offset));
  if (fd >= 0) ::close(fd);
  bytes.resize(n < 0 ? 0 : static_cast<std::size_t>(n));
  return bytes;
}

}  // namespace

void write_index(const std::filesystem::path& file, const CaseIndex& index,
                 const std::vector<IndexedDataset>& datasets) {
  std::vector<std::pair<std::string, std::string>> lines;  // by name; a name's own order and not its line's
  lines.reserve(index.cases);
  for (std::size_t set = 0; set < datasets.size(); ++set)
    for (std::size_t i = 0; i < datasets[set].spans.size(); ++i) {
      const auto& asked = datasets[set].dataset.cases[i];
      const auto& span = datasets[set].spans[i];
      lines.emplace_back(full_name_of(asked),
                         fmt::format("\t{}\t{}\t{}\t{}\n", set, span.offset, span.length, asked.where.line));
    }
  std::sort(lines.begin(), lines.end());
  std::string text = fmt::format("{}{} {} {} {} {} {}\n", kHeader, index.tool.size, index.tool.modified_ns,
                                 index.files.size(), index.problems.size(), lines.size(),
                                 index.kind == DatasetKind::queries ? kQueries : kCommands);
  for (const auto& [info, stamp] : index.files)
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", info.cases, stamp.size, stamp.modified_ns,
                        info.sha256, info.name, info.version, info.file);
  for (const auto& problem : index.problems)
    text +=
        fmt::format("{}\t{}\t{}\t{}\n", problem.where.line, problem.where.file, problem.what, problem.next);
  for (const auto& [name, rest] : lines) (text += name) += rest;
  write_file_atomically(file, text);
}

CaseIndex read_index(const std::filesystem::path& file) {
  const Mapped mapped(file);
  auto text = mapped.text();
  if (auto index = take_header(text)) return *std::move(index);
  throw Error(Problem{.where = {file.string(), 0},
                      .what = "the index of the suite's cases is missing or of another version",
                      .next = "run ctest in the build folder: it makes the index"});
}

std::optional<IndexedCase> find_case(const std::filesystem::path& file, std::string_view name) {
  const Mapped mapped(file);
  auto text = mapped.text();
  auto index = take_header(text);
  if (!index) return std::nullopt;
  std::string_view line = find_line(text, name);
  if (line.empty()) return std::nullopt;
  take(line, '\t');
  const auto& source = index->files.at(number<std::size_t>(take(line, '\t')));
  const CaseSpan span{number<std::uint64_t>(take(line, '\t')), number<std::uint64_t>(take(line, '\t'))};
  if (stamp_of(source.info.file) != source.stamp) return std::nullopt;
  Case found = parse_case(read_span(source.info.file, span), {source.info.file, number<int>(line)});
  found.dataset = source.info.name;
  found.name = name.substr(source.info.name.size() + 1);
  return IndexedCase{std::move(found), *std::move(index)};
}

}  // namespace assay
