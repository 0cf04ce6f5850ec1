// SPDX-License-Identifier: Apache-2.0
// Public benchmarks that pair requests with shell commands.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <unordered_map>

#include "assay/internal/text.h"
#include "lines.h"
#include "sources.h"

namespace assay::convert {
namespace {

// "nl2bash_fs_3.json" runs in the world fs_3, which its tests share; empty if the file's name, without its
// folders, does not contain one.
std::string world_of(const std::string& file) {
  const std::string name = std::filesystem::path(file).filename().string();
  const std::size_t at = name.rfind("fs_");
  if (at == name.npos) return "";
  const std::size_t digits = at + 3,
                    end = std::min(name.find_first_not_of("0123456789", digits), name.size());
  return end > digits ? name.substr(at, end - at) : "";
}

// The lines without line ends.
std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  each_line(text, [&](std::string_view line, int) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    lines.push_back(line);
  });
  return lines;
}

}  // namespace

void read_nl2sh(const Text& text, const Options& options, Draft& draft) {
  read_rows(text, options,
            {.usual = mapping_from("prompt=nl,expected=bash,alternatives=bash2,tags=difficulty")}, draft);
}

void read_intercode(const Text& text, const Options& options, Draft& draft) {
  TableShape shape{.usual = mapping_from("prompt=query,expected=gold,alternatives=gold2,tags=difficulty")};
  if (const std::string world = world_of(text.file); !world.empty())
    shape.constants.push_back({"world", world});
  else
    draft.remark(Remark::Kind::note, 0, "its name does not say which world its tests share",
                 "keep its original name: nl2bash_fs_1.json");
  read_rows(text, options, shape, draft);
}

void read_nl2bash(const std::vector<Text>& texts, const Options&, Draft& draft) {
  const auto requests = lines_of(texts[0].bytes), commands = lines_of(texts[1].bytes);
  if (requests.size() != commands.size())
    throw Error(
        Problem{.where = {texts[1].file, 0},
                .what = fmt::format("has {} line{}, and {} has {}", commands.size(),
                                    commands.size() == 1 ? "" : "s", texts[0].file, requests.size()),
                .next = "name the requests first, then the commands of the same lines: all.nl all.cm"});
  std::vector<DraftCase> cases;
  std::unordered_map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const int line = static_cast<int>(i) + 1;
    if (trimmed(requests[i]).empty() && trimmed(commands[i]).empty()) continue;
    const auto [place, is_new] = known.emplace(requests[i], cases.size());
    if (is_new) cases.push_back({.line = line, .id = "", .prompt = std::string(requests[i]), .commands = {}});
    cases[place->second].commands.emplace_back(commands[i]);
  }
  for (DraftCase& each : cases) draft.take(std::move(each));
}

}  // namespace assay::convert
