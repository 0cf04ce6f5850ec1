// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "assay/equivalence.h"
#include "assay/error.h"
#include "assay/grading.h"
#include "assay/internal/behaviour.h"
#include "assay/internal/command_grade.h"
#include "assay/internal/console.h"
#include "assay/internal/difference.h"
#include "assay/internal/json.h"
#include "assay/internal/suite.h"
#include "assay/internal/text.h"
#include "assay/internal/utilities.h"
#include "assay/internal/worlds.h"
#include "inspect/commands.h"
#include "inspect/sandbox_report.h"

namespace assay::cli {
namespace {

// A comparison of two commands as text or JSON: for a terminal, a report or a program.

using Json = nlohmann::ordered_json;

constexpr std::size_t kLongest = 1000;  // the most bytes of a text that are shown
constexpr std::size_t kBefore = 200;    // of these, before the difference

std::size_t next_character(std::string_view text, std::size_t at) {
  while (at < text.size() && continues_character(text[at])) ++at;
  return std::min(at, text.size());
}

// Bytes [begin, end) of a text, on one line, with an ellipsis where some are left out.
std::string excerpt(std::string_view text, std::size_t begin, std::size_t end) {
  std::string line = begin > 0 ? "…" : "";
  line += one_line(text.substr(begin, end - begin));
  return end < text.size() ? fmt::format("{}… ({} bytes)", line, text.size()) : line;
}

std::string excerpt(std::string_view text) {
  return excerpt(text, 0, text.size() <= kLongest ? text.size() : next_character(text, kLongest));
}

// The command with carets under the bytes that differ. The bytes before them are escaped as displayed, so the
// carets line up.
std::string marked(char name, std::string_view command, const std::optional<TextRange>& range) {
  if (!range || range->begin > command.size()) return fmt::format("  {}  {}\n", name, excerpt(command));
  const bool is_long = command.size() > kLongest;
  const auto from = is_long && range->begin > kBefore ? next_character(command, range->begin - kBefore) : 0;
  const auto to = is_long ? next_character(command, from + kLongest) : command.size();
  const auto end = std::min(std::max(range->end, range->begin), to);
  const auto before = one_line(command.substr(from, range->begin - from)).size() + (from > 0 ? 1 : 0);
  const auto width = one_line(command.substr(range->begin, end - range->begin)).size();
  return fmt::format("  {}  {}\n", name, excerpt(command, from, to)) + std::string(5 + before, ' ') +
         std::string(std::max<std::size_t>(width, 1), '^') + "\n";
}

Json range_json(const std::optional<TextRange>& range) {
  return range ? Json{{"begin", range->begin}, {"end", range->end}} : Json(nullptr);
}

Json verdict_members(const Comparison& comparison) {
  return {{"verdict", to_string(comparison.verdict)},
          {"score", comparison.score},
          {"method", comparison.method},
          {"rules", comparison.rules},
          {"assumptions", comparison.assumptions},
          {"why", comparison.why}};
}

std::string dumped(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

std::string proven_part(const Comparison& comparison) {
  std::string text;
  if (!comparison.steps.empty()) text += "rules\n";
  for (const auto& step : comparison.steps)
    text += fmt::format("  {:.2f}  {:<28} {}  {}\n", step.score, step.rule, step.side == Side::a ? 'a' : 'b',
                        one_line(step.detail));
  if (!comparison.assumptions.empty()) text += "provided that\n";
  for (const auto& assumption : comparison.assumptions) text += "  " + one_line(assumption) + "\n";
  return text;
}

// Both commands, their canonical forms, the rules used and the assumptions made; or the first difference with
// carets and a word diff. Ends in a newline; safe on a terminal for any commands.
std::string explanation(std::string_view a, std::string_view b, const Comparison& comparison, Colour colour) {
  const bool proven =
      comparison.verdict == Equivalence::equivalent || comparison.verdict == Equivalence::conditionally;
  std::string text = proven
                         ? fmt::format("{}, score {:.2f} ({}): {}\n", to_string(comparison.verdict),
                                       comparison.score, comparison.method, one_line(comparison.why))
                         : fmt::format("{}: {}\n", to_string(comparison.verdict), one_line(comparison.why));
  text += marked('a', a, comparison.first_a) + marked('b', b, comparison.first_b);
  text += fmt::format("canonical\n  a  {}\n  b  {}\n", excerpt(comparison.canonical_a),
                      excerpt(comparison.canonical_b));
  if (proven) return text + proven_part(comparison);
  if (std::max(a.size(), b.size()) <= kLongest)  // in longer ones the carets show where they differ
    text += "changes\n  " + word_diff(a, b, colour) + "\n";
  return text +
         fmt::format("a difference in text proves nothing; to run both: assay explain --world {} A B\n",
                     worlds::ready_worlds().front());
}

// The same as one JSON object, no newline.
std::string explanation_json(std::string_view a, std::string_view b, const Comparison& comparison) {
  Json json = {{"a", a}, {"b", b}};
  json.update(verdict_members(comparison));
  json["canonical_a"] = comparison.canonical_a;
  json["canonical_b"] = comparison.canonical_b;
  json["first_difference"] = {{"a", range_json(comparison.first_a)}, {"b", range_json(comparison.first_b)}};
  json["steps"] = Json::array();
  for (const auto& step : comparison.steps)
    json["steps"].push_back({{"rule", step.rule},
                             {"side", step.side == Side::a ? "a" : "b"},
                             {"score", step.score},
                             {"detail", step.detail}});
  return dumped(json);
}

// {"id", "verdict", "score", "method", "rules", "assumptions", "why"}, no newline.
std::string verdict_json(std::string_view id, const Comparison& comparison) {
  Json json = {{"id", id}};
  json.update(verdict_members(comparison));
  return dumped(json);
}

std::string_view word_for(behaviour::Finding finding) {
  switch (finding) {
    case behaviour::Finding::same: return "same";
    case behaviour::Finding::differs: return "differs";
    case behaviour::Finding::undecided: return "undecided";
    case behaviour::Finding::unavailable: return "unavailable";
    case behaviour::Finding::broken: return "broken world";
  }
  return "";
}

std::string indented(const std::string& text) {
  std::string all;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size() - 1) + 1;
    all += "  " + text.substr(begin, end - begin);
    begin = end;
  }
  return all;
}

// For a terminal; ends in a newline.
std::string world_explanation(const behaviour::InWorld& in_world) {
  const behaviour::Comparison& found = in_world.found;
  std::string text = fmt::format("in {}: {}: {}\n", one_line(in_world.world.name), word_for(found.finding),
                                 one_line(found.why));
  if (!found.doubt.empty()) text += "but " + one_line(found.doubt) + "\n";
  for (const auto& [userland, there] : in_world.elsewhere)
    text +=
        fmt::format("under {}: {}: {}\n", one_line(userland), word_for(there.finding), one_line(there.why));
  if (!found.shown) return text;
  if (in_world.world.origin == worlds::NamedWorld::Origin::generated)
    text += "world\n  " + worlds::world_line(found.shown->world.world) + "\n";
  return text + "a\n" + indented(outcome_report(found.shown->accepted)) + "b\n" +
         indented(outcome_report(found.shown->generated));
}

// One JSON object, no newline.
std::string world_explanation_json(const behaviour::InWorld& in_world) {
  const behaviour::Comparison& found = in_world.found;
  Json json = {{"world", to_utf8(in_world.world.name)},
               {"finding", word_for(found.finding)},
               {"why", to_utf8(found.why)}};
  if (!found.doubt.empty()) json["doubt"] = to_utf8(found.doubt);
  for (const auto& [userland, there] : in_world.elsewhere)
    json["userlands"].push_back(
        {{"userland", to_utf8(userland)}, {"finding", word_for(there.finding)}, {"why", to_utf8(there.why)}});
  if (found.shown) {
    json["a"] = Json::parse(outcome_json(found.shown->accepted));
    json["b"] = Json::parse(outcome_json(found.shown->generated));
  }
  return dumped(json);
}

struct AskedPair {
  std::string id, a, b;
};

AskedPair read_pair(const std::string& line, const SourceLine& where) try {
  const auto json = nlohmann::json::parse(line);
  const auto& id = json.at("id");
  return {id.is_string() ? id.get<std::string>() : id.dump(), json.at("a"), json.at("b")};
} catch (const nlohmann::json::exception&) {
  parse_json_line(line, where);  // says where it is no JSON
  throw Error(where, "not a pair", "write {\"id\": …, \"a\": \"command\", \"b\": \"command\"}");
}

constexpr const char* kNext = "name a file of {\"id\", \"a\", \"b\"} lines";

Error cannot_read(const std::string& name) {
  return Error({name, 0}, std::string("cannot be read: ") + std::strerror(errno), kNext);
}

// The lines of a file that may be an endless pipe.
class Lines {
 public:
  Lines(std::FILE* file, std::string name) : file_(file), name_(std::move(name)) {}

  // Throws Error if nothing can be read, and for a line without an end.
  bool next(std::string& line) {
    line.clear();
    ++number_;
    int c = 0;
    while ((c = ::getc_unlocked(file_)) != EOF && c != '\n') {
      if (line.size() == kLongest) throw Error(where(), "the line is longer than 16 MiB", kNext);
      line += static_cast<char>(c);
    }
    if (std::ferror(file_) != 0) throw cannot_read(name_);
    return c == '\n' || !line.empty();
  }
  SourceLine where() const { return {name_, number_}; }
  SourceLine file() const { return {name_, 0}; }

 private:
  static constexpr std::size_t kLongest = std::size_t{16} << 20;
  std::FILE* file_;
  std::string name_;
  int number_ = 0;
};

int explain_lines(Lines lines, const Backends& backends) {
  int status = kPassed;
  bool is_empty = true;
  for (std::string line; std::cout && lines.next(line);) {
    if (line.find_first_not_of(" \t\r") == line.npos) continue;
    is_empty = false;
    try {
      const auto pair = read_pair(line, lines.where());
      std::cout << verdict_json(pair.id, explain_commands(pair.a, pair.b, backends)) << '\n';
    } catch (const Error& error) {
      std::cerr << error.what() << "\n";
      status = kError;
    }
  }
  if (is_empty) throw Error(lines.file(), "holds no pair", kNext);
  return status;
}

// Reads {"id", "a", "b"} lines ("-": standard input) and prints a verdict for each, in order, as it goes. A
// line that is not such an object is reported on standard error and skipped; the status is then kError,
// otherwise kPassed whatever the verdicts are. Throws Error if there are no pairs, or for a line past 16 MiB.
int explain_pairs(const std::filesystem::path& file, const Backends& backends) {
  if (file == "-") return explain_lines({stdin, "standard input"}, backends);
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> opened(std::fopen(file.c_str(), "re"), &std::fclose);
  if (!opened) throw cannot_read(file.string());
  return explain_lines({opened.get(), file.string()}, backends);
}

int explain_in_world(const Explain& options) {
  const auto effects = options.no_cache ? nullptr : kept_effects(Trusts::itself);
  const auto under = [&](const std::string& userland) {
    return behaviour::run_in_world(options.a, options.b, options.world, options.question, userland,
                                   std::chrono::milliseconds(std::llround(options.world_timeout * 1000)),
                                   effects);
  };
  behaviour::InWorld in_world = under(options.userland);
  for (const std::string& each : options.other_userlands)
    in_world.elsewhere.emplace_back(each, under(each).found);
  std::cout << (options.json ? world_explanation_json(in_world) + "\n" : world_explanation(in_world));
  switch (in_world.found.finding) {
    case behaviour::Finding::same: return kPassed;
    case behaviour::Finding::differs: return kFailed;
    case behaviour::Finding::undecided:
    case behaviour::Finding::unavailable:
    case behaviour::Finding::broken: break;
  }
  return kError;
}

}  // namespace

int perform(const Explain& options) {
  if (!options.world.empty()) return explain_in_world(options);
  const Backends backends = backends_at(options.tables);
  if (backends.tables) backends.tables->get();  // reports every error in them now
  if (!options.pairs.empty()) return explain_pairs(options.pairs, backends);
  const auto comparison = explain_commands(options.a, options.b, backends);
  if (options.json)
    std::cout << explanation_json(options.a, options.b, comparison) << "\n";
  else
    std::cout << explanation(options.a, options.b, comparison, terminal_colour());
  const bool proven =
      comparison.verdict == Equivalence::equivalent || comparison.verdict == Equivalence::conditionally;
  return proven ? kPassed : kFailed;
}

}  // namespace assay::cli
