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

// Pairs of a request and a command; equal requests are one case.
class RequestPairs {
 public:
  // The files must outlive this object.
  RequestPairs(const std::string& requests, const std::string& commands, Draft& draft)
      : requests_(requests), commands_(commands), draft_(draft) {}

  void take(std::string_view request, std::string_view command, int line) {
    // A request whose pairs are all left out keeps its number.
    const auto [place, is_new] = known_.emplace(request, cases_.size());
    if (is_new)
      cases_.push_back({.line = line,
                        .id = numbered_id(cases_.size() + 1),
                        .prompt = std::string(request),
                        .commands = {}});
    if (leaves_out(request, command, line)) return;
    auto& accepted = cases_[place->second].commands;
    if (std::ranges::find(accepted, command) == accepted.end())
      accepted.emplace_back(command);
    else
      draft_.remark(Remark::Kind::dropped, {commands_, line},
                    fmt::format("\"{}\" is accepted twice; once is kept", one_line(command)));
  }

  void finish() {
    for (DraftCase& each : cases_)
      if (!each.commands.empty()) draft_.take(std::move(each));
  }

 private:
  bool leaves_out(std::string_view request, std::string_view command, int line) {
    constexpr const char* kBoth = "write it, or remove the line from both files";
    constexpr const char* kNul = "remove it; programs cannot be handed one";
    if (trimmed(request).empty())
      draft_.leave_out({requests_, line}, "the request is blank", kBoth);
    else if (trimmed(command).empty())
      draft_.leave_out({commands_, line}, "the command is blank", kBoth);
    else if (request.find('\0') != request.npos)
      draft_.leave_out({requests_, line}, "holds a NUL character", kNul);
    else if (command.find('\0') != command.npos)
      draft_.leave_out({commands_, line}, "holds a NUL character", kNul);
    else
      return false;
    return true;
  }

  const std::string& requests_;
  const std::string& commands_;
  Draft& draft_;
  std::vector<DraftCase> cases_;
  std::unordered_map<std::string_view, std::size_t> known_;  // by request
};

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
    throw Error({texts[1].file, 0},
                fmt::format("has {}, and {} has {}", counted(commands.size(), "line"), texts[0].file,
                            requests.size()),
                "name the requests first, then the commands of the same lines: all.nl all.cm");
  RequestPairs pairs(texts[0].file, texts[1].file, draft);
  for (std::size_t i = 0; i < requests.size(); ++i)
    if (!trimmed(requests[i]).empty() || !trimmed(commands[i]).empty())
      pairs.take(requests[i], commands[i], static_cast<int>(i) + 1);
  pairs.finish();
}

}  // namespace assay::convert
