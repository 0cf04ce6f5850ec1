// SPDX-License-Identifier: Apache-2.0
#include "case_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "assay/internal/file.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "assay/summary.h"

namespace assay {
namespace {

constexpr std::string_view kHeader = "assay-index 8 ";
constexpr std::string_view kCommands = "commands";
constexpr std::string_view kQueries = "queries";
constexpr std::string_view kInWorlds = "worlds";  // begins the line of levels; "-" if no case has a world

// Removes the text before `end`, and `end` itself, from the front.
std::string_view take(std::string_view& text, char end) {
  const auto at = std::min(text.find(end), text.size());
  const auto piece = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return piece;
}

template <typename Number>
Number number(std::string_view text) {
  return number_from<Number>(text).value_or(0);
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

// Reads from `text` what lines_of() wrote.
CaseLevels take_levels(std::string_view& text) {
  CaseLevels levels;
  auto line = take(text, '\n');
  levels.in_worlds = take(line, '\t') == kInWorlds;
  const auto worlds = number<std::size_t>(take(line, '\t'));
  const auto userlands = number<std::size_t>(take(line, '\t'));
  while (!line.empty()) levels.named.emplace(take(line, '\t'));
  const auto take_places = [&](std::size_t count, auto& places) {
    for (std::size_t i = 0; i < count; ++i) {
      line = take(text, '\n');
      const auto name = take(line, '\t');
      places.emplace(name, line);
    }
  };
  take_places(worlds, levels.worlds);
  take_places(userlands, levels.userlands);
  return levels;
}

std::string lines_of(const CaseLevels& levels) {
  std::string lines = fmt::format("{}\t{}\t{}", levels.in_worlds ? kInWorlds : "-", levels.worlds.size(),
                                  levels.userlands.size());
  for (const auto& name : levels.named) lines += "\t" + one_line(name);
  lines += "\n";
  for (const auto& [name, place] : levels.worlds)
    lines += fmt::format("{}\t{}\n", one_line(name), place.string());
  for (const auto& [name, place] : levels.userlands) lines += fmt::format("{}\t{}\n", one_line(name), place);
  return lines;
}

// Reads the header from `text`, leaving the cases. None for a file of another kind or version.
std::optional<CaseIndex> take_header(std::string_view& text) {
  if (!text.starts_with(kHeader)) return std::nullopt;
  text.remove_prefix(kHeader.size());
  CaseIndex index;
  const auto files = number<std::size_t>(take(text, ' '));
  const auto problems = number<std::size_t>(take(text, ' '));
  index.cases = number<std::size_t>(take(text, ' '));
  index.kind = take(text, ' ') == kQueries ? DatasetKind::queries : DatasetKind::commands;
  index.skip_mark = take(text, '\n');
  index.levels = take_levels(text);
  for (std::size_t i = 0; i < files; ++i) index.files.push_back(parse_file(take(text, '\n')));
  for (std::size_t i = 0; i < problems; ++i) {
    std::string_view line = take(text, '\n');
    const int at = number<int>(take(line, '\t'));
    const std::string file(take(line, '\t')), what(take(line, '\t'));
    index.problems.push_back({.where = {file, at}, .pointer = "", .what = what, .next = std::string(line)});
  }
  return index;
}

// The rest of the line of `name`; empty if there is none.
std::string_view find_line(std::string_view lines, const std::string& name) {
  const auto at = lines.find("\n" + name + "\t");  // `lines` starts with the header's last newline
  if (at == lines.npos) return {};
  lines.remove_prefix(at + name.size() + 2);
  return first_line(lines);
}

std::string read_span(const std::filesystem::path& file, const CaseSpan& span) {
  std::string bytes(span.length, '\0');
  std::ifstream in(file, std::ios::binary);
  in.seekg(static_cast<std::streamoff>(span.offset));
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

std::string bytes_of(const std::filesystem::path& file) {
  std::error_code none;
  return std::filesystem::exists(file, none) ? read_file(file) : "";
}

}  // namespace

std::vector<DatasetInfo> infos_of(const CaseIndex& index) {
  std::vector<DatasetInfo> infos;
  for (const auto& file : index.files) infos.push_back(file.info);
  return infos;
}

void write_index(const std::filesystem::path& file, const CaseIndex& index,
                 const std::vector<IndexedDataset>& datasets) {
  std::string text =
      fmt::format("{}{} {} {} {} {}\n", kHeader, index.files.size(), index.problems.size(), index.cases,
                  index.kind == DatasetKind::queries ? kQueries : kCommands, index.skip_mark);
  text += lines_of(index.levels);
  for (const auto& [info, stamp] : index.files)
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\n", info.cases, stamp.size, stamp.modified_ns,
                        info.sha256, info.name, info.version, info.file);
  for (const auto& problem : index.problems)
    text +=
        fmt::format("{}\t{}\t{}\t{}\n", problem.where.line, problem.where.file, problem.what, problem.next);
  for (std::size_t set = 0; set < datasets.size(); ++set)
    for (std::size_t i = 0; i < datasets[set].spans.size(); ++i) {
      const auto& asked = datasets[set].dataset.cases[i];
      const auto& span = datasets[set].spans[i];
      text += fmt::format("{}\t{}\t{}\t{}\t{}\n", full_name_of(asked), set, span.offset, span.length,
                          asked.where.line);
    }
  write_own_file(file, text);
}

CaseIndex read_index(const std::filesystem::path& file) {
  const std::string bytes = bytes_of(file);
  std::string_view text = bytes;
  if (auto index = take_header(text)) return *std::move(index);
  throw Error({file.string(), 0}, "the index of the suite's cases is missing or of another version",
              "run ctest in the build folder: it makes the index");
}

std::optional<IndexedCase> find_case(const std::filesystem::path& file, const std::string& name) {
  const std::string bytes = bytes_of(file);
  std::string_view text = bytes;
  auto index = take_header(text);
  if (!index) return std::nullopt;
  const auto before = bytes.size() - text.size() - 1;
  std::string_view line = find_line(std::string_view(bytes).substr(before), name);
  if (line.empty()) return std::nullopt;
  const auto& source = index->files.at(number<std::size_t>(take(line, '\t')));
  const CaseSpan span{number<std::uint64_t>(take(line, '\t')), number<std::uint64_t>(take(line, '\t'))};
  if (stamp_of(source.info.file) != source.stamp) return std::nullopt;
  Case found = parse_case(read_span(source.info.file, span), {source.info.file, number<int>(line)});
  found.dataset = source.info.name;
  found.name = name.substr(source.info.name.size() + 1);
  return IndexedCase{std::move(found), *std::move(index)};
}

}  // namespace assay
