// SPDX-License-Identifier: Apache-2.0
// Recorded answers stay in their file: reading it checks every line and records the position.
#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <tuple>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "recorded_line.h"

namespace assay {
namespace {

using tool::RecordingFault;

constexpr const char* kLinesAreDescribed = "docs/tool-contract.md describes the lines";

enum class Holds { one_recording, several };

struct Entry {
  RecordedLine line;
  int number = 0;
  int run = 0;      // index of the run's name
  int attempt = 0;  // 0: the next free number
};

class Reader {
 public:
  Reader(const std::filesystem::path& file, Holds holds) : file_(file), holds_(holds) {}

  std::vector<RecordedRun> read() {
    read_lines(file_, [this](const TextLine& line) {
      if (!trimmed(line.text).empty()) read_line(line);
    });
    if (problems_.empty() && entries_.empty())
      problems_.push_back({{file_.string(), 0}, "", "there are no recorded answers in it", ""});
    std::ranges::sort(entries_, {},
                      [](const Entry& each) { return std::tie(each.run, each.line.id, each.number); });
    set_attempts();
    if (problems_.empty()) return runs();
    std::ranges::stable_sort(problems_, {}, [](const Problem& each) { return each.where.line; });
    throw Error(std::move(problems_));
  }

 private:
  void read_line(const TextLine& text) {
    try {
      const JsonValue line = parse_json_line(text.text, {file_.string(), text.number});
      tool::RecordedPlace place = tool::place_of(line);
      const Answer answer = tool::answer_of(line);
      const bool one = holds_ == Holds::one_recording;
      if (one) expect_run(place.run);
      entries_.push_back({{std::move(place.id), text.offset, text.text.size()},
                          text.number,
                          run_number(one ? "" : place.run),
                          one ? 1 : place.attempt});
      if (answer.retrieval && (answer.retrieval->text || answer.retrieval->grounded))
        speaking_runs_.insert(entries_.back().run);
    } catch (const Error& error) {
      for (Problem problem : error.problems()) {
        problem.where.line = text.number;
        problems_.push_back(std::move(problem));
      }
    } catch (const RecordingFault& fault) {
      complain(text.number, fault);
    }
  }

  // Answers of two models would be graded as those of one.
  void expect_run(const std::string& name) {
    if (!run_) run_ = name;
    if (*run_ != name)
      throw RecordingFault{
          "the line is of run \"" + one_line(name) + "\", and the first line of \"" + one_line(*run_) + "\"",
          "grade each run by itself: assay import FILE --dataset DATASET"};
  }

  int run_number(const std::string& name) {
    const std::string& known = name.empty() ? file_.stem().string() : name;
    return run_numbers_.emplace(known, static_cast<int>(run_numbers_.size())).first->second;
  }

  void complain(int line, const RecordingFault& fault) {
    problems_.push_back(
        {{file_.string(), line}, "", fault.what, fault.next.empty() ? kLinesAreDescribed : fault.next});
  }

  // REQUIRES: the answers of a run to one case are adjacent, in the file's order.
  void set_attempts() {
    std::map<int, int> taken;  // attempt → line
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      Entry& each = entries_[i];
      if (i > 0 && (entries_[i - 1].run != each.run || entries_[i - 1].line.id != each.line.id))
        taken.clear();
      if (each.attempt == 0) each.attempt = taken.empty() ? 1 : taken.rbegin()->first + 1;
      const auto [first, is_new] = taken.emplace(each.attempt, each.number);
      if (!is_new)
        complain(each.number, {"a second answer for \"" + one_line(each.line.id) +
                                   "\"; the first is in line " + std::to_string(first->second),
                               "keep one of them"});
    }
  }

  // Frees the entries on the way: for millions of lines, both lists would take much memory.
  RecordedRun only_run() {
    RecordedRun run{.name = file_.stem().string(), .recording = {.file = file_, .lines = {}}};
    run.recording.speaks = !speaking_runs_.empty();
    run.recording.lines.reserve(entries_.size());
    for (; !entries_.empty(); entries_.pop_front())
      run.recording.lines.push_back(std::move(entries_.front().line));
    return run;
  }

  std::vector<RecordedRun> runs() {
    std::map<std::pair<std::string, int>, Recording> recordings;
    if (holds_ == Holds::one_recording) return {only_run()};
    std::vector<std::string> names(run_numbers_.size());
    for (const auto& [name, number] : run_numbers_) names[static_cast<std::size_t>(number)] = name;
    for (Entry& each : entries_) {
      Recording& recording = recordings[{names[static_cast<std::size_t>(each.run)], each.attempt}];
      recording.file = file_;
      recording.speaks = speaking_runs_.contains(each.run);
      recording.lines.push_back(std::move(each.line));
    }
    std::vector<RecordedRun> runs;
    for (auto& [place, recording] : recordings)
      runs.push_back({place.first, place.second, std::move(recording)});
    return runs;
  }

  std::filesystem::path file_;
  Holds holds_;
  std::optional<std::string> run_;  // as the first line names it, if all must be of one
  std::map<std::string, int> run_numbers_;
  std::set<int> speaking_runs_;
  std::deque<Entry> entries_;
  std::vector<Problem> problems_;
};

Answer not_recorded(std::string detail) {
  Answer answer;
  answer.ending = Ending::not_recorded;
  answer.detail = std::move(detail);
  return answer;
}

[[noreturn]] void changed(const Recording& recording) {
  throw Error(Problem{{recording.file.string(), 0},
                      "",
                      "has changed since its answers were looked up",
                      "leave the file alone while it is graded, and start again"});
}

}  // namespace

const RecordedLine* Recording::find(std::string_view id) const {
  const auto found = std::ranges::lower_bound(lines, id, {}, &RecordedLine::id);
  return found != lines.end() && found->id == id ? &*found : nullptr;
}

Tool read_recording(const std::filesystem::path& file) {
  auto runs = Reader(file, Holds::one_recording).read();
  return {file.stem().string(), std::move(runs.front().recording)};
}

std::vector<RecordedRun> read_recorded_runs(const std::filesystem::path& file) {
  return Reader(file, Holds::several).read();
}

Answer recorded_answer(const Recording& recording, const Case& asked) {
  const std::string id = "\"" + one_line(asked.id) + "\"";
  if (const RecordedLine* line = recording.find(asked.id)) {
    try {
      const JsonValue read =
          parse_json(read_part(recording.file, line->offset, line->length), recording.file.string());
      const tool::RecordedPlace place = tool::place_of(read);
      if (place.id == asked.id && !place.dataset.empty() && place.dataset != asked.dataset)
        return not_recorded("the line for " + id + " is about the dataset \"" + one_line(place.dataset) +
                            "\"");
      if (place.id != asked.id) changed(recording);
      Answer answer = tool::answer_of(read);
      if (recording.speaks && answer.retrieval && !answer.retrieval->text) answer.retrieval->text.emplace();
      return answer;
    } catch (const RecordingFault&) {
    } catch (const Error&) {
    }
    changed(recording);
  }
  // The name alone: the same recording may be elsewhere on another machine.
  return not_recorded("no line for " + id + " in " + recording.file.filename().string());
}

}  // namespace assay
