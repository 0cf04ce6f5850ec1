// Recorded answers: one JSON object a line, with an "id" and what came of it. The rows of a results.jsonl are
// such lines too, so a finished run can be graded again without its tool.
#include <cmath>

#include "assay/error.h"
#include "assay/internal/base64.h"
#include "assay/internal/json.h"
#include "assay/internal/text.h"
#include "assay/tool.h"
#include "excerpt.h"
#include "retrieved.h"

namespace assay {
namespace {

// What is wrong with one line; the reader adds where.
struct Fault {
  std::string what;
  std::string next;
};

// A member that is there and not null.
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
  if (!integer || *integer < 0 || *integer > 255) {
    throw Fault{"\"" + std::string(key) + "\" is not an integer from 0 to 255", ""};
  }
  return static_cast<int>(*integer);
}

std::chrono::nanoseconds milliseconds_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  const double milliseconds = value ? value->number(-1) : 0;
  if (!(milliseconds >= 0 && milliseconds < 1e12)) {
    throw Fault{"\"" + std::string(key) + "\" is not a number of milliseconds", ""};
  }
  return std::chrono::nanoseconds(std::llround(milliseconds * 1e6));
}

// Bytes: a string, or {"base64": …} where they are not UTF-8.
std::string bytes_member(const JsonValue& line, std::string_view key) {
  const JsonValue* value = member(line, key);
  if (!value || value->string()) return text_member(line, key);
  const JsonValue* coded = value->find("base64");
  const auto bytes = coded && coded->string() ? from_base64(*coded->string()) : std::nullopt;
  if (!bytes) throw Fault{"\"" + std::string(key) + "\" is neither a string nor {\"base64\": …}", ""};
  return *bytes;
}

void end(Answer& answer, Ending ending, std::string detail) {
  answer.ending = ending;
  answer.detail = std::move(detail);
}

void take_command(Answer& answer, const std::string& written) {
  answer.command = trimmed(written);
  if (answer.command.empty()) return end(answer, Ending::empty, "the recorded answer is empty");
  if (answer.command.find('\0') == std::string::npos) return end(answer, Ending::answered, "");
  end(answer, Ending::malformed_output,
      "the recorded answer has a NUL byte, which no command can have: " + tool::excerpt(answer.command));
  answer.command.clear();
}

void take_ending(Answer& answer, const JsonValue& line, const JsonValue* command) {
  const std::string name = text_member(line, "ending");
  const auto ending = ending_from(name);
  if (!ending) throw Fault{"\"" + name + "\" is no ending", "docs/tool-contract.md lists them"};
  if (*ending != Ending::answered) {
    if (command) throw Fault{"an answer and an ending that is not \"answered\"", "leave one of them out"};
    return end(answer, *ending, one_line(text_member(line, "detail")));
  }
  if (!command) throw Fault{"the ending is \"answered\", but there is no answer", "add \"answer\""};
}

// What a retrieval tool said: a row of results.jsonl has it in "retrieval"; other lines may have its members
// themselves.
const JsonValue* retrieval_of(const JsonValue& line) {
  if (const JsonValue* nested = member(line, "retrieval")) return nested;
  return member(line, "hits") ? &line : nullptr;
}

// Where the line names an ending as well, that is the ending: a tool may have refused by its exit status.
void take_retrieval(Answer& answer, const JsonValue& line, const JsonValue& found) {
  RetrievalPointers pointers;
  pointers.text = &found == &line ? "/answer" : "/text";
  pointers.cited_exists = "/exists";
  tool::Extraction read = tool::retrieved(found, pointers);
  if (!read.retrieval) throw Fault{"what was retrieved cannot be read: " + read.detail, ""};
  answer.retrieval = std::move(read.retrieval);
  end(answer, read.ending, read.detail);
  const std::string name = text_member(line, "ending");
  if (name.empty()) return;
  const auto ending = ending_from(name);
  if (!ending) throw Fault{"\"" + name + "\" is no ending", "docs/tool-contract.md lists them"};
  end(answer, *ending, one_line(text_member(line, "detail")));
}

void take_words(Answer& answer, const JsonValue& line) {
  const std::string_view key = member(line, "answer") ? "answer" : "generated";
  const JsonValue* command = member(line, key);
  const JsonValue* refused = member(line, "refused");
  if (command && refused) throw Fault{"both an answer and a refusal", "leave one of them out"};
  if (command) take_command(answer, text_member(line, key));
  if (refused) end(answer, Ending::refused, one_line(text_member(line, "refused")));
  if (member(line, "ending")) {
    take_ending(answer, line, command);
  } else if (!command && !refused) {
    throw Fault{"neither \"answer\" nor \"refused\" nor \"ending\"",
                "docs/tool-contract.md describes the lines"};
  }
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
  answer.latency = milliseconds_member(line, "latency_ms");
  if (const JsonValue* label = member(line, "label")) {
    const bool* right = label->boolean();
    if (!right) throw Fault{"\"label\" is neither true nor false", ""};
    answer.label = *right;
  }
  return answer;
}

// Which of a file's recordings a line belongs to; an attempt of 0 is the one after those that are there.
struct Place {
  std::string run;
  int attempt = 0;
};

Place place_of(const JsonValue& line) {
  Place place{text_member(line, "run"), 0};
  const JsonValue* attempt = member(line, "attempt");
  if (!attempt) return place;
  const std::int64_t* number = attempt->integer();
  if (!number || *number < 1 || *number > 1000)
    throw Fault{"\"attempt\" is not an integer from 1 to 1000", ""};
  place.attempt = static_cast<int>(*number);
  return place;
}

// Reads line by line. One recording is of one run and one attempt: a second answer for an id is a fault then.
class Reader {
 public:
  enum class Holds { one_recording, several };
  Reader(const std::filesystem::path& file, Holds holds) : path_(file), file_(file.string()), holds_(holds) {}

  void read_line(std::string_view text, int number) {
    if (trimmed(text).empty()) return;
    try {
      const JsonValue line = parse_json(text, file_);
      if (!line.object()) throw Fault{"the line is no JSON object", ""};
      const std::string id = text_member(line, "id");
      if (id.empty()) throw Fault{"the line has no \"id\"", ""};
      add(holds_ == Holds::several ? place_of(line) : Place{"", 1}, id, answer_of(line), number);
    } catch (const Error& error) {
      for (Problem problem : error.problems()) {
        problem.where.line = number;
        problems_.push_back(std::move(problem));
      }
    } catch (const Fault& fault) {
      problems_.push_back({{file_, number},
                           "",
                           fault.what,
                           fault.next.empty() ? "docs/tool-contract.md describes the lines" : fault.next});
    }
  }

  std::vector<RecordedRun> finish() {
    if (problems_.empty() && recordings_.empty())
      problems_.push_back({{file_, 0}, "", "there are no recorded answers in it", ""});
    if (!problems_.empty()) throw Error(std::move(problems_));
    std::vector<RecordedRun> runs;
    for (auto& [place, recording] : recordings_)
      runs.push_back({place.first, place.second, std::move(recording)});
    return runs;
  }

 private:
  void add(Place place, const std::string& id, Answer answer, int number) {
    if (place.run.empty()) place.run = path_.stem().string();
    auto& lines = lines_[{place.run, id}];
    if (place.attempt == 0) place.attempt = lines.empty() ? 1 : lines.rbegin()->first + 1;
    const auto [first, is_new] = lines.emplace(place.attempt, number);
    if (!is_new)
      throw Fault{"a second answer for \"" + one_line(id) + "\"; the first is in line " +
                      std::to_string(first->second),
                  "keep one of them"};
    Recording& recording = recordings_[{place.run, place.attempt}];
    recording.file = path_;
    recording.answers.emplace(id, std::move(answer));
  }

  std::filesystem::path path_;
  std::string file_;
  Holds holds_;
  std::map<std::pair<std::string, int>, Recording> recordings_;              // by run and attempt
  std::map<std::pair<std::string, std::string>, std::map<int, int>> lines_;  // by run and id: attempt → line
  std::vector<Problem> problems_;
};

std::vector<RecordedRun> read(const std::filesystem::path& file, Reader::Holds holds) {
  const std::string text = read_file(file);
  Reader reader(file, holds);
  std::string_view rest = text;
  for (int number = 1; !rest.empty(); ++number) {
    const std::size_t end = rest.find('\n');
    reader.read_line(rest.substr(0, end), number);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  }
  return reader.finish();
}

}  // namespace

Tool read_recording(const std::filesystem::path& file) {
  auto runs = read(file, Reader::Holds::one_recording);
  return {file.stem().string(), std::move(runs.front().recording)};
}

std::vector<RecordedRun> read_recorded_runs(const std::filesystem::path& file) {
  return read(file, Reader::Holds::several);
}

Answer recorded_answer(const Recording& recording, const Case& asked) {
  const auto found = recording.answers.find(asked.id);
  if (found != recording.answers.end()) return found->second;
  Answer answer;
  end(answer, Ending::not_recorded,
      "no line for \"" + one_line(asked.id) + "\" in " + recording.file.string());
  return answer;
}

}  // namespace assay
