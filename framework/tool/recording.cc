// SPDX-License-Identifier: Apache-2.0
// Recorded answers stay in their file: reading it checks every line and records the position.
#include <algorithm>
#include <cmath>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>

#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "extraction.h"

namespace assay::tool {
namespace {

// The fault of a line; the caller adds the place.
struct RecordingFault {
  std::string what;
  std::string next;
};

struct RecordedPlace {
  std::string id;
  std::string dataset;  // empty: none given
  std::string run;      // empty: none given
  int attempt = 0;      // 0: none given
};

using Fault = RecordingFault;

// A member that is present and not null.
const JsonValue* member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = line.find(key);
  return value && !value->is_null() ? value : nullptr;
}

std::string text_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value) return {};
  if (!value->string()) throw Fault{"\"" + std::string(key) + "\" is not a string", ""};
  return *value->string();
}

std::optional<int> integer_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value) return std::nullopt;
  const std::int64_t* integer = value->integer();
  if (!integer || *integer < 0 || *integer > 255)
    throw Fault{"\"" + std::string(key) + "\" is not an integer from 0 to 255", ""};
  return static_cast<int>(*integer);
}

std::chrono::nanoseconds milliseconds_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  const double milliseconds = value ? value->number(-1) : 0;
  if (!(milliseconds >= 0 && milliseconds < 1e12))
    throw Fault{"\"" + std::string(key) + "\" is not a number of milliseconds", ""};
  return std::chrono::nanoseconds(std::llround(milliseconds * 1e6));
}

std::optional<double> amount_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value) return std::nullopt;
  const double amount = value->number(-1);
  if (!(amount >= 0 && std::isfinite(amount)))
    throw Fault{"\"" + std::string(key) + "\" is not a number from 0 on", ""};
  return amount;
}

// Bytes: a string or, if they are not UTF-8, {"base64": …}.
std::string bytes_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value || value->string()) return text_member(line, key);
  const JsonValue* coded = value->find("base64");
  const auto bytes = coded && coded->string() ? from_base64(*coded->string()) : std::nullopt;
  if (!bytes) throw Fault{"\"" + std::string(key) + "\" is neither a string nor {\"base64\": …}", ""};
  return *bytes;
}

void end_recorded(Answer& answer, Ending ending, std::string detail) {
  answer.ending = ending;
  answer.detail = std::move(detail);
}

void take_command(Answer& answer, const std::string& written) {
  answer.command = trimmed(written);
  if (answer.command.empty()) return end_recorded(answer, Ending::empty, "the recorded answer is empty");
  if (answer.command.find('\0') == std::string::npos) return end_recorded(answer, Ending::answered, "");
  end_recorded(answer, Ending::malformed_output,
               "the recorded answer has a NUL byte, which no command can have: " + excerpt(answer.command));
  answer.command.clear();
}

void take_ending(Answer& answer, const JsonValue& line, const JsonValue* command) {
  const std::string name = text_member(line, "ending");
  const auto ending = ending_from(name);
  if (!ending) throw Fault{"\"" + name + "\" is not an ending", "docs/tool-contract.md lists them"};
  if (*ending != Ending::answered) {
    if (command) throw Fault{"an answer and an ending that is not \"answered\"", "leave one of them out"};
    return end_recorded(answer, *ending, one_line(text_member(line, "detail")));
  }
  if (!command) throw Fault{"the ending is \"answered\", but there is no answer", "add \"answer\""};
}

// The answer of a retrieval tool: in "retrieval" in a row of results.jsonl; other lines may have its members
// at the top level.
const JsonValue* retrieval_of(const JsonValue& line) {
  if (const JsonValue* nested = member(line, "retrieval")) return nested;
  return member(line, "hits") ? &line : nullptr;
}

// An ending named by the line takes precedence: a tool may have refused by its exit status.
void take_retrieval(Answer& answer, const JsonValue& line, const JsonValue& found) {
  RetrievalPointers pointers;
  pointers.text = &found == &line ? "/answer" : "/text";
  pointers.cited_exists = "/exists";
  Extraction read = retrieved(found, pointers);
  if (!read.retrieval) throw Fault{"the retrieved hits cannot be read: " + read.detail, ""};
  answer.retrieval = std::move(read.retrieval);
  // In a row, an empty text is that of a tool that could have spoken.
  if (!answer.retrieval->text && &found != &line && member(found, "text")) answer.retrieval->text.emplace();
  end_recorded(answer, read.ending, read.detail);
  const std::string name = text_member(line, "ending");
  if (name.empty()) return;
  const auto ending = ending_from(name);
  if (!ending) throw Fault{"\"" + name + "\" is not an ending", "docs/tool-contract.md lists them"};
  end_recorded(answer, *ending, one_line(text_member(line, "detail")));
}

void expect_one_answer(const JsonValue& line) {
  if (member(line, "answer") && member(line, "generated") &&
      trimmed(text_member(line, "answer")) != trimmed(text_member(line, "generated")))
    throw Fault{"\"answer\" and \"generated\" differ", "leave one of them out"};
}

void take_words(Answer& answer, const JsonValue& line) {
  expect_one_answer(line);
  const std::string_view key = member(line, "answer") ? "answer" : "generated";
  const JsonValue* command = member(line, key);
  const JsonValue* refused = member(line, "refused");
  if (command && refused) throw Fault{"both an answer and a refusal", "leave one of them out"};
  if (command) take_command(answer, text_member(line, key));
  if (refused) end_recorded(answer, Ending::refused, one_line(text_member(line, "refused")));
  if (member(line, "ending")) {
    take_ending(answer, line, command);
  } else if (!command && !refused) {
    throw Fault{"neither \"answer\" nor \"refused\" nor \"ending\"",
                "docs/tool-contract.md describes the lines"};
  }
}

// Both throw RecordingFault.
RecordedPlace recorded_place_of(const JsonValue& line) {
  if (!line.object()) throw Fault{"the line is not a JSON object", ""};
  RecordedPlace place{text_member(line, "id"), text_member(line, "dataset"), text_member(line, "run"), 0};
  if (place.id.empty()) throw Fault{"the line has no \"id\"", ""};
  const JsonValue* attempt = member(line, "attempt");
  if (!attempt) return place;
  const std::int64_t* number = attempt->integer();
  if (!number || *number < 1 || *number > 1000)
    throw Fault{"\"attempt\" is not an integer from 1 to 1000", ""};
  place.attempt = static_cast<int>(*number);
  return place;
}

Answer answer_of(const JsonValue& line) {
  Answer answer;
  if (const JsonValue* found = retrieval_of(line))
    take_retrieval(answer, line, *found);
  else
    take_words(answer, line);
  answer.stdout_bytes = bytes_member(line, "stdout");
  answer.stderr_bytes = bytes_member(line, "stderr");
  answer.exit_code = integer_member(line, "exit_code");
  answer.signal = integer_member(line, "signal");
  if (answer.signal && answer.exit_code)
    throw Fault{"both an exit status and a signal", "leave one of them out"};
  if (answer.signal && answer.ending == Ending::answered)
    throw Fault{"an answer of a process that a signal ended",
                "leave out \"signal\", or let \"ending\" say \"signalled\""};
  answer.latency = milliseconds_member(line, "latency_ms");
  answer.tokens = amount_member(line, "tokens");
  answer.cost = amount_member(line, "cost");
  if (member(line, "blocked")) {
    if (answer.ending != Ending::answered || answer.retrieval)
      throw Fault{"\"blocked\" without a command", "leave it out"};
    answer.blocked = one_line(text_member(line, "blocked"));
  }
  if (const JsonValue* label = member(line, "label")) {
    const bool* right = label->boolean();
    if (!right) throw Fault{"\"label\" is neither true nor false", ""};
    answer.label = *right;
  }
  return answer;
}

}  // namespace
}  // namespace assay::tool

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
    read_lines(file_, [this](TextLine line) {
      // Some programs write a byte order mark before the text.
      if (constexpr std::string_view kMark = "\xEF\xBB\xBF";
          line.number == 1 && line.text.starts_with(kMark)) {
        line.text.remove_prefix(kMark.size());
        line.offset += kMark.size();
      }
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
      const JsonValue line = parse_foreign_json(text.text, {file_.string(), text.number});
      tool::RecordedPlace place = tool::recorded_place_of(line);
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
  throw Error({recording.file.string(), 0}, "has changed since its answers were looked up",
              "leave the file alone while it is graded, and start again");
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
      const JsonValue read = parse_foreign_json(read_part(recording.file, line->offset, line->length),
                                                {recording.file.string(), 1});
      const tool::RecordedPlace place = tool::recorded_place_of(read);
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
