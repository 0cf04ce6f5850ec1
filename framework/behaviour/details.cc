#include "details.h"

#include <algorithm>

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
      if (is_one_of(name, {"grep", "egrep", "fgrep", "wc"})) return name;
  return last->name;
}

// "12" of "12 a.txt", as wc prints it.
std::optional<std::string> count_in(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  const std::size_t end = line.find_first_not_of("0123456789", begin);
  if (begin == std::string_view::npos || end == std::string_view::npos || end == begin || line[end] != ' ')
    return std::nullopt;
  return std::string(line.substr(begin, end - begin));
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
  if (are({"wc"})) return Detail::names_of_counts;
  if (are({"grep", "egrep", "fgrep"})) return Detail::names_of_lines;
  return Detail::none;
}

std::optional<std::string> without(Detail detail, std::string_view out) {
  std::string plain;
  for (std::size_t begin = 0, end; begin < out.size(); begin = end + 1) {
    end = std::min(out.find('\n', begin), out.size());
    const std::string_view line = out.substr(begin, end - begin);
    if (line.empty()) continue;
    const auto rest = detail == Detail::names_of_counts ? count_in(line) : line_of_file(line);
    if (!rest) return std::nullopt;
    (plain += *rest) += '\n';
  }
  return plain;
}

}  // namespace assay::behaviour
