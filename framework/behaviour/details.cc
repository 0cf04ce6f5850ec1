// SPDX-License-Identifier: Apache-2.0
#include "details.h"

#include <algorithm>
#include <optional>

namespace assay::behaviour {
namespace {

using LineReader = std::optional<std::string_view> (*)(std::string_view line);

constexpr std::string_view kDigits = "0123456789";

// The utility that prints a command line's output: the one that xargs or find -exec runs, if that is known to
// print.
std::string last_utility(const std::vector<Call>& calls) {
  const auto last =
      std::ranges::find_if(calls.rbegin(), calls.rend(), [](const Call& call) { return !call.is_inner; });
  if (last == calls.rend()) return {};
  if (last->name == "find" || last->name == "xargs")
    for (const std::string& name : wrapped_names(*last))
      if (is_one_of(name, {"grep", "egrep", "fgrep", "wc", "ls"})) return name;
  return last->name;
}

// ---- Readers of a line without its detail; none if it has no such detail ----

// "12" of "12 a.txt", as wc prints it.
std::optional<std::string_view> count_in(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  const std::size_t end = line.find_first_not_of(kDigits, begin);
  if (begin == std::string_view::npos || end == std::string_view::npos || end == begin || line[end] != ' ')
    return std::nullopt;
  return line.substr(begin, end - begin);
}

// "line" of "a.txt:line".
std::optional<std::string_view> line_behind_name(std::string_view line) {
  const std::size_t end = line.find(':');
  if (end == std::string_view::npos || end == 0) return std::nullopt;
  return line.substr(end + 1);
}

// "line" of "12:line", and of "12-line", which is context of another line.
std::optional<std::string_view> line_behind_number(std::string_view line) {
  if (line == "--") return line;
  const std::size_t end = line.find_first_not_of(kDigits);
  if (end == std::string_view::npos || end == 0 || (line[end] != ':' && line[end] != '-'))
    return std::nullopt;
  return line.substr(end + 1);
}

// "line" of "    12\tline", as cat and nl print it; nl does not number an empty line.
std::optional<std::string_view> numbered_line(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos) return std::string_view();
  const std::size_t end = line.find_first_not_of(kDigits, begin);
  if (end == std::string_view::npos || end == begin || line[end] != '\t') return std::nullopt;
  return line.substr(end + 1);
}

// Takes the first word off `line`, and the blanks before it.
std::string_view take_word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
  const std::string_view word = line.substr(0, line.find(' '));
  line.remove_prefix(word.size());
  return word;
}

bool is_mode(std::string_view word) {
  constexpr std::size_t kLetters = 10;
  return word.size() >= kLetters && word.find_first_not_of("-dlbcpsrwxStT.+@") == std::string_view::npos;
}

// "a.txt" of "-rw-r--r-- 1 user user 12 Jan  1 10:00 a.txt", with or without an inode number and blocks
// before it.
std::optional<std::string_view> name_in_listing(std::string_view line) {
  constexpr int kBehindMode = 7;  // links, owner, group, size, and three for the time
  std::string_view word = take_word(line);
  for (int i = 0; i < 2 && !word.empty() && word.find_first_not_of(kDigits) == std::string_view::npos; ++i)
    word = take_word(line);
  if (!is_mode(word)) return std::nullopt;
  const bool is_link = word.front() == 'l';
  for (int i = 0; i < kBehindMode; ++i)
    if (take_word(line).empty()) return std::nullopt;
  if (line.size() < 2) return std::nullopt;
  line.remove_prefix(1);
  return is_link ? line.substr(0, line.find(" -> ")) : line;
}

// None if a line has no such detail.
std::optional<std::string> lines_read(std::string_view out, LineReader read) {
  std::string plain;
  for (std::size_t begin = 0, end; begin < out.size(); begin = end + 1) {
    end = std::min(out.find('\n', begin), out.size());
    const std::string_view line = out.substr(begin, end - begin);
    if (line.empty()) continue;
    const auto rest = read(line);
    if (!rest) return std::nullopt;
    (plain += *rest) += '\n';
  }
  return plain;
}

bool is_total(std::string_view line) {
  const auto is_number = [](std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789.KMGT") == std::string_view::npos;
  };
  return (line.starts_with("total ") && is_number(line.substr(6))) || line.starts_with("Filesystem ") ||
         (line.ends_with("\ttotal") && is_number(line.substr(0, line.size() - 6)));
}

// Without the lines that are about all the others; none if there are none of them.
std::optional<std::string> without_totals(std::string_view out) {
  std::string plain;
  bool has_total = false;
  for (std::size_t begin = 0, end; begin < out.size(); begin = end + 1) {
    end = std::min(out.find('\n', begin), out.size());
    const std::string_view line = out.substr(begin, end - begin);
    has_total |= is_total(line);
    if (!is_total(line)) (plain += line) += '\n';
  }
  return has_total ? std::optional(plain) : std::nullopt;
}

bool has_short_option(const Call& call, char letter) {
  return std::ranges::any_of(call.arguments, [&](std::string_view word) {
    return word.size() > 1 && word[0] == '-' && word[1] != '-' && word.find(letter) != word.npos;
  });
}

bool numbers_lines(const Call& call) {
  return call.name == "nl" || (call.name == "cat" && has_short_option(call, 'n'));
}

// Whether each line of its listing is about a path that it was given: for a folder, `ls` lists the contents.
bool lists_what_it_is_given(const Call& call) {
  const auto& words = call.arguments;
  const auto type = std::ranges::find(words, "-type");
  const bool has_files_alone =
      call.name == "find" && type != words.end() && type + 1 != words.end() && *(type + 1) != "d";
  const auto ls = call.name == "ls" ? words.begin() : std::ranges::find(words, "ls");
  const bool names_folders = std::any_of(ls, words.end(), [](std::string_view word) {
    return word.starts_with('-') && !word.starts_with("--") && word.find('d') != std::string_view::npos;
  });
  return has_files_alone || names_folders ||
         (call.name == "find" && std::ranges::find(words, "-ls") != words.end());
}

}  // namespace

Detail detail_of(const std::vector<Call>& accepted, const std::vector<Call>& generated) {
  const std::string mine = last_utility(accepted), others = last_utility(generated);
  const auto are = [&](std::initializer_list<std::string_view> names) {
    return is_one_of(mine, names) && is_one_of(others, names);
  };
  if (are({"wc"})) return Detail::names_of_counts;
  const auto asks_for_no_names = [](const Call& call) {
    return call.name.ends_with("grep") &&
           (has_short_option(call, 'h') ||
            std::ranges::find(call.arguments, "--no-filename") != call.arguments.end());
  };
  if (are({"grep", "egrep", "fgrep"}))
    return std::ranges::any_of(accepted, asks_for_no_names) ? Detail::none : Detail::names_of_lines;
  if (std::ranges::any_of(generated, numbers_lines) && std::ranges::none_of(accepted, numbers_lines))
    return Detail::numbers_of_lines;
  if (are({"find", "ls"}) && std::ranges::any_of(generated, lists_what_it_is_given))
    return Detail::attributes_of_files;
  return are({"ls", "du", "df", "head", "tail", "sort"}) ? Detail::totals : Detail::none;
}

std::vector<std::string> plainer(Detail detail, std::string_view out) {
  std::vector<std::string> readings;
  const auto add = [&](std::optional<std::string> reading) {
    if (reading) readings.push_back(*std::move(reading));
  };
  switch (detail) {
    case Detail::none: break;
    case Detail::names_of_lines:
      add(lines_read(out, line_behind_name));
      add(lines_read(out, line_behind_number));
      break;
    case Detail::numbers_of_lines: add(lines_read(out, numbered_line)); break;
    case Detail::totals: add(without_totals(out)); break;
    case Detail::names_of_counts: add(lines_read(out, count_in)); break;
    case Detail::attributes_of_files: add(lines_read(out, name_in_listing)); break;
  }
  return readings;
}

}  // namespace assay::behaviour
