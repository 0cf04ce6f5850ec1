#include "details.h"

#include <algorithm>
#include <cctype>

namespace assay::behaviour {
namespace {

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::ranges::find(names, name) != names.end();
}

// What prints, of a command line: what xargs or find -exec runs, where they do.
std::string last_utility(const std::vector<Call>& calls) {
  const auto last =
      std::ranges::find_if(calls.rbegin(), calls.rend(), [](const Call& call) { return !call.is_inner; });
  if (last == calls.rend()) return {};
  if (last->name == "find" || last->name == "xargs")
    for (const std::string& name : wrapped_names(*last))
      if (is_one_of(name, {"grep", "egrep", "fgrep", "ls", "echo"})) return name;
  return last->name;
}

// "-rw-r--r--  1 user user 5 Nov  3 10:00 " and, in front of it, the numbers of find -ls; 0: there is none.
std::size_t listing_at(std::string_view line) {
  std::size_t at = 0;
  const auto skip = [&](auto is_part) {
    const std::size_t begin = at;
    while (at < line.size() && is_part(line[at])) ++at;
    return at > begin;
  };
  const auto is_digit = [](char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; };
  const auto is_blank = [](char c) { return c == ' '; };
  const auto is_word = [](char c) { return c != ' '; };
  skip(is_blank);
  for (int numbers = 0; numbers < 2 && at < line.size() && is_digit(line[at]); ++numbers)
    if (skip(is_word), !skip(is_blank)) return 0;
  if (at + 10 > line.size() || std::string_view("-dlpsbc").find(line[at]) == std::string_view::npos) return 0;
  if (line.substr(at + 1, 9).find_first_not_of("rwxsStT-") != std::string_view::npos) return 0;
  // Mode, names, user, group, size, month, day, time.
  for (int words = 0; words < 8; ++words)
    if (!skip(is_word) || !skip(is_blank)) return 0;
  return at;
}

std::optional<std::string> name_in_listing(std::string_view line) {
  const std::size_t at = listing_at(line);
  if (at == 0) return std::nullopt;
  line.remove_prefix(at);
  return std::string(line.substr(0, line.find(" -> ")));
}

// "line" of "a.txt:line" and of "a.txt:12:line".
std::optional<std::string> line_of_file(std::string_view line) {
  const std::size_t name = line.find(':');
  if (name == std::string_view::npos || name == 0) return std::nullopt;
  line.remove_prefix(name + 1);
  const std::size_t number = line.find_first_not_of("0123456789");
  if (number != std::string_view::npos && number > 0 && line[number] == ':') line.remove_prefix(number + 1);
  return std::string(line);
}

}  // namespace

Detail detail_of(const std::vector<Call>& accepted, const std::vector<Call>& generated) {
  const std::string mine = last_utility(accepted), others = last_utility(generated);
  const auto are = [&](std::initializer_list<std::string_view> names) {
    return is_one_of(mine, names) && is_one_of(others, names);
  };
  if (are({"ls", "find", "echo"})) return Detail::listing;
  if (are({"grep", "egrep", "fgrep"})) return Detail::file_names;
  return Detail::none;
}

std::optional<std::string> without(Detail detail, std::string_view out) {
  std::string plain;
  for (std::size_t begin = 0, end; begin < out.size(); begin = end + 1) {
    end = std::min(out.find('\n', begin), out.size());
    const std::string_view line = out.substr(begin, end - begin);
    if (line.empty() || (detail == Detail::listing && line.starts_with("total "))) continue;
    const auto rest = detail == Detail::listing ? name_in_listing(line) : line_of_file(line);
    if (!rest) return std::nullopt;
    (plain += *rest) += '\n';
  }
  return plain;
}

}  // namespace assay::behaviour
